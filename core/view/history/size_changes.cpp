// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/history/size_changes.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_set>

#include <nlohmann/json.hpp>

#include "core/change/renamed.h"
#include "core/model/number_text.h"
#include "core/view/history/history_points.h"

namespace apportion {

namespace {

constexpr std::array<std::string_view, 9> kOfQuotas{
    "scale",         "apply",        "quota.add",        "quota.set",
    "quota.delete",  "quota.rename", "temporary.return", "temporary.end",
    "timetable.step"};
constexpr std::array<std::string_view, 3> kOfNodes{"nodes.add", "nodes.remove", "nodes.set"};
constexpr std::array<std::string_view, 3> kOfAll{"restore", "undo", "redo"};

bool isIn(std::span<const std::string_view> actions, std::string_view action) {
    return std::find(actions.begin(), actions.end(), action) != actions.end();
}

// In the body of a quota; 0 = there is none.
Gpu sizeIn(const std::string& body) {
    const auto quota = nlohmann::json::parse(body, nullptr, false);
    const auto size = quota.is_object() ? quota.find("guaranteed") : quota.end();
    return size == quota.end() || !size->is_object() || !size->contains("gpu")
               ? 0
               : scaledNumber(size->at("gpu").dump(), kOneGpu).value_or(0);
}

// In the body of a group of nodes; 0 = there is none.
Gpu gpusIn(const std::string& body) {
    const auto group = nlohmann::json::parse(body, nullptr, false);
    if (!group.is_object() || !group.contains("gpu"))
        return 0;
    const Gpu each = scaledNumber(group.at("gpu").dump(), kOneGpu).value_or(0);
    const auto count = group.find("count");
    return count == group.end() || !count->is_number_integer() ? each
                                                               : each * count->get<std::int64_t>();
}

// Ascending, each once: of the quotas that the history is about.
std::vector<Instant> momentsOf(std::span<const SizeChange> changes,
                               const std::vector<TeamInfo>& teams) {
    std::unordered_set<std::string_view> quotas;
    for (const TeamInfo& team : teams)
        quotas.insert(team.quota);
    std::vector<Instant> moments;
    for (const SizeChange& each : changes)
        if ((each.quota.empty() || quotas.contains(each.quota)) &&
            (moments.empty() || moments.back() < each.at))
            moments.push_back(each.at);
    return moments;
}

bool knowsSizes(const History& history, std::size_t point) {
    return history.capacity[point] != History::kUnknown &&
           std::all_of(history.guaranteed.begin(), history.guaranteed.end(),
                       [&](const auto& column) { return column[point] != History::kUnknown; });
}

// A file keeps no point where a size changes and nothing else does.
void addMoments(History& history, const std::vector<Instant>& moments) {
    History all;
    startHistory(all, history.teams.size());
    auto next = moments.begin();
    for (std::size_t i = 0; i < history.times.size(); ++i) {
        for (; next != moments.end() && *next <= history.times[i]; ++next)
            if (i > 0 && *next < history.times[i] && !knowsSizes(history, i - 1))
                addPoint(all, *next, momentOf(history, i - 1));
        addPoint(all, history.times[i], momentOf(history, i));
    }
    all.marks = std::move(history.marks);
    all.exactSince = history.exactSince;
    history = std::move(all);
}

}  // namespace

std::vector<SizeChange> sizeChangesOf(const JournalEntry& entry, Moment epoch) {
    std::vector<SizeChange> changes;
    const std::vector<Fact>& facts = entry.facts;
    for (std::size_t i = 0; i < facts.size(); ++i) {
        const Fact& fact = facts[i];
        if (fact.kind == ObjectKind::nodes)
            if (const Gpu before = gpusIn(fact.before), after = gpusIn(fact.after); before != after)
                changes.push_back({entry.at - epoch, {}, before, after});
        if (fact.kind != ObjectKind::quota)
            continue;
        // One that is put elsewhere is first taken away.
        if (fact.after.empty() && i + 1 < facts.size() && facts[i + 1].kind == fact.kind &&
            facts[i + 1].key == fact.key)
            ++i;
        const Gpu before = sizeIn(fact.before);
        const Gpu after = sizeIn(facts[i].after);
        if (before != after)
            changes.push_back({entry.at - epoch, fact.key, before, after});
    }
    return changes;
}

void follow(std::vector<SizeChange>& sizes, const JournalEntry& entry, Moment epoch) {
    std::vector<SizeChange> changes = sizeChangesOf(entry, epoch);
    for (const auto& [from, to] : renamedQuotas(entry)) {
        for (SizeChange& each : sizes)
            if (each.quota == from)
                each.quota = to;
        // It neither went nor came.
        std::erase_if(changes, [&, from = from, to = to](const SizeChange& each) {
            return each.quota == from || each.quota == to;
        });
    }
    sizes.insert(sizes.end(), changes.begin(), changes.end());
}

bool changesSizes(const std::string& action) {
    return isIn(kOfQuotas, action) || changesNodes(action);
}

bool changesNodes(const std::string& action) {
    return isIn(kOfNodes, action) || isIn(kOfAll, action);
}

namespace {

// From the next moment at which the capacity is known, before or behind.
void fillCapacity(History& history, std::span<const SizeChange> changes) {
    std::vector<Gpu>& capacity = history.capacity;
    const auto known = std::find_if(capacity.begin(), capacity.end(),
                                    [](Gpu each) { return each != History::kUnknown; });
    if (known == capacity.end())
        return;
    // Of what came and went in (from, to].
    const auto change = [&](Instant from, Instant to) {
        Gpu sum = 0;
        for (const SizeChange& each : changes)
            if (each.quota.empty() && each.at > from && each.at <= to)
                sum += each.after - each.before;
        return sum;
    };
    const auto first = static_cast<std::size_t>(known - capacity.begin());
    for (std::size_t i = first; i-- > 0;)
        capacity[i] =
            std::max<Gpu>(0, capacity[i + 1] - change(history.times[i], history.times[i + 1]));
    for (std::size_t i = first + 1; i < capacity.size(); ++i)
        if (capacity[i] == History::kUnknown)
            capacity[i] =
                std::max<Gpu>(0, capacity[i - 1] + change(history.times[i - 1], history.times[i]));
}

}  // namespace

void fillSizes(History& history, const std::vector<TeamInfo>& teams,
               std::span<const SizeChange> changes, const std::vector<Gpu>& now) {
    if (const auto moments = momentsOf(changes, teams); !moments.empty())
        addMoments(history, moments);
    fillCapacity(history, changes);
    for (std::size_t team = 0; team < teams.size(); ++team) {
        std::vector<const SizeChange*> own;
        for (const SizeChange& each : changes)
            if (each.quota == teams[team].quota)
                own.push_back(&each);
        Gpu size = own.empty() ? now[team] : own.front()->before;
        std::size_t next = 0;
        std::vector<Gpu>& column = history.guaranteed[team];
        for (std::size_t i = 0; i < column.size(); ++i) {
            for (; next < own.size() && own[next]->at <= history.times[i]; ++next)
                size = own[next]->after;
            if (column[i] == History::kUnknown)
                column[i] = size;
        }
    }
}

}  // namespace apportion
