// SPDX-License-Identifier: GPL-3.0-or-later
// Why a workload waits or was rejected: the first reason that holds, in the order of ReasonCode.
#pragma once

#include <optional>

#include "core/engine/reason_memo.h"

namespace apportion {

// Nothing for a workload that neither waits nor was rejected. The state is used for trials and left
// as it was.
std::optional<Reason> reasonOf(EngineState& state, WorkloadId id);
// The same for many at one state: `memo` keeps what they have in common.
std::optional<Reason> reasonOf(EngineState& state, WorkloadId id, ReasonMemo& memo);

// The same, and where nobody may be taken what is against who comes nearest; and of all it is said
// who overtook them. What documents and explanations say; costs a look at all that runs.
std::optional<Reason> fullReasonOf(EngineState& state, WorkloadId id, ReasonMemo& memo);

// Why it could not start, as things are now, if its run were taken: what no time and no end of
// other work changes (rules 5 and 24). Nothing where it could.
std::optional<Reason> whyNeverAgain(EngineState& state, WorkloadId id);

}  // namespace apportion
