// SPDX-License-Identifier: GPL-3.0-or-later
// The journal as the undo stack: which changes are in effect, and which were undone last.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/model/journal.h"

namespace apportion {

class UndoStack {
public:
    // Entry by entry, from the first on.
    void follow(Revision n, std::string_view action, std::optional<Revision> undoes);

    // In effect and undoable, the latest last.
    const std::vector<Revision>& done() const { return done_; }
    // Undone and not overtaken by another change, the one to be redone first last.
    const std::vector<Revision>& undone() const { return undone_; }
    // Changes for a time whose time is over; in order.
    const std::vector<Revision>& over() const { return over_; }

private:
    std::vector<Revision> done_;
    std::vector<Revision> undone_;
    std::vector<Revision> over_;
};

// Whether entries of this action are changes of the configuration that can be undone.
bool isUndoable(std::string_view action);
// Whether they change the configuration at all: so do turning round and timers.
bool configures(std::string_view action);

}  // namespace apportion
