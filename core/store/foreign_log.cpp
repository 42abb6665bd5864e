// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/foreign_log.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include <SQLiteCpp/Database.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include "core/store/database.h"
#include "core/store/failure.h"
#include "core/store/file_locks.h"
#include "core/store/lone_file.h"
#include "core/store/open_file.h"
#include "core/store/other_name.h"
#include "core/store/read_copy.h"
#include "core/store/schema.h"
#include "core/store/tables.h"
#include "core/store/verify.h"
#include "core/store/wal_check.h"
#include "core/store/wal_file.h"

namespace apportion::store {

namespace fs = std::filesystem;

namespace {

// What a killed program left.
bool isLeft(const std::string& path) {
    std::error_code failed;
    const auto size = fs::file_size(besideFile(path, "-wal"), failed);
    return !failed && size > 0 && !isIndexUsed(besideFile(path, "-shm"));
}

// Since the log was last written to, the file was put here or written to.
bool cameLater(const std::string& path) {
    struct stat file {};
    struct stat log {};
    if (stat(path.c_str(), &file) != 0 || stat(besideFile(path, "-wal").c_str(), &log) != 0)
        return false;
    const auto moment = [](const timespec& at) { return std::pair(at.tv_sec, at.tv_nsec); };
    return std::max(moment(file.st_mtim), moment(file.st_ctim)) > moment(log.st_mtim);
}

// Its own log was brought into it: that is why it was written to later.
bool isBroughtIn(const std::string& path) {
    const std::string beside = besideFile(path, "");
    const auto index = readWalIndex(beside);
    return index && index->frames <= index->backfilled && index->salts == WalFile(beside).salts();
}

enum class Whole { yes, no, unknown };

// A full disk and such say nothing about the file.
Whole wholeAfter(const SQLite::Exception& failure, const std::string& path) {
    const bool tells =
        (failure.getErrorCode() & 0xFF) == SQLITE_NOTADB || isDamage(failureOf(failure, path));
    return tells ? Whole::no : Whole::unknown;
}

template <typename Connect, typename Check>
Whole wholeOf(const std::string& path, Connect connect, Check check) {
    try {
        SQLite::Database database = connect();
        if (database.execAndGet("PRAGMA application_id").getInt() != kApplicationId)
            return Whole::no;
        Tables tables(database);
        const Problems found = check(database, tables);
        if (std::any_of(found.begin(), found.end(), isDamage))
            return Whole::no;
        return found.empty() ? Whole::yes : Whole::unknown;
    } catch (const SQLite::Exception& failure) {
        return wholeAfter(failure, path);
    } catch (const std::logic_error&) {
        return Whole::no;
    }
}

// Most logs that are left are the file's own: not all of it is gone through for nothing.
bool isAtOdds(const std::string& path) {
    const auto both = [&] { return connect(path, Access::readOnly); };
    const auto end = [&](SQLite::Database&, Tables& tables) { return checkHead(tables, path); };
    const auto all = [&](SQLite::Database& database, Tables& tables) {
        return verify(database, tables, path);
    };
    if (wholeOf(path, both, end) != Whole::no &&
        (!cameLater(path) || isBroughtIn(path) || wholeOf(path, both, all) != Whole::no))
        return false;
    return wholeOf(
               path, [&] { return connectImmutable(path); }, all) == Whole::yes;
}

}  // namespace

ForeignLog::ForeignLog(std::string path) : path_(std::move(path)), log_(besideFile(path_, "-wal")) {
    stat(log_.c_str(), &judged_);
}

std::optional<ForeignLog> ForeignLog::beside(const std::string& path) {
    // Whoever may not write to the file makes nothing beside it.
    if (!hasDescriptionLocks() || faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0 ||
        !isLeft(path) || damageOfLog(besideFile(path, "")))
        return {};
    ForeignLog log(path);
    return isAtOdds(path) ? std::optional(std::move(log)) : std::nullopt;
}

Problem ForeignLog::leftOut() const {
    return projectProblem("project-log-foreign", path_, {{"part", Value::ofText(log_)}});
}

// Another program may have set it aside, and the file has a log of its own since.
bool ForeignLog::isStillThere() const {
    struct stat now {};
    return stat(log_.c_str(), &now) == 0 && now.st_dev == judged_.st_dev &&
           now.st_ino == judged_.st_ino && now.st_size == judged_.st_size &&
           now.st_mtim.tv_sec == judged_.st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == judged_.st_mtim.tv_nsec;
}

std::optional<Problem> ForeignLog::setAside() const {
    const LoneFile alone(path_);
    if (!alone.isLone() || !isStillThere())
        return {};
    std::error_code failed;
    std::string kept = log_ + "-of-another";
    for (int i = 2; fs::exists(kept, failed); ++i)
        kept = log_ + "-of-another-" + std::to_string(i);
    // First the index: without its log it would tell of entries that are gone.
    unlink(besideFile(path_, "-shm").c_str());
    fs::rename(log_, kept, failed);
    if (failed)
        return {};
    Problem told = projectProblem("project-log-aside", path_, {{"part", Value::ofText(kept)}});
    told.warning = true;
    return told;
}

}  // namespace apportion::store
