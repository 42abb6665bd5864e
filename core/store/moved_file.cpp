// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/moved_file.h"

#include <filesystem>
#include <string_view>
#include <utility>

#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/store/open_file.h"
#include "core/store/other_name.h"
#include "core/store/verify.h"

namespace apportion::store {

namespace fs = std::filesystem;

std::optional<std::string> nameNow(const OpenFile& file) {
    std::error_code failed;
    for (fs::directory_iterator each("/proc/self/fd", failed), end; !failed && each != end;
         each.increment(failed)) {
        struct stat status {};
        if (stat(each->path().c_str(), &status) != 0 || status.st_dev != file.place.device ||
            status.st_ino != file.place.inode)
            continue;
        std::error_code unread;
        const fs::path name = fs::read_symlink(each->path(), unread);
        if (status.st_nlink > 0 && !unread)
            return name.string();
    }
    return {};
}

namespace {

bool standsThere(const OpenFile& file) {
    const FilePlace found = FilePlace::of(file.path);
    return found.device == file.place.device && found.inode == file.place.inode;
}

// Another file has its name: who opens that one takes this log for its own, and may write to it.
bool isStillOurs(OpenFile& file) {
    return access(file.path.c_str(), F_OK) != 0 ||
           verify(file.database, file.tables, file.path).empty();
}

bool emptyLog(sqlite3* database) {
    // Whoever reads at the moment is not waited for: the next look does the rest.
    sqlite3_busy_timeout(database, 0);
    int frames = 0, brought = 0;
    const int answer =
        sqlite3_wal_checkpoint_v2(database, "main", SQLITE_CHECKPOINT_TRUNCATE, &frames, &brought);
    sqlite3_busy_timeout(database, kBusyTimeoutMs);
    return answer == SQLITE_OK;
}

void bringLogIn(OpenFile& file) {
    if (file.damaged || access(file.damageNote.c_str(), F_OK) == 0 || !nameNow(file))
        return;
    sqlite3* database = file.database.getHandle();
    const std::string log = sqlite3_filename_wal(sqlite3_db_filename(database, "main"));
    std::error_code failed;
    const auto size = fs::file_size(log, failed);
    file.logIsIn = (!failed && size == 0) || (isStillOurs(file) && emptyLog(database));
    if (file.logIsIn)
        file.leftBeside.of(log.substr(0, log.size() - std::string_view("-wal").size()));
}

}  // namespace

void followMove(OpenFile& file) {
    if (standsThere(file))
        file.logIsIn = false;
    else if (!file.readOnly && !file.logIsIn &&
             sqlite3_get_autocommit(file.database.getHandle()) != 0)
        bringLogIn(file);
}

LeftBeside::~LeftBeside() {
    std::error_code failed;
    if (name_.empty() || fs::exists(name_, failed) || isIndexUsed(name_ + "-shm"))
        return;
    const auto size = fs::file_size(name_ + "-wal", failed);
    if (failed || size > 0)
        return;
    for (const char* part : {"-wal", "-shm"})
        unlink((name_ + part).c_str());
}

}  // namespace apportion::store
