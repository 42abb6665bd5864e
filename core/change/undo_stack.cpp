// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/undo_stack.h"

#include <algorithm>
#include <utility>

#include "core/change/command.h"

namespace apportion {

bool isUndoable(std::string_view action) {
    if (action == "restore")
        return true;
    const CommandInfo* command = findCommand(action);
    return command != nullptr && command->undoable;
}

bool configures(std::string_view action) {
    return isUndoable(action) || action == "undo" || action == "redo" ||
           action == "timetable.step" || action.starts_with("temporary.");
}

void UndoStack::follow(Revision n, const std::string& who, std::string_view action,
                       std::optional<Revision> undoes) {
    // From the end: mostly it is the last.
    const auto take = [](auto& from, auto&& isIt) {
        const auto found = std::find_if(from.rbegin(), from.rend(), isIt);
        if (found != from.rend())
            from.erase(std::next(found).base());
    };
    const auto isIt = [&](Revision each) { return each == undoes; };
    if (action == "undo" && undoes) {
        take(done_, isIt);
        undone_.push_back({*undoes, n});
    } else if (action == "redo" && undoes) {
        take(undone_, [&](const Undone& each) { return each.n == undoes; });
        done_.push_back(*undoes);
    } else if (action == "temporary.return" && undoes) {
        // It undid itself, and is no step back any more.
        take(done_, isIt);
        over_.insert(std::upper_bound(over_.begin(), over_.end(), *undoes), *undoes);
    } else if (isUndoable(action)) {
        done_.push_back(n);
        lastOf_[who] = n;
    }
}

std::vector<Revision> UndoStack::undone(const std::string& who) const {
    const auto last = lastOf_.find(who);
    std::vector<Revision> entries;
    for (const Undone& each : undone_)
        if (last == lastOf_.end() || each.by > last->second)
            entries.push_back(each.n);
    return entries;
}

bool UndoStack::isOver(Revision n) const {
    return std::binary_search(over_.begin(), over_.end(), n);
}

}  // namespace apportion
