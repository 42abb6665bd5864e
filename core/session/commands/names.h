// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace apportion {

// Names in a scenario or a project, for completing a command line: "quota", "workload",
// "workspace", "user", "temporary", "timetable" or "node". In a project those that its user can
// see. None of a file that cannot be read. Writes nothing.
std::vector<std::string> namesIn(const std::string& file, std::string_view kind);

}  // namespace apportion
