// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/lone_file.h"

#include <filesystem>

#include <fcntl.h>
#include <unistd.h>

#include "core/store/file_locks.h"
#include "core/store/open_file.h"

namespace apportion::store {

LoneFile::LoneFile(const std::string& path) {
    if (!hasDescriptionLocks())
        return;
    file_ = open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = kSharedFirst;
    lock.l_len = kSharedSize;
    lone_ = file_ >= 0 && fcntl(file_, F_OFD_SETLK, &lock) == 0;
}

LoneFile::~LoneFile() {
    if (file_ >= 0)
        close(file_);
}

ReadTrace::~ReadTrace() {
    if (path_.empty())
        return;
    const std::string log = besideFile(path_, "-wal");
    std::error_code failed;
    const LoneFile alone(path_);
    if (!alone.isLone() || std::filesystem::file_size(log, failed) != 0 || failed)
        return;
    unlink(log.c_str());
    unlink(besideFile(path_, "-shm").c_str());
}

}  // namespace apportion::store
