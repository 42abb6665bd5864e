// SPDX-License-Identifier: GPL-3.0-or-later
// Work of a pool as a row of a view, as its engine knows it; or where no engine does: it is over,
// or waits beside its queue.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/engine/engine.h"
#include "core/model/project.h"
#include "core/view/view.h"

namespace apportion {

WorkloadRow rowOf(const ProjectWorkload& work, Moment epoch);

// Whose work it is, and of a victim the rest of what the row shows.
EvictionRow::Side sideOf(const WorkloadRow& row);
void describeVictim(EvictionRow& row, const WorkloadRow& victim);

// One that an engine knows, without its colour. `shift`: from its times to those of the clock,
// which may stand later than the engine's last instant.
WorkloadRow rowOf(const Engine& engine, WorkloadId id, Instant clock, Duration shift);

// What is stated of commands: for the engine they run until they have ended.
void addStated(View& view, const std::vector<ProjectWorkload>& work);
// Why the command of what has its place does not run yet, by workload: for the engine it runs.
void addAwaited(std::vector<WorkloadRow>& running, const std::map<std::string, Message>& awaiting);

}  // namespace apportion
