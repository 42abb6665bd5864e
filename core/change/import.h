// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios into projects.
#pragma once

#include "core/change/command.h"
#include "core/model/scenario.h"

namespace apportion {

// Nodes, quotas and workspaces of a scenario beside those that are there; its work and events are
// left out, and that is told.
Result<CommandEffect> importScenario(const CommandCall& call, const ImportScenario& import);

// A warning of this code; none where nothing was left out.
void noteLeftOut(const char* code, std::size_t workloads, std::size_t events, Problems& notes);

// Makes it the first entry, of who administers the pool.
Result<JournalEntry> firstEntry(Project start, const std::string& who, Moment now);

}  // namespace apportion
