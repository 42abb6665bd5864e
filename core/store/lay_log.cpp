// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/lay_log.h"

#include <algorithm>
#include <cstdint>

#include <sys/stat.h>
#include <unistd.h>

#include "core/store/wal_file.h"

namespace apportion::store {

namespace {

// Of which log a frame is may itself be what was changed in it.
class Round {
public:
    bool has(const WalFile& log) {
        last_ = log.isOurs() || (last_ && log.follows());
        return last_;
    }

private:
    bool last_ = false;
};

struct End {
    std::uint32_t frame = 0;
    std::uint32_t pages = 0;
};

std::uint64_t sizeOf(const OwnFile& copy) {
    struct stat status {};
    return fstat(copy.file(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

End endOf(const OwnFile& copy, Frames frames) {
    WalFile log(copy.name());
    const std::uint64_t pages = log.pageSize() == 0 ? 0 : sizeOf(copy) / log.pageSize();
    // A number of pages that was changed may be any.
    const auto isLikely = [&](const End& before) {
        return log.sizeAtCommit() <= std::max<std::uint64_t>(pages, before.pages) + log.number();
    };
    End end;
    for (Round round; log.next();)
        if (round.has(log) && log.sizeAtCommit() != 0 &&
            (log.follows() || (frames == Frames::all && isLikely(end))))
            end = {log.number(), log.sizeAtCommit()};
    return end;
}

}  // namespace

bool layLog(const OwnFile& copy, Frames frames) {
    const End end = endOf(copy, frames);
    WalFile log(copy.name());
    if (end.frame == 0)
        return false;
    if (const std::uint64_t size = std::uint64_t{end.pages} * log.pageSize();
        sizeOf(copy) < size && ftruncate(copy.file(), static_cast<off_t>(size)) != 0)
        return false;
    Round round;
    while (log.next() && log.number() <= end.frame) {
        const bool taken = round.has(log) && (log.follows() || frames == Frames::all);
        if (!taken || log.page() == 0 || log.page() > end.pages)
            continue;
        if (writeBytes(copy.file(), log.content(), log.pageSize(),
                       static_cast<off_t>(log.page() - 1) * log.pageSize()) != 0)
            return false;
    }
    for (const char* part : {"-wal", "-shm"})
        unlink((copy.name() + part).c_str());
    return true;
}

}  // namespace apportion::store
