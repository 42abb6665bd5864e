// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/scale_level.h"

#include <random>

#include <gtest/gtest.h>

#include "core/model/bounds.h"
#include "tests/core/session/draft/scale_pool.h"

namespace apportion {
namespace {

using test::Pool;
using test::targets;

std::vector<Gpu> gpusOf(const ScaleLevel& level) {
    std::vector<Gpu> gpus;
    for (const ScaleRow& row : level.rows)
        gpus.push_back(row.target / kOneGpu);
    return gpus;
}

ScaleLevel threeSiblings() {
    Pool pool;
    pool.nodes(8, 8);
    pool.quota("root", 64);
    pool.quota("a", 16, "root").policy.limit.gpu = 24 * kOneGpu;
    pool.quota("b", 20, "root");
    pool.quota("c", 16, "root");
    pool.quota("b.1", 12, "b");
    return scaleLevels(Engine(pool.scenario), {})[1];
}

TEST(ScaleLevels, SayWhatIsDividedAndWhatBindsEach) {
    const Pool pool = test::pool128();
    const auto levels = scaleLevels(Engine(pool.scenario), targets({{"Quota1.1", 56}}));
    ASSERT_EQ(levels.size(), 2U);
    EXPECT_EQ(levels[0].parent, "");
    EXPECT_EQ(levels[0].whole, 128 * kOneGpu);
    EXPECT_EQ(levels[0].rows[0].children, 136 * kOneGpu);
    EXPECT_EQ(levels[1].parent, "Quota1");
    EXPECT_EQ(levels[1].whole, 128 * kOneGpu);
    EXPECT_EQ(levels[1].unassigned(), -8 * kOneGpu);
    EXPECT_EQ(levels[1].rows[0].now, 48 * kOneGpu);
    EXPECT_EQ(levels[1].rows[0].target, 56 * kOneGpu);

    const ScaleLevel level = threeSiblings();
    EXPECT_EQ(level.unassigned(), 12 * kOneGpu);
    EXPECT_EQ(level.rows[0].most, 24 * kOneGpu);
    EXPECT_EQ(level.rows[0].limitOf, "a");
    EXPECT_EQ(level.rows[1].least, 12 * kOneGpu);
    EXPECT_FALSE(level.rows[1].most.has_value());
}

TEST(ScaleLevels, RootsOfOneSelectorShareTheirNodes) {
    Pool pool;
    pool.nodes(4, 8);
    Node other;
    other.name = "h";
    other.gpu = 8 * kOneGpu;
    other.gpuType = "H100";
    pool.scenario.nodes.push_back({other, 2});
    pool.quota("x", 10);
    pool.quota("y", 12);
    pool.quota("z", 16).policy.nodes = NodeSelector{"H100", {}};
    const auto levels = scaleLevels(Engine(pool.scenario), {});
    ASSERT_EQ(levels.size(), 2U);
    EXPECT_EQ(levels[0].whole, 32 * kOneGpu);
    EXPECT_EQ(levels[0].rows.size(), 2U);
    EXPECT_EQ(levels[0].unassigned(), 10 * kOneGpu);
    EXPECT_EQ(levels[1].whole, 16 * kOneGpu);
}

TEST(ScaleLevels, OfAQuotaAreItsChildrenElseItsSiblings) {
    const auto levels = scaleLevels(Engine(test::pool128().scenario), {});
    ASSERT_EQ(levels.size(), 2U);
    EXPECT_EQ(levelOf(levels, "Quota1.2"), 1U);
    EXPECT_EQ(levelOf(levels, "Quota1"), 1U);
    EXPECT_EQ(levelOf({levels[0]}, "Quota1"), 0U) << "it has no children";
    EXPECT_EQ(levelOf(levels, "nobody"), std::nullopt);
    EXPECT_EQ(levelOf(levels, ""), std::nullopt);
}

TEST(Divider, MovesBetweenNeighboursAndStopsAtTheirBounds) {
    ScaleLevel level = threeSiblings();
    moveDivider(level, 0, 20 * kOneGpu);
    EXPECT_EQ(gpusOf(level), (std::vector<Gpu>{20, 16, 16}));
    moveDivider(level, 0, 40 * kOneGpu);  // a's limit is 24, b's children have 12
    EXPECT_EQ(gpusOf(level), (std::vector<Gpu>{24, 12, 16}));
    moveDivider(level, 1, 0);
    EXPECT_EQ(gpusOf(level), (std::vector<Gpu>{24, 12, 16}));
    moveDivider(level, 2, 99 * kOneGpu);  // behind the last: what is unassigned
    EXPECT_EQ(gpusOf(level), (std::vector<Gpu>{24, 12, 28}));
    EXPECT_EQ(level.unassigned(), 0);
    moveDivider(level, 2, 3 * kOneGpu);
    EXPECT_EQ(level.unassigned(), 25 * kOneGpu);
}

TEST(Divider, KeepsTheSumWhateverIsAsked) {
    std::mt19937 random(7);
    ScaleLevel level = threeSiblings();
    for (int i = 0; i < 2000; ++i) {
        const std::size_t row = random() % level.rows.size();
        const Gpu size = static_cast<Gpu>(random() % 7000);
        const Gpu given = level.assigned();
        random() % 2 == 0 || row + 1 == level.rows.size() ? setTarget(level, row, size, true)
                                                          : moveDivider(level, row, size);
        // What siblings cannot give is asked of what is unassigned.
        if (level.assigned() != given) {
            EXPECT_EQ(level.rows[row].target, size);
            level = threeSiblings();
        }
        for (std::size_t other = 0; other < level.rows.size(); ++other) {
            if (other != row) {
                EXPECT_GE(level.rows[other].target, level.rows[other].least);
                EXPECT_LE(level.rows[other].target, level.rows[other].most.value_or(kMostGpu));
            }
        }
        if (level.rows[row].target < level.rows[row].least ||
            level.rows[row].target > level.rows[row].most.value_or(kMostGpu))
            level = threeSiblings();
    }
}

TEST(SetTarget, TakesFromTheRowsBehindInACircle) {
    ScaleLevel level = threeSiblings();
    setTarget(level, 2, 24 * kOneGpu, true);
    EXPECT_EQ(gpusOf(level), (std::vector<Gpu>{8, 20, 24}));
    setTarget(level, 2, 36 * kOneGpu, true);
    EXPECT_EQ(gpusOf(level), (std::vector<Gpu>{0, 16, 36}));
    setTarget(level, 2, 10 * kOneGpu, true);
    EXPECT_EQ(gpusOf(level), (std::vector<Gpu>{24, 18, 10}));
    setTarget(level, 2, 12 * kOneGpu, false);
    EXPECT_EQ(gpusOf(level), (std::vector<Gpu>{24, 18, 12}));
}

TEST(SetTarget, TakesFromAnIdleSiblingBeforeABusyOne) {
    ScaleLevel level = threeSiblings();
    level.rows[0].numbers.subtree = 16 * kOneGpu;  // all of it runs
    level.rows[1].numbers.subtree = 18 * kOneGpu;  // 2 of 20 are idle
    setTarget(level, 2, 24 * kOneGpu, true);
    EXPECT_EQ(gpusOf(level), (std::vector<Gpu>{10, 18, 24})) << "a gives what b has not idle";
    level = threeSiblings();
    level.rows[0].numbers.pending = 12 * kOneGpu;  // it waits for what it does not use
    setTarget(level, 2, 24 * kOneGpu, true);
    EXPECT_EQ(gpusOf(level), (std::vector<Gpu>{12, 16, 24}));
}

TEST(Changes, AreWhatDiffers) {
    ScaleLevel level = threeSiblings();
    level.rows[0].target = 20 * kOneGpu;
    ScaleTargets changes = changesOf(targets({{"b", 30}, {"other", 5}}), level);
    EXPECT_EQ(changes, targets({{"other", 5}, {"a", 20}}));
    level.rows[0].target = level.rows[0].now;
    EXPECT_EQ(changesOf(changes, level), targets({{"other", 5}}));
}

TEST(Suggestion, MovesFromTheLargestToWhoWaits) {
    const Pool pool = test::busy128();
    EXPECT_EQ(suggestedTargets(pool.run(30).engine()),
              targets({{"Quota1.1", 56}, {"Quota1.2", 72}}));
    Pool alone;
    alone.nodes(1, 8);
    alone.quota("only", 8);
    EXPECT_TRUE(suggestedTargets(Engine(alone.scenario)).empty());
}

// A picture of the effect wants a change, also where the longest queue may not have more.
TEST(Suggestion, PassesOverWhoMayTakeNothingAndWhoMayGiveNothing) {
    Pool pool;
    pool.nodes(8, 8);
    pool.quota("all", 64);
    pool.quota("full", 8, "all").policy.limit.gpu = 8 * kOneGpu;
    pool.quota("wants", 8, "all");
    pool.quota("parent", 32, "all");
    pool.quota("below", 32, "parent");
    pool.quota("gives", 16, "all");
    for (int i = 0; i < 8; ++i)
        pool.work("f" + std::to_string(i), "full", 8 * kOneGpu, i);
    for (int i = 0; i < 6; ++i)
        pool.work("w" + std::to_string(i), "wants", 16 * kOneGpu, i);
    EXPECT_EQ(suggestedTargets(pool.run(30).engine()), targets({{"wants", 16}, {"gives", 8}}));
}

TEST(ScaleLevels, WhatGoesThroughAParentIsCountedOnce) {
    const Pool pool = test::pool128();
    const Engine engine(pool.scenario);
    const auto sums = [&](std::vector<std::pair<std::string, Gpu>> sizes) {
        const ScaleSums found = sumsOf(scaleLevels(engine, targets(std::move(sizes))));
        return std::pair(found.more / kOneGpu, found.less / kOneGpu);
    };
    EXPECT_EQ(sums({{"Quota1", 124}, {"Quota1.2", 76}}), std::pair(Gpu{0}, Gpu{4}));
    EXPECT_EQ(sums({{"Quota1", 124}, {"Quota1.2", 78}}), std::pair(Gpu{0}, Gpu{4}))
        << "two of the child and two of what its parent has for itself";
    EXPECT_EQ(sums({{"Quota1.1", 56}, {"Quota1.2", 72}}), std::pair(Gpu{8}, Gpu{8}));
}

}  // namespace
}  // namespace apportion
