// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/moved_file.h"

#include <filesystem>
#include <string_view>
#include <vector>

#include <SQLiteCpp/Statement.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/store/open_file.h"
#include "core/store/other_name.h"
#include "core/store/read_copy.h"
#include "core/store/verify.h"

namespace apportion::store {

namespace fs = std::filesystem;

namespace {

// A descriptor of this process, as the system lists it.
struct Held {
    fs::path descriptor;
    nlink_t links = 0;
};

std::vector<Held> heldOf(const FilePlace& place) {
    std::vector<Held> all;
    std::error_code failed;
    for (fs::directory_iterator each("/proc/self/fd", failed), end; !failed && each != end;
         each.increment(failed)) {
        struct stat status {};
        if (stat(each->path().c_str(), &status) == 0 && status.st_dev == place.device &&
            status.st_ino == place.inode)
            all.push_back({each->path(), status.st_nlink});
    }
    return all;
}

std::string nameOfLog(const std::string& log) {
    return log.substr(0, log.size() - std::string_view("-wal").size());
}

std::string logOf(const OpenFile& file) {
    return sqlite3_filename_wal(sqlite3_db_filename(file.database.getHandle(), "main"));
}

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

// What this process has open, not one that somebody has begun there since.
void leaveToAnother(OpenFile& file) {
    const std::string log = logOf(file);
    if (const FilePlace place = FilePlace::of(log); !heldOf(place).empty())
        file.leftBeside.ofAnother(nameOfLog(log), place);
}

std::string beginOf(SQLite::Database& database) {
    SQLite::Statement select(database, "SELECT at, who, subject FROM journal WHERE n = 1");
    if (!select.executeStep())
        return {};
    return select.getColumn(0).getString() + ' ' + select.getColumn(1).getString() + ' ' +
           select.getColumn(2).getString();
}

// Without the log, which is ours in any case. What a checkpoint is just writing may not be read.
Content contentOf(const OpenFile& file) {
    try {
        SQLite::Database now = connectImmutable(file.path);
        const std::string begun = beginOf(now);
        return begun.empty()         ? Content::unknown
               : begun == file.begun ? Content::own
                                     : Content::another;
    } catch (const SQLite::Exception& failure) {
        const bool isOther = (failure.getErrorCode() & 0xFF) == SQLITE_NOTADB;
        return isOther ? Content::another : Content::unknown;
    }
}

void bringLogIn(OpenFile& file) {
    if (file.isTakenForDamaged() || !nameNow(file))
        return;
    sqlite3* database = file.database.getHandle();
    const std::string log = logOf(file);
    std::error_code failed;
    const auto size = fs::file_size(log, failed);
    file.logIsIn = (!failed && size == 0) || (isStillOurs(file) && emptyLog(database));
    if (file.logIsIn)
        file.leftBeside.of(nameOfLog(log));
}

}  // namespace

std::optional<std::string> nameNow(const OpenFile& file) {
    for (const Held& held : heldOf(file.place)) {
        std::error_code unread;
        const fs::path name = fs::read_symlink(held.descriptor, unread);
        if (held.links > 0 && !unread)
            return name.string();
    }
    return {};
}

bool isReplaced(const OpenFile& file) {
    if (access(file.path.c_str(), F_OK) != 0)
        return false;
    const std::vector<Held> held = heldOf(file.place);
    return !held.empty() && held.front().links == 0;
}

void rememberContent(OpenFile& file) {
    try {
        file.begun = beginOf(file.database);
    } catch (const SQLite::Exception&) {
        file.begun.clear();  // it is damaged, and that is told by whoever needs it
    }
}

Content contentNow(OpenFile& file) {
    // What stands elsewhere is not looked at by its former name.
    if (file.overwritten || file.aside || file.begun.empty() || !standsThere(file))
        return file.overwritten ? Content::another : Content::own;
    const Content found = contentOf(file);
    if (found == Content::another && standsThere(file)) {
        file.overwritten = true;
        leaveToAnother(file);
        sqlite3_db_config(file.database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    }
    return found;
}

void followMove(OpenFile& file) {
    if (file.overwritten)
        return;
    if (standsThere(file))
        file.logIsIn = false;
    else if (isReplaced(file))
        leaveToAnother(file);
    else if (!file.readOnly && !file.logIsIn &&
             sqlite3_get_autocommit(file.database.getHandle()) != 0)
        bringLogIn(file);
}

LeftBeside::~LeftBeside() {
    if (name_.empty() || isIndexUsed(name_ + "-shm") || (another_ ? !isForeign() : !isEmpty()))
        return;
    for (const char* part : {"-wal", "-shm"})
        unlink((name_ + part).c_str());
}

bool LeftBeside::isEmpty() const {
    std::error_code failed;
    if (fs::exists(name_, failed))
        return false;
    const auto size = fs::file_size(name_ + "-wal", failed);
    return !failed && size == 0;
}

// A copy that was put in the place of its original goes on with what stands in the log.
bool LeftBeside::isForeign() const {
    const std::string log = name_ + "-wal";
    return FilePlace::of(log) == *another_ && access(name_.c_str(), F_OK) == 0 &&
           !goesOn(name_, log);
}

}  // namespace apportion::store
