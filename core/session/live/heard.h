// SPDX-License-Identifier: GPL-3.0-or-later
// What was written into a project since its engine last looked, as inputs of instants.
#pragma once

#include <vector>

#include "core/change/entry_inputs.h"
#include "core/model/journal.h"

namespace apportion {

struct Heard {
    struct Asked {  // by an entry
        Revision n = 0;
        Moment at = 0;
        EntryInputs inputs;
    };
    std::vector<Asked> asked;
    Moment at = 0;             // of the instant
    Revision upTo = 0;         // of the last entry in it
    bool submissions = false;  // and nothing else
};

// Of entries in order, of which those of the engine itself ask nothing. Submissions are each an
// instant of their own, at the moment of their entry: of two between the same two looks the first
// is served first, as in a replay of the file (rules 25 and 27). Where anything else stands among
// them all is one instant, at `now`: the file has what was ended or changed already, so that nobody
// can be asked to make room for who came before it.
std::vector<Heard> heardIn(const std::vector<JournalEntry>& entries, Moment now);

}  // namespace apportion
