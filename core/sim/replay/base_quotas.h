// SPDX-License-Identifier: GPL-3.0-or-later
// The groups of a trace as quotas that a scenario has already.
#pragma once

#include <string>
#include <vector>

#include "core/model/problem.h"
#include "core/model/scenario.h"

namespace apportion {

// By group, the name of its quota: the one of that name, else the one of that team, else the only
// one there is. Fails with all groups that have none, in their
// order, the name as the first argument.
Result<std::vector<std::string>> quotasInBase(const Scenario& base,
                                              const std::vector<std::string>& groups);

}  // namespace apportion
