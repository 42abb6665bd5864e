// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/own_file.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/store/failure.h"
#include "core/store/process_identity.h"

namespace apportion::store {

namespace fs = std::filesystem;

namespace {

constexpr std::array<const char*, 4> kParts{"", "-wal", "-shm", "-journal"};

// Where the numbers of processes are those of this one: its machine since it started, its
// container.
const std::string& placeOfProcesses() {
    static const std::string place = [] {
        const ProcessIdentity self = thisProcess();
        return std::to_string(std::hash<std::string>()(self.boot + self.space) % 1'000'000);
    }();
    return place;
}

// Nobody can create a file of that name beforehand.
std::string randomLetters() {
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz234567";
    std::array<unsigned char, 16> bytes{};
    if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        return {};
    std::string letters;
    for (const unsigned char byte : bytes)
        letters += kLetters[byte % kLetters.size()];
    return letters;
}

struct Writer {
    std::string path;  // of the file that was to be
    pid_t pid = 0;
    bool here = false;
};

// Of "p.new-123@45.x1y2", or of "p.new-123@45.x1y2-wal"; nothing for other names. Older programs
// left out the end, still older ones the place.
std::optional<Writer> writerOf(const std::string& name) {
    for (const char* what : {kDraft, kReading}) {
        const std::string mark = std::string(".") + what + "-";
        const auto at = name.rfind(mark);
        if (at == std::string::npos)
            continue;
        Writer writer{name.substr(0, at)};
        const char* const end = name.data() + name.size();
        const auto read = std::from_chars(name.data() + at + mark.size(), end, writer.pid);
        std::string_view rest(read.ptr, static_cast<std::size_t>(end - read.ptr));
        const std::string place = "@" + placeOfProcesses();
        writer.here = rest.starts_with(place);
        if (writer.here)
            rest.remove_prefix(place.size());
        if (read.ec == std::errc() && writer.pid > 0 &&
            (rest.empty() || rest.front() == '-' || rest.front() == '.'))
            return writer;
    }
    return {};
}

// Its group only if the file has the same group: the rights are not meant for another one.
int shareAs(int file, const std::string& like) {
    struct stat status {
    }, own{};
    if (stat(like.c_str(), &status) != 0 || fstat(file, &own) != 0)
        return errno;
    // Whoever creates the file writes to it.
    mode_t rights = (status.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO)) | S_IRUSR | S_IWUSR;
    if (own.st_gid != status.st_gid && fchown(file, static_cast<uid_t>(-1), status.st_gid) != 0)
        rights &= ~static_cast<mode_t>(S_IRWXG);
    return fchmod(file, rights) == 0 ? 0 : errno;  // also what the umask would take
}

// In a folder of a group (setgid) its members write to a new file, too, whatever the umask.
int shareWithGroupOf(const fs::path& folder, int file) {
    struct stat status {
    }, own{};
    if (stat(folder.c_str(), &status) != 0 || fstat(file, &own) != 0)
        return errno;
    const bool shared = (status.st_mode & S_ISGID) != 0 && (status.st_mode & S_IWGRP) != 0;
    if (!shared || own.st_gid != status.st_gid)
        return 0;
    return fchmod(file, (own.st_mode & 0777) | S_IRGRP | S_IWGRP) == 0 ? 0 : errno;
}

}  // namespace

Descriptor createNew(const std::string& name, mode_t rights) {
    return Descriptor(
        open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, rights));
}

int writeBytes(int file, const void* bytes, std::size_t size, off_t at) {
    const char* next = static_cast<const char*>(bytes);
    while (size > 0) {
        const ssize_t written = pwrite(file, next, size, at);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return errno;
        next += written;
        at += written;
        size -= static_cast<std::size_t>(written);
    }
    return 0;
}

int copyBytes(const std::string& from, int to) {
    const Descriptor source(open(from.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    struct stat status {};
    if (!source || fstat(source.get(), &status) != 0)
        return errno;
    if (!S_ISREG(status.st_mode))
        return EINVAL;
    std::array<char, 1 << 16> part{};
    for (off_t at = 0;;) {
        const ssize_t got = read(source.get(), part.data(), part.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got < 0 ? errno : 0;
        if (const int failed = writeBytes(to, part.data(), static_cast<std::size_t>(got), at))
            return failed;
        at += got;
    }
}

OwnFile::OwnFile(std::string name, Descriptor file)
    : name_(std::move(name)), file_(std::move(file)) {
    for (const char* part : kParts)
        halves_.emplace_back(name_ + part);
}

OwnFile::~OwnFile() {
    if (file_)
        removeDatabase(name_);
}

Result<OwnFile> OwnFile::beside(const std::string& path, const char* what,
                                const std::string& like) {
    const auto failure = [&](int number) {
        Problem problem = failureOf(number, path);
        if (problem.message.code == "project-read-only")  // the folder is
            problem.message.code = "project-cannot-open";
        return tl::unexpected(Problems{std::move(problem)});
    };
    std::error_code failed;
    const fs::path place = fs::absolute(path, failed);
    const fs::path folder = fs::canonical(place.parent_path(), failed);
    if (failed)
        return failure(failed.value());
    const std::string letters = randomLetters();
    if (letters.empty())
        return failure(errno);
    std::string name = (folder / place.filename()).string() + "." + what + "-" +
                       std::to_string(getpid()) + "@" + placeOfProcesses() + "." + letters;
    constexpr mode_t kShared = 0666;
    Descriptor file = createNew(name, like.empty() ? kShared : S_IRUSR | S_IWUSR);
    if (!file)
        return failure(errno);
    OwnFile own(std::move(name), std::move(file));
    if (const int wrong =
            like.empty() ? shareWithGroupOf(folder, own.file()) : shareAs(own.file(), like))
        return failure(wrong);
    return own;
}

void OwnFile::letGo() {
    removeDatabase(name_);
    file_.reset();
    halves_.clear();
}

bool OwnFile::hasItsName() const {
    struct stat opened {
    }, named{};
    return fstat(file(), &opened) == 0 && lstat(name_.c_str(), &named) == 0 &&
           opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

void removeAbandoned(const std::string& path) {
    constexpr auto kLately = std::chrono::hours(1);
    const fs::path folder = fs::path(path).has_parent_path() ? fs::path(path).parent_path() : ".";
    std::error_code failed;
    for (const auto& each : fs::directory_iterator(folder, failed)) {
        const auto writer = writerOf(each.path().filename().string());
        if (!writer || kill(writer->pid, 0) == 0 || errno != ESRCH)
            continue;
        const auto written = fs::last_write_time(each.path(), failed);
        const bool old = !failed && fs::file_time_type::clock::now() - written > kLately;
        if (writer->here || (old && writer->path == fs::path(path).filename()))
            unlink(each.path().c_str());
    }
}

void removeDatabase(const std::string& file) {
    for (const char* part : kParts)
        unlink((file + part).c_str());
}

}  // namespace apportion::store
