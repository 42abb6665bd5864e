// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/planning/known_runs.h"

#include <algorithm>

namespace apportion {

namespace {

constexpr std::size_t kMostKnown = 24;  // their metrics are large

// Of the base, then of the sets.
std::vector<std::optional<std::vector<PlanEdit>>> editsOf(const PreparedPlan& plan) {
    std::vector<std::optional<std::vector<PlanEdit>>> edits(1);
    for (const ChangeSet& set : plan.plan().sets)
        edits.emplace_back(set.edits);
    return edits;
}

}  // namespace

bool KnownRuns::isOf(const PreparedPlan& plan) const {
    Futures futures = plan.plan().futures;
    futures.count = futures_.count;
    return base_ == plan.base->scenario() && until_ == plan.base->until() && futures_ == futures;
}

KnownRuns::Runs KnownRuns::of(const PreparedPlan& plan) const {
    Runs runs;
    const auto all = editsOf(plan);
    for (const auto& edits : all) {
        const auto found = std::find_if(known_.begin(), known_.end(),
                                        [&](const Known& each) { return each.edits == edits; });
        const bool is = isOf(plan) && found != known_.end();
        runs.recorded.push_back(is ? found->recorded : std::optional<PlanRun>());
        runs.futures.push_back(is ? found->futures : FutureColumn());
    }
    return runs;
}

void KnownRuns::keep(const PreparedPlan& plan, Runs runs) {
    if (!isOf(plan))
        known_.clear();
    base_ = plan.base->scenario();
    until_ = plan.base->until();
    futures_ = plan.plan().futures;
    const auto edits = editsOf(plan);
    // The base last: it is in front then, and stays longest.
    for (std::size_t run = edits.size(); run-- > 0;) {
        const auto same = std::find_if(known_.begin(), known_.end(),
                                       [&](const Known& each) { return each.edits == edits[run]; });
        if (same != known_.end())
            known_.erase(same);
        known_.push_front(
            {edits[run], std::move(runs.recorded[run]), std::move(runs.futures[run])});
    }
    if (known_.size() > kMostKnown)
        known_.resize(kMostKnown);
}

}  // namespace apportion
