// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/lasting_act.h"

#include <algorithm>
#include <limits>

#include "core/change/command.h"
#include "core/change/undo_stack.h"

namespace apportion {

namespace {

// Neither a change that undo takes back or took back, nor what a timer did.
bool lasts(const JournalRow& row) {
    if (isUndoable(row.action))
        return !row.undone && row.notUndoable;
    return findCommand(row.action) != nullptr && !configures(row.action);
}

}  // namespace

bool isTakenBack(const DocumentState& document, std::string_view command) {
    return !document.can.journal || isUndoable(command);
}

const JournalRow* lastingAct(const View& view, const TurnRequest& turn, const TurnTrial& tried) {
    if (!turn.undo || turn.entry || !tried.entry)
        return nullptr;
    Revision passed = std::numeric_limits<Revision>::max();  // the oldest that was turned since
    for (const JournalRow& row : view.journal) {             // the latest first
        if (row.n <= *tried.entry)
            break;
        if (row.who != view.document.who)
            continue;
        if (row.action == "undo" || row.action == "redo")
            passed = std::min(passed, row.turned.value_or(passed));
        else if (lasts(row) && row.n < passed)
            return &row;
    }
    return nullptr;
}

}  // namespace apportion
