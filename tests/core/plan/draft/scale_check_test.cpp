// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/scale_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/session/draft/scale_pool.h"

namespace apportion {
namespace {

using test::kMinute;
using test::Pool;
using test::targets;
using ::testing::ElementsAre;

constexpr Instant kCheckAt = 30 * kSecond;

ScaleCheck checkOf(const Pool& pool, const ScaleTargets& targets) {
    const Simulation run = pool.run(kCheckAt / kSecond);
    return checkScale(run.engine(), kCheckAt, targets);
}

TEST(ScaleCheck, AsksForNoModeWhereNothingStandsInTheWay) {
    Pool pool = test::pool128();
    for (int i = 0; i < 10; ++i)
        pool.work("t" + std::to_string(i), "Quota1.2", 8 * kOneGpu, 0);  // preemptible
    const ScaleCheck check = checkOf(pool, targets({{"Quota1.1", 56}, {"Quota1.2", 72}}));
    EXPECT_TRUE(check.problems.empty());
    EXPECT_TRUE(check.obstacles.empty());
    EXPECT_EQ(check.changes.size(), 2U);
}

TEST(ScaleCheck, NamesWhoStandsInTheWay) {
    const ScaleCheck check =
        checkOf(test::busy128(), targets({{"Quota1.1", 56}, {"Quota1.2", 72}}));
    EXPECT_TRUE(check.problems.empty());
    ASSERT_EQ(check.obstacles.size(), 1U);
    EXPECT_EQ(check.obstacles[0].quota, "Quota1.2");
    EXPECT_EQ(check.obstacles[0].placed, 76 * kOneGpu);
    EXPECT_EQ(check.obstacles[0].bound, 72 * kOneGpu);
    EXPECT_EQ(check.obstacles[0].workloads.size(), 10U);
    EXPECT_FALSE(check.drained.has_value());
    ASSERT_TRUE(check.drainUnknown.has_value());
    EXPECT_EQ(check.drainUnknown->code, "scale-no-duration");
}

TEST(ScaleCheck, KnowsWhenItIsDrained) {
    // d01 started first and ends after ten minutes: 68 are left.
    const ScaleCheck check =
        checkOf(test::busy128(10 * kMinute), targets({{"Quota1.1", 56}, {"Quota1.2", 72}}));
    ASSERT_EQ(check.obstacles.size(), 1U);
    EXPECT_EQ(check.drained, kSecond + 10 * kMinute);
    EXPECT_FALSE(check.drainUnknown.has_value());
}

TEST(ScaleCheck, NamesEverybodyInTheWay) {
    Pool pool;
    pool.nodes(8, 8);
    pool.quota("root", 64);
    pool.quota("a", 16, "root");
    pool.quota("b", 24, "root");
    pool.quota("c", 24, "root");
    test::notebook(pool, "b1", "b", 24);
    test::notebook(pool, "c1", "c", 24).replicas = 1;
    pool.scenario.workloads[0].request.gpu = pool.scenario.workloads[1].request.gpu = 8 * kOneGpu;
    pool.scenario.workloads[0].replicas = pool.scenario.workloads[1].replicas = 3;
    const ScaleCheck check = checkOf(pool, targets({{"a", 32}, {"b", 16}, {"c", 16}}));
    ASSERT_EQ(check.obstacles.size(), 2U);
    EXPECT_EQ(check.obstacles[0].quota, "b");
    EXPECT_EQ(check.obstacles[1].quota, "c");
    EXPECT_THAT(check.obstacles[1].workloads, ElementsAre("c1"));
}

TEST(ScaleCheck, RepairsMend) {
    const Pool pool = test::busy128();
    const ScaleCheck check = checkOf(pool, targets({{"Quota1.1", 56}}));
    ASSERT_EQ(check.problems.size(), 1U);
    const ScaleProblem& problem = check.problems[0];
    EXPECT_EQ(problem.message.code, "sum-of-children");
    EXPECT_EQ(problem.quota, "Quota1");
    ASSERT_EQ(problem.repairs.size(), 2U) << "a larger parent would be beyond the nodes";
    EXPECT_EQ(problem.repairs[0].kind, ScaleRepair::Kind::set);
    EXPECT_EQ(problem.repairs[0].targets, targets({{"Quota1.1", 48}}));
    EXPECT_EQ(problem.repairs[1].kind, ScaleRepair::Kind::takeFrom);
    EXPECT_EQ(problem.repairs[1].gpu, 8 * kOneGpu);
    EXPECT_EQ(problem.repairs[1].targets, targets({{"Quota1.1", 56}, {"Quota1.2", 72}}));
    EXPECT_TRUE(checkOf(pool, problem.repairs[1].targets).problems.empty());
}

TEST(ScaleCheck, AParentIsRaisedWhereThatHasAnEnd) {
    Pool pool = test::busy128();
    pool.nodes(1, 8, "more");
    ScaleCheck check = checkOf(pool, targets({{"Quota1.1", 56}}));
    ASSERT_EQ(check.problems.size(), 1U);
    ASSERT_EQ(check.problems[0].repairs.size(), 3U);
    EXPECT_EQ(check.problems[0].repairs[2].kind, ScaleRepair::Kind::raiseParent);
    EXPECT_TRUE(checkOf(pool, check.problems[0].repairs[2].targets).problems.empty());
    check = checkOf(pool, targets({{"Quota1.2", 900}}));
    ASSERT_FALSE(check.problems.empty());
    for (const ScaleRepair& each : check.problems[0].repairs)
        EXPECT_NE(each.kind, ScaleRepair::Kind::raiseParent) << "to 948 of 136";
}

TEST(ScaleCheck, TellsEveryProblem) {
    Pool pool = test::pool128();
    pool.scenario.quotas[1].policy.limit.gpu = 52 * kOneGpu;
    pool.quota("Quota1.2.1", 75, "Quota1.2");
    const ScaleCheck check = checkOf(pool, targets({{"Quota1.1", 56}, {"Quota1.2", 72}}));
    std::vector<std::string> codes;
    for (const ScaleProblem& each : check.problems)
        codes.push_back(each.message.code);
    // 72 for a child of 75, which would give 3; then 56 above the limit of 52.
    EXPECT_THAT(codes, ElementsAre("sum-of-children", "invalid.limit"));
    EXPECT_EQ(check.problems[0].repairs[0].quota, "Quota1.2.1");
    EXPECT_EQ(check.problems[1].repairs[0].targets[0], targets({{"Quota1.1", 52}})[0]);
    EXPECT_EQ(check.problems[0].quota, "Quota1.2");
    EXPECT_TRUE(check.obstacles.empty());
}

TEST(ScaleCheck, OfTheCapacity) {
    const ScaleCheck check = checkOf(test::pool128(), targets({{"Quota1", 136}}));
    ASSERT_EQ(check.problems.size(), 1U);
    EXPECT_EQ(check.problems[0].message.code, "above-capacity");
    ASSERT_EQ(check.problems[0].repairs.size(), 1U);
    EXPECT_TRUE(checkOf(test::pool128(), check.problems[0].repairs[0].targets).changes.empty());
}

TEST(ScaleCheck, WhatIsAsItIsIsNoChange) {
    const ScaleCheck check =
        checkOf(test::busy128(), targets({{"Quota1.1", 48}, {"Quota1.2", 80}}));
    EXPECT_TRUE(check.changes.empty());
    EXPECT_TRUE(check.problems.empty());
}

}  // namespace
}  // namespace apportion
