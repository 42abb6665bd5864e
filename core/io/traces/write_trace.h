// SPDX-License-Identifier: GPL-3.0-or-later
// Traces as files of other programs, and as our own table.
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/problem.h"
#include "core/model/scenario.h"
#include "core/model/trace.h"

namespace apportion {

// The workloads of a scenario as a trace of format "scenario", in file order; quotas are groups.
// Refused: what a table of jobs cannot say (events, running work, elastic work, checkpoints).
// What stays behind (nodes, quotas, settings, workspaces) is told in the remarks.
Result<Trace> traceOf(const Scenario& scenario);

// The generic table, see generic.h; only columns that say something. Every trace can be written.
void writeGeneric(std::ostream& out, const Trace& trace);

// Why a trace cannot be written as SWF: shares of GPUs, jobs without end, GPU types, modules,
// priorities or preemption that SWF has no field for, names of groups with blanks, parts of
// seconds in submit times. One problem a cause, with the first job. Empty = it can.
Problems swfObstacles(const Trace& trace);
// Sorted by submit time; durations cut to whole seconds, at least 1, as a replay does. One GPU is
// one processor; groups become queues, users numbers. `dropped` of what is lost: see swfLosses().
void writeSwf(std::ostream& out, const Trace& trace);
// What is lost on the way and does not change a replay on equal nodes: names, CPU, memory.
std::vector<Message> swfLosses(const Trace& trace);

}  // namespace apportion
