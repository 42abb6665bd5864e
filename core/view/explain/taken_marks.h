// SPDX-License-Identifier: GPL-3.0-or-later
// Evictions that a project keeps, as marks of its charts.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/view/view.h"

namespace apportion {

// What was taken at one instant is one mark; moves aside, and what nobody took, are none. `quotaOf`
// says where a workload belongs; empty = that is not known, or not to be told.
std::vector<Mark> takenMarks(const std::vector<Eviction>& evictions,
                             const std::function<std::string(const std::string&)>& quotaOf);

}  // namespace apportion
