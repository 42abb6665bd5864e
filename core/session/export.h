// SPDX-License-Identifier: GPL-3.0-or-later
// The present state of a project as a scenario: what a plan is put on, and what other programs
// read.
#pragma once

#include "core/model/problem.h"
#include "core/model/project.h"
#include "core/model/scenario.h"

namespace apportion {

class ProjectDesk;

// Its moment 0 is `now`. What runs stands there as running, what waits is submitted at 0, in the
// order of its submission, and as accepted where it has a workspace. Nodes that are not ready
// become so by events at 0, and temporary changes return by events at their ends. Timetables, grace
// periods under way and returns of the nodes that a root divides are left out. Work that
// checkpoints kept is taken off the duration; how long something waited before is lost.
Scenario scenarioOf(const Project& project, Moment now);

struct Exported {
    Scenario scenario;
    std::string head;  // of the journal: which state it is
    Revision revision = 0;
    Problems warnings;  // what it leaves out
};
// The same of a file, for who may see the whole pool. Sizes whose reclaim is still due (rule 21)
// are those of before it, and the scale is an event at 0 with what is left of its delay.
Result<Exported> exportProject(const std::string& file);
Result<Exported> exportProject(ProjectDesk& desk);

// What was submitted and changed in that time, as far as the file covers it: its moment 0 is
// `from`. Workloads that were there then are submitted at 0, and each runs as long as it did. Nodes
// are those of the present. Error: export-past.
Result<Exported> exportPast(const std::string& file, Moment from, Moment to);
Result<Exported> exportPast(ProjectDesk& desk, Moment from, Moment to);

}  // namespace apportion
