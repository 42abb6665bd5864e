// SPDX-License-Identifier: GPL-3.0-or-later
// Work of a pool as a row of a view, as its engine knows it; or where no engine does: it is over,
// or waits beside its queue.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/engine/engine.h"
#include "core/model/project.h"
#include "core/session/view.h"

namespace apportion {

WorkloadRow rowOf(const ProjectWorkload& work, Moment epoch);

// Whose work it is, and of a victim the rest of what the row shows.
EvictionRow::Side sideOf(const WorkloadRow& row);
void describeVictim(EvictionRow& row, const WorkloadRow& victim);

// Whose work an engine knows waits: also who may not run any more, where nobody decides yet. It
// waits until somebody runs the engine, which rejects it.
bool waitsIn(const Engine& engine, WorkloadId id, bool decides);

// One that an engine knows, without its colour. `shift`: from its times to those of the clock,
// which may stand later than the engine's last instant.
WorkloadRow rowOf(const Engine& engine, WorkloadId id, Instant clock, Duration shift, bool decides);

// Why the command of what has its place does not run yet, by workload: for the engine it runs.
void addAwaited(std::vector<WorkloadRow>& running, const std::map<std::string, Message>& awaiting);

}  // namespace apportion
