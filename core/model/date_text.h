// SPDX-License-Identifier: GPL-3.0-or-later
// Dates as text and back, in UTC, as milliseconds since 1970-01-01.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/model/quantity.h"

namespace apportion {

// "2017-10-09 07:01:55" or with a T between. Nothing if it is no such moment.
std::optional<Instant> dateValue(std::string_view text);
// Whether it has a date with a year of four digits, which is what the texts below need.
bool hasDate(Instant since1970);
// "2017-10-09T07:01:55Z"; what is below the second is cut off.
std::string dateText(Instant since1970);

// "2017-10-09T07:01:55.250Z" and back.
std::string momentText(Instant since1970);
std::optional<Instant> momentValue(std::string_view text);

// The first of the two forms where it says all, else the second.
std::string exactDateText(Instant since1970);
// Of a day, in minutes: "08:30".
std::string timeOfDayText(int minute);
// The days of a week as people type them.
inline constexpr std::array<std::string_view, 7> kDayNames{"mon", "tue", "wed", "thu",
                                                           "fri", "sat", "sun"};

// A scenario's epoch: with or without seconds and their fraction, Z or an offset. What is below the
// millisecond is cut off.
std::optional<Instant> epochValue(std::string_view text);

}  // namespace apportion
