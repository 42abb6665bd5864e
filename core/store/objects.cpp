// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/objects.h"

#include <algorithm>

namespace apportion::store {

const Object* Objects::find(ObjectKind kind, std::string_view key) const {
    const ObjectMap& map = of(kind);
    const auto found = map.find(key);
    return found == map.end() ? nullptr : &found->second;
}

std::vector<const ObjectMap::value_type*> Objects::inOrder(ObjectKind kind) const {
    // Of a crowd each look at an object is a look far away.
    std::vector<std::pair<std::int64_t, const ObjectMap::value_type*>> places;
    places.reserve(of(kind).size());
    for (const auto& each : of(kind))
        places.emplace_back(each.second.place, &each);
    std::stable_sort(places.begin(), places.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<const ObjectMap::value_type*> all;
    all.reserve(places.size());
    for (const auto& [place, object] : places)
        all.push_back(object);
    return all;
}

std::int64_t Objects::nextPlace(ObjectKind kind) const {
    std::int64_t next = 0;
    for (const auto& [key, object] : of(kind))
        next = std::max(next, object.place + 1);
    return next;
}

bool Objects::apply(const Fact& fact, Revision n) {
    const Object* found = find(fact.kind, fact.key);
    if ((found == nullptr ? std::string_view() : found->body) != fact.before)
        return false;
    put(fact, n);
    return true;
}

void Objects::put(const Fact& fact, Revision n) {
    if (fact.after.empty())
        of(fact.kind).erase(fact.key);
    else
        of(fact.kind)[fact.key] = {fact.place, n, fact.after};
}

bool Objects::apply(const JournalEntry& entry) {
    for (const Fact& fact : entry.facts)
        if (!apply(fact, entry.n))
            return false;
    revision = entry.n;
    return true;
}

Fact inverse(const Fact& fact) {
    return {fact.kind, fact.key, fact.place, fact.after, fact.before};
}

}  // namespace apportion::store
