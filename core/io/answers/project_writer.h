// SPDX-License-Identifier: GPL-3.0-or-later
// What commands on a project and its journal answer, as JSON.
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "core/model/journal.h"
#include "core/model/problem.h"

namespace apportion {

// One entry of history.
struct EntryForm {
    const JournalEntry* entry = nullptr;
    std::optional<bool> undone = {};  // nothing = not shown
    std::optional<Message> notUndoable = {};
    std::string holder = {};  // of an instant: the user whose process ran the engine; empty = none
};
struct JournalForm {
    std::vector<EntryForm> entries;
    std::optional<bool> verified = {};  // nothing = it was not asked
    std::string head = {};              // hash of the last entry; empty = not shown
    Revision count = 0;                 // entries in all, beside `head`
    Problems problems = {};
};
// {"apportion":1,"entries":[...],"verified":true}
void writeJournal(std::ostream& stream, const JournalForm& form);

// {"apportion":1,"revision":7,"applied":true,"entry":{...},"warnings":[...]}
struct CommandForm {
    const JournalEntry* entry = nullptr;  // nothing = nothing changed
    Revision revision = 0;                // of the project afterwards
    bool applied = true;                  // false = a dry run
    Problems warnings = {};
    std::string preview = {};  // a JSON object; empty = none
};
void writeCommandAnswer(std::ostream& stream, const CommandForm& form);

// {"apportion":1,"copy":"pool.bak","revision":7,"warnings":[...]}; of a recovered file the entries
// that were taken over, and what is lost as warnings.
struct CopyForm {
    std::string copy;
    std::optional<Revision> revision = {};
    std::optional<Revision> entries = {};
    Problems warnings = {};
};
void writeCopy(std::ostream& stream, const CopyForm& form);

// An entry's objects before or after it, only the keys that it changed:
// {"quotas":{"Quota1.1":{"guaranteed":{"gpu":48}}}}.
std::string changesText(const JournalEntry& entry, bool after);

}  // namespace apportion
