// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/open_file.h"

#include <filesystem>
#include <fstream>

#include <SQLiteCpp/Statement.h>
#include <sqlite3.h>

#include "core/store/history/schema.h"
#include "core/store/lease.h"
#include "core/store/schema.h"

namespace apportion::store {

namespace fs = std::filesystem;

namespace {

// What stands at the path, told without opening it: closing a second descriptor of a database would
// drop the locks that this process has on it.
std::optional<Problem> lookAt(const std::string& path) {
    std::error_code failed;
    const fs::file_status status = fs::status(path, failed);
    if (!fs::exists(status))
        return projectProblem("project-no-file", path);
    if (fs::is_directory(status))
        return projectProblem("project-is-folder", path);
    if (fs::is_regular_file(status) && fs::file_size(path, failed) == 0)
        return projectProblem("project-empty", path);
    return {};
}

// After SQLite has said that it is no database, so that no connection has it open.
Problem notOne(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    char first = 0;
    while (file.get(first) && (first == ' ' || first == '\n' || first == '\r' || first == '\t')) {
    }
    return projectProblem(first == '{' ? "project-not-one.scenario" : "project-not-one", path);
}

// A folder that cannot be written to has no room for the files that WAL keeps beside the database.
SQLite::Database connectReading(const std::string& path) {
    try {
        SQLite::Database database = connect(path, Access::readOnly);
        database.execAndGet("PRAGMA schema_version");
        return database;
    } catch (const SQLite::Exception& failure) {
        const int code = failure.getErrorCode() & 0xFF;
        std::error_code failed;
        if ((code != SQLITE_CANTOPEN && code != SQLITE_READONLY) ||
            fs::exists(path + "-wal", failed))
            throw;
    }
    std::string address = "file:";
    for (const char c : fs::absolute(path).string())
        address += c == '?' ? "%3f" : c == '#' ? "%23" : c == '%' ? "%25" : std::string(1, c);
    return {address + "?immutable=1", SQLite::OPEN_READONLY | SQLite::OPEN_URI};
}

// A living program that has the file open keeps a WAL beside it; without one it is a remainder.
bool hasRemainder(const std::string& path) {
    std::error_code failed;
    const auto size = fs::file_size(path + "-wal", failed);
    return !failed && size > 0;
}

bool endedUncleanly(SQLite::Database& database, bool remainder) {
    const auto lease = readLease(database);
    if (lease && lifeOf(lease->holder) == Life::dead)
        return true;
    return remainder && !lease;
}

Result<void> copyBefore(SQLite::Database& database, const std::string& path, int schema) {
    const std::string copy = path + ".schema-" + std::to_string(schema) + ".backup";
    std::error_code failed;
    if (fs::exists(copy, failed))
        return {};  // of an earlier attempt; the file has not changed since
    SQLite::Statement into(database, "VACUUM INTO ?");
    into.bind(1, copy);
    into.exec();
    return {};
}

// Brings an older file up to date, or says why it stays as it is.
Result<void> update(Opened& opened, const std::string& path) {
    const int schema = schemaOf(opened.database);
    if (schema == kSchema)
        return {};
    if (schema > kSchema) {
        const std::vector<Argument> versions{{"schema", Value::ofCount(schema)},
                                             {"known", Value::ofCount(kSchema)}};
        if (readableFrom(opened.database) > kSchema || !opened.readOnly)
            return tl::unexpected(Problems{projectProblem(readableFrom(opened.database) > kSchema
                                                              ? "project-newer"
                                                              : "project-newer.readable",
                                                          path, versions)});
        opened.notices.push_back(projectProblem("project-newer.reading", path, versions));
        opened.notices.back().warning = true;
        return {};
    }
    if (opened.readOnly)
        return {};
    if (auto copied = copyBefore(opened.database, path, schema); !copied)
        return copied;
    migrate(opened.database);
    opened.notices.push_back(
        projectProblem("project-migrated", path,
                       {{"schema", Value::ofCount(schema)}, {"known", Value::ofCount(kSchema)}}));
    opened.notices.back().warning = true;
    return {};
}

}  // namespace

Result<Opened> openDatabase(const std::string& path, bool readOnly) {
    if (auto problem = lookAt(path))
        return tl::unexpected(Problems{std::move(*problem)});
    const bool remainder = hasRemainder(path);
    try {
        // First as a reader: nothing is written to what turns out to be something else.
        SQLite::Database reader = connectReading(path);
        if (reader.execAndGet("PRAGMA application_id").getInt() != kApplicationId)
            return tl::unexpected(Problems{projectProblem("project-other", path)});
        if (readOnly || schemaOf(reader) > kSchema) {
            Opened opened{std::move(reader), readOnly, false, {}};
            if (auto updated = update(opened, path); !updated)
                return tl::unexpected(std::move(updated.error()));
            return opened;
        }
        SQLite::Database writer = connect(path, Access::readWrite);
        if (sqlite3_db_readonly(writer.getHandle(), "main") == 1)
            return tl::unexpected(Problems{projectProblem("project-read-only", path)});
        Opened opened{std::move(writer), false, false, {}};
        if (auto updated = update(opened, path); !updated)
            return tl::unexpected(std::move(updated.error()));
        opened.unclean = endedUncleanly(opened.database, remainder);
        return opened;
    } catch (const SQLite::Exception& failure) {
        if ((failure.getErrorCode() & 0xFF) == SQLITE_NOTADB)
            return tl::unexpected(Problems{notOne(path)});
        throw;
    }
}

Result<void> backup(OpenFile& file, const std::string& path, bool history) {
    std::error_code failed;
    if (fs::exists(path, failed))
        return tl::unexpected(Problems{projectProblem("project-exists", path)});
    return guarded(path, [&]() -> Result<void> {
        const std::string draft = path + ".new";
        fs::remove(draft, failed);
        SQLite::Statement into(file.database, "VACUUM INTO ?");
        into.bind(1, draft);
        into.exec();
        {
            SQLite::Database copy(draft, SQLite::OPEN_READWRITE);
            // Nobody runs the engine on a copy.
            copy.exec("DELETE FROM lease");
            if (!history) {
                dropHistory(copy);
                copy.exec("VACUUM");
            }
        }
        fs::rename(draft, path);
        return {};
    });
}

}  // namespace apportion::store
