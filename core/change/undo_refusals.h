// SPDX-License-Identifier: GPL-3.0-or-later
// Why an undo, a redo or a restore cannot be, in words that fit who asks.
#pragma once

#include <span>
#include <string>

#include "core/access/access.h"
#include "core/change/undo_stack.h"
#include "core/model/journal.h"
#include "core/model/problem.h"
#include "core/store/project_file.h"

namespace apportion {

// What to do about the object that needs what would go, by who may do it; and nothing of what the
// asker may not see.
void fitRemedy(const Roster& roster, const std::string& who, const Project& project,
               Message& message);

// In a refusal because of an object that is gone, which does not say itself who took it away.
// `since`: what changed the configuration after the entry.
void nameWhoTookAway(ProjectFile& file, const store::Objects& objects,
                     std::span<const ProjectFile::Action> since, Message& message);

// A refusal in the words of what was asked for: a state to be restored, or this entry.
enum class Turning { undo, redo, restore };
Problems inWordsOf(Turning turning, const JournalEntry& entry, Problems problems);

// Of an entry that is not in effect.
Message notUndoable(const UndoStack& stack, const JournalEntry& entry);

}  // namespace apportion
