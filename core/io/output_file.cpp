// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/output_file.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/io/descriptor_buffer.h"
#include "core/io/foreign_link.h"
#include "core/io/gzip.h"
#include "core/io/half_file.h"
#include "core/io/input_file.h"

namespace apportion {

namespace {

namespace fs = std::filesystem;

// The rights of the file that is replaced, or those a new file gets.
mode_t modeOf(const fs::path& target) {
    struct stat status {};
    if (stat(target.c_str(), &status) == 0)
        return status.st_mode & 0777;  // never to run as this user
    const auto mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

// The descriptor of this program that a path like /dev/fd/3 stands for.
std::optional<int> descriptorOf(const fs::path& path) {
    std::error_code error;
    const fs::path own = fs::canonical("/proc/self/fd", error);
    if (error || fs::weakly_canonical(path.parent_path(), error) != own)
        return {};
    const std::string name = path.filename().string();
    int number = 0;
    const auto [end, wrong] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (wrong != std::errc{} || end != name.data() + name.size())
        return {};
    return number;
}

// Where a link leads, also one that leads to no file yet. It stops at a descriptor, whose link says
// what was opened, not how: the file behind it may have more in it and others that write to it.
fs::path followed(fs::path path) {
    constexpr int kMostLinks = 40;
    std::error_code error;
    for (int i = 0; i < kMostLinks && !descriptorOf(path) && fs::is_symlink(path, error); ++i) {
        const fs::path next = fs::read_symlink(path, error);
        path = next.is_absolute() ? next : path.parent_path() / next;
    }
    return path;
}

// So that the renaming survives a crash. A device that cannot do it has nothing more to offer.
void flushFolder(const fs::path& folder) {
    const int file = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return;
    fsync(file);
    close(file);
}

class Output : public OutputFile {
public:
    explicit Output(const std::string& path) : path_(path) {}
    ~Output() override {
        if (file_ > STDERR_FILENO)
            close(file_);
        if (!draft_.empty())
            unlink(draft_.c_str());
    }

    Result<void> open() {
        std::error_code error;
        const auto status = fs::status(path_, error);
        const fs::path place = followed(path_);
        if (path_ == "-") {
            file_ = STDOUT_FILENO;
        } else if (const std::string link = linkOfAnother(path_); !link.empty()) {
            return refusal("not-written.link", {{"name", Value::ofText(link)}});
        } else if (const std::optional<int> own = descriptorOf(place)) {
            file_ = fcntl(*own, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        } else if (fs::exists(status) && !fs::is_regular_file(status)) {
            file_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
        } else {
            target_ = fs::weakly_canonical(fs::absolute(place, error).parent_path(), error) /
                      place.filename();
            if (error)
                return failure(error.value());
            if (isDatabase(target_))
                return refusal("not-written.database", {{"name", Value::ofText(path_)}});
            draft_ = (target_.parent_path() / ("." + target_.filename().string() + ".XXXXXX"));
            file_ = mkostemp(draft_.data(), O_CLOEXEC);
            half_ = HalfFile(draft_);
        }
        if (file_ < 0) {
            const int reason = errno;
            draft_.clear();
            return failure(reason);
        }
        buffer_ = std::make_unique<DescriptorBuffer>(file_);
        stream_.rdbuf(buffer_.get());
        return {};
    }

    std::ostream& stream() override { return stream_; }
    bool readerGone() const override { return buffer_->error() == EPIPE; }

    Result<void> finish() override {
        if (finished_)
            return {};
        stream_.flush();
        if (buffer_->error() != 0)
            return failure(buffer_->error());
        if (!draft_.empty() && (fchmod(file_, modeOf(target_)) != 0 || fsync(file_) != 0))
            return failure(errno);
        const int closing = file_ > STDERR_FILENO ? close(file_) : 0;
        file_ = -1;
        if (closing != 0)
            return failure(errno);
        finished_ = true;
        return {};
    }

    Result<void> commit() override {
        if (Result<void> written = finish(); !written)
            return written;
        if (draft_.empty())
            return {};
        if (rename(draft_.c_str(), target_.c_str()) != 0)
            return failure(errno);
        draft_.clear();
        half_ = {};
        flushFolder(target_.parent_path());
        return {};
    }

private:
    // A project, with all that was ever done to it, under a name that was meant for something else.
    static bool isDatabase(const fs::path& file) {
        std::array<char, kDatabaseMark.size()> begin{};
        std::ifstream stream(file, std::ios::binary);
        return stream.read(begin.data(), begin.size()) &&
               std::string_view(begin.data(), begin.size()) == kDatabaseMark;
    }
    tl::unexpected<Problems> refusal(std::string_view code, std::vector<Argument> arguments) const {
        Problem problem;
        if (path_ != "-")  // is no file
            problem.file = path_;
        problem.message = {std::string(code), std::move(arguments)};
        return tl::unexpected(Problems{std::move(problem)});
    }
    tl::unexpected<Problems> failure(int error) const {
        const Argument detail{
            "detail", Value::ofText(std::error_code(error, std::generic_category()).message())};
        if (path_ == "-")
            return refusal("not-written.standard-output", {detail});
        if (error == EISDIR)
            return refusal("not-written.directory", {{"name", Value::ofText(path_)}});
        const std::string folder = fs::path(path_).parent_path().string();
        if ((error == ENOENT || error == ENOTDIR) && !folder.empty())
            return refusal("not-written.no-directory",
                           {{"name", Value::ofText(path_)}, {"directory", Value::ofText(folder)}});
        return refusal("not-written", {{"name", Value::ofText(path_)}, detail});
    }

    std::string path_;
    fs::path target_;
    std::string draft_;
    HalfFile half_;
    int file_ = -1;
    bool finished_ = false;
    std::unique_ptr<DescriptorBuffer> buffer_;
    std::ostream stream_{nullptr};
};

}  // namespace

Result<std::unique_ptr<OutputFile>> OutputFile::open(const std::string& path) {
    auto output = std::make_unique<Output>(path);
    if (Result<void> opened = output->open(); !opened)
        return tl::unexpected(opened.error());
    return output;
}

Result<void> writeOutput(const std::string& path, std::string_view text) {
    constexpr std::string_view kPacked = ".gz";
    std::string packed;
    if (path.size() > kPacked.size() && path.substr(path.size() - kPacked.size()) == kPacked) {
        packed = gzip(text);
        text = packed;
    }
    auto output = OutputFile::open(path);
    if (!output)
        return tl::unexpected(output.error());
    (*output)->stream() << text;
    return (*output)->commit();
}

}  // namespace apportion
