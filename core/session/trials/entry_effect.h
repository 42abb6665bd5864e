// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/effect.h"

namespace apportion {

class ProjectDesk;

// Of the entry that a command, an undo or a redo would write, onto the engine of that pool; where
// it has no events for all of it or refuses one, from one state of the pool to the other.
Effect effectOfEntry(ProjectDesk& desk, const Engine& now, const JournalEntry& entry);

}  // namespace apportion
