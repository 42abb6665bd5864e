// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody asks for by a command of the table, and the answer.
#pragma once

#include <optional>
#include <string>

#include "core/change/arguments.h"
#include "core/change/change.h"
#include "core/model/journal.h"
#include "core/model/problem.h"

namespace apportion {

struct CommandRequest {
    Change change;
    std::string why = {};  // of the person, for the journal
    // What the asker has seen: if the subject was changed after it, the command is refused. Nothing
    // = as it is now.
    std::optional<Revision> seen = {};
    bool dryRun = false;  // everything but writing
    // Of a command line: its words, which the journal keeps, and what of them cannot be read. The
    // change is what remains.
    struct Typed {
        Arguments arguments;
        Problems unread;
    };
    std::optional<Typed> typed = {};
};

struct CommandAnswer {
    std::optional<JournalEntry> entry;  // nothing = it would change nothing; of a dry run unwritten
    Problems notes;                     // warnings
};

}  // namespace apportion
