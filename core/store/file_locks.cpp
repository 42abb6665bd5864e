// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/file_locks.h"

#include <cerrno>
#include <cstdarg>
#include <limits>
#include <map>
#include <mutex>
#include <utility>

#include <boost/icl/interval_set.hpp>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

namespace apportion::store {

namespace {

using Range = boost::icl::right_open_interval<off_t>;

// SQLite thinks of locks as the process's: what one connection took another gives up, and what
// nobody gave up goes with the file that SQLite itself closes. So all locks of a file stand on one
// description, that of whichever descriptor locked first.
class FileLocks {
public:
    int lock(int file, int command, struct flock& asked);
    int close(int file);

private:
    using Inode = std::pair<dev_t, ino_t>;
    struct Held {
        int file = -1;
        boost::icl::interval_set<off_t, std::less, Range> ranges;
    };
    static bool moveTo(Held& held, int file);
    static void giveUp(Held& held);

    std::mutex guard_;
    std::map<Inode, Held> held_;  // while a file is open no other has its number
};

Range rangeOf(const struct flock& lock) {
    constexpr off_t kWholeFile = std::numeric_limits<off_t>::max();
    return {lock.l_start, lock.l_len == 0 ? kWholeFile : lock.l_start + lock.l_len};
}

struct flock lockOf(short type, const Range& range) {
    struct flock lock {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    lock.l_start = range.lower();
    lock.l_len =
        range.upper() == std::numeric_limits<off_t>::max() ? 0 : range.upper() - range.lower();
    return lock;
}

bool mayWrite(int file) {
    return (fcntl(file, F_GETFL) & O_ACCMODE) != O_RDONLY;
}

// Its descriptor is a duplicate: closing it leaves what SQLite has of the same description.
void FileLocks::giveUp(Held& held) {
    struct flock all {};
    all.l_type = F_UNLCK;
    all.l_whence = SEEK_SET;
    fcntl(held.file, F_OFD_SETLK, &all);
    ::close(held.file);
}

// A description that cannot write has taken locks to read only, which two may have at once.
bool FileLocks::moveTo(Held& held, int file) {
    Held moved{fcntl(file, F_DUPFD_CLOEXEC, 0), held.ranges};
    if (moved.file < 0)
        return false;
    for (const Range& range : moved.ranges) {
        struct flock lock = lockOf(F_RDLCK, range);
        if (fcntl(moved.file, F_OFD_SETLK, &lock) == 0)
            continue;
        giveUp(moved);
        return false;
    }
    if (held.file >= 0)
        giveUp(held);
    held = std::move(moved);
    return true;
}

int FileLocks::lock(int file, int command, struct flock& asked) {
    struct stat status {};
    if (fstat(file, &status) != 0)
        return -1;
    const std::scoped_lock alone(guard_);
    const auto place = held_.try_emplace({status.st_dev, status.st_ino}).first;
    Held& held = place->second;
    const bool toWrite =
        asked.l_type == F_WRLCK && held.file >= 0 && !mayWrite(held.file) && mayWrite(file);
    int answer = -1;
    if ((held.file >= 0 && !toWrite) || moveTo(held, file)) {
        const Range range = rangeOf(asked);
        const short type = asked.l_type;
        asked.l_pid = 0;  // as the call wants it
        answer = fcntl(held.file, command == F_GETLK ? F_OFD_GETLK : F_OFD_SETLK, &asked);
        if (answer == 0 && command == F_SETLK && type == F_UNLCK)
            held.ranges.subtract(range);
        else if (answer == 0 && command == F_SETLK)
            held.ranges.add(range);
    }
    const int error = errno;
    if (held.ranges.empty()) {
        if (held.file >= 0)
            ::close(held.file);
        held_.erase(place);
    }
    errno = error;
    return answer;
}

int FileLocks::close(int file) {
    struct stat status {};
    if (fstat(file, &status) == 0) {
        const std::scoped_lock alone(guard_);
        if (const auto found = held_.find({status.st_dev, status.st_ino}); found != held_.end()) {
            giveUp(found->second);
            held_.erase(found);
        }
    }
    return ::close(file);
}

FileLocks& fileLocks() {
    static FileLocks locks;
    return locks;
}

extern "C" int lockOrControl(int file, int command, ...) {
    std::va_list arguments;
    va_start(arguments, command);
    void* argument = va_arg(arguments, void*);
    va_end(arguments);
    if (command == F_SETLK || command == F_GETLK)
        return fileLocks().lock(file, command, *static_cast<struct flock*>(argument));
    return fcntl(file, command, argument);
}

extern "C" int closeFile(int file) {
    return fileLocks().close(file);
}

}  // namespace

bool hasDescriptionLocks() {
    const int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
    struct flock lock {};
    lock.l_type = F_RDLCK;
    lock.l_whence = SEEK_SET;
    const bool supported = file >= 0 && (fcntl(file, F_OFD_GETLK, &lock) == 0 || errno != EINVAL);
    if (file >= 0)
        close(file);
    return supported;
}

void keepFileLocks() {
    static const bool done = [] {
        sqlite3_vfs* system = sqlite3_vfs_find("unix");
        if (system == nullptr || system->xSetSystemCall == nullptr || !hasDescriptionLocks())
            return true;
        system->xSetSystemCall(system, "fcntl",
                               reinterpret_cast<sqlite3_syscall_ptr>(lockOrControl));
        system->xSetSystemCall(system, "close", reinterpret_cast<sqlite3_syscall_ptr>(closeFile));
        return true;
    }();
    static_cast<void>(done);
}

}  // namespace apportion::store
