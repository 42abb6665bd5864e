// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/history/entry_changes.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/model/date_text.h"
#include "core/model/message.h"
#include "core/model/number_text.h"
#include "core/store/project_values.h"

namespace apportion {

namespace {

using Json = nlohmann::ordered_json;
using Unit = EntryChange::Unit;

struct KeyUnit {
    std::string_view key;
    Unit unit;
};

// By the last key of a path. What came of work is kept in milliseconds, what was asked in seconds.
constexpr std::array kUnits{
    KeyUnit{"gpu", Unit::gpus},
    KeyUnit{"lend", Unit::gpus},
    KeyUnit{"duration", Unit::seconds},
    KeyUnit{"checkpoint", Unit::seconds},
    KeyUnit{"minRuntime", Unit::seconds},
    KeyUnit{"gracePeriod", Unit::seconds},
    KeyUnit{"submitted", Unit::moment},
    KeyUnit{"waitingSince", Unit::moment},
    KeyUnit{"start", Unit::moment},
    KeyUnit{"end", Unit::moment},
    KeyUnit{"stopping", Unit::moment},
    KeyUnit{"firstStart", Unit::moment},
    KeyUnit{"until", Unit::moment},
    KeyUnit{"ends", Unit::moment},
    KeyUnit{"waited", Unit::duration},
    KeyUnit{"done", Unit::duration},
    KeyUnit{"besideQueue", Unit::duration},
    KeyUnit{"balanceTimeout", Unit::seconds},
    KeyUnit{"moveLoss", Unit::seconds},
    KeyUnit{"agingInterval", Unit::seconds},
    KeyUnit{"lost", Unit::gpuTime},
    KeyUnit{"used", Unit::gpuTime},
};

// What engine and file remember for themselves says nothing to people.
constexpr std::array<std::string_view, 5> kOwnNotes{"counted", "inWindow", "lastTaker", "applied",
                                                    "proven"};
// Of an eviction: what stands beside it as the object, the moment of the entry and `why`.
constexpr std::array<std::string_view, 4> kToldOfEvictions{"victim", "at", "quota", "worseBy"};

bool isLeftOut(ObjectKind kind, std::string_view key) {
    const auto isIn = [&](const auto& keys) {
        return std::find(keys.begin(), keys.end(), key) != keys.end();
    };
    switch (kind) {
        case ObjectKind::run:
        case ObjectKind::ended:
        case ObjectKind::timetable:
            return isIn(kOwnNotes);
        case ObjectKind::eviction:
            return isIn(kOwnNotes) || isIn(kToldOfEvictions);
        default:
            return false;
    }
}

// These bodies count GPUs in hundredths, the others are a part of a scenario.
bool countsHundredths(ObjectKind kind) {
    return kind == ObjectKind::run || kind == ObjectKind::ended || kind == ObjectKind::eviction ||
           kind == ObjectKind::temporary || kind == ObjectKind::timetable;
}

struct Held {
    std::string text;
    std::optional<Message> message;
    friend bool operator==(const Held&, const Held&) = default;
};
using HeldByKey = std::map<std::string, Held>;

// First and last, both within it.
bool isRange(std::string_view key) {
    return key == "high" || key == "low" || key == "priorities";
}

// The sentence of a body; nothing = it has none.
std::optional<Message> sentenceOf(ObjectKind kind, const std::string& body) {
    if (kind == ObjectKind::run) {
        const auto run = store::runFrom(body);
        return run ? run->reason : std::nullopt;
    }
    if (kind == ObjectKind::ended) {
        const auto work = store::endedFrom(body);
        return work ? work->run.reason : std::nullopt;
    }
    const auto eviction = store::evictionFrom(body);
    return eviction ? std::optional(eviction->why) : std::nullopt;
}

class Values {
public:
    explicit Values(ObjectKind kind) : kind_(kind) {}

    HeldByKey of(const std::string& body) const {
        HeldByKey values;
        if (!body.empty())
            add(values, {}, Json::parse(body, nullptr, false), body);
        return values;
    }
    static std::string_view last(std::string_view path) { return path.substr(path.rfind('.') + 1); }

private:
    void add(HeldByKey& values, const std::string& path, const Json& value,
             const std::string& body) const {
        if (!value.is_object()) {
            if (std::string text = textOf(last(path), value); !text.empty())
                values.emplace(path, Held{std::move(text), {}});
            return;
        }
        if (value.contains("code") && value.contains("arguments")) {
            if (const auto message = sentenceOf(kind_, body))
                values.emplace(path, Held{render(*message), message});
            return;
        }
        const std::string above = path.empty() ? std::string() : path + ".";
        for (const auto& [key, member] : value.items())
            if (!isLeftOut(kind_, key))
                add(values, above + key, member, body);
    }

