// SPDX-License-Identifier: GPL-3.0-or-later
// A log that the file does not belong to: of the one that stood at this path before, whose program
// was killed. SQLite reads it with the file all the same, so that what is whole seems damaged.
// Internal to store.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include <sys/stat.h>

#include "core/model/problem.h"

namespace apportion::store {

class ForeignLog {
public:
    // Both are whole, each for itself, and do not fit together. Nothing as well where somebody has
    // the file open.
    static std::optional<ForeignLog> beside(const std::string& path);

    // That the file is read without it: project-log-foreign.
    Problem leftOut() const;
    // Keeps it under another name, and tells by which: project-log-aside. Nothing = somebody has
    // opened the file meanwhile, or nothing may be changed in its folder.
    std::optional<Problem> setAside() const;

private:
    explicit ForeignLog(std::string path);
    bool isStillThere() const;

    std::string path_;
    std::string log_;
    struct stat judged_ {};
};

}  // namespace apportion::store
