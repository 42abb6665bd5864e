// SPDX-License-Identifier: GPL-3.0-or-later
// Runs for which the nodes that they are said to hold have no room. No program writes such ones:
// the file was changed by hand, or recovered from parts of different ages.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/model/project.h"

namespace apportion::store {

// Names of work. Of several that are too much together, the one that has run longest keeps its
// place, and among equals the first.
std::set<std::string> unseated(const Project& project);
std::set<std::string> unseated(const std::vector<ProjectWorkload>& work,
                               const std::vector<NodeGroup>& groups);

}  // namespace apportion::store
