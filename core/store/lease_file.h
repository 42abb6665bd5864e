// SPDX-License-Identifier: GPL-3.0-or-later
// Which file a lease is of. A copy of a live file has its lease with it, and nobody runs the copy.
// Internal to store.
#pragma once

#include <SQLiteCpp/Database.h>

#include "core/store/file_place.h"

namespace apportion::store {

// Of a lease that this process has just taken.
void nameFileOfLease(SQLite::Database& database, const FilePlace& place);

// Whether its holder lives here and runs another file. False where that cannot be told.
bool isLeaseOfAnother(SQLite::Database& database, const FilePlace& place);
void dropLeaseOfAnother(SQLite::Database& database, const FilePlace& place);

}  // namespace apportion::store
