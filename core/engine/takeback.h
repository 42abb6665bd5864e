// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 11, 12 and 20: a run, or a replica of it, is taken from a workload, at once or at the end
// of its grace period.
#pragma once

#include "core/engine/state.h"

namespace apportion {

enum class Grace { none, asSet };

// Takes the whole run of the record's victim and fills in what it held and lost. The victim waits
// again with its original submit time, now or when its grace is over. If its run began in this
// instant, the start never was.
void takeBack(EngineState& state, Taken record, Grace grace);

// The replica on one seat; the rest runs on. A replica that was added in this instant never was.
void takeReplica(EngineState& state, Taken record, int replica);

// What was told to stop ends by itself, or is ended: its records stay, with loss 0.
void endWithinGrace(EngineState& state, WorkloadId id);

// What is told to stop and whose grace is over.
void endGrace(EngineState& state, WorkloadId id);
// Before it is over: the whole run has stopped.
void endGraceNow(EngineState& state, WorkloadId id);
// All of the workload that is told to stop does so now: its node is gone.
void stopNow(EngineState& state, WorkloadId id);
// Replicas on a node that stop there; the rest of the workload is elsewhere.
void stopNowOn(EngineState& state, WorkloadId id, NodeId node);

// The workload lost its run to a node or a scale: it may take again from whom it took last (26).
void forgetTaker(EngineState& state, WorkloadId id);

}  // namespace apportion
