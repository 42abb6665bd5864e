// SPDX-License-Identifier: GPL-3.0-or-later
// Who waits and why, and what runs where.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "app/ctl/sections.h"
#include "app/ctl/text_table.h"
#include "app/ctl/words.h"
#include "core/model/date_text.h"
#include "core/model/number_text.h"
#include "core/model/words.h"
#include "core/plan/draft/estimate.h"

namespace apportion::ctl {

namespace {

constexpr std::size_t kMostNodes = 16;  // of one workload

struct Row {
    const Workload* workload = nullptr;
    const WorkloadOutcome* outcome = nullptr;
    std::string_view quota;  // its own, or the only one of its workspace; empty = none
};

std::string_view quotaOf(const Scenario& scenario, const Workload& workload) {
    if (workload.quota.empty())
        for (const Workspace& workspace : scenario.workspaces)
            if (workspace.name == workload.workspace && workspace.quotas.size() == 1)
                return workspace.quotas.front();
    return workload.quota;
}

// Those of one state, in file order.
std::vector<Row> inState(const Scenario& scenario, const Outcome& outcome, WorkloadState state) {
    std::unordered_map<std::string_view, const Workload*> byName;
    for (const Workload& workload : scenario.workloads)
        byName.emplace(workload.name, &workload);
    std::vector<Row> rows;
    for (const auto& [name, result] : outcome.workloads) {
        const auto workload = byName.find(name);
        if (result.state == state && workload != byName.end())
            rows.push_back({workload->second, &result, quotaOf(scenario, *workload->second)});
    }
    return rows;
}

// "8 GPUs", "2 x 8 GPUs"
std::string sizeText(const Workload& workload) {
    const std::string each = exactWords(Value::ofGpu(workload.request.gpu));
    return workload.replicas == 1 ? each : grouped(workload.replicas) + " x " + each;
}

std::string whatText(const Workload& workload) {
    return sizeText(workload) + ", " + std::string(word(workload.module)) + ", priority " +
           std::to_string(workload.priority);
}

std::string entryText(const Row& row, const std::optional<Instant>& zero, const Estimates* starts) {
    std::string text = "  ";
    if (row.outcome->position)
        text += grouped(*row.outcome->position) + ". ";
    text += row.workload->name;
    if (!row.quota.empty())
        text += " in " + std::string(row.quota);
    text += ": " + whatText(*row.workload);
    if (row.outcome->state == WorkloadState::pending)
        text += ", waits " + durationWords(row.outcome->waited);
    if (row.outcome->preemptions > 0)
        text += ", evicted " + plural(row.outcome->preemptions, "time", "times");
    text += '\n';
    if (row.outcome->reason) {
        text += wrapped(told(row.outcome->reason->message, zero), 6);
        text += wrapped(toldRemedy(row.outcome->reason->message, zero), 6);
    }
    const StartEstimate* start = starts != nullptr ? starts->of(row.workload->name) : nullptr;
    if (start != nullptr && start->when)
        text += wrapped("Starts " + told(*start->when, zero) + ".", 6);
    return text;
}

// "2 x 8 GPUs", "3 of 4 x 2 GPUs" where some replicas are taken.
std::string heldText(const Workload& workload, const std::vector<Placement>& placements) {
    const Gpu held =
        std::accumulate(placements.begin(), placements.end(), Gpu{0},
                        [](Gpu sum, const Placement& placement) { return sum + placement.gpu; });
    const Gpu each = workload.request.gpu;
    const std::string size = sizeText(workload);
    return each == 0 || held >= each * workload.replicas ? size
                                                         : grouped(held / each) + " of " + size;
}

// "dgx-1: 8, dgx-2: 8" with equal nodes counted once.
std::string placesText(const std::vector<Placement>& placements) {
    std::string text;
    std::size_t nodes = 0;
    for (std::size_t i = 0; i < placements.size(); ++nodes) {
        Gpu sum = 0;
        const std::string& node = placements[i].node;
        for (; i < placements.size() && placements[i].node == node; ++i)
            sum += placements[i].gpu;
        if (nodes >= kMostNodes)
            continue;
        if (!text.empty())
            text += ", ";
        text += node + ": " + gpuText(sum);
    }
    if (nodes > kMostNodes)
        text += " and " + grouped(static_cast<std::int64_t>(nodes - kMostNodes)) + " more";
    return text;
}

}  // namespace

std::string waitingSection(const Scenario& scenario, const Outcome& outcome,
                           const Estimates* starts) {
    const auto zero = epochValue(scenario.epoch);
    std::string text;
    for (const auto& [state, title] : {std::pair(WorkloadState::pending, "Waiting"),
                                       std::pair(WorkloadState::rejected, "Rejected")}) {
        const std::vector<Row> rows = inState(scenario, outcome, state);
        if (rows.empty())
            continue;
        std::unordered_map<std::string_view, std::size_t> order;
        for (const Quota& quota : scenario.quotas)
            order.emplace(quota.name, order.size());
        // By quota, place and file order; asked for once each, as there may be a million.
        std::vector<std::tuple<std::size_t, int, std::size_t>> places;
        places.reserve(rows.size());
        for (const Row& row : rows)
            places.emplace_back(order[row.quota],
                                row.outcome->position.value_or(std::numeric_limits<int>::max()),
                                places.size());
        const auto listed = static_cast<std::ptrdiff_t>(std::min(rows.size(), kMostListed));
        std::partial_sort(places.begin(), places.begin() + listed, places.end());
        text += heading(title);
        for (std::ptrdiff_t i = 0; i < listed; ++i)
            text += entryText(rows[std::get<2>(places[static_cast<std::size_t>(i)])], zero, starts);
        text += moreText(rows.size());
    }
    return text;
}

std::string runningSection(const Scenario& scenario, const Outcome& outcome) {
    const std::vector<Row> rows = inState(scenario, outcome, WorkloadState::running);
    if (rows.empty())
        return {};
    TextTable table({{"workload", Align::left},
                     {"quota", Align::left},
                     {"GPUs", Align::right},
                     {"since", Align::right},
                     {"where", Align::left}});
    for (std::size_t i = 0; i < std::min(rows.size(), kMostListed); ++i)
        table.row({rows[i].workload->name, std::string(rows[i].quota),
                   heldText(*rows[i].workload, rows[i].outcome->placements),
                   momentCell(scenario, rows[i].outcome->start.value_or(0)),
                   placesText(rows[i].outcome->placements)});
    return heading("Running") + table.text() + moreText(rows.size());
}

}  // namespace apportion::ctl
