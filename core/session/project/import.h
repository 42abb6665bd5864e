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

// What a new project begins with. Of a scenario: everything it says of moment 0. What runs then
// runs now, what is submitted then waits; later work and events are left out, and that is told.
Project startOf(const Scenario& scenario, Moment now, Problems& notes);

// Makes it the first entry, of who administers the pool.
Result<JournalEntry> firstEntry(Project start, const std::string& who, Moment now);

}  // namespace apportion
