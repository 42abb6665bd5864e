// SPDX-License-Identifier: GPL-3.0-or-later
// Amounts and times as the whole project counts them: integers, never floating point.
#pragma once

#include <compare>
#include <cstdint>

namespace apportion {

using Gpu = std::int64_t;       // 1/100 of one device
using Cpu = std::int64_t;       // 1/1000 of one core
using Memory = std::int64_t;    // MiB
using Instant = std::int64_t;   // milliseconds since the scenario's start; may be negative
using Duration = std::int64_t;  // milliseconds

inline constexpr Gpu kOneGpu = 100;
inline constexpr Cpu kOneCore = 1000;
inline constexpr Memory kOneGib = 1024;
inline constexpr Duration kSecond = 1000;

// What a workload asks for, a node has, or a quota bounds. Plain sums, one field a dimension.
struct Resources {
    Gpu gpu = 0;
    Cpu cpu = 0;
    Memory memory = 0;

    Resources& operator+=(const Resources& other) {
        gpu += other.gpu;
        cpu += other.cpu;
        memory += other.memory;
        return *this;
    }
    Resources& operator-=(const Resources& other) {
        gpu -= other.gpu;
        cpu -= other.cpu;
        memory -= other.memory;
        return *this;
    }
    friend Resources operator+(Resources a, const Resources& b) { return a += b; }
    friend Resources operator-(Resources a, const Resources& b) { return a -= b; }
    friend Resources operator*(Resources a, std::int64_t times) {
        return {a.gpu * times, a.cpu * times, a.memory * times};
    }
    friend bool operator==(const Resources&, const Resources&) = default;
};

}  // namespace apportion
