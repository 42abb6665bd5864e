// SPDX-License-Identifier: GPL-3.0-or-later
// The state of a project as objects: what the facts of the journal fold to, and what the tables
// hold.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/journal.h"

namespace apportion::store {

struct Object {
    std::int64_t place = 0;
    Revision changed = 0;  // the last entry that changed it
    std::string body;      // canonical JSON
    friend bool operator==(const Object&, const Object&) = default;
};
using ObjectMap = std::map<std::string, Object, std::less<>>;  // by key

// How much of the state: how the pool is divided and who may do what; that and its work; that and
// what is over, which piles up.
enum class Extent { configuration, present, everything };

class Objects {
public:
    Revision revision = 0;

    const ObjectMap& of(ObjectKind kind) const { return kinds_[static_cast<std::size_t>(kind)]; }
    ObjectMap& of(ObjectKind kind) { return kinds_[static_cast<std::size_t>(kind)]; }
    const Object* find(ObjectKind kind, std::string_view key) const;
    // All of a kind by place, ties by key; valid until any of them changes.
    std::vector<const ObjectMap::value_type*> inOrder(ObjectKind kind) const;
    // Behind everything of the kind.
    std::int64_t nextPlace(ObjectKind kind) const;

    // False if the object is not what the fact says it was; then nothing changes.
    bool apply(const Fact& fact, Revision n);
    // Whatever it was.
    void put(const Fact& fact, Revision n);
    // All facts of an entry, and its number. False if one of them does not fit.
    bool apply(const JournalEntry& entry);

    friend bool operator==(const Objects&, const Objects&) = default;

private:
    std::array<ObjectMap, kObjectKinds> kinds_;
};

// A fact turned round.
Fact inverse(const Fact& fact);

}  // namespace apportion::store
