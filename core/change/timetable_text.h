// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of a timetable as people type them: "20:00,Quota1.1=48,Quota1.2=80", for some days of the
// week "mon-fri@08:00,..." or "sat,sun@...", once "2026-12-01T08:00:00Z,...". What becomes of work
// that no longer fits stands behind the time: "20:00/reclaim,...", "20:00/reclaim:600s,...".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/model/project.h"

namespace apportion {

std::optional<Timetable::Step> timetableStep(std::string_view text);
std::string timetableText(const Timetable::Step& step);

}  // namespace apportion
