// SPDX-License-Identifier: GPL-3.0-or-later
// Messages and moments as a terminal and a table tell them to people. What programs read keeps its
// seconds (message.h).
#pragma once

#include <optional>
#include <string>

#include "core/model/message.h"
#include "core/model/quantity.h"

namespace apportion {

std::string durationWords(Duration duration);  // "60 s", "12 min 30 s", "3 d 4 h"

// With the number that a file or another program says: "60 s", "225,699.751 s (2 d 14 h)".
std::string exactDurationWords(Duration duration);

// formatValue() in these words, with "82,247" for what is counted.
std::string exactWords(const Value& value);

// `zero` is what the wall clock showed at 0; without one, and for moments that have no date, it is
// the time since then that is told: "2026-11-25T22:23:11Z", "9,000 s (2 h 30 min) after the start",
// "60 s before the start".
std::string momentWords(Instant at, const std::optional<Instant>& zero);

// render() and renderRemedy() with durations and moments in these words.
std::string told(const Message& message, const std::optional<Instant>& zero = std::nullopt);
std::string toldRemedy(const Message& message, const std::optional<Instant>& zero = std::nullopt);

// The same about what stands in a file, where it has to be found by its numbers.
std::string toldExactly(const Message& message);
std::string toldRemedyExactly(const Message& message);

}  // namespace apportion
