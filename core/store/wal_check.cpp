// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/wal_check.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

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

// Where each page stands last in the transactions of the log, by its frame.
std::unordered_map<std::uint32_t, std::uint32_t> lastFrames(const std::string& database) {
    std::unordered_map<std::uint32_t, std::uint32_t> last, open;
    WalFile log(database);
    while (log.next() && log.isOurs() && (log.follows() || log.number() == 1)) {
        open[log.page()] = log.number();
        if (log.sizeAtCommit() == 0)
            continue;
        for (const auto& [page, frame] : std::exchange(open, {}))
            last[page] = frame;
        std::erase_if(last, [&](const auto& each) { return each.first > log.sizeAtCommit(); });
    }
    return last;
}

// SQLite writes the head anew when all of the log is in the database. Where that was cut short none
// of it is read any more, and nothing is missing.
bool isInDatabase(const std::string& database) {
    const auto last = lastFrames(database);
    WalFile log(database);
    std::ifstream file(database, std::ios::binary);
    std::vector<unsigned char> page(log.pageSize());
    while (log.next()) {
        const auto stands = last.find(log.page());
        if (stands == last.end() || stands->second != log.number())
            continue;
        file.seekg(static_cast<std::streamoff>(log.page() - 1) * log.pageSize());
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are bytes
        file.read(reinterpret_cast<char*>(page.data()), log.pageSize());
        if (!file || !std::equal(page.begin(), page.end(), log.content()))
            return false;
    }
    return !last.empty();
}

}  // namespace

std::optional<LogDamage> damageOfLog(const std::string& database, Index said) {
    // Before the log, which grows first.
    const std::optional<WalIndex> index = readWalIndex(database);
    WalFile log(database);
    const auto isCounted = [&] { return index && index->salts == log.salts(); };
    bool broken = false;
    bool betweenTwo = true;  // it breaks where no transaction has begun
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
                        : chained == 2 || said == Index::orNot) {
            if (!log.headerFits() && (!index || index->frames == 0) && isInDatabase(database))
                return {};
            return LogDamage{LogDamage::Kind::broken, log.number()};
        }
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
