// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of timetables, done onto the sizes of a project. One that does not fit at its time is kept,
// and done as soon as it fits, as long as nothing else has set its sizes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/change/temporary.h"

namespace apportion {

// What of it fits at `now`; where nothing of a new step does, its keeping. Nothing = there is none,
// or only what was kept and does not fit yet.
std::optional<Due> nextStepDue(const Project& project, Moment now);

// The sizes of these quotas are no longer to be made up for. Gives the timetables concerned.
std::vector<std::string> forgetMissed(Project& project, const std::vector<std::string>& quotas);

// Of steps that are kept, and of those of the coming week that will not fit the sizes as they are:
// timetable-waits, timetable-blocked.
Problems stepOutlook(const Project& project, Moment now);

}  // namespace apportion
