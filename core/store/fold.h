// SPDX-License-Identifier: GPL-3.0-or-later
// The state as the facts of a journal lead to it. Internal to store.
#pragma once

#include <string>
#include <vector>

#include "core/store/objects.h"

namespace apportion::store {

// An entry that was written on a row that the disk had changed: what it says was there before was
// never so.
struct Misfit {
    Revision n = 0;
    ObjectKind kind = ObjectKind::pool;
    std::string key;
};

struct Fold {
    Objects objects;
    std::vector<Misfit> misfits;

    // One after the other, from the first on. A misfit stands as it left things, and is none any
    // more once a recovery has named it.
    void apply(const JournalEntry& entry);
    // The same in parts: fact by fact, then the rest of the entry.
    void apply(const Fact& fact, Revision n);
    void close(const JournalEntry& entry);
};

// Of the entry that a recovery adds: which ones it let stand.
inline constexpr const char* kRecover = "recover";
std::string argumentsNaming(const std::vector<Misfit>& misfits);

}  // namespace apportion::store
