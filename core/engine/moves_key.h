// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 10: how many move together, and which of two sets is the less: by GPUs moved, how many, lost
// GPU-seconds, youngest, name.
#pragma once

#include <array>
#include <cstddef>
#include <numeric>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/engine/state.h"

namespace apportion {

inline constexpr std::size_t kMostMoved = 3;
// A bound for pools where thousands of sets look alike.
inline constexpr int kMostMoveTrials = 2'000;

// The largest of what as many have as move together.
template <typename Number>
class LargestMoved {
public:
    void keep(Number value) {
        for (Number& other : largest_)
            if (value > other)
                std::swap(value, other);
    }
    Number sum(std::size_t count = kMostMoved) const {
        return std::accumulate(largest_.begin(),
                               largest_.begin() + static_cast<std::ptrdiff_t>(count), Number{0});
    }

private:
    std::array<Number, kMostMoved> largest_{};  // descending
};

// Who moves; nobody = no set was found.
struct LeastMoves {
    std::vector<WorkloadId> who;
    bool proven = true;  // false if a bound was met: a lesser set, or one at all, may be left
};

// Compared from left to right, the less is the better.
using MovesKey =
    std::tuple<Gpu, std::size_t, GpuTime, std::vector<Instant>, std::vector<std::string>>;

MovesKey movesKey(const EngineState& state, std::span<const WorkloadId> set);

}  // namespace apportion
