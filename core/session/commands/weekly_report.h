// SPDX-License-Identifier: GPL-3.0-or-later
// The usage report of last week, written once into a folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/model/problem.h"

namespace apportion {

// Of those that stand in the folder, the latest so many stay.
inline constexpr std::size_t kWeeklyReportsKept = 12;

// "pool-2026-W47.html" of pool.apportion. Nothing = it stands there already. An error names the
// project or the folder.
Result<std::optional<std::filesystem::path>> writeWeeklyReport(const std::string& project,
                                                               const std::filesystem::path& folder);

}  // namespace apportion
