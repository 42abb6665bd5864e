// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project/turned_facts.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include <nlohmann/json.hpp>

#include "core/change/refuse.h"
#include "core/change/renamed.h"
#include "core/change/temporary.h"
#include "core/model/number_text.h"
#include "core/session/project/desk.h"
#include "core/store/project_values.h"

namespace apportion {

namespace {

using Json = nlohmann::json;

// How far a timetable got: only its own steps count on.
constexpr std::string_view kApplied = "applied";
constexpr std::array kProgress{kApplied, std::string_view("missed")};

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

bool isProgress(std::string_view key) {
    return std::find(kProgress.begin(), kProgress.end(), key) != kProgress.end();
}

// Brings `fact` onto what the object is now. False if something stands against it that no
// timetable has set.
bool bring(Fact& fact, const std::string& now, const SetSince& set, TurnedFacts& turned) {
    const Json present = Json::parse(now);
    const Json before = Json::parse(fact.before);
    if (fact.after.empty()) {
        Json left = before;
        for (const std::string_view key : kProgress)
            put(left, std::string(key), at(present, std::string(key)));
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
        if (fact.kind == ObjectKind::timetable && isProgress(key))
            continue;
        if (at(present, key) == at(before, key)) {
            put(result, key, at(after, key));
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

std::string teamIn(const std::string& body) {
    const auto quota = Json::parse(body, nullptr, false);
    return quota.is_object() ? quota.value("team", std::string()) : std::string();
}

// What a temporary change holds, by quota and key of its body.
struct Claim {
    Json before, during;
    friend bool operator==(const Claim&, const Claim&) = default;
};
using Claims = std::map<std::pair<std::string, std::string>, Claim>;

Claims claimsOf(const std::string& temporary) {
    Claims claims;
    if (temporary.empty())
        return claims;
    const Json change = Json::parse(temporary);
    for (const Json& size : change.at("sizes")) {
        const auto sized = [&](const char* key) {
            return Json{{"gpu", Json::parse(gpuText(size.at(key).get<Gpu>()))}};
        };
        claims[{size.at("quota"), "guaranteed"}] = {sized("before"), sized("during")};
    }
    for (const Json& policy : change.at("policies"))
        for (const auto& [key, value] : policy.at("during").items())
            if (key != "at" && key != "do" && key != "quota")
                claims[{policy.at("quota"), key}] = {at(policy.at("before"), key), value};
    return claims;
}

// What was held then and is not any more; nothing if it is not otherwise the same.
std::optional<Claims> settledSince(Claims then, const Claims& now) {
    for (const auto& [of, claim] : now) {
        const auto found = then.find(of);
        if (found == then.end() || found->second != claim)
            return {};
        then.erase(found);
    }
    return then;
}

// What a temporary change had set is not brought back after its end: what was to return then is.
// Of what the fact changes: the rest is none of its business.
void returnFrom(const Claims& claims, const std::string& name, std::string& body,
                const std::string& other) {
    Json quota = Json::parse(body);
    const Json opposite = other.empty() ? Json::object() : Json::parse(other);
    for (const auto& [of, claim] : claims)
        if (const auto& [holder, key] = of;
            holder == name && at(quota, key) == claim.during && at(quota, key) != at(opposite, key))
            put(quota, key, claim.before);
    body = quota.dump();
}

void returnFrom(const Claims& claims, std::vector<Fact>& facts, std::string Fact::*side) {
    if (claims.empty())
        return;
    for (Fact& fact : facts)
        if (fact.kind == ObjectKind::quota && !(fact.*side).empty())
            returnFrom(claims, fact.key, fact.*side,
                       side == &Fact::after ? fact.before : fact.after);
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
    returnFrom(claimsOf(temporary), facts, side);
}

void leaveOutEnded(std::vector<Fact>& facts, const store::Objects& now, Moment moment) {
    for (Fact& fact : facts) {
        if (fact.kind != ObjectKind::temporary)
            continue;
        const store::Object* object = now.find(fact.kind, fact.key);
        const bool begins = fact.before.empty();
        if (begins ? hasEnded(fact.after, moment) : object == nullptr) {
            returnFrom(fact.before, facts, &Fact::before);
            returnFrom(fact.after, facts, &Fact::after);
            fact.before = fact.after;
        } else if (!begins && fact.after.empty()) {
            const auto settled = settledSince(claimsOf(fact.before), claimsOf(object->body));
            if (!settled)
                continue;
            returnFrom(*settled, facts, &Fact::before);
            fact.before = object->body;
        }
    }
    std::erase_if(facts, [](const Fact& fact) { return fact.before == fact.after; });
}

TurnedFacts turnedFacts(const store::Objects& now, std::vector<Fact> turned, const SetSince& set) {
    TurnedFacts result;
    for (Fact& fact : turned) {
        const store::Object* object = now.find(fact.kind, fact.key);
        // Of these, what others changed beside it stays.
        const bool byKeys = fact.kind == ObjectKind::quota || fact.kind == ObjectKind::workspace ||
                            fact.kind == ObjectKind::timetable;
        if (byKeys && object != nullptr && !fact.before.empty() && object->body != fact.before) {
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

std::optional<Project> ProjectDesk::renamedBack(const JournalEntry& entry, bool undoing) const {
    if (entry.action != "quota.rename")
        return {};
    const auto renamed = renamedQuotas(entry);
    if (renamed.empty())
        return {};
    auto [from, to] = renamed.front();
    const auto bodyOfQuota = [&](std::string Fact::*side, const std::string& name) {
        for (const Fact& fact : entry.facts)
            if (fact.kind == ObjectKind::quota && fact.key == name)
                return fact.*side;
        return std::string();
    };
    std::string then = teamIn(bodyOfQuota(&Fact::before, from));
    std::string since = teamIn(bodyOfQuota(&Fact::after, to));
    if (undoing) {
        std::swap(from, to);
        std::swap(then, since);
    }
    if (findQuota(project_, from) == nullptr || findQuota(project_, to) != nullptr)
        return {};
    Project after = CommandEffect(project_).after;
    renameQuota(after, from, to);
    if (std::string& team = (*quotaOf(after, to))->policy.team; team == then)
        team = since;
    return after;
}

std::optional<Project> ProjectDesk::endedNow(const JournalEntry& entry) const {
    const auto begun = std::find_if(entry.facts.begin(), entry.facts.end(), [](const Fact& fact) {
        return fact.kind == ObjectKind::temporary && fact.before.empty();
    });
    if (begun == entry.facts.end())
        return {};
    const bool began = entry.action == "scale" || entry.action == "policy";
    const store::Object* object = began ? objects_.find(begun->kind, begun->key) : nullptr;
    if (object == nullptr || object->body == begun->after)
        return {};
    Project after = CommandEffect(project_).after;
    std::string why;
    endTemporary(after, begun->key, why);
    return why.empty() ? std::optional(std::move(after)) : std::nullopt;
}

void ProjectDesk::beginAnew(const JournalEntry& entry, std::vector<Fact>& facts) const {
    if (entry.action != "scale" && entry.action != "policy")
        return;
    for (Fact& fact : facts) {
        if (fact.kind != ObjectKind::temporary || !fact.before.empty())
            continue;
        auto next = nextState(objects_, project_, facts);
        if (!next)
            return;
        for (TemporaryChange& change : next->project.temporary) {
            if (change.name != fact.key)
                continue;
            for (auto& size : change.sizes)
                if (const Quota* quota = findQuota(project_, size.quota))
                    size.before = quota->guaranteed.gpu;
            for (auto& policy : change.policies)
                if (const Quota* quota = findQuota(project_, policy.quota))
                    policy.before = policy.during.reversed(quota->policy);
            fact.after = store::bodyOf(change);
        }
    }
}

TurnedFacts ProjectDesk::turned(const JournalEntry& entry, bool undoing) {
    auto onPresent = renamedBack(entry, undoing);
    if (!onPresent && undoing)
        onPresent = endedNow(entry);
    if (onPresent)
        return {store::difference(objects_, project_, *onPresent), {}};
    std::vector<Fact> facts;
    for (auto fact = entry.facts.rbegin(); fact != entry.facts.rend(); ++fact)
        facts.push_back(undoing ? store::inverse(*fact) : *fact);
    if (!undoing)
        std::reverse(facts.begin(), facts.end());
    const bool ofQuotas = std::any_of(facts.begin(), facts.end(), [](const Fact& fact) {
        return fact.kind == ObjectKind::quota;
    });
    if (ofQuotas)
        for (const std::string& temporary : temporariesEndedSince(entry.n))
            returnFrom(temporary, facts, undoing ? &Fact::after : &Fact::before);
    leaveOutEnded(facts, objects_, now());
    auto onto =
        turnedFacts(objects_, std::move(facts), [&](const Fact& fact, std::string_view key) {
            return timetableThatSet(entry.n, fact, key);
        });
    if (!undoing)
        beginAnew(entry, onto.facts);
    return onto;
}

}  // namespace apportion
