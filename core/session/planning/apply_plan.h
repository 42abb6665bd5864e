// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a variant can be applied to the pool that is open.
#pragma once

#include <string>

#include "core/plan/draft/plan_commands.h"
#include "core/session/planning/plan_view.h"

namespace apportion {

enum class ApplyObstacle { none, otherPool, baseMoved, notRun, refused };

// `file` is that of the pool that is open. A variant is applied only after it was run with its
// present edits on the present state of the base.
ApplyObstacle obstacleTo(const PlanView& view, std::size_t set, const std::string& file);

}  // namespace apportion
