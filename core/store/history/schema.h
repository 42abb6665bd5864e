// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of the history inside a project file, and what backups do with them. All functions
// here throw SQLite::Exception; the doors of the store turn it into a Problem.
#pragma once

#include <SQLiteCpp/Database.h>

namespace apportion::store {

// The history's part of a migration. A statement fails if its table is there already.
void createHistoryTables(SQLite::Database& database);

// Replaces the history of `to`, which has the tables, by that of `from`. In the callers'
// transactions, or one of its own for each.
void copyHistory(SQLite::Database& from, SQLite::Database& to);
// The same of a wounded file: what can be read of each table, from both ends. False if anything is
// missing. In the caller's transaction.
bool salvageHistory(SQLite::Database& from, SQLite::Database& to);

// Forgets all samples and series; the tables stay. The file shrinks with the next VACUUM. Writers
// must be made anew.
void dropHistory(SQLite::Database& database);

}  // namespace apportion::store
