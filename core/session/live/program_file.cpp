// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/live/program_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <string>
#include <string_view>

#include <sys/stat.h>

namespace apportion {

namespace {

constexpr const char* kSelf = "/proc/self/exe";

bool sameBytes(const std::string& one, const std::string& other) {
    std::ifstream first(one, std::ios::binary);
    std::ifstream second(other, std::ios::binary);
    using Bytes = std::istreambuf_iterator<char>;
    return first && second && std::equal(Bytes(first), Bytes(), Bytes(second), Bytes());
}

std::string startedFrom() {
    std::error_code failed;
    std::string path = std::filesystem::read_symlink(kSelf, failed).string();
    // What Linux writes behind the name of a file that is no longer there.
    constexpr std::string_view kGone = " (deleted)";
    if (path.ends_with(kGone))
        path.resize(path.size() - kGone.size());
    return path;
}

}  // namespace

std::optional<Message> newerProgram() {
    static std::mutex mutex;
    static const std::string path = startedFrom();
    static ino_t same = 0;  // of the last file there that is a copy of this program
    static std::optional<Message> newer;
    const std::scoped_lock lock(mutex);
    struct stat own {};
    struct stat there {};
    if (newer || path.empty() || ::stat(kSelf, &own) != 0 || ::stat(path.c_str(), &there) != 0 ||
        (own.st_dev == there.st_dev && own.st_ino == there.st_ino) || there.st_ino == same)
        return newer;
    // The same package again is no other version.
    if (own.st_size == there.st_size && sameBytes(kSelf, path))
        same = there.st_ino;
    else
        newer = {"live-newer", {{"program", Value::ofText(path)}}};
    return newer;
}

}  // namespace apportion
