// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/database.h"

#include <cerrno>
#include <mutex>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/store/file_locks.h"

namespace apportion::store {

namespace {

thread_local bool remainderFound = false;

bool isBeside(std::string_view path) {
    return path.ends_with("-wal") || path.ends_with("-shm") || path.ends_with("-journal");
}

// SQLite follows no link to what stands beside a database. Another user of the folder can put a
// pipe there, or another name of a file that only this user can write to.
extern "C" int openFile(const char* path, int flags, int rights) {
    const int file = open(path, flags | O_NONBLOCK, rights);
    struct stat status {};
    if (file < 0 || !isBeside(path) ||
        (fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
         (status.st_nlink <= 1 || (flags & O_ACCMODE) == O_RDONLY)))
        return file;
    close(file);
    errno = EACCES;
    return -1;
}

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
        if (sqlite3_vfs* system = sqlite3_vfs_find("unix");
            system != nullptr && system->xSetSystemCall != nullptr)
            system->xSetSystemCall(system, "open", reinterpret_cast<sqlite3_syscall_ptr>(openFile));
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
    utimensat(AT_FDCWD, index.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
    return SQLITE_OK;
}

}  // namespace

void forgetRemainders() {
    remainderFound = false;
}

bool foundRemainder() {
    return remainderFound;
}

SQLite::Database openAt(const std::string& file, int flags) {
    listen();
    return {file, flags | SQLITE_OPEN_NOFOLLOW, kBusyTimeoutMs};
}

SQLite::Database connect(const std::filesystem::path& file, Access access) {
    int flags = SQLite::OPEN_READONLY;
    if (access != Access::readOnly)
        flags = SQLite::OPEN_READWRITE;
    if (access == Access::create)
        flags |= SQLite::OPEN_CREATE;
    // One thread at a time uses it: the locks that SQLite takes for each column are in vain.
    std::error_code failed;
    const std::filesystem::path place =
        access == Access::create ? file : std::filesystem::canonical(file, failed);
    SQLite::Database database =
        openAt(failed ? file.string() : place.string(), flags | SQLite::OPEN_NOMUTEX);
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
