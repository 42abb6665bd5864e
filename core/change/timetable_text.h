// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of a timetable as people type them: "20:00,Quota1.1=48,Quota1.2=80", and for some days of
// the week "mon-fri@08:00,..." or "sat,sun@...".
#pragma once

#include <string>
#include <vector>

#include "core/model/problem.h"
#include "core/model/project.h"

namespace apportion {

Result<std::vector<Timetable::Step>> timetableSteps(const std::vector<std::string>& texts);

}  // namespace apportion
