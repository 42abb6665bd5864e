// SPDX-License-Identifier: GPL-3.0-or-later
// The full check of a project file beside everything else: on a thread and a connection of its own.
// Dropped, it stops soon.
#pragma once

#include <future>
#include <optional>
#include <string>
#include <thread>

#include "core/model/problem.h"

namespace apportion {

class BackgroundCheck {
public:
    void begin(const std::string& path);
    // What is wrong, as ProjectFile::verify() tells it, once; nothing = it is not known (yet).
    std::optional<Problems> take();

private:
    std::future<Problems> result_;
    std::jthread thread_;
};

}  // namespace apportion
