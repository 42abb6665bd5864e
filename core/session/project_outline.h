// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of quotas of a project file before its work is read, which takes long where there is a
// crowd of it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/change/wall_clock.h"
#include "core/model/problem.h"
#include "core/store/objects.h"
#include "core/store/project_file.h"
#include "core/view/view.h"

namespace apportion {

// Fewer workloads are read before anybody has looked.
inline constexpr std::int64_t kManyWorkloads = 20'000;

struct OutlineSource {
    std::string file;
    std::optional<Moment> begun;
    std::int64_t workloads = 0;
    store::Objects objects;  // without the work
};

// Nothing = the file has no more work than `most`. Errors: those of reading.
Result<std::optional<OutlineSource>> outlineSourceOf(ProjectFile& file,
                                                     std::int64_t most = kManyWorkloads);

struct Outline {
    Project project;  // without the work
    Moment epoch = 0;
    std::shared_ptr<const View> view;
};

// What `who` (nothing = the system's user) may see of it. Needs no file, so any thread can do it.
Result<Outline> outlineOf(const OutlineSource& source, const std::optional<std::string>& who = {},
                          const WallClock& clock = systemClock());

}  // namespace apportion
