// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/wal_check.h"

#include <chrono>
#include <filesystem>
#include <thread>
#include <utility>

#include <sys/stat.h>

#include "core/store/wal_file.h"

namespace apportion::store {

namespace {

// A file that was put in the place of another one is no part of what stands beside it. When it was
// last written to counts: other rights or another owner make no other file of it.
bool isYounger(const std::string& database, const std::string& index) {
    struct stat file {};
    struct stat beside {};
    if (stat(database.c_str(), &file) != 0 || stat(index.c_str(), &beside) != 0)
        return false;
    const auto changed = [](const timespec& at) { return std::pair(at.tv_sec, at.tv_nsec); };
    return changed(file.st_mtim) > changed(beside.st_mtim);
}

// The index knows of frames that the log does not have, nor the database.
bool isCut(const std::string& database, const std::optional<WalIndex>& index, const WalFile& log) {
    if (!index || index->frames <= log.number() || index->frames <= index->backfilled)
        return false;
    if (log.number() > 0 || log.headerFits())
        return index->salts == log.salts();
    std::error_code failed;
    return std::filesystem::exists(database + "-wal", failed) ||
           !isYounger(database, database + "-shm");
}

}  // namespace

std::optional<LogDamage> damageOfLog(const std::string& database, Index said) {
    // Before the log, which grows first.
    const std::optional<WalIndex> index = readWalIndex(database);
    WalFile log(database);
    const auto isCounted = [&] { return index && index->salts == log.salts(); };
    bool broken = false;
    bool betweenTwo = false;  // it breaks where a transaction has just ended
    bool isLog = log.headerFits();
    int chained = 0;  // transactions behind the break, each of which goes on from the one before
    while (log.next()) {
        isLog = isLog || log.follows();
        broken = broken || !log.headerFits() || !log.isOurs() || !log.follows();
        const bool commits = log.sizeAtCommit() != 0;
        if (!broken) {
            betweenTwo = commits;
            continue;
        }
        if (!log.isOurs() || !log.follows())
            chained = 0;
        else if (commits)
            ++chained;
        if (!isLog || !log.isOurs() || !commits)
            continue;
        if (isCounted() ? !betweenTwo || log.number() <= index->frames
                        : chained == 2 || said == Index::orNot)
            return LogDamage{LogDamage::Kind::broken, log.number()};
    }
    if (isCut(database, index, log))
        return LogDamage{LogDamage::Kind::cut, index->frames};
    return {};
}

std::optional<LogDamage> lastingDamageOfLog(const std::string& database) {
    constexpr std::chrono::milliseconds kUntilWritten(30);
    const auto first = damageOfLog(database);
    if (!first)
        return {};
    std::this_thread::sleep_for(kUntilWritten);
    return damageOfLog(database) == first ? first : std::nullopt;
}

bool isStillRead(const std::string& database, const LogDamage& damage) {
    const auto index = readWalIndex(database);
    return damage.kind == LogDamage::Kind::broken && index && index->frames >= damage.frame &&
           index->salts == WalFile(database).salts();
}

std::string findingOf(const LogDamage& damage) {
    return damage.kind == LogDamage::Kind::cut
               ? "its write-ahead log was cut off, and entries stood in what is gone"
               : "its write-ahead log is broken, and entries stand behind the break";
}

}  // namespace apportion::store
