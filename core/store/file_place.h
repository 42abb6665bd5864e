// SPDX-License-Identifier: GPL-3.0-or-later
// Which file stands at a path. SQLite finds the log by the name, so that a file is written to under
// one name, and only while it stands there. Internal to store.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/model/problem.h"

namespace apportion::store {

struct FilePlace {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    static FilePlace of(const std::string& path);
    bool operator==(const FilePlace&) const = default;
    // Errors: project-moved, project-linked.
    std::optional<Problem> lostOrShared(const std::string& path) const;
};

}  // namespace apportion::store
