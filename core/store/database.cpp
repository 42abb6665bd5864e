// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/database.h"

#include <mutex>
#include <string>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include "core/store/file_locks.h"

namespace apportion::store {

namespace {

thread_local bool remainderFound = false;

// Before SQLite is used for the first time; later it no longer listens.
void listen() {
    static std::once_flag once;
    std::call_once(once, [] {
        sqlite3_config(
            SQLITE_CONFIG_LOG,
            +[](void*, int code, const char*) {
                if (code == SQLITE_NOTICE_RECOVER_WAL)
                    remainderFound = true;
            },
            nullptr);
        keepFileLocks();
    });
}

// As SQLite does it by itself; and the index is then known to be younger than the file, as long as
// no other file takes its place (wal_check): of memory the system notes changes when it likes.
int afterCommit(void*, sqlite3* database, const char* schema, int frames) {
    constexpr int kCheckpoint = 1000;
    if (frames >= kCheckpoint)
        sqlite3_wal_checkpoint(database, schema);
    const std::string index = std::string(sqlite3_db_filename(database, schema)) + "-shm";
    utimensat(AT_FDCWD, index.c_str(), nullptr, 0);
    return SQLITE_OK;
}

}  // namespace

void forgetRemainders() {
    remainderFound = false;
}

bool foundRemainder() {
    return remainderFound;
}

SQLite::Database connect(const std::filesystem::path& file, Access access) {
    listen();
    int flags = SQLite::OPEN_READONLY;
    if (access != Access::readOnly)
        flags = SQLite::OPEN_READWRITE;
    if (access == Access::create)
        flags |= SQLite::OPEN_CREATE;
    // One thread at a time uses it: the locks that SQLite takes for each column are in vain.
    SQLite::Database database(file.string(), flags | SQLite::OPEN_NOMUTEX, kBusyTimeoutMs);
    // Off by default in every connection.
    database.exec("PRAGMA foreign_keys = ON");
    if (access != Access::readOnly) {
        database.exec("PRAGMA journal_mode = WAL");
        database.exec("PRAGMA synchronous = FULL");
        // So that pages that nothing uses can be told from others (free_pages).
        database.exec("PRAGMA secure_delete = ON");
        // A trigger that somebody puts into the file changes nothing, also while it is open.
        sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
        sqlite3_wal_hook(database.getHandle(), afterCommit, nullptr);
    }
    return database;
}

}  // namespace apportion::store
