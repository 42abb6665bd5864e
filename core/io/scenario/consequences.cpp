// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/scenario/consequences.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/findings.h"

namespace apportion::scenario {

namespace {

// A key of the elements of a section, whichever element it is.
struct Key {
    std::string_view section;
    std::string_view key;
};

// What a check needs besides the place that it tells: keys anywhere in the file.
struct Needs {
    std::string_view code;
    std::array<Key, 6> keys;
};
constexpr std::array<Needs, 9> kNeeds{{
    {"unknown-parent", {{{"quotas", "name"}}}},
    {"sum-of-children", {{{"quotas", "name"}, {"quotas", "parent"}, {"quotas", "guaranteed"}}}},
    {"above-capacity",
     {{{"quotas", "parent"},
       {"quotas", "guaranteed"},
       {"quotas", "nodes"},
       {"nodes", "gpu"},
       {"nodes", "gpuType"},
       {"nodes", "labels"}}}},
    {"selectors-overlap",
     {{{"quotas", "parent"}, {"quotas", "nodes"}, {"nodes", "gpuType"}, {"nodes", "labels"}}}},
    {"unknown-quota", {{{"quotas", "name"}}}},
    {"unknown-workspace", {{{"workspaces", "name"}}}},
    {"no-quota.workspace", {{{"workspaces", "name"}, {"workspaces", "quotas"}}}},
    {"node-outside-quota",
     {{{"quotas", "name"},
       {"quotas", "parent"},
       {"quotas", "nodes"},
       {"nodes", "gpuType"},
       {"nodes", "labels"},
       {"workspaces", "quotas"}}}},
    {"node-overfull",
     {{{"nodes", "gpu"},
       {"nodes", "cpu"},
       {"nodes", "memory"},
       {"workloads", "gpu"},
       {"workloads", "running"}}}},
}};

// Which nodes there are, and how many.
bool looksAtNodes(std::string_view code) {
    constexpr std::array<std::string_view, 6> kCodes{"above-capacity",     "selectors-overlap",
                                                     "unknown-node",       "placement-gpu-type",
                                                     "node-outside-quota", "node-overfull"};
    return std::find(kCodes.begin(), kCodes.end(), code) != kCodes.end();
}

// What compares several keys of one element.
bool comparesKeys(const Problem& told, std::string_view code) {
    constexpr std::array<std::string_view, 8> kCodes{
        "limit-below-guarantee", "lend-above-guarantee", "low-not-below-high", "min-replicas-above",
        "placements-count",      "placement-gpu",        "placement-gpu-type", "running-past-end"};
    constexpr std::string_view kSubmit = "/submit";  // may be before 0 of what runs
    return std::find(kCodes.begin(), kCodes.end(), code) != kCodes.end() ||
           code == "node-outside-quota" ||
           (told.pointer.size() > kSubmit.size() && told.pointer.ends_with(kSubmit));
}

// "/quotas/3/limit/gpu" -> "quotas", "3", "limit", "gpu"
std::vector<std::string_view> partsOf(std::string_view pointer) {
    std::vector<std::string_view> parts;
    while (!pointer.empty()) {
        const auto end = std::min(pointer.find('/', 1), pointer.size());
        parts.push_back(pointer.substr(1, end - 1));
        pointer.remove_prefix(end);
    }
    return parts;
}

std::string above(const std::string& pointer) {
    return pointer.substr(0, pointer.rfind('/'));
}

// "/quotas/3/limit/gpu" -> "/quotas/3"
std::string elementOf(const std::string& pointer) {
    const auto second = pointer.find('/', 1);
    return pointer.substr(0, second == std::string::npos ? second : pointer.find('/', second + 1));
}

std::string argumentOf(const Message& message, std::string_view name) {
    for (const Argument& argument : message.arguments)
        if (argument.name == name)
            return argument.value.text;
    return {};
}

// The places of which a scenario has a default only, as what stands there could not be read.
class Unread {
public:
    Unread(const Problems& broken, const std::set<std::string, std::less<>>& sections) {
        for (const Problem& problem : broken)
            if (const auto place = placeOf(problem, sections); !place.empty())
                add(place);
    }

