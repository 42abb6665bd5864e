// SPDX-License-Identifier: GPL-3.0-or-later
// The answers of the commands as people read them; every line ends with a line break.
#pragma once

#include <span>
#include <string>

#include "core/model/comparison.h"
#include "core/model/explanation.h"
#include "core/model/outcome.h"
#include "core/model/scenario.h"

namespace apportion::ctl {

// `scenario` is what was run, with these events. With `lists`: also who waits and why, what runs,
// evictions and events; without: the quotas and the summary alone. `moves` of the evictions were
// moves of consolidation.
std::string outcomeText(const Scenario& scenario, std::span<const Event> events,
                        const Outcome& outcome, bool lists, std::int64_t moves = 0);
std::string explanationText(const Scenario& scenario, const Explanation& explanation);
std::string comparisonText(const Comparison& comparison);

// "60 s", or with the date where the scenario says which day moment 0 was.
std::string instantText(const Scenario& scenario, Instant at);

}  // namespace apportion::ctl
