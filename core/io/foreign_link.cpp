// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/foreign_link.h"

#include <deque>
#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

namespace apportion {

namespace fs = std::filesystem;

std::string linkOfAnother(const std::string& path) {
    constexpr int kMostLinks = 40;  // as the system has it
    std::error_code failed;
    const fs::path whole = fs::absolute(path, failed);
    std::deque<fs::path> left(whole.begin(), whole.end());
    fs::path at = "/";
    for (int links = 0; !left.empty() && links <= kMostLinks;) {
        const fs::path part = left.front();
        left.pop_front();
        if (part == "..") {
            at = at.parent_path();
            continue;
        }
        if (part.empty() || part == "." || part == "/")
            continue;
        const fs::path next = at / part;
        struct stat status {};
        if (lstat(next.c_str(), &status) != 0)
            return {};
        if (!S_ISLNK(status.st_mode)) {
            at = next;
            continue;
        }
        if (status.st_uid != geteuid() && status.st_uid != 0)
            return next.string();
        ++links;
        const fs::path target = fs::read_symlink(next, failed);
        if (target.is_absolute())
            at = "/";
        left.insert(left.begin(), target.begin(), target.end());
    }
    return {};
}

}  // namespace apportion