    std::string textOf(std::string_view key, const Json& value) const {
        if (value.is_null() || value.is_discarded())
            return {};
        if (value.is_string())
            return value.get<std::string>();
        if (value.is_object() && value.contains("node") && value.contains("gpu"))
            return textOf("node", value.at("node")) + ": " + textOf("gpu", value.at("gpu"));
        // A step of a timetable.
        if (value.is_object() && value.contains("minute") && value.contains("sizes")) {
            std::string text = timeOfDayText(value.at("minute").get<int>());
            for (const Json& size : value.at("sizes"))
                text +=
                    " " + textOf("quota", size.at("quota")) + "=" + textOf("gpu", size.at("gpu"));
            return text;
        }
        // A part of a temporary change.
        if (value.is_object() && value.contains("quota") && value.contains("during"))
            return textOf("quota", value.at("quota")) + ": " + partText("before", value) + " → " +
                   partText("during", value);
        if (isRange(key) && value.is_array() && value.size() == 2)
            return value[0] == value[1] ? value[0].dump()
                                        : value[0].dump() + "\u2013" + value[1].dump();
        if (value.is_array() || value.is_object()) {
            std::string list;
            for (const auto& [name, each] : value.items()) {
                std::string text = textOf(value.is_array() ? key : std::string_view(name), each);
                list += (list.empty() ? "" : value.is_array() ? ", " : " ") + text;
            }
            return list;
        }
        if (value.is_number_integer() && countsHundredths(kind_) &&
            (key == "gpu" || key == "before" || key == "during"))
            return gpuText(value.get<Gpu>());
        return value.dump();
    }

    // A size, or the keys of a policy, which are kept as an event would have them.
    std::string partText(const char* side, const Json& part) const {
        const Json& value = part.at(side);
        if (!value.is_object())
            return textOf(side, value);
        std::string text;
        for (const auto& [path, held] : Values(ObjectKind::quota).of(value.dump()))
            if (path != "at" && path != "do" && path != "quota")
                text += (text.empty() ? "" : ", ") + path + " " + held.text;
        return text.empty() ? "none" : text;
    }

    ObjectKind kind_;
};

Unit unitOf(const std::string& path, const std::string& value) {
    const std::string_view key = Values::last(path);
    const auto* const found = std::find_if(kUnits.begin(), kUnits.end(),
                                           [&](const KeyUnit& each) { return each.key == key; });
    if (found != kUnits.end())
        return found->unit;
    return value == "true" || value == "false" ? Unit::flag : Unit::words;
}

std::string nameOfEnded(const Fact& fact) {
    return fact.key.substr(0, fact.key.rfind('@'));
}

// What is over is an object of its own in the file. To people it is the same work, before and
// after.
class Endings {
public:
    explicit Endings(const JournalEntry& entry) {
        for (const Fact& fact : entry.facts)
            if (fact.kind == ObjectKind::ended)
                ended_[nameOfEnded(fact)].push_back(&fact);
        for (const Fact& fact : entry.facts)
            if (isWork(fact) && ended_.contains(fact.key))
                parts_[fact.key].push_back(&fact);
    }

    bool isToldThere(const Fact& fact) const {
        if (!isWork(fact))
            return false;
        const auto ended = ended_.find(fact.key);
        return ended != ended_.end() &&
               std::any_of(ended->second.begin(), ended->second.end(),
                           [&](const Fact* each) { return isPartOf(fact, *each); });
    }
    Fact whole(Fact ended) const {
        for (std::string Fact::*side : {&Fact::before, &Fact::after})
            if ((ended.*side).empty())
                ended.*side = live(ended, side);
        return ended;
    }

private:
    static bool isWork(const Fact& fact) {
        return fact.kind == ObjectKind::workload || fact.kind == ObjectKind::run;
    }
    // Of work of one name.
    static bool isPartOf(const Fact& fact, const Fact& ended) {
        return ended.before.empty() ? fact.after.empty()
                                    : ended.after.empty() && fact.before.empty();
    }
    // In the shape of what is over; empty = nothing is known of it.
    std::string live(const Fact& ended, std::string Fact::*side) const {
        Json parts = Json::object();
        if (const auto found = parts_.find(nameOfEnded(ended)); found != parts_.end())
            for (const Fact* fact : found->second)
                if (isPartOf(*fact, ended) && !(fact->*side).empty())
                    parts[std::string(word(fact->kind))] = Json::parse(fact->*side, nullptr, false);
        return parts.empty() ? std::string() : parts.dump();
    }

