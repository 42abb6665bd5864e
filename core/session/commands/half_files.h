// SPDX-License-Identifier: GPL-3.0-or-later
// What stands beside the place of a new project file until it is whole.
#pragma once

#include <string>
#include <vector>

namespace apportion {

// All that this process may leave there where it ends meanwhile.
std::vector<std::string> halfFilesOf(const std::string& project);

}  // namespace apportion
