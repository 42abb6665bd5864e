// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 5 to 7 over whole trees: every level hands out no more than it has, and one GPU more of
// capacity, weight or guarantee lowers nobody's own share, however deep.
#include <numeric>
#include <string>

#include <gtest/gtest.h>

#include "core/engine/state.h"
#include "core/model/validate.h"
#include "tests/core/engine/random_world.h"
#include "tests/core/sanitized.h"

namespace apportion {
namespace {

constexpr unsigned kTrees = 1000 / testing::kFewer;

// All its work waits or runs.
EngineState crowded(const Scenario& scenario) {
    EngineState state(scenario);
    for (WorkloadId id = 0; id < state.jobs.size(); ++id)
        if (state.jobs.toCome(id))
            state.enqueue(id);
    state.divideShares();
    return state;
}

Scenario tree(unsigned seed) {
    return testing::randomWorld(seed, 14, 0);
}

// Whether the same work counts in both: what never fits is left out of the shares.
bool sameWork(const EngineState& a, const EngineState& b) {
    for (WorkloadId id = 0; id < a.jobs.size(); ++id)
        if (a.job(id).fit != b.job(id).fit)
            return false;
    return true;
}

TEST(Shares, NoLevelHandsOutMoreThanItHas) {
    for (unsigned seed = 1; seed <= kTrees; ++seed) {
        const EngineState state = crowded(tree(seed));
        const auto sum = [&state](const std::vector<BranchId>& level) {
            return std::accumulate(level.begin(), level.end(), Gpu{0},
                                   [&](Gpu all, BranchId id) { return all + state.shareOf(id); });
        };
        for (GroupId group = 0; group < state.tree.groups(); ++group)
            EXPECT_LE(sum(state.tree.topLevel(group)), state.fleet.capacity(group));
        for (BranchId id = 0; id < state.tree.size(); ++id) {
            EXPECT_GE(state.shareOf(id), 0);
            if (!state.tree[id].leaf()) {
                EXPECT_LE(sum(state.tree[id].level), state.shareOf(id)) << "seed " << seed;
            }
        }
    }
}

TEST(Shares, OneGpuMoreLowersNobodysShare) {
    int compared = 0;
    for (unsigned seed = 1; seed <= kTrees; ++seed) {
        Scenario scenario = tree(seed);
        const EngineState before = crowded(scenario);
        NodeGroup added;
        added.node.name = "added";
        added.node.gpu = kOneGpu;
        scenario.nodes.push_back(added);
        const EngineState after = crowded(scenario);
        if (!sameWork(before, after))
            continue;
        ++compared;
        for (BranchId id = 0; id < before.tree.size(); ++id)
            ASSERT_GE(after.shareOf(id), before.shareOf(id))
                << before.tree.quotaOf(id).name << ", seed " << seed;
    }
    EXPECT_GT(compared, static_cast<int>(kTrees / 2));
}

TEST(Shares, MoreWeightOrGuaranteeLowersNobodysOwnShare) {
    int compared = 0;
    for (unsigned seed = 1; seed <= kTrees; ++seed) {
        const Scenario scenario = tree(seed);
        const EngineState before = crowded(scenario);
        for (std::size_t i = 0; i < scenario.quotas.size(); ++i) {
            const auto id = static_cast<BranchId>(i);
            Scenario heavier = scenario;
            heavier.quotas[i].policy.weight = scenario.quotas[i].policy.weight.value_or(
                                                  scenario.quotas[i].guaranteed.gpu / kOneGpu) +
                                              1;
            ASSERT_GE(crowded(heavier).shareOf(id), before.shareOf(id))
                << "weight of " << scenario.quotas[i].name << ", seed " << seed;
            Scenario larger = scenario;
            larger.quotas[i].guaranteed.gpu += kOneGpu;
            if (hasErrors(validate(larger)))
                continue;
            ++compared;
            ASSERT_GE(crowded(larger).shareOf(id), before.shareOf(id))
                << "guarantee of " << scenario.quotas[i].name << ", seed " << seed;
        }
    }
    EXPECT_GT(compared, static_cast<int>(kTrees / 2));
}

}  // namespace
}  // namespace apportion
