// SPDX-License-Identifier: GPL-3.0-or-later
// What can be read of the journal of a damaged project. Internal to store.
#pragma once

#include <vector>

#include <SQLiteCpp/Database.h>

#include "core/store/fold.h"

namespace apportion::store {

// The action of what stands for an entry that is lost while later ones are not: its facts are what
// those say had been done before them.
inline constexpr const char* kLost = "lost";

struct SalvagedJournal {
    std::vector<JournalEntry> entries;  // from the first to the last that could be read
    std::vector<Revision> lost;         // those of them that are only stood for
    std::vector<Revision> unproven;     // kept, but the hash before them is lost
    Fold fold;                          // of them
    Revision last = 0;                  // the highest number of an entry that is known of
    bool lastKnown = false;             // it is the last one, as the journal itself says
    bool ended = false;                 // and nothing came behind it, as the sums say

    Revision read() const { return static_cast<Revision>(entries.size() - lost.size()); }
};

SalvagedJournal salvageJournal(SQLite::Database& database);

}  // namespace apportion::store
