// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project/turned_facts.h"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "core/model/number_text.h"
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

// What a temporary change had set is not brought back after its end: what was to return then is.
// Of what the fact changes: the rest is none of its business.
void returnFrom(const Json& change, const std::string& name, std::string& body,
                const std::string& other) {
    Json quota = Json::parse(body);
    const Json opposite = other.empty() ? Json::object() : Json::parse(other);
    const auto changes = [&](const std::string& key) {
        return at(quota, key) != at(opposite, key);
    };
    for (const Json& size : change.at("sizes")) {
        const auto sized = [&](const char* key) {
            return Json{{"gpu", Json::parse(gpuText(size.at(key).get<Gpu>()))}};
        };
        if (size.at("quota") == name && changes("guaranteed") &&
            at(quota, "guaranteed") == sized("during"))
            quota["guaranteed"] = sized("before");
    }
    for (const Json& policy : change.at("policies"))
        if (policy.at("quota") == name)
            for (const auto& [key, value] : policy.at("during").items())
                if (key != "at" && key != "do" && key != "quota" && changes(key) &&
                    at(quota, key) == value)
                    put(quota, key, at(policy.at("before"), key));
    body = quota.dump();
}

// Of the body of a temporary change.
bool hasEnded(const std::string& temporary, Moment now) {
    return Json::parse(temporary).at("ends").get<Moment>() <= now;
}

}  // namespace

bool hasStepped(const std::string& then, const std::string& now) {
    const std::string key(kApplied);
    return !then.empty() && !now.empty() && at(Json::parse(then), key) != at(Json::parse(now), key);
}

void returnFrom(const std::string& temporary, std::vector<Fact>& facts, std::string Fact::*side) {
    for (Fact& fact : facts)
        if (fact.kind == ObjectKind::quota && !(fact.*side).empty())
            returnFrom(Json::parse(temporary), fact.key, fact.*side,
                       side == &Fact::after ? fact.before : fact.after);
}

void leaveOutEnded(std::vector<Fact>& facts, Moment now) {
    std::vector<std::string> ended;
    std::erase_if(facts, [&](const Fact& fact) {
        if (fact.kind != ObjectKind::temporary || !fact.before.empty() ||
            !hasEnded(fact.after, now))
            return false;
        ended.push_back(fact.after);
        return true;
    });
    for (const std::string& temporary : ended)
        returnFrom(temporary, facts, &Fact::after);
    std::erase_if(facts, [](const Fact& fact) { return fact.before == fact.after; });
}

void leaveOutGone(const store::Objects& objects, std::vector<Fact>& facts, Moment now) {
    std::set<std::string> over;  // quotas
    std::erase_if(facts, [&](const Fact& fact) {
        if (fact.kind != ObjectKind::temporary || fact.before.empty() ||
            objects.find(fact.kind, fact.key) != nullptr || !hasEnded(fact.before, now))
            return false;
        const Json change = Json::parse(fact.before);
        if (fact.after.empty())
            for (const char* part : {"sizes", "policies"})
                for (const Json& each : change.at(part))
                    over.insert(each.at("quota").get<std::string>());
        return true;
    });
    std::erase_if(facts, [&](const Fact& fact) {
        return fact.kind == ObjectKind::quota && over.contains(fact.key);
    });
}

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
    if (fact.kind != ObjectKind::quota || key != "guaranteed")
        return {};
    const auto actions = configuredSince(since);
    for (auto action = actions.rbegin(); action != actions.rend(); ++action) {
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

std::vector<std::string> ProjectDesk::temporariesEndedSince(Revision since) {
    std::vector<std::string> ended;
    for (const ProjectFile::Action& action : configuredSince(since))
        if (action.action.starts_with("temporary."))
            if (const auto entry = file_->entriesFrom(action.n, 1); entry && !entry->empty())
                for (const Fact& fact : entry->front().facts)
                    if (fact.kind == ObjectKind::temporary && fact.after.empty())
                        ended.push_back(fact.before);
    return ended;
}

TurnedFacts ProjectDesk::turned(const JournalEntry& entry, bool undoing) {
    std::vector<Fact> facts;
    for (auto fact = entry.facts.rbegin(); fact != entry.facts.rend(); ++fact)
        facts.push_back(undoing ? store::inverse(*fact) : *fact);
    const bool ofQuotas = std::any_of(facts.begin(), facts.end(), [](const Fact& fact) {
        return fact.kind == ObjectKind::quota;
    });
    if (ofQuotas)
        for (const std::string& temporary : temporariesEndedSince(entry.n))
            returnFrom(temporary, facts, undoing ? &Fact::after : &Fact::before);
    leaveOutEnded(facts, now());
    if (entry.action != "restore")  // which changes more than that
        leaveOutGone(objects_, facts, now());
    return turnedFacts(objects_, std::move(facts), [&](const Fact& fact, std::string_view key) {
        return timetableThatSet(entry.n, fact, key);
    });
}

}  // namespace apportion
