// SPDX-License-Identifier: GPL-3.0-or-later
// Integers as decimals and back, without floating point.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/model/quantity.h"

namespace apportion {

// `value` / 10^places as the shortest decimal with at least `least` places: 800, 2 -> "8".
std::string decimalText(std::int64_t value, int places, int least = 0);
std::string gpuText(Gpu gpu);                // "8", "0.25"
std::string cpuText(Cpu cpu);                // cores
std::string memoryText(Memory memory);       // GiB, exact (1/1024 has ten places)
std::string secondsText(Duration duration);  // "60.0", "6503.382": 1 to 3 places
// Of 1/100 GPU x milliseconds, rounded half up: "1.0", "6503.382".
std::string gpuSecondsText(std::int64_t gpuTime);
// Of the same: "1.3 GPU hours", "less than 0.1 GPU hours".
std::string gpuHoursText(std::int64_t gpuTime);

// Reads JSON number text ("0.29", "1e2") as value * scale. Nothing if it is no number, does not
// come out whole, or does not fit.
std::optional<std::int64_t> scaledNumber(std::string_view text, std::int64_t scale);

}  // namespace apportion
