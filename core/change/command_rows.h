// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the table of commands. One table, cut by subject to keep the files short.
#pragma once

#include <vector>

#include "core/change/command.h"

namespace apportion::rows {

std::vector<CommandInfo> quotas();  // the tree, sizes and policies
std::vector<CommandInfo> workspaces();
std::vector<CommandInfo> people();  // users and their roles
std::vector<CommandInfo> pool();    // nodes and settings
std::vector<CommandInfo> work();    // submit, cancel, finish
std::vector<CommandInfo> time();    // timetables, temporary changes, restore points

}  // namespace apportion::rows
