// SPDX-License-Identifier: GPL-3.0-or-later
// The model as a scenario file, format 1. What has its default is left out, one element stands in
// one line, and reading gives the same scenario again.
#pragma once

#include <ostream>
#include <string>

#include "core/model/problem.h"
#include "core/model/scenario.h"

namespace apportion {

void writeScenario(std::ostream& out, const Scenario& scenario);

// To a file, whole or not at all; see writeOutput().
Result<void> saveScenario(const std::string& path, const Scenario& scenario);

}  // namespace apportion
