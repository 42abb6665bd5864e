// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/live/program_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
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

}  // namespace

ProgramFile::ProgramFile() {
    std::error_code failed;
    path_ = std::filesystem::read_symlink(kSelf, failed).string();
    // What Linux writes behind the name of a file that is no longer there.
    constexpr std::string_view kGone = " (deleted)";
    if (path_.ends_with(kGone))
        path_.resize(path_.size() - kGone.size());
}

const std::optional<Message>& ProgramFile::newer() {
    struct stat own {};
    struct stat there {};
    if (newer_ || path_.empty() || ::stat(kSelf, &own) != 0 || ::stat(path_.c_str(), &there) != 0 ||
        (own.st_dev == there.st_dev && own.st_ino == there.st_ino) || there.st_ino == same_)
        return newer_;
    // The same package again is no other version.
    if (own.st_size == there.st_size && sameBytes(kSelf, path_))
        same_ = there.st_ino;
    else
        newer_ = {"live-newer", {{"program", Value::ofText(path_)}}};
    return newer_;
}

}  // namespace apportion
