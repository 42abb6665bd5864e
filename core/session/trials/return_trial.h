// SPDX-License-Identifier: GPL-3.0-or-later
// What the end of a temporary change would do, before it is begun: the engine is run ahead on a
// fork to the moment of the end, with whatever else is due on the way, and the return is tried
// there. Exact as far as nobody submits, ends or changes anything, and every duration is stated.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/project.h"
#include "core/plan/draft/scale_check.h"
#include "core/plan/effect.h"

namespace apportion {

class ProjectDesk;

struct ReturnTrial {
    TemporaryChange change;
    std::optional<Message> unknown;  // why it cannot be foreseen: nothing else is said then
    std::optional<Message> proviso;  // what still runs then only if it runs long enough
    Effect effect;                   // against the pool of that moment without the return
    // What is above its size then, and starts nothing until it fits.
    std::vector<ScaleObstacle> drains;
};

// What would start at once then, or sooner, without the return.
std::vector<std::string> delayedBy(const Effect& trial);

// All that is to be said of it, a sentence each.
std::vector<Message> foretold(const ReturnTrial& trial);

struct ReturnTrials {
    bool resting = false;  // nobody decides now: it is so if the pool goes live at once
    Problems notes;        // on the command: warnings
    std::vector<ReturnTrial> returns;
};

// Of each temporary change that an entry to be written begins. `now` is the engine of that pool,
// `zero` the moment at which its time began.
std::vector<ReturnTrial> tryReturns(ProjectDesk& desk, const Engine& now, Moment zero,
                                    const JournalEntry& entry);

}  // namespace apportion
