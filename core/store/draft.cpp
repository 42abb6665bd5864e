// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/draft.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/store/failure.h"
#include "core/store/half_files.h"
#include "core/store/lend_schema.h"
#include "core/store/process_identity.h"

namespace apportion::store {

namespace fs = std::filesystem;

namespace {

constexpr std::array<const char*, 4> kParts{"", "-wal", "-shm", "-journal"};

// What stands beside a database belongs to it: under a new file of that name it would be taken for
// a part of that, and what it holds of the old one is lost.
std::optional<std::string> remainderOf(const std::string& path) {
    for (const char* part : {"-wal", "-journal"}) {
        std::error_code failed;
        // What readers leave is empty.
        const auto size = fs::file_size(path + part, failed);
        if (!failed && size > 0)
            return path + part;
    }
    return {};
}

// Where the numbers of processes are those of this one: its machine since it started, its
// container.
const std::string& placeOfProcesses() {
    static const std::string place = [] {
        const ProcessIdentity self = thisProcess();
        return std::to_string(std::hash<std::string>()(self.boot + self.space) % 1'000'000);
    }();
    return place;
}

struct Writer {
    std::string path;  // of the file that was to be
    pid_t pid = 0;
    bool here = false;
};

// Of "p.new-123@45", or of "p.new-123@45-wal"; nothing for other names. Older programs left the
// place out.
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
        if (read.ec == std::errc() && writer.pid > 0 && (rest.empty() || rest.front() == '-'))
            return writer;
    }
    return {};
}

// What programs that were killed have left. Of another machine on the same disk nobody can be
// asked, so that what was written to lately stays.
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

// 0 or what went wrong.
int flush(const std::string& path, int flags) {
    const int file = open(path.c_str(), flags | O_CLOEXEC);
    if (file < 0)
        return errno;
    const int failed = fsync(file) == 0 ? 0 : errno;
    close(file);
    return failed;
}

// Unlike a plain rename this replaces nothing that came there meanwhile. In one step where the file
// system knows it: who is killed between a link and the end of the first name leaves a file of two
// names.
int moveIntoPlace(const std::string& from, const std::string& to) {
    if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return errno;
    if (link(from.c_str(), to.c_str()) == 0) {
        unlink(from.c_str());
        return 0;
    }
    if (errno == EEXIST)
        return EEXIST;
    // Neither of both.
    std::error_code failed;
    if (fs::exists(to, failed))
        return EEXIST;
    return rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

}  // namespace

std::string nameBeside(const std::string& path, const char* what) {
    return path + "." + what + "-" + std::to_string(getpid()) + "@" + placeOfProcesses();
}

std::vector<std::string> halfFilesOf(const std::string& path) {
    std::vector<std::string> files;
    const std::string reading = nameBeside(path, kReading);
    for (const std::string& file : {nameBeside(path, kDraft), reading, lentBeside(reading)})
        for (const char* part : kParts)
            files.push_back(file + part);
    return files;
}

void createLike(const std::string& file, const std::string& like) {
    struct stat status {};
    if (stat(like.c_str(), &status) != 0)
        return;
    // Whoever makes it writes to it.
    mode_t rights = (status.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO)) | S_IRUSR | S_IWUSR;
    const int made = open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (made < 0)
        return;
    // Of the same group, or for no group: its rights are not meant for another one.
    struct stat own {};
    if (fstat(made, &own) != 0 ||
        (own.st_gid != status.st_gid && fchown(made, static_cast<uid_t>(-1), status.st_gid) != 0))
        rights &= ~static_cast<mode_t>(S_IRWXG);
    (void)fchmod(made, rights);  // also what the umask would take
    close(made);
}

void removeDatabase(const std::string& file) {
    for (const char* part : kParts)
        unlink((file + part).c_str());
}

Draft::Draft(const std::string& path) : path_(path), file_(nameBeside(path, kDraft)) {}

Draft::Draft(Draft&& other) noexcept
    : path_(std::move(other.path_)), file_(std::exchange(other.file_, {})) {}

Draft::~Draft() {
    if (!file_.empty())
        removeDatabase(file_);
}

Result<Draft> Draft::begin(const std::string& path, const std::string& like) {
    std::error_code failed;
    if (fs::exists(fs::symlink_status(path, failed)))
        return tl::unexpected(Problems{projectProblem("project-exists", path)});
    const fs::path folder = fs::path(path).parent_path();
    if (!folder.empty() && fs::status(folder, failed).type() == fs::file_type::not_found)
        return tl::unexpected(Problems{projectProblem(
            "project-no-folder", path, {{"folder", Value::ofText(folder.string())}})});
    if (const auto remainder = remainderOf(path))
        return tl::unexpected(Problems{
            projectProblem("project-remainder", path, {{"remainder", Value::ofText(*remainder)}})});
    removeAbandoned(path);
    Draft draft(path);
    removeDatabase(draft.file_);  // of one with the same number that was killed
    if (!like.empty())
        createLike(draft.file_, like);
    return draft;
}

Result<void> Draft::commit() {
    int failed = flush(file_, O_RDONLY);
    if (failed == 0)
        failed = moveIntoPlace(file_, path_);
    if (failed == 0) {
        // Until the folder is on the device as well, a power loss may take the name away.
        const fs::path folder = fs::path(path_).parent_path();
        failed = flush(folder.empty() ? "." : folder.string(), O_RDONLY | O_DIRECTORY);
    }
    if (failed != 0)
        return tl::unexpected(Problems{failureOf(failed, path_)});
    return {};
}

}  // namespace apportion::store
