// SPDX-License-Identifier: GPL-3.0-or-later
// What stands against a workload that may take from others, but finds nobody it may take.
#pragma once

#include <optional>

#include "core/engine/reason_memo.h"

namespace apportion {

// Who runs where it could and comes nearest to an eviction, with what is against it.
std::optional<Holder> nearestHolder(EngineState& state, WorkloadId id);

// Adds it to a message "no-eligible-victims", unless a search that met its bound stands there.
void sayNearest(EngineState& state, WorkloadId id, ReasonMemo& memo, Message& message);

}  // namespace apportion
