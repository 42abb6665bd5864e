// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/keeper/command_log.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <vector>

#include <fcntl.h>

#include "core/cluster/local/keeper/run_files.h"

namespace apportion {

namespace {

constexpr std::size_t kBuffer = std::size_t{64} << 10;
constexpr int kPipe = 1 << 20;    // the system may give less
constexpr int kReadsAtOnce = 32;  // two MiB

}  // namespace

bool CommandLog::open() {
    int ends[2] = {-1, -1};
    if (!openFile() || pipe2(ends, O_CLOEXEC) != 0)
        return false;
    out_ = store::Descriptor(ends[0]);
    in_ = store::Descriptor(ends[1]);
    // The command's own end stays one that waits.
    fcntl(out_.get(), F_SETFL, O_NONBLOCK);
    fcntl(out_.get(), F_SETPIPE_SZ, kPipe);
    return true;
}

bool CommandLog::openFile() {
    file_ = store::Descriptor(::open(logPath(folder_).c_str(),
                                     O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600));
    size_ = 0;
    return static_cast<bool>(file_);
}

void CommandLog::take() {
    std::vector<char> buffer(kBuffer);
    for (int reads = 0; out_ && reads < kReadsAtOnce; ++reads) {
        const ssize_t got = read(out_.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && errno == EAGAIN)
            return;
        if (got <= 0) {
            out_.reset();
            return;
        }
        write(buffer.data(), static_cast<std::size_t>(got));
    }
}

void CommandLog::takeRest() {
    // Twice what a pipe holds: a process that does not end may go on writing.
    take();
    take();
    out_.reset();
}

void CommandLog::beginPart() {
    if (std::rename(logPath(folder_).c_str(), previousLogPath(folder_).c_str()) == 0) {
        dropped_ += previous_;
        previous_ = size_;
        openFile();
    } else if (file_ && ftruncate(file_.get(), 0) == 0) {
        // Nothing can be put beside it: it begins anew.
        dropped_ += size_;
        size_ = 0;
    } else {
        file_.reset();
    }
}

void CommandLog::write(const char* bytes, std::size_t count) {
    while (count > 0) {
        if (size_ >= kPart)
            beginPart();
        const auto room = static_cast<std::size_t>(kPart - size_);
        const ssize_t written = file_ ? ::write(file_.get(), bytes, std::min(count, room)) : -1;
        if (written < 0 && file_ && errno == EINTR)
            continue;
        if (written <= 0) {
            dropped_ += static_cast<std::int64_t>(count);
            return;
        }
        size_ += written;
        bytes += written;
        count -= static_cast<std::size_t>(written);
    }
}

}  // namespace apportion
