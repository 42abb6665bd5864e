// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/entry_changes.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/model/number_text.h"

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
    KeyUnit{"gpu", Unit::gpus},           KeyUnit{"lend", Unit::gpus},
    KeyUnit{"duration", Unit::seconds},   KeyUnit{"checkpoint", Unit::seconds},
    KeyUnit{"minRuntime", Unit::seconds}, KeyUnit{"gracePeriod", Unit::seconds},
    KeyUnit{"submitted", Unit::moment},   KeyUnit{"waitingSince", Unit::moment},
    KeyUnit{"start", Unit::moment},       KeyUnit{"end", Unit::moment},
    KeyUnit{"stopping", Unit::moment},    KeyUnit{"firstStart", Unit::moment},
    KeyUnit{"until", Unit::moment},       KeyUnit{"ends", Unit::moment},
    KeyUnit{"counted", Unit::moment},     KeyUnit{"waited", Unit::duration},
    KeyUnit{"done", Unit::duration},      KeyUnit{"besideQueue", Unit::duration},
};

// These bodies count GPUs in hundredths, the others are a part of a scenario.
bool countsHundredths(ObjectKind kind) {
    return kind == ObjectKind::run || kind == ObjectKind::ended || kind == ObjectKind::eviction ||
           kind == ObjectKind::temporary || kind == ObjectKind::timetable;
}

class Values {
public:
    explicit Values(ObjectKind kind) : kind_(kind) {}

    std::map<std::string, std::string> of(const std::string& body) {
        std::map<std::string, std::string> values;
        if (!body.empty())
            add(values, {}, Json::parse(body, nullptr, false));
        return values;
    }
    static std::string_view last(std::string_view path) { return path.substr(path.rfind('.') + 1); }

private:
    void add(std::map<std::string, std::string>& values, const std::string& path,
             const Json& value) {
        if (!value.is_object()) {
            if (const std::string text = textOf(last(path), value); !text.empty())
                values.emplace(path, text);
            return;
        }
        for (const auto& [key, member] : value.items())
            add(values, path.empty() ? key : path + "." + key, member);
    }

    std::string textOf(std::string_view key, const Json& value) const {
        if (value.is_null() || value.is_discarded())
            return {};
        if (value.is_string())
            return value.get<std::string>();
        if (value.is_object() && value.contains("node") && value.contains("gpu"))
            return textOf("node", value.at("node")) + ": " + textOf("gpu", value.at("gpu"));
        // A part of a temporary change.
        if (value.is_object() && value.contains("quota") && value.contains("during"))
            return textOf("quota", value.at("quota")) + ": " +
                   textOf("before", value.at("before")) + " → " +
                   textOf("during", value.at("during"));
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

}  // namespace

EntryChanges changesOf(const JournalEntry& entry, std::size_t most) {
    EntryChanges all;
    for (const Fact& fact : entry.facts) {
        Values values(fact.kind);
        const auto before = values.of(fact.before);
        auto after = values.of(fact.after);
        const auto add = [&](const std::string& key, const std::string& then,
                             const std::string& now) {
            if (then == now)
                return;
            // The name stands beside every row of the object; a project's work has no such moment.
            // Nor does the version of the format say anything.
            if ((key == "name" && (then == fact.key || now == fact.key)) ||
                (key == "apportion" && fact.kind == ObjectKind::pool) ||
                (key == "submit" && fact.kind == ObjectKind::workload))
                return;
            if (all.changes.size() == most) {
                ++all.more;
                return;
            }
            all.changes.push_back(
                {fact.kind, fact.key, key, unitOf(key, now.empty() ? then : now), then, now});
        };
        for (const auto& [key, value] : before) {
            const auto now = after.extract(key);
            add(key, value, now ? now.mapped() : std::string());
        }
        for (const auto& [key, value] : after)
            add(key, {}, value);
    }
    return all;
}

}  // namespace apportion
