// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of a timetable on the calendar of the machine's time zone.
#pragma once

#include <cstddef>
#include <optional>

#include "core/model/project.h"

namespace apportion {

struct DueStep {
    Moment at = 0;
    std::size_t index = 0;  // of the timetable's steps
};

// The last step up to `now` that is later than what was applied.
std::optional<DueStep> lastStep(const Timetable& timetable, Moment now);
// The first step later than `now`.
std::optional<Moment> nextStep(const Timetable& timetable, Moment now);

}  // namespace apportion
