// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of a timetable on the calendar of its time zone.
#pragma once

#include <optional>
#include <vector>

#include "core/model/project.h"

namespace apportion {

struct DueStep {
    Moment at = 0;
    const Timetable* table = nullptr;
    const Timetable::Step* step = nullptr;
    bool kept = false;  // it did not fit at its time
};

// The steps up to `now` that are later than what was applied, each when it was missed last.
std::vector<DueStep> missedSteps(const Timetable& timetable, Moment now);
// The steps of the coming week, each as often as it comes, and those that come once.
std::vector<DueStep> comingSteps(const Timetable& timetable, Moment now);
// The first step later than `now`.
std::optional<Moment> nextStep(const Timetable& timetable, Moment now);

}  // namespace apportion
