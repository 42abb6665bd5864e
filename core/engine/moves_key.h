// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 10: how many move together, and which of two sets is the less: by GPUs moved, how many, lost
// GPU-seconds, youngest, name.
#pragma once

#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "core/engine/state.h"

namespace apportion {

inline constexpr std::size_t kMostMoved = 3;
// A bound for pools where thousands of sets look alike.
inline constexpr int kMostMoveTrials = 2'000;

// Compared from left to right, the less is the better.
using MovesKey =
    std::tuple<Gpu, std::size_t, GpuTime, std::vector<Instant>, std::vector<std::string>>;

MovesKey movesKey(const EngineState& state, std::span<const WorkloadId> set);

}  // namespace apportion
