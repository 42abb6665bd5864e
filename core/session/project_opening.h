// SPDX-License-Identifier: GPL-3.0-or-later
// A project file on its way to be open: its quotas can be shown while its work is read, and
// that while the engine is made.
#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <thread>

#include "core/session/project_pool.h"

namespace apportion {

struct ProjectOpening {
    // Null where there is little work, or what is wrong is told by the project; never late.
    std::future<std::shared_ptr<const View>> outline;
    // The same with the work in it, once that is read; null where there is no outline, or no work.
    std::future<std::shared_ptr<const View>> listing;
    std::future<Result<std::unique_ptr<ProjectPool>>> project;
    std::jthread reader;  // last: stopped it ends soon
};

// On threads of its own, which call `ready` once the listing is there, and once the project is, or
// what is wrong with it.
ProjectOpening openBeside(const std::filesystem::path& file, std::function<void()> ready,
                          const WallClock& clock = systemClock());

}  // namespace apportion
