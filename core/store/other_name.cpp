// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/other_name.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <exception>
#include <filesystem>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "core/store/descriptor.h"
#include "core/store/failure.h"
#include "core/store/file_locks.h"
#include "core/store/open_file.h"
#include "core/store/read_copy.h"
#include "core/store/tables.h"
#include "core/store/verify.h"

namespace apportion::store {

namespace fs = std::filesystem;

namespace {

// sqlite.org/walformat.html: who uses an index has locked its "deadman switch".
constexpr off_t kDeadManSwitch = 128;

class LockedFile {
public:
    explicit LockedFile(const std::string& path)
        : file_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)),
          missing_(!file_ && errno == ENOENT) {}

    bool isOpen() const { return bool{file_}; }
    bool isMissing() const { return missing_; }
    bool isLocked(off_t from, off_t size) const {
        struct flock lock {};
        lock.l_type = F_WRLCK;
        lock.l_whence = SEEK_SET;
        lock.l_start = from;
        lock.l_len = size;
        return file_ && fcntl(file_.get(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    }

private:
    Descriptor file_;
    bool missing_;
};

enum class Use { fits, elsewhere, ofAnother };

// Whether those who have the file open are those who have the log beside it open.
Use useOf(const std::string& path) {
    const bool isOpen = LockedFile(path).isLocked(kSharedFirst, kSharedSize);
    const std::string index = besideFile(path, "-shm");
    const LockedFile beside(index);
    const bool known = beside.isOpen() || beside.isMissing();
    if (!known || isOpen == isIndexUsed(index))
        return Use::fits;
    return isOpen ? Use::elsewhere : Use::ofAnother;
}

// Who is just opening or closing it has the one lock without the other.
Use lastingUseOf(const std::string& path) {
    constexpr int kLooks = 5;
    Use use = Use::fits;
    for (int look = 0; look < kLooks; ++look) {
        if (look > 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (const Use now = useOf(path); now == Use::fits || (look > 0 && now != use))
            return Use::fits;
        else
            use = now;
    }
    return use;
}

// The names in its folder that something stands beside, and that nothing bears any more.
std::vector<std::string> formerNames(const std::string& path, std::string_view part) {
    std::vector<std::string> names;
    std::error_code failed;
    const fs::path folder = fs::canonical(path, failed).parent_path();
    for (fs::directory_iterator each(folder, failed), end; !failed && each != end;
         each.increment(failed)) {
        const std::string beside = each->path().string();
        if (!beside.ends_with(part))
            continue;
        std::string name = beside.substr(0, beside.size() - part.size());
        std::error_code unknown;
        if (!fs::exists(name, unknown))
            names.push_back(std::move(name));
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::optional<LogElsewhere> leftLog(const std::string& path) {
    for (const std::string& name : formerNames(path, "-wal")) {
        std::string log = name + "-wal";
        std::error_code failed;
        if (const auto size = fs::file_size(log, failed); failed || size == 0 || !goesOn(path, log))
            continue;
        return LogElsewhere{
            projectProblem("project-log-left", path, {{"other", Value::ofText(name)}}),
            std::move(log)};
    }
    return {};
}

}  // namespace

bool goesOn(const std::string& path, const std::string& log) {
    try {
        SQLite::Database file = connectImmutable(path);
        const Head head = Tables(file).head();
        std::optional<SQLite::Database> both = connectCopy(path, log);
        if (!both)
            return false;
        Tables tables(*both);
        bool follows = false;
        tables.rows(head.n, [&](Tables::Row&& row) {
            follows = row.n == head.n && row.hash == head.hash;
            return false;
        });
        return follows && tables.head().n > head.n && checkHead(tables, path).empty();
    } catch (const std::exception&) {
        return false;  // of another file, so that no database comes of the two
    }
}

bool isIndexUsed(const std::string& index) {
    return LockedFile(index).isLocked(kDeadManSwitch, 1);
}

std::optional<LogElsewhere> logElsewhere(const std::string& path) {
    if (!hasDescriptionLocks())
        return {};
    switch (lastingUseOf(path)) {
        case Use::fits:
            return leftLog(path);
        case Use::ofAnother:
            return LogElsewhere{projectProblem("project-other-log", path), {}};
        case Use::elsewhere:
            break;
    }
    for (const std::string& name : formerNames(path, "-shm"))
        if (isIndexUsed(name + "-shm"))
            return LogElsewhere{
                projectProblem("project-other-name.known", path, {{"other", Value::ofText(name)}}),
                name + "-wal"};
    return LogElsewhere{projectProblem("project-other-name", path), {}};
}

}  // namespace apportion::store
