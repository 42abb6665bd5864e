// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/output_file.h"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/io/gzip.h"

namespace apportion {

namespace {

namespace fs = std::filesystem;

tl::unexpected<Problems> failure(const std::string& path, int error) {
    Problem problem;
    problem.file = path;
    problem.message = {
        "not-written",
        {{"name", Value::ofText(path)},
         {"detail", Value::ofText(std::error_code(error, std::generic_category()).message())}}};
    return tl::unexpected(Problems{std::move(problem)});
}

// 0 or the error.
int writeAll(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto count = write(file, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return errno;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return 0;
}

int writeStraight(const std::string& path, std::string_view bytes) {
    if (path == "-")
        return writeAll(STDOUT_FILENO, bytes);
    const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return errno;
    const int error = writeAll(file, bytes);
    const int closing = close(file) == 0 ? 0 : errno;
    return error != 0 ? error : closing;
}

// A file beside its target that is removed unless it takes the target's place.
class Draft {
public:
    explicit Draft(const fs::path& target) : target_(target.string()) {
        constexpr int kTries = 100;
        const auto stem = (target.parent_path() / ("." + target.filename().string())).string();
        for (int i = 0; i < kTries && file_ < 0; ++i) {
            name_ = stem;
            name_.append(".")
                .append(std::to_string(getpid()))
                .append("-")
                .append(std::to_string(i));
            // The process's mask gives a new file its rights.
            file_ = open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            error_ = file_ < 0 ? errno : 0;
            if (file_ < 0)
                name_.clear();
            if (error_ != EEXIST && error_ != EINTR)
                break;
        }
    }
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;
    ~Draft() {
        if (file_ >= 0)
            close(file_);
        if (!name_.empty())
            unlink(name_.c_str());
    }

    int write(std::string_view bytes) {
        if (error_ != 0)
            return error_;
        error_ = writeAll(file_, bytes);
        struct stat old {};
        if (error_ == 0 && stat(target_.c_str(), &old) == 0 &&
            fchmod(file_, old.st_mode & 07777) != 0)
            error_ = errno;
        if (error_ == 0 && fsync(file_) != 0)
            error_ = errno;
        return error_;
    }

    int replaceTarget() {
        const int closing = close(file_);
        file_ = -1;
        if (closing != 0 || rename(name_.c_str(), target_.c_str()) != 0)
            return errno;
        name_.clear();
        return 0;
    }

private:
    std::string target_;
    std::string name_;  // empty = there is nothing to remove
    int file_ = -1;
    int error_ = 0;
};

// So that the renaming survives a crash. A device that cannot do it has nothing more to offer.
void flushFolder(const fs::path& folder) {
    const int file = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return;
    fsync(file);
    close(file);
}

}  // namespace

Result<void> writeOutput(const std::string& path, std::string_view text) {
    constexpr std::string_view kPacked = ".gz";
    std::string packed;
    if (path.size() > kPacked.size() && path.substr(path.size() - kPacked.size()) == kPacked) {
        packed = gzip(text);
        text = packed;
    }
    std::error_code error;
    const auto status = fs::status(path, error);
    if (path == "-" || (fs::exists(status) && !fs::is_regular_file(status))) {
        if (const int failed = writeStraight(path, text))
            return failure(path, failed);
        return {};
    }
    auto target = fs::weakly_canonical(path, error);
    if (error)
        return failure(path, error.value());
    Draft draft(target);
    if (const int failed = draft.write(text))
        return failure(path, failed);
    if (const int failed = draft.replaceTarget())
        return failure(path, failed);
    flushFolder(target.parent_path());
    return {};
}

}  // namespace apportion
