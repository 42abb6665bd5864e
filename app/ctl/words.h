// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and times as people read them on a terminal.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/model/outcome.h"
#include "core/model/told.h"

namespace apportion::ctl {

std::string grouped(std::int64_t number);  // "82,247"
// As long as needed, at least so many places behind the point: "3,600.5".
std::string groupedDecimal(std::int64_t value, int scale, int places = 0);
std::string plural(std::int64_t count, std::string_view one, std::string_view many);  // "1 job"
// "3 (1 of them a move)": consolidation moves count among the evictions.
std::string evictionsWords(std::int64_t evictions, std::int64_t moves);
std::string groupedGpus(Gpu gpu);              // "16,000", "0.25"
std::string gpuCell(Gpu gpu);                  // "8", "-" for none
std::string gpuTimeWords(GpuTime time);        // "12.5 GPU hours"
std::string percent(std::int64_t millionths);  // "77.97 %"

// An argument in seconds, "60" or "60.5". Nothing if it is none.
std::optional<Instant> secondsArgument(const std::string& text);

}  // namespace apportion::ctl
