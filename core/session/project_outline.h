// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of quotas of a project file before its work is read, which takes long where there is a
// crowd of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "core/model/problem.h"
#include "core/session/project/desk.h"
#include "core/session/view.h"

namespace apportion {

// Fewer workloads are read before anybody has looked.
inline constexpr std::int64_t kManyWorkloads = 20'000;

// What `who` (nothing = the system's user) may see of it. Null = the file has no more work than
// `most`. Errors: those of ProjectFile::open().
Result<std::shared_ptr<const View>> outlineOf(const std::filesystem::path& file,
                                              const std::optional<std::string>& who = {},
                                              const WallClock& clock = systemMoment,
                                              std::int64_t most = kManyWorkloads);

}  // namespace apportion
