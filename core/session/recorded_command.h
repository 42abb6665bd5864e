// SPDX-License-Identifier: GPL-3.0-or-later
// A command of the table on a recorded run: what it changes becomes events of the run.
#pragma once

#include <vector>

#include "core/change/command.h"
#include "core/change/command_request.h"
#include "core/engine/engine.h"
#include "core/model/event.h"
#include "core/model/journal.h"
#include "core/model/project.h"

namespace apportion {

struct RecordedCommand {
    std::vector<EventAction> events;
    JournalEntry entry;  // what a project would write; without facts where work ends
};

// What the run is to hear at `now`, where the engine stands. Errors: what the command itself
// refuses, what the engine refuses at this moment (rule 21), and recorded-no-event where a run has
// no such event: quotas are not made or renamed while it runs.
Result<RecordedCommand> eventsOf(const CommandRequest& request, const Scenario& scenario,
                                 const Engine& now);

// The pool as the engine has it, without its work.
Project poolAt(const Scenario& scenario, const Engine& now);

}  // namespace apportion
