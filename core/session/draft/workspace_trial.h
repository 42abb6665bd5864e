// SPDX-License-Identifier: GPL-3.0-or-later
// What a change of workspaces would do to the work of the pool. The engine hears of no such event:
// it is loaded anew, so what waits is looked at again.
#pragma once

#include <optional>

#include "core/model/journal.h"
#include "core/session/draft/command_trial.h"
#include "core/session/project/desk.h"

namespace apportion {

// Of the entry that a command would write, of what the person at the desk may see. Nothing = no
// workspace is changed by it.
std::optional<CommandTrial> tryWorkspaces(ProjectDesk& desk, const JournalEntry& entry);

}  // namespace apportion
