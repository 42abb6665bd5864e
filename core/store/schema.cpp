// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/schema.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <set>

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>

#include "core/store/history/schema.h"
#include "core/store/savepoint.h"

namespace apportion::store {

namespace {

// Columns that repeat a part of the body, so that the file itself refuses what hangs in the air.
// Deferred: within one entry the order of the facts does not matter.
struct Reference {
    ObjectKind kind;
    const char* column;
    const char* path;  // in the body; empty = the key itself
    ObjectKind target;
};
constexpr std::array<Reference, 4> kReferences{{
    {ObjectKind::quota, "parent", "$.parent", ObjectKind::quota},
    {ObjectKind::workload, "quota", "$.quota", ObjectKind::quota},
    {ObjectKind::workload, "workspace", "$.workspace", ObjectKind::workspace},
    {ObjectKind::run, "workload", "", ObjectKind::workload},
}};

std::string referenceColumn(const Reference& reference) {
    const std::string value =
        *reference.path == 0 ? "key" : "json_extract(body, '" + std::string(reference.path) + "')";
    return std::string(", ") + reference.column + " TEXT GENERATED ALWAYS AS (" + value +
           ") STORED REFERENCES " + tableOf(reference.target) +
           "(key) DEFERRABLE INITIALLY DEFERRED";
}

void createObjects(SQLite::Database& database, ObjectKind kind) {
    const std::string table = tableOf(kind);
    std::string columns =
        "key TEXT PRIMARY KEY NOT NULL, place INTEGER NOT NULL,"
        " changed INTEGER NOT NULL REFERENCES journal(n), body TEXT NOT NULL";
    for (const Reference& reference : kReferences)
        if (reference.kind == kind)
            columns += referenceColumn(reference);
    database.exec("CREATE TABLE " + table + "(" + columns + ")");
    for (const Reference& reference : kReferences)
        if (reference.kind == kind)
            database.exec(std::string("CREATE INDEX ")
                              .append(table + "_" + reference.column)
                              .append(" ON " + table)
                              .append("(" + std::string(reference.column) + ")"));
}

// The step from schema i to i + 1 stands at i. From 0 on, that is an empty file.
using Step = void (*)(SQLite::Database&);

void toFirst(SQLite::Database& database) {
    database.exec("CREATE TABLE meta(key TEXT PRIMARY KEY NOT NULL, value) WITHOUT ROWID");
    database.exec("INSERT INTO meta VALUES('readable-from', 1)");
    database.exec(
        "CREATE TABLE journal(n INTEGER PRIMARY KEY, at INTEGER NOT NULL, who TEXT NOT NULL,"
        " action TEXT NOT NULL, subject TEXT NOT NULL, undoes INTEGER REFERENCES journal(n),"
        " entry TEXT NOT NULL, hash TEXT NOT NULL)");
    for (std::size_t kind = 0; kind < kObjectKinds; ++kind)
        createObjects(database, static_cast<ObjectKind>(kind));
    // Which process runs the live engine, and which programs have the file open.
    database.exec(
        "CREATE TABLE lease(id INTEGER PRIMARY KEY CHECK(id = 1), machine TEXT NOT NULL,"
        " boot TEXT NOT NULL, pid INTEGER NOT NULL, started INTEGER NOT NULL,"
        " heartbeat INTEGER NOT NULL, who TEXT NOT NULL)");
}

// Samples over time. Programs of the first schema can still read the rest.
void toSecond(SQLite::Database& database) {
    createHistoryTables(database);
}

// Workloads may have commands, which programs of older schemas would take for damage.
void toThird(SQLite::Database& database) {
    database.exec("UPDATE meta SET value = 3 WHERE key = 'readable-from'");
}

// A pool may have prices, which programs of older schemas would take for damage.
void toFourth(SQLite::Database& database) {
    database.exec("UPDATE meta SET value = 4 WHERE key = 'readable-from'");
}

constexpr std::array<Step, kSchema> kSteps{toFirst, toSecond, toThird, toFourth};

}  // namespace

int schemaOf(SQLite::Database& database) {
    return database.execAndGet("PRAGMA user_version").getInt();
}

int readableFrom(SQLite::Database& database) {
    // Of a newer schema nothing is known, not even whether it has this table.
    if (!database.tableExists("meta"))
        return std::numeric_limits<int>::max();
    SQLite::Statement select(database, "SELECT value FROM meta WHERE key = 'readable-from'");
    return select.executeStep() ? select.getColumn(0).getInt() : std::numeric_limits<int>::max();
}

void createSchema(SQLite::Database& database) {
    for (const Step step : kSteps)
        step(database);
    database.exec("PRAGMA application_id = " + std::to_string(kApplicationId));
    database.exec("PRAGMA user_version = " + std::to_string(kSchema));
}

void migrate(SQLite::Database& database) {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    for (int version = schemaOf(database); version < kSchema; ++version)
        kSteps.at(static_cast<std::size_t>(version))(database);
    database.exec("PRAGMA user_version = " + std::to_string(kSchema));
    transaction.commit();
}

namespace {

// "table journal", "index journal_at"
std::set<std::string> partsOf(SQLite::Database& database) {
    std::set<std::string> parts;
    // What SQLite makes by itself are indexes without text, and tables with names kept for it.
    SQLite::Statement part(database,
                           "SELECT type, name FROM sqlite_master WHERE sql IS NOT NULL"
                           " AND NOT (type = 'table' AND name LIKE 'sqlite\\_%' ESCAPE '\\')");
    while (part.executeStep())
        parts.insert(part.getColumn(0).getString() + " " + part.getColumn(1).getString());
    return parts;
}

std::set<std::string> partsOfSchema(int schema) {
    SQLite::Database whole(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    for (int version = 0; version < schema; ++version)
        kSteps.at(static_cast<std::size_t>(version))(whole);
    return partsOf(whole);
}

std::vector<std::string> without(const std::set<std::string>& parts,
                                 const std::set<std::string>& others) {
    std::vector<std::string> rest;
    std::set_difference(parts.begin(), parts.end(), others.begin(), others.end(),
                        std::back_inserter(rest));
    return rest;
}

}  // namespace

std::vector<std::string> missingParts(SQLite::Database& database) {
    std::vector<std::string> missing =
        without(partsOfSchema(std::min(schemaOf(database), kSchema)), partsOf(database));
    if (missing.empty() && readableFrom(database) == std::numeric_limits<int>::max())
        missing.emplace_back("meta: readable-from");
    return missing;
}

std::vector<std::string> foreignParts(SQLite::Database& database) {
    Savepoint look(database, "parts");  // another program may bring the file up meanwhile
    const int schema = schemaOf(database);
    const auto parts = partsOf(database);
    look.release();
    return schema < 1 || schema > kSchema ? std::vector<std::string>{}
                                          : without(parts, partsOfSchema(schema));
}

std::string tableOf(ObjectKind kind) {
    std::string table{word(kind)};
    std::replace(table.begin(), table.end(), '-', '_');
    return table;
}

}  // namespace apportion::store
