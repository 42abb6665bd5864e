// SPDX-License-Identifier: GPL-3.0-or-later
// The largest values a scenario may have: far above any real pool, and small enough that sums and
// products of the engine stay within 64 bits.
#pragma once

#include "core/model/quantity.h"

namespace apportion {

inline constexpr Gpu kMostGpu = 1'000'000 * kOneGpu;
// Of one node, in forms and proposals: no machine has more. Files may, for a whole pool as one
// node.
inline constexpr Gpu kMostGpuOfNode = 1024 * kOneGpu;
inline constexpr Cpu kMostCpuOfNode = 100'000 * kOneCore;  // likewise
inline constexpr Cpu kMostCpu = 1'000'000'000 * kOneCore;
inline constexpr Memory kMostMemory = 1'000'000'000 * kOneGib;
inline constexpr Duration kMostTime = 1'000'000'000 * kSecond;  // about 31 years
inline constexpr int kMostNodes = 1'000'000;                    // of all groups together
inline constexpr int kMostReplicas = 1'000'000;
inline constexpr std::int64_t kMostWeight = 1'000'000;
inline constexpr std::int64_t kMostBudget = 1'000'000'000;  // GPU hours
inline constexpr int kMostRank = 1'000'000;
inline constexpr std::size_t kLongestName = 63;  // characters, not bytes

}  // namespace apportion
