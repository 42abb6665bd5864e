// SPDX-License-Identifier: GPL-3.0-or-later
// The whole space of single edits that might start a workload, on small pools, and what comes of
// each. Enumerated from the law's list alone, not by the code that looks for them.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/engine/state.h"
#include "core/model/explanation.h"

namespace apportion::testing {

using Edit = std::variant<Event, NodesToAdd, CapToSet>;

struct Applied {
    bool starts = false;  // or is booked
    std::vector<std::string> evicts;
};

// On a fork of the state, in the instant in which it stands; nothing if the edit is refused.
std::optional<Applied> apply(const EngineState& state, const Edit& edit, WorkloadId id);

std::vector<Edit> allEdits(const EngineState& state, WorkloadId id);

// The same edit with less of it: of a size, each smaller one.
std::vector<Edit> smallerThan(const EngineState& state, const Unblock& unblock, WorkloadId id);

std::string told(const Edit& edit);

}  // namespace apportion::testing
