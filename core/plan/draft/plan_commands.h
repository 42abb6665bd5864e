// SPDX-License-Identifier: GPL-3.0-or-later
// What would make a variant of a plan real: one command, which does all of its edits or none.
#pragma once

#include <optional>
#include <vector>

#include "core/change/change.h"
#include "core/model/plan.h"
#include "core/plan/outlook.h"

namespace apportion {

struct PlanCommand {
    ApplyEdits apply;                  // in the order of time
    std::vector<std::size_t> edits;    // that it does
    std::vector<std::size_t> leftOut;  // that no command does
};
PlanCommand commandOf(const ChangeSet& set);

// The same as one scale, to the last size of each quota; nothing = it does more than that.
std::optional<ScaleRequest> scaleOf(const PlanCommand& command);

}  // namespace apportion
