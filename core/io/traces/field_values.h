// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers that traces write, as integers. Nothing if the text is not one.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/model/quantity.h"

namespace apportion {

// Digits alone: "8".
std::optional<std::int64_t> countValue(std::string_view text);
// Seconds with any number of places, what is beyond the millisecond cut off: "66.0" is 66,000.
std::optional<Duration> secondsValue(std::string_view text);

}  // namespace apportion
