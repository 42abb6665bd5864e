// SPDX-License-Identifier: GPL-3.0-or-later
// What would make a variant of a plan real: the commands that its edits stand for.
#pragma once

#include <optional>
#include <vector>

#include "core/change/change.h"
#include "core/model/plan.h"

namespace apportion {

// Nothing: no command does that, as of a forecast or of work that ends.
std::optional<Change> commandOf(const PlanAction& action);

struct PlanCommands {
    std::vector<std::pair<std::size_t, Change>> steps;  // edit and command, in the order of time
    std::vector<std::size_t> leftOut;                   // edits without a command
};
PlanCommands commandsOf(const ChangeSet& set);

}  // namespace apportion
