// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a project file and how older files become newer ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <SQLiteCpp/Database.h>

#include "core/model/journal.h"

namespace apportion::store {

inline constexpr std::int32_t kApplicationId = 0x4150504F;  // "APPO"
inline constexpr int kSchema = 4;                           // user_version
inline constexpr int kSchemaWithHistory = 2;

// What the file says of itself.
int schemaOf(SQLite::Database& database);
// The oldest schema whose programs can read this file, though not write it.
int readableFrom(SQLite::Database& database);

// All tables of the present schema into an empty database, inside the caller's transaction.
void createSchema(SQLite::Database& database);
// From the file's schema to the present one, a step a version, in one transaction.
void migrate(SQLite::Database& database);

// Tables and indexes that a file of this schema has, and this one does not; "meta: readable-from"
// where it does not say who may read it.
std::vector<std::string> missingParts(SQLite::Database& database);
// Tables, indexes, views and triggers that no program of ours has made; of a newer schema nobody
// can say.
std::vector<std::string> foreignParts(SQLite::Database& database);

// The table in which objects of a kind stand: key, place, changed, body.
std::string tableOf(ObjectKind kind);

}  // namespace apportion::store
