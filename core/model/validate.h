// SPDX-License-Identifier: GPL-3.0-or-later
// What a scenario must satisfy beyond its shape. All problems at once, each with the JSON pointer
// of its place, both numbers and the remedy; file, line and column are left to the reader.
#pragma once

#include <string>
#include <string_view>

#include "core/model/problem.h"
#include "core/model/scenario.h"

namespace apportion {

// Errors and warnings in order of place. A scenario without errors can be loaded by the engine.
Problems validate(const Scenario& scenario);

// Rule 1 for one tree of quotas over given nodes: the part of validate() that a scale or policy
// event must keep as well. Pointers are /quotas/i/….
Problems validateQuotas(const std::vector<Quota>& quotas, const std::vector<Node>& nodes);

// Of a name that somebody gives: 1 to 63 characters, no control characters, no '/'.
Problems validateName(std::string_view name, const std::string& pointer);

bool hasErrors(const Problems& problems);

// By section in the order of the format, then by element; stable.
void sortByPlace(Problems& problems);

}  // namespace apportion
