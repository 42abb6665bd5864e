// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 21, mode reclaim, against brute force: whoever goes is the least set, by keys (c) to (i) of
// rule 19, after which no bound is broken that the scale broke.
#include <string>

#include <gtest/gtest.h>

#include "core/engine/instant.h"
#include "tests/core/engine/brute_force.h"
#include "tests/core/engine/instances.h"
#include "tests/core/engine/random_world.h"

namespace apportion {
namespace {

using testing::Keys;

constexpr std::size_t kMostCounted = 11;

// By how much a bound of rule 3 that depends on sizes is broken.
Gpu excess(const EngineState& state, BranchId id, BoundKind kind) {
    const Branch& branch = state.tree[id];
    const BranchBook& book = state.books[id];
    const auto& policy = state.tree.quotaOf(id).policy;
    Gpu above = 0;
    if (kind == BoundKind::nonPreemptible)
        above = book.placed.nonPreemptible - branch.guarantee;
    else if (kind == BoundKind::overQuota && !branch.own && policy.overQuota != OverQuota::on)
        above = book.placed.sum() - branch.guarantee;
    else if (kind == BoundKind::limit && branch.limit.gpu)
        above = book.charge - *branch.limit.gpu;
    else if (kind == BoundKind::capacity && branch.parent == kNoBranch)
        above = state.books.groupCharge(branch.group) + state.books.groupIdle(branch.group) -
                state.fleet.capacity(branch.group);
    return std::max<Gpu>(0, above);
}

using Bound = std::pair<BranchId, BoundKind>;

std::vector<Bound> newlyBroken(const EngineState& before, const EngineState& after) {
    std::vector<Bound> broken;
    for (BranchId id = 0; id < after.tree.size(); ++id)
        for (const BoundKind kind : {BoundKind::limit, BoundKind::nonPreemptible,
                                     BoundKind::overQuota, BoundKind::capacity})
            if (excess(after, id, kind) > excess(before, id, kind))
                broken.emplace_back(id, kind);
    return broken;
}

bool counts(const EngineState& state, const Job& job, const Bound& bound) {
    if (bound.second == BoundKind::capacity)
        return job.group() == state.tree[bound.first].group;
    return !job.idle() && state.tree.contains(bound.first, job.leaf()) &&
           (bound.second != BoundKind::nonPreemptible || !job.preemptible());
}

std::vector<Candidate> counted(const EngineState& state, const std::vector<Bound>& bounds) {
    std::vector<Candidate> all;
    for (const WorkloadId id : state.jobs.living()) {
        const Job& job = state.job(id);
        if (job.phase != Phase::running ||
            std::none_of(bounds.begin(), bounds.end(),
                         [&](const Bound& bound) { return counts(state, job, bound); }))
            continue;
        Candidate victim;
        victim.id = id;
        victim.gpu = job.heldGpu();
        victim.lost = state.lostWork(job);
        victim.start = *job.start();
        victim.leaf = job.leaf();
        all.push_back(victim);
    }
    return all;
}

std::vector<WorkloadId> leastByTrying(EngineState& state, const std::vector<Bound>& bounds,
                                      const std::vector<Candidate>& all) {
    std::vector<WorkloadId> ids;
    std::optional<std::vector<std::size_t>> best;
    for (unsigned mask = 1; mask < (1u << all.size()); ++mask) {
        std::vector<std::size_t> members;
        Lifted lifted(state);
        for (std::size_t i = 0; i < all.size(); ++i)
            if ((mask >> i & 1u) != 0) {
                members.push_back(i);
                lifted.take(all[i].id);
            }
        const bool mended = std::all_of(bounds.begin(), bounds.end(), [&](const Bound& bound) {
            return excess(state, bound.first, bound.second) == 0;
        });
        if (mended && (!best || Keys(state, all, members, false) < Keys(state, all, *best, false)))
            best = members;
    }
    if (best)
        for (const std::size_t member : *best)
            ids.push_back(all[member].id);
    return ids;
}

TEST(ScaleVictims, EqualBruteForce) {
    int taken = 0;
    int several = 0;
    for (unsigned seed = 1; seed <= testing::instancesOr(3000); ++seed) {
        const testing::Siege siege = testing::randomSiege(seed);
        testing::Dice dice(seed);
        EngineState before(siege.scenario);
        before.now = kSecond;
        Decisions made;
        for (const NodeEvent& cordon : siege.cordons)
            applyEvent(before, cordon, made);
        ScaleEvent scale;
        for (const Quota& quota : siege.scenario.quotas)
            if (dice.chance(60)) {
                Limit target;
                target.gpu =
                    dice.from(0, static_cast<int>(quota.guaranteed.gpu / kOneGpu)) * kOneGpu;
                scale.targets.emplace_back(quota.name, target);
            }
        if (scale.targets.empty())
            continue;
        scale.mode = ScaleMode::drain;
        EngineState drained = before;
        if (applyEvent(drained, scale, made))
            continue;
        const auto bounds = newlyBroken(before, drained);
        const auto all = counted(drained, bounds);
        if (bounds.empty() || all.size() > kMostCounted)
            continue;
        scale.mode = ScaleMode::reclaim;
        EngineState reclaimed = before;
        reclaimed.log.begin();
        Decisions decided;
        ASSERT_FALSE(applyEvent(reclaimed, scale, decided));
        reclaimed.log.report(decided);
        std::vector<WorkloadId> ids;
        for (const Taken& each : decided.taken)
            ids.push_back(each.victim);
        EXPECT_EQ(ids, leastByTrying(drained, bounds, all)) << "seed " << seed;
        taken += ids.empty() ? 0 : 1;
        several += ids.size() > 1 ? 1 : 0;
    }
    EXPECT_GT(taken, static_cast<int>(testing::instancesOr(3000) / 20));
    EXPECT_GT(several, static_cast<int>(testing::instancesOr(3000) / 100));
}

}  // namespace
}  // namespace apportion
