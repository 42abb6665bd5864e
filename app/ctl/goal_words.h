// SPDX-License-Identifier: GPL-3.0-or-later
// Goals of an advice as people read them on a terminal.
#pragma once

#include <string>

#include "core/session/commands/advise.h"

namespace apportion::ctl {

std::string goalWords(const Goal& goal);  // "p95-wait of a below 30 min in 8 of 10 futures"
// As the goal counts it: a time, a count, or a percentage.
std::string goalValueWords(GoalMetric metric, std::int64_t value);

}  // namespace apportion::ctl