    using FactsByName = std::unordered_map<std::string, std::vector<const Fact*>>;
    FactsByName ended_;
    FactsByName parts_;  // of those that ended
};

// What people call the object of a fact.
std::string objectOf(const Fact& fact) {
    if (fact.kind == ObjectKind::ended)
        return nameOfEnded(fact);
    if (fact.kind == ObjectKind::eviction)
        if (const auto eviction =
                store::evictionFrom(fact.after.empty() ? fact.before : fact.after))
            return eviction->victim;
    return fact.key;
}

bool isSameObject(const Fact& a, const Fact& b) {
    return a.kind == b.kind && a.key == b.key;
}

// Among its kind, counted from 1.
Held placeOf(const Fact& fact) {
    Held held;
    held.text = std::to_string(fact.place + 1);
    return held;
}

// A priority that is the usual one stands in no body: nobody calls it none where another comes.
void addUsualPriority(HeldByKey& values) {
    values.try_emplace("priority", Held{std::to_string(Workload().priority), {}});
}

// The name stands beside every row of the object; a project's work has no such moment. Nor does the
// version of the format say anything.
bool saysNothing(const Fact& fact, std::string_view key, const Held& then, const Held& now) {
    return (Values::last(key) == "name" &&
            (then.text == objectOf(fact) || now.text == objectOf(fact))) ||
           (key == "apportion" && fact.kind == ObjectKind::pool) ||
           (key == "submit" && fact.kind == ObjectKind::workload) ||
           (key == "workload.submit" && fact.kind == ObjectKind::ended);
}

}  // namespace

EntryChanges changesOf(const JournalEntry& entry, std::size_t most) {
    EntryChanges all;
    all.moreObjects = entry.factsLeftOut;
    const Endings endings(entry);
    for (std::size_t i = 0; i < entry.facts.size(); ++i) {
        const Fact& each = entry.facts[i];
        if (endings.isToldThere(each))
            continue;
        Fact fact = each.kind == ObjectKind::ended ? endings.whole(each) : each;
        const Fact* next = i + 1 < entry.facts.size() ? &entry.facts[i + 1] : nullptr;
        const bool moves = next != nullptr && isSameObject(fact, *next) && fact.after.empty() &&
                           next->before.empty();
        if (moves) {
            fact.after = next->after;
            ++i;
        }
        const Values values(fact.kind);
        HeldByKey before = values.of(fact.before);
        HeldByKey after = values.of(fact.after);
        if (fact.kind == ObjectKind::workload && !fact.before.empty() && !fact.after.empty()) {
            addUsualPriority(before);
            addUsualPriority(after);
        }
        const bool keepsQuota =
            fact.kind == ObjectKind::quota && !fact.before.empty() && !fact.after.empty();
        const auto add = [&](const std::string& key, const Held& then, const Held& now) {
            if (then == now || saysNothing(fact, key, then, now))
                return;
            if (all.changes.size() == most) {
                ++all.more;
                return;
            }
            all.changes.push_back({fact.kind, objectOf(fact), key,
                                   unitOf(key, now.text.empty() ? then.text : now.text), then.text,
                                   now.text, then.message, now.message, keepsQuota});
        };
        if (moves)
            add("place", placeOf(fact), placeOf(*next));
        for (const auto& [key, value] : before) {
            const auto now = after.extract(key);
            add(key, value, now ? now.mapped() : Held());
        }
        for (const auto& [key, value] : after)
            add(key, {}, value);
    }
    return all;
}

namespace {

std::string valueText(EntryChange::Unit unit, const std::string& value) {
    Instant time = 0;
    const char* const end = value.data() + value.size();
    const bool isTime = std::from_chars(value.data(), end, time).ptr == end;
    switch (unit) {
        case EntryChange::Unit::moment:
            return isTime ? momentText(time) : value;
        case EntryChange::Unit::duration:
            return isTime ? secondsText(time) + " s" : value;
        case EntryChange::Unit::seconds:
            return value + " s";
        case EntryChange::Unit::flag:
            return value == "true" ? "yes" : "no";
        case EntryChange::Unit::gpuTime:
            return isTime ? gpuHoursText(time) : value;
        case EntryChange::Unit::words:
        case EntryChange::Unit::gpus:
            break;
    }
    return value;
}

void addText(std::string& text, const std::string& part) {
    text += text.empty() ? part : "; " + part;
}

}  // namespace

ChangeTexts textsOf(const EntryChanges& changes) {
    ChangeTexts texts;
    for (const EntryChange& each : changes.changes) {
        const auto add = [&](std::string& text, const std::string& value) {
            if (!value.empty())
                addText(text, each.name + " " + each.key + " " + valueText(each.unit, value));
        };
        add(texts.before, each.before);
        add(texts.after, each.after);
    }
    return texts;
}

}  // namespace apportion
