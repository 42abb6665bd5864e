// SPDX-License-Identifier: GPL-3.0-or-later
// Ratios of integers compared exactly, as cross products in 128 bits.
#pragma once

#include <compare>
#include <cstdint>

namespace apportion {

__extension__ using Wide = __int128;

// numerator/denominator, both >= 0. A denominator of 0 is infinite, whatever stands above it.
struct Fraction {
    std::int64_t numerator = 0;
    std::int64_t denominator = 1;

    bool infinite() const { return denominator == 0; }

    friend std::strong_ordering operator<=>(const Fraction& a, const Fraction& b) {
        if (a.infinite() || b.infinite())
            return static_cast<int>(a.infinite()) <=> static_cast<int>(b.infinite());
        // Numbers of GPUs seldom need more than 31 bits.
        if (((a.numerator | a.denominator | b.numerator | b.denominator) >> 31) == 0)
            return a.numerator * b.denominator <=> b.numerator * a.denominator;
        const Wide left = static_cast<Wide>(a.numerator) * b.denominator;
        const Wide right = static_cast<Wide>(b.numerator) * a.denominator;
        return left < right   ? std::strong_ordering::less
               : left > right ? std::strong_ordering::greater
                              : std::strong_ordering::equal;
    }
    friend bool operator==(const Fraction& a, const Fraction& b) {
        return (a <=> b) == std::strong_ordering::equal;
    }
};

}  // namespace apportion
