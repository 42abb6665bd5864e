// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/verdict.h"

#include <algorithm>
#include <map>
#include <set>

namespace apportion {

namespace {

// A wait is no longer than before if less than this is between them.
constexpr Duration kSameWait = 60 * kSecond;

bool isWait(PlanMetric metric) {
    return metric == PlanMetric::p95Wait || metric == PlanMetric::meanWait ||
           metric == PlanMetric::p95Started;
}

const Band& bandIn(const QuotaBands& bands, PlanMetric metric) {
    switch (metric) {
        case PlanMetric::meanWait:
            return bands.meanWaitAll;
        case PlanMetric::p95Started:
            return bands.p95Wait;
        case PlanMetric::neverStarted:
            return bands.stillWaiting;
        case PlanMetric::evictions:
            return bands.evictions;
        case PlanMetric::lost:
            return bands.wasted;
        default:
            return bands.p95WaitAll;
    }
}

}  // namespace

std::optional<Band> bandOf(const OutcomeBands& bands, PlanMetric metric, const std::string& quota) {
    if (metric == PlanMetric::utilization)
        return quota.empty() ? std::optional(bands.utilization) : std::nullopt;
    if (quota.empty())
        return bandIn(bands.all, metric);
    for (const auto& [name, of] : bands.byQuota)
        if (name == quota)
            return bandIn(of, metric);
    return std::nullopt;
}

bool isAtLeast(const OutcomeBands& bands, PlanMetric metric, const std::string& quota) {
    if (metric != PlanMetric::p95Wait && metric != PlanMetric::meanWait)
        return false;
    const auto waiting = bandOf(bands, PlanMetric::neverStarted, quota);
    return waiting && waiting->p90 > 0;
}

PlanMark markOf(const Band& delta, PlanMetric metric) {
    const std::int64_t least = isWait(metric) ? kSameWait : 1;
    const bool lower = delta.p90 < 0 && delta.p50 <= -least;
    const bool higher = delta.p10 > 0 && delta.p50 >= least;
    if (!lower && !higher)
        return PlanMark::same;
    return lower == (metric != PlanMetric::utilization) ? PlanMark::better : PlanMark::worse;
}

std::optional<PlanVerdict> verdictOf(const FutureBands& bands, std::size_t set,
                                     const std::string& quota,
                                     const std::vector<std::string>& teams) {
    if (set >= bands.sets.size())
        return std::nullopt;
    const SetBands& of = bands.sets[set];
    const auto before = bandOf(bands.base, PlanMetric::p95Wait, quota);
    const auto after = bandOf(of.bands, PlanMetric::p95Wait, quota);
    const auto delta = bandOf(of.delta, PlanMetric::p95Wait, quota);
    if (of.futures == 0 || !before || !after || !delta)
        return std::nullopt;
    PlanVerdict verdict;
    verdict.before = *before;
    verdict.after = *after;
    verdict.beforeAtLeast = isAtLeast(bands.base, PlanMetric::p95Wait, quota);
    verdict.afterAtLeast = isAtLeast(of.bands, PlanMetric::p95Wait, quota);
    verdict.mark = markOf(*delta, PlanMetric::p95Wait);
    verdict.better = delta->lower;
    verdict.worse = delta->higher;
    verdict.futures = of.futures;
    verdict.refused = of.refused;
    verdict.evictions = of.delta.all.evictions;
    for (const std::string& team : teams) {
        const auto more = bandOf(of.delta, PlanMetric::p95Wait, team);
        if (!more || markOf(*more, PlanMetric::p95Wait) != PlanMark::worse ||
            more->p90 <= verdict.longer)
            continue;
        verdict.longer = more->p90;
        verdict.payer = team;
    }
    return verdict;
}

std::vector<std::string> teamsOf(const Scenario& scenario) {
    std::set<std::string> parents;
    for (const Quota& quota : scenario.quotas)
        parents.insert(quota.parent);
    std::vector<std::string> teams;
    for (const Quota& quota : scenario.quotas)
        if (parents.count(quota.name) == 0)
            teams.push_back(quota.name);
    return teams;
}

std::string subjectOf(const Plan& plan, const Scenario& scenario) {
    std::map<std::string, Gpu> sizes;
    for (const Quota& quota : scenario.quotas)
        sizes.emplace(quota.name, quota.guaranteed.gpu);
    std::vector<std::pair<std::string, int>> helped;
    for (const ChangeSet& set : plan.sets)
        for (const PlanEdit& edit : set.edits) {
            const auto* action = std::get_if<EventAction>(&edit.action);
            const auto* scale = action ? std::get_if<ScaleEvent>(action) : nullptr;
            if (!scale)
                continue;
            for (const auto& [name, to] : scale->targets) {
                const auto size = sizes.find(name);
                if (!to.gpu || size == sizes.end() || *to.gpu <= size->second)
                    continue;
                const auto known =
                    std::find_if(helped.begin(), helped.end(),
                                 [&, &of = name](const auto& each) { return each.first == of; });
                known == helped.end() ? void(helped.emplace_back(name, 1)) : void(++known->second);
            }
        }
    const auto most =
        std::max_element(helped.begin(), helped.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == helped.end() ? std::string() : most->first;
}

}  // namespace apportion
