// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/lasting_act.h"

#include <algorithm>

#include "core/session/project/command.h"
#include "core/session/project/undo_stack.h"

namespace apportion {

bool isTakenBack(const DocumentState& document, std::string_view command) {
    return document.mode == PoolMode::recorded || isUndoable(command);
}

const JournalRow* lastingAct(const View& view, const TurnRequest& turn, const TurnTrial& tried) {
    if (!turn.undo || turn.entry || !tried.entry)
        return nullptr;
    const auto act =
        std::find_if(view.journal.begin(), view.journal.end(), [&](const JournalRow& row) {
            return row.who == view.document.who &&
                   (findCommand(row.action) != nullptr || configures(row.action));
        });
    return act != view.journal.end() && act->n > *tried.entry && !configures(act->action) ? &*act
                                                                                          : nullptr;
}

}  // namespace apportion
