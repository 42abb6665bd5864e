// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the answers on plans. Internal to io.
#pragma once

#include <optional>
#include <string_view>

#include "core/io/json/writer.h"
#include "core/model/goal.h"
#include "core/model/plan.h"
#include "core/model/plan_answer.h"

namespace apportion::answers {

using json::Writer;

// The keys of a plan's base as it was written, into an object that is open.
void baseKeys(Writer& out, const Plan& plan);
void baseHash(Writer& out, const std::string& digits);  // if there is one
// null, or which edit was refused, when and why.
void refused(Writer& out, const std::optional<RefusedEdit>& refused);
// Each with its key.
void refusedEvents(Writer& out, const std::vector<RefusedEvent>& events);  // if there are any
void metrics(Writer& out, const MetricSeries& series);
void bands(Writer& out, std::string_view key, const OutcomeBands& bands);
// Into an object that is open.
void goalKeys(Writer& out, const Goal& goal);
// As the goal counts it: seconds, a count, or a part.
void goalNumber(Writer& out, GoalMetric metric, std::int64_t value);

}  // namespace apportion::answers
