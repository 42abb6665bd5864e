// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/other_name.h"

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <string_view>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

#include "core/store/failure.h"
#include "core/store/file_locks.h"
#include "core/store/open_file.h"

namespace apportion::store {

namespace fs = std::filesystem;

namespace {

// sqlite.org/fileformat2.html, "The Lock-Byte Page": a connection in WAL mode reads all the time.
constexpr off_t kSharedFirst = 0x40000000 + 2;
constexpr off_t kSharedSize = 510;
// sqlite.org/walformat.html: who uses an index has locked its "deadman switch".
constexpr off_t kDeadManSwitch = 128;

class Descriptor {
public:
    explicit Descriptor(const std::string& path)
        : file_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)),
          missing_(file_ < 0 && errno == ENOENT) {}
    ~Descriptor() {
        if (file_ >= 0)
            close(file_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    bool isOpen() const { return file_ >= 0; }
    bool isMissing() const { return missing_; }
    bool isRead(off_t from, off_t size) const {
        struct flock lock {};
        lock.l_type = F_WRLCK;
        lock.l_whence = SEEK_SET;
        lock.l_start = from;
        lock.l_len = size;
        return file_ >= 0 && fcntl(file_, F_OFD_GETLK, &lock) == 0 && lock.l_type == F_RDLCK;
    }

private:
    int file_;
    bool missing_;
};

bool indexIsUsed(const Descriptor& index) {
    return index.isRead(kDeadManSwitch, 1);
}

bool isOpenElsewhere(const std::string& path) {
    if (!Descriptor(path).isRead(kSharedFirst, kSharedSize))
        return false;
    const Descriptor index(besideFile(path, "-shm"));
    return index.isMissing() || (index.isOpen() && !indexIsUsed(index));
}

// The name that nothing bears any more, with an index that somebody uses.
std::string formerName(const std::string& path) {
    constexpr std::string_view kEnd = "-shm";
    std::error_code failed;
    const fs::path folder = fs::canonical(path, failed).parent_path();
    for (fs::directory_iterator each(folder, failed), end; !failed && each != end;
         each.increment(failed)) {
        const std::string index = each->path().string();
        if (!index.ends_with(kEnd))
            continue;
        const std::string name = index.substr(0, index.size() - kEnd.size());
        std::error_code unknown;
        if (!fs::exists(name, unknown) && indexIsUsed(Descriptor(index)))
            return name;
    }
    return {};
}

}  // namespace

std::optional<Problem> openUnderOtherName(const std::string& path) {
    if (!hasDescriptionLocks())
        return {};
    // Who is just opening it has the one lock before the other.
    constexpr int kLooks = 5;
    for (int look = 0; look < kLooks; ++look) {
        if (look > 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (!isOpenElsewhere(path))
            return {};
    }
    const std::string other = formerName(path);
    return other.empty() ? projectProblem("project-other-name", path)
                         : projectProblem("project-other-name.known", path,
                                          {{"other", Value::ofText(other)}});
}

}  // namespace apportion::store
