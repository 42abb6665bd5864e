// SPDX-License-Identifier: GPL-3.0-or-later
// Undo, redo and the way back to a restore point, as the console asks for them.
#pragma once

#include <optional>

#include "core/plan/effect.h"
#include "core/view/view.h"

namespace apportion {

struct TurnRequest {
    bool undo = true;
    std::optional<Revision> entry = {};  // to undo, of a project; nothing = the next
    std::string restorePoint = {};       // of a project: all since then instead
};

// What one would do to a project now.
struct TurnTrial {
    JournalRow row;                 // as it would stand in the history
    std::optional<Revision> entry;  // that would be undone or done again
    Effect trial;
    Problems notes;  // warnings: what it leaves as it is, and what follows later
};

}  // namespace apportion