    bool spoils(const Problem& told) const {
        const std::string_view code = plainCode(told.message.code);
        const std::string element = elementOf(told.pointer);
        // A sentence without the name of what it is about.
        if (std::any_of(told.message.arguments.begin(), told.message.arguments.end(),
                        [](const Argument& each) {
                            return each.value.kind == Value::Kind::text && each.value.text.empty();
                        }))
            return true;
        // Of an event whose verb is not read, nothing is read but its moment.
        if (places_.count(element + "/do") > 0 && told.pointer != element + "/at")
            return true;
        if (isBelow(told.pointer) || (comparesKeys(told, code) && elements_.count(element) > 0))
            return true;
        if (code == "no-quota" ? isAt(element + "/quota") || isAt(element + "/workspace")
                               : isAbove(told.pointer))
            return true;
        // What nodes there are decides which of them have one name.
        const bool named = code == "duplicate-name" && element.rfind("/nodes/", 0) == 0;
        if ((named || looksAtNodes(code)) && (has({"nodes", "name"}) || has({"nodes", "count"})))
            return true;
        const auto needs = std::find_if(kNeeds.begin(), kNeeds.end(), [&](const Needs& each) {
            return each.code == code || each.code == told.message.code;
        });
        return needs != kNeeds.end() &&
               std::any_of(needs->keys.begin(), needs->keys.end(),
                           [&](const Key& key) { return !key.key.empty() && has(key); });
    }

private:
    static std::string placeOf(const Problem& problem,
                               const std::set<std::string, std::less<>>& sections) {
        const std::string& code = problem.message.code;
        if (code == "missing-key")
            return pointerTo(problem.pointer, argumentOf(problem.message, "key"));
        if (code == "unknown-key.policy")
            return above(problem.pointer);
        if (code == "unknown-key.given" || code == "unknown-key.full")
            return {};
        if (code != "unknown-key")
            return problem.pointer;
        const std::string nearest = argumentOf(problem.message, "nearest");
        constexpr std::size_t kOfElement = 3;
        const std::size_t depth = partsOf(problem.pointer).size();
        if (depth == 1 && sections.count(nearest) > 0)
            return {};
        // What few keys say together is not known where one of them is not.
        return depth > kOfElement ? above(problem.pointer)
                                  : pointerTo(above(problem.pointer), nearest);
    }

    void add(const std::string& place) {
        places_.insert(place);
        elements_.insert(elementOf(place));
        const auto parts = partsOf(place);
        keys_.emplace(parts[0], parts.size() > 2 ? parts[2] : "");
    }

    bool isAt(const std::string& pointer) const { return isAbove(pointer) || isBelow(pointer); }
    // Whether the place itself, or one around it, is not read.
    bool isBelow(std::string pointer) const {
        for (; !pointer.empty(); pointer = above(pointer))
            if (places_.count(pointer) > 0)
                return true;
        return false;
    }
    // Whether something within it is not read.
    bool isAbove(const std::string& pointer) const {
        const auto next = places_.lower_bound(pointer + "/");
        return next != places_.end() && next->rfind(pointer + "/", 0) == 0;
    }
    // Whether some element lacks the key, or is not read at all.
    bool has(const Key& key) const {
        return keys_.count({std::string{key.section}, std::string{key.key}}) > 0 ||
               keys_.count({std::string{key.section}, {}}) > 0;
    }

    std::set<std::string> places_;
    std::set<std::string> elements_;
    std::set<std::pair<std::string, std::string>> keys_;
};

}  // namespace

Problems withoutConsequences(Problems found, const Problems& broken,
                             const std::set<std::string, std::less<>>& sections) {
    const Unread unread(broken, sections);
    std::set<std::string> codes;
    Problems kept;
    for (Problem& problem : found) {
        // How many more there are of a kind is only told where one of them is.
        const bool isCount = problem.message.code == "more-problems";
        if (problem.warning || (isCount ? codes.count(argumentOf(problem.message, "name")) == 0
                                        : unread.spoils(problem)))
            continue;
        codes.insert(problem.message.code);
        kept.push_back(std::move(problem));
    }
    return kept;
}

}  // namespace apportion::scenario
