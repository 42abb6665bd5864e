// SPDX-License-Identifier: GPL-3.0-or-later
// Products of two 64-bit amounts (GPU-time by a scale) do not fit into 64 bits.
#pragma once

#include <cstdint>

namespace apportion {

__extension__ typedef __int128 Int128;

// a * b / c rounded half up, for a, b >= 0 and c > 0.
inline std::int64_t mulDivHalfUp(std::int64_t a, std::int64_t b, std::int64_t c) {
    const Int128 product = static_cast<Int128>(a) * b;
    return static_cast<std::int64_t>((2 * product + c) / (2 * static_cast<Int128>(c)));
}

}  // namespace apportion
