// SPDX-License-Identifier: GPL-3.0-or-later
// The journal's actions in the user's words.
#pragma once

#include <vector>

#include <QString>

#include "core/view/view.h"
#include "ui/widgets/icons.h"

namespace apportion::ui {

// "Sizes changed", "Node cordoned"; an action that is not known here as it stands in the file.
QString actionText(const JournalRow& row);
Icon actionIcon(const JournalRow& row);
// What it is about; of what was undone or done again also what that was.
QString subjectText(const JournalRow& row);
// Who did it; what the pool decides is the scheduler's.
QString whoText(const JournalRow& row);
// Both: "Priority changed: w".
QString entryText(const JournalRow& row);

// The entry that a refusal to undo or redo is about; null = it names none of these.
const JournalRow* refusedEntry(const std::vector<JournalRow>& journal, const Message& refusal);
// It names that entry by number and command, as at a command line: in words of the history here.
Message inHistoryWords(const std::vector<JournalRow>& journal, Message refusal);

}  // namespace apportion::ui
