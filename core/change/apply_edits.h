// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of a plan as commands, and as one command that does all of them or none.
#pragma once

#include <vector>

#include "core/change/command.h"

namespace apportion {

// Empty: no command does that, as of a forecast or of work that ends.
std::vector<Change> commandsOf(const PlanAction& action);

// What becomes of work that no longer fits: the strongest that one of the edits asks for.
struct EditModes {
    ScaleMode sizes = ScaleMode::refuse;
    ScaleMode limits = ScaleMode::drain;
    Duration after = 0;  // of what is reclaimed
};
EditModes modesOf(const ApplyEdits& asked);

namespace rows {
CommandInfo applyEdits();
}

}  // namespace apportion
