// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/draft.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>

#include <fcntl.h>
#include <unistd.h>

#include "core/store/failure.h"

namespace apportion::store {

namespace fs = std::filesystem;

namespace {

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

Result<Draft> Draft::begin(const std::string& path, const std::string& like) {
    std::error_code failed;
    if (fs::exists(fs::symlink_status(path, failed)))
        return tl::unexpected(Problems{projectProblem("project-exists", path)});
    if (auto problem = foreignLink(path))
        return tl::unexpected(Problems{std::move(*problem)});
    const fs::path folder = fs::path(path).parent_path();
    if (!folder.empty() && fs::status(folder, failed).type() == fs::file_type::not_found)
        return tl::unexpected(Problems{projectProblem(
            "project-no-folder", path, {{"folder", Value::ofText(folder.string())}})});
    if (const auto remainder = remainderOf(path))
        return tl::unexpected(Problems{
            projectProblem("project-remainder", path, {{"remainder", Value::ofText(*remainder)}})});
    removeAbandoned(path);
    auto own = OwnFile::beside(path, kDraft, like);
    if (!own)
        return tl::unexpected(std::move(own.error()));
    return Draft(path, std::move(*own));
}

Result<void> Draft::commit() {
    if (!own_.hasItsName())
        return tl::unexpected(Problems{projectProblem("project-draft-replaced", path_)});
    int failed = fsync(own_.file()) == 0 ? 0 : errno;
    if (failed == 0)
        failed = moveIntoPlace(file(), path_);
    if (failed == 0) {
        // Until the folder is on the device as well, a power loss may take the name away.
        const Descriptor folder(
            open(fs::path(file()).parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        failed = folder && fsync(folder.get()) == 0 ? 0 : errno;
    }
    if (failed != 0)
        return tl::unexpected(Problems{failureOf(failed, path_)});
    own_.letGo();
    return {};
}

}  // namespace apportion::store
