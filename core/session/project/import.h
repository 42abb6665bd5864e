// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios into projects.
#pragma once

#include "core/model/scenario.h"
#include "core/session/project/command.h"

namespace apportion {

// Nodes, quotas and workspaces of a scenario beside those that are there; its work and events are
// left out, and that is told. Arguments: content (the scenario's text; where it came from is in
// `from`), replace.
Result<CommandEffect> importScenario(const CommandCall& call);

// The first entry of a new project: everything the scenario says of moment 0. What runs then runs
// now, what is submitted then waits; later work and events are left out, and that is told.
Result<JournalEntry> firstEntry(const Scenario& scenario, const std::string& who, Moment now,
                                Problems& notes);

}  // namespace apportion
