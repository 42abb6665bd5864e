// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project/turned_facts.h"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "core/session/project/desk.h"

namespace apportion {

namespace {

using Json = nlohmann::json;

// How far a timetable got: only its own steps count on.
constexpr std::string_view kApplied = "applied";

Json at(const Json& object, const std::string& key) {
    const auto found = object.find(key);
    return found == object.end() ? Json() : *found;
}

void put(Json& object, const std::string& key, Json value) {
    if (value.is_null())
        object.erase(key);
    else
        object[key] = std::move(value);
}

// Brings `fact` onto what the object is now. False if something stands against it that no
// timetable has set.
bool bring(Fact& fact, const std::string& now, const SetSince& set, TurnedFacts& turned) {
    const Json present = Json::parse(now);
    const Json before = Json::parse(fact.before);
    if (fact.after.empty()) {
        Json left = before;
        put(left, std::string(kApplied), at(present, std::string(kApplied)));
        fact.before = now;
        return fact.kind == ObjectKind::timetable && left == present;
    }
    const Json after = Json::parse(fact.after);
    std::set<std::string> keys;
    for (const Json* each : {&before, &after, &present})
        for (const auto& [key, value] : each->items())
            keys.insert(key);
    Json result = present;
    for (const std::string& key : keys) {
        if (at(before, key) == at(after, key))
            continue;  // what others changed beside it stays
        if (at(present, key) == at(before, key)) {
            put(result, key, at(after, key));
        } else if (fact.kind == ObjectKind::timetable && key == kApplied) {
            continue;
        } else if (auto timetable = set(fact, key)) {
            turned.timetables.push_back(std::move(*timetable));
        } else {
            return false;
        }
    }
    fact.before = now;
    fact.after = result.dump();
    return true;
}

// The size in the body of a quota, as it is written there.
std::string guaranteedIn(const std::string& body) {
    const auto quota = Json::parse(body, nullptr, false);
    const auto found = quota.is_object() ? quota.find("guaranteed") : quota.end();
    return found == quota.end() ? std::string() : found->dump();
}

}  // namespace

TurnedFacts turnedFacts(const store::Objects& now, std::vector<Fact> turned, const SetSince& set) {
    TurnedFacts result;
    for (Fact& fact : turned) {
        const store::Object* object = now.find(fact.kind, fact.key);
        const bool timed = fact.kind == ObjectKind::quota || fact.kind == ObjectKind::timetable;
        if (timed && object != nullptr && !fact.before.empty() && object->body != fact.before) {
            const Fact asItWas = fact;
            if (!bring(fact, object->body, set, result))
                fact = asItWas;
        }
        if (fact.before != fact.after)
            result.facts.push_back(std::move(fact));
    }
    auto& names = result.timetables;
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return result;
}

// A step sets sizes, and nothing else of a quota.
std::optional<std::string> ProjectDesk::timetableThatSet(Revision since, const Fact& fact,
                                                         std::string_view key) {
    const auto actions = file_->actions(since + 1);
    if (fact.kind != ObjectKind::quota || key != "guaranteed" || !actions)
        return {};
    for (auto action = actions->rbegin(); action != actions->rend(); ++action) {
        if (action->action == "instant")
            continue;
        const auto entries = file_->entriesFrom(action->n, 1);
        if (!entries || entries->empty())
            return {};
        const JournalEntry& entry = entries->front();
        const bool sets =
            std::any_of(entry.facts.begin(), entry.facts.end(), [&](const Fact& each) {
                return each.kind == fact.kind && each.key == fact.key &&
                       guaranteedIn(each.before) != guaranteedIn(each.after);
            });
        if (sets)
            return entry.action == "timetable.step" ? std::optional(entry.subject) : std::nullopt;
    }
    return {};
}

TurnedFacts ProjectDesk::turned(const JournalEntry& entry, bool undoing) {
    std::vector<Fact> facts;
    for (auto fact = entry.facts.rbegin(); fact != entry.facts.rend(); ++fact)
        facts.push_back(undoing ? store::inverse(*fact) : *fact);
    return turnedFacts(objects_, std::move(facts), [&](const Fact& fact, std::string_view key) {
        return timetableThatSet(entry.n, fact, key);
    });
}

}  // namespace apportion
