// SPDX-License-Identifier: GPL-3.0-or-later
// What one entry of the journal changed, for people: one value a row, before and after.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/journal.h"

namespace apportion {

struct EntryChange {
    // What the values are written in; moments and durations in milliseconds, GPU time in 1/100 GPU
    // x milliseconds.
    enum class Unit { words, gpus, seconds, moment, duration, gpuTime, flag };

    ObjectKind kind = ObjectKind::pool;
    std::string name;  // of the object; of an eviction the victim
    std::string key;   // of the value within it: "guaranteed.gpu"
    Unit unit = Unit::words;
    std::string before;  // empty = there was none
    std::string after;   // empty = there is none any more
    // Where a value is a sentence, in English above: the sentence for other languages.
    std::optional<Message> messageBefore = {};
    std::optional<Message> messageAfter = {};
    bool hasDefault = false;  // of a quota that stays: where there is no value, its default holds
    friend bool operator==(const EntryChange&, const EntryChange&) = default;
};

struct EntryChanges {
    std::vector<EntryChange> changes;
    std::size_t more = 0;         // that are left out
    std::size_t moreObjects = 0;  // beside these, of an entry of which not all was read
};

// The first `most`, in the order of the entry.
EntryChanges changesOf(const JournalEntry& entry, std::size_t most);

// The same for a cell of a table each: "left guaranteed.gpu 12; right weight 3". What there is of
// it on one side alone stands there alone.
struct ChangeTexts {
    std::string before;
    std::string after;
};
ChangeTexts textsOf(const EntryChanges& changes);

}  // namespace apportion
