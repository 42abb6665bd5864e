// SPDX-License-Identifier: GPL-3.0-or-later
// Products of two 64-bit amounts (GPU-time by a scale) do not fit into 64 bits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace apportion {

__extension__ typedef __int128 Int128;

// The nearest amount that 64 bits hold.
inline std::int64_t saturated(Int128 amount) {
    using Limits = std::numeric_limits<std::int64_t>;
    return static_cast<std::int64_t>(std::clamp<Int128>(amount, Limits::min(), Limits::max()));
}

// a * b / c rounded half up, for a, b >= 0 and c > 0.
inline std::int64_t mulDivHalfUp(Int128 a, std::int64_t b, Int128 c) {
    return static_cast<std::int64_t>((2 * a * b + c) / (2 * c));
}

}  // namespace apportion
