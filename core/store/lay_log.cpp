// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/lay_log.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "core/store/wal_file.h"

namespace apportion::store {

namespace fs = std::filesystem;

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

End endOf(const std::string& copy, Frames frames) {
    WalFile log(copy);
    std::error_code failed;
    const std::uintmax_t pages =
        log.pageSize() == 0 ? 0 : fs::file_size(copy, failed) / log.pageSize();
    // A number of pages that was changed may be any.
    const auto isLikely = [&](const End& before) {
        return log.sizeAtCommit() <= std::max<std::uintmax_t>(pages, before.pages) + log.number();
    };
    End end;
    for (Round round; log.next();)
        if (round.has(log) && log.sizeAtCommit() != 0 &&
            (log.follows() || (frames == Frames::all && isLikely(end))))
            end = {log.number(), log.sizeAtCommit()};
    return end;
}

}  // namespace

bool layLog(const std::string& copy, Frames frames) {
    const End end = endOf(copy, frames);
    WalFile log(copy);
    std::error_code failed;
    if (end.frame == 0)
        return false;
    if (const std::uintmax_t size = std::uintmax_t{end.pages} * log.pageSize();
        fs::file_size(copy, failed) < size)
        fs::resize_file(copy, size, failed);
    if (failed)
        return false;
    std::fstream out(copy, std::ios::binary | std::ios::in | std::ios::out);
    Round round;
    while (log.next() && log.number() <= end.frame) {
        const bool taken = round.has(log) && (log.follows() || frames == Frames::all);
        if (!taken || log.page() == 0 || log.page() > end.pages)
            continue;
        out.seekp(static_cast<std::streamoff>(log.page() - 1) * log.pageSize());
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are bytes
        out.write(reinterpret_cast<const char*>(log.content()), log.pageSize());
    }
    out.close();
    if (!out)
        return false;
    for (const char* part : {"-wal", "-shm"})
        unlink((copy + part).c_str());
    return true;
}

}  // namespace apportion::store
