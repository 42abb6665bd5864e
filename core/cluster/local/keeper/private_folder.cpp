// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/keeper/private_folder.h"

#include <array>
#include <cstdlib>
#include <filesystem>

#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/cluster/local/keeper/failure.h"
#include "core/store/descriptor.h"

namespace apportion {

namespace fs = std::filesystem;
using keeper::fail;
using keeper::failBySystem;
using store::Descriptor;

namespace {

constexpr const char* kNotSafe = "folder-not-safe";
constexpr mode_t kOwnerOnly = 0700;

// A folder that the environment names; names that do not begin at the root are to be ignored, says
// the XDG specification.
std::string folderOf(const char* variable) {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): this program never changes its environment.
    const char* given = std::getenv(variable);
    return given != nullptr && *given == '/' ? given : std::string();
}

std::string homeFolder() {
    if (std::string home = folderOf("HOME"); !home.empty())
        return home;
    std::array<char, 4096> buffer{};
    passwd entry{};
    passwd* found = nullptr;
    if (getpwuid_r(geteuid(), &entry, buffer.data(), buffer.size(), &found) == 0 &&
        found != nullptr && *found->pw_dir == '/')
        return found->pw_dir;
    return {};
}

}  // namespace

Result<std::string> stateFolder() {
    if (const std::string given = folderOf("XDG_STATE_HOME"); !given.empty())
        return given + "/apportion";
    const std::string home = homeFolder();
    if (home.empty())
        return fail("state-folder", "~/.local/state", "the user has no home folder");
    return home + "/.local/state/apportion";
}

Result<void> makePrivateFolder(const std::string& path) {
    const fs::path parent = fs::path(path).parent_path();
    std::error_code ignored;
    if (!parent.empty() && !fs::exists(parent, ignored))
        if (auto above = makePrivateFolder(parent.string()); !above)
            return above;
    if (mkdir(path.c_str(), kOwnerOnly) != 0 && errno != EEXIST)
        return failBySystem(kNotSafe, path);
    const Descriptor folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat status {};
    if (!folder || fstat(folder.get(), &status) != 0)
        return failBySystem(kNotSafe, path);
    if (status.st_uid != geteuid())
        return fail(kNotSafe, path, "it belongs to another user");
    if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        return fail(kNotSafe, path, "other users may write to it");
    if ((status.st_mode & 07777) != kOwnerOnly && fchmod(folder.get(), kOwnerOnly) != 0)
        return failBySystem(kNotSafe, path);
    return {};
}

Result<void> replaceFile(const std::string& path, std::string_view text) {
    std::string draft = path + ".XXXXXX";
    Descriptor file(mkostemp(draft.data(), O_CLOEXEC));
    if (!file)
        return failBySystem(kNotSafe, path);
    const auto giveUp = [&] {
        auto failure = failBySystem(kNotSafe, path);
        unlink(draft.c_str());
        return failure;
    };
    while (!text.empty()) {
        const ssize_t written = write(file.get(), text.data(), text.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return giveUp();
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    if (fsync(file.get()) != 0 || rename(draft.c_str(), path.c_str()) != 0)
        return giveUp();
    const Descriptor folder(
        open(fs::path(path).parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder)
        fsync(folder.get());  // so that the renaming survives a crash
    return {};
}

std::string smallFile(const std::string& path) {
    constexpr std::size_t kMost = 1'000'000;
    const Descriptor file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status {};
    if (!file || fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
        return {};
    std::string text;
    std::array<char, 4096> part{};
    for (;;) {
        const ssize_t got = read(file.get(), part.data(), part.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0 || text.size() > kMost)
            return text;
        text.append(part.data(), static_cast<std::size_t>(got));
    }
}

}  // namespace apportion
