// SPDX-License-Identifier: GPL-3.0-or-later
// The journal as the undo stack: which changes are in effect, and which were undone last.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/journal.h"

namespace apportion {

class UndoStack {
public:
    // Entry by entry, from the first on.
    void follow(Revision n, const std::string& who, std::string_view action,
                std::optional<Revision> undoes);

    // In effect and undoable, the latest last.
    const std::vector<Revision>& done() const { return done_; }
    // Undone, and not since overtaken by a change of this person's; the one to be redone first
    // last.
    std::vector<Revision> undone(const std::string& who) const;
    // A change for a time whose time is over.
    bool isOver(Revision n) const;

private:
    std::vector<Revision> done_;
    struct Undone {
        Revision n = 0;
        Revision by = 0;  // the entry that undid it
    };
    std::vector<Undone> undone_;
    std::map<std::string, Revision> lastOf_;  // change of each person
    std::vector<Revision> over_;              // in order
};

// Whether entries of this action are changes of the configuration that can be undone.
bool isUndoable(std::string_view action);
// Whether they change the configuration at all: so do turning round and timers.
bool configures(std::string_view action);

}  // namespace apportion
