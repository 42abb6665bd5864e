// SPDX-License-Identifier: GPL-3.0-or-later
// Reasons of rule 3: a bound that a start would break, and what others keep back.
#include <gtest/gtest.h>

#include "tests/core/engine/told.h"

namespace apportion {
namespace {

using testing::detail;
using testing::Pool;
using testing::tell;
using testing::Told;
using testing::twoTeams;

TEST(BoundReasons, OverLimit) {
    Pool pool = twoTeams(8, 2, 2);
    pool.scenario.quotas[1].policy.limit = {300, 2 * kOneCore, {}};
    pool.work("first", "a", 200, 0).request.cpu = kOneCore;
    Workload& w = pool.work("w", "a", 200, 0);
    EXPECT_EQ(
        tell(pool).text,
        "a has 2 GPUs allocated, this workload needs 2 GPUs, and the limit is 3 GPUs. It can start "
        "only after workloads there release 1 GPU, or after the limit is raised by 1 GPU.");
    w.request = {100, 2 * kOneCore, 0};
    EXPECT_EQ(
        tell(pool).text,
        "a has 1 core allocated, this workload needs 2 cores, and the limit is 2 cores. It can "
        "start only after workloads there release 1 core, or after the limit is raised by 1 core.");
}

TEST(BoundReasons, NonPreemptibleOverQuota) {
    Pool pool = twoTeams(8, 2, 2);
    pool.work("first", "a", 100, 0).preemptible = false;
    pool.work("w", "a", 200, 0).preemptible = false;
    EXPECT_EQ(tell(pool).text,
              "Non-preemptible workloads must fit in the guarantee of a: 1 GPU allocated, 2 GPUs "
              "requested, 2 GPUs guaranteed. It can start only after such workloads release 1 GPU, "
              "or after the guarantee is raised by 1 GPU.");
}

// The end of nobody helps a request that is beyond the bound by itself.
// A guarantee that was lowered below them: work of any kind waits there, for whatever it asks.
TEST(BoundReasons, WhatCannotBePreemptedStandsInTheWayOfAll) {
    Pool pool = twoTeams(4, 2, 2);
    pool.work("fixed", "a", 200, 0).preemptible = false;
    pool.event(5, ScaleEvent{{{"a", Limit{kOneGpu, {}, {}}}}, ScaleMode::drain});
    pool.work("w", "a", 100, 6);
    const Told told = tell(pool, 7);
    EXPECT_EQ(told.code, "non-preemptible-over-quota.above");
    EXPECT_EQ(told.text,
              "Non-preemptible workloads already exceed the guarantee of a: 2 GPUs allocated, 1 "
              "GPU guaranteed. It can start only after such workloads release 1 GPU, or after the "
              "guarantee is raised by 1 GPU.");
}

TEST(BoundReasons, ARequestBeyondItsGuaranteeWaitsForNobodysEnd) {
    Pool pool = twoTeams(8, 2, 2);
    Workload& w = pool.work("w", "a", 300, 0);
    w.preemptible = false;
    EXPECT_EQ(tell(pool).text,
              "Non-preemptible workloads must fit in the guarantee of a: 0 GPUs allocated, 3 GPUs "
              "requested, 2 GPUs guaranteed. It can start only after the guarantee is raised by at "
              "least 1 GPU.");
    pool.work("first", "a", 200, 0).preemptible = false;
    EXPECT_EQ(tell(pool, 1, "w").text,
              "Non-preemptible workloads must fit in the guarantee of a: 2 GPUs allocated, 3 GPUs "
              "requested, 2 GPUs guaranteed. It can start only after the guarantee is raised by at "
              "least 1 GPU.");
}

TEST(BoundReasons, OverQuotaOff) {
    Pool pool = twoTeams(8, 2, 2);
    pool.scenario.quotas[1].policy.overQuota = OverQuota::off;
    pool.work("w", "a", 300, 0);
    EXPECT_EQ(tell(pool).text,
              "a cannot borrow beyond its guarantee: 0 GPUs allocated, 3 GPUs requested, 2 GPUs "
              "guaranteed. It can start only after the guarantee is raised by at least 1 GPU, or "
              "after borrowing is turned on.");
    pool.work("first", "a", 100, 0);
    EXPECT_EQ(tell(pool, 1, "w").text,
              "a cannot borrow beyond its guarantee: 1 GPU allocated, 3 GPUs requested, 2 GPUs "
              "guaranteed. It can start only after the guarantee is raised by at least 1 GPU, or "
              "after borrowing is turned on.");
    pool.work("last", "a", 200, 0);
    EXPECT_EQ(tell(pool, 1, "last").text,
              "a cannot borrow beyond its guarantee: 1 GPU allocated, 2 GPUs requested, 2 GPUs "
              "guaranteed. It can start only after workloads there release 1 GPU, the guarantee is "
              "raised by 1 GPU, or borrowing is turned on.");
    pool.scenario.workloads.front().idle = true;
    EXPECT_EQ(tell(pool).text,
              "a does not run background workloads (borrowing: off). Set borrowing to background "
              "only or on.");
}

// Idle work uses no guarantee, also not that of its own quota, which may be the one that keeps it.
TEST(BoundReasons, IdleWorkMayBeKeptOutByItsOwnQuota) {
    Pool pool;
    pool.nodes(1, 8);
    pool.quota("a", 3);
    pool.quota("b", 5).policy.lend = 0;
    pool.work("busy", "a", 300, 0);
    pool.work("w", "b", 100, 1).idle = true;
    const Told told = tell(pool);
    EXPECT_EQ(told.code, "kept-back");
    EXPECT_EQ(told.text,
              "1 GPU would fit, but b does not lend 5 GPUs of its guarantee (0 GPUs in use). It "
              "needs 1 GPU more, lent or released by other workloads.");
}

// The lender that keeps something it does not use, with both numbers; not the one that lends all.
TEST(BoundReasons, KeptBack) {
    Pool pool = twoTeams(8, 2, 4);
    pool.quota("c", 2, "root");
    pool.scenario.quotas[2].policy.lend = 100;
    pool.scenario.quotas[3].policy.lend = 200;
    pool.work("own", "b", 100, 0);
    pool.work("w", "a", 600, 0);
    EXPECT_EQ(tell(pool).text,
              "6 GPUs would fit, but b does not lend 3 GPUs of its guarantee (1 GPU in use). It "
              "needs 1 GPU more, lent or released by other workloads.");
    // Its own quota keeps nothing from it, and what that keeps is not missing.
    pool.scenario.quotas[1].policy.lend = 0;
    const Told own = tell(pool);
    EXPECT_NE(own.text.find("but b does not lend"), std::string::npos) << own.text;
    EXPECT_EQ(detail(own, "short"), "1 GPU");
}

// No lender alone has what is missing: as many as it takes are named, with what they have together.
TEST(BoundReasons, KeptBackBySeveral) {
    Pool pool = twoTeams(9, 2, 4);
    pool.quota("c", 2, "root").policy.lend = 0;
    pool.quota("part", 2, "c").policy.lend = 0;  // were c to lend, this would bind still
    pool.quota("d", 1, "root").policy.lend = 0;
    pool.scenario.quotas[2].policy.lend = 100;
    pool.work("own", "b", 100, 0);
    Workload& w = pool.work("w", "a", 700, 0);
    const Told told = tell(pool);
    EXPECT_EQ(told.code, "kept-back.several");
    EXPECT_EQ(told.text,
              "7 GPUs would fit, but b and part do not lend 5 GPUs of their guarantees (1 GPU in "
              "use). It needs 4 GPUs more, lent or released by other workloads.");
    w.request.gpu = 800;
    EXPECT_EQ(tell(pool).text,
              "8 GPUs would fit, but b, part and d do not lend 6 GPUs of their guarantees (1 GPU "
              "in use). It needs 5 GPUs more, lent or released by other workloads.");
}

// More lending of the parent would change nothing.
TEST(BoundReasons, AParentThatLendsAllIsNotNamedWhereItsChildKeepsBack) {
    Pool pool = twoTeams(8, 6, 2);
    pool.scenario.quotas[1].policy.lend = 600;
    pool.quota("child", 4, "a").policy.lend = 0;
    pool.work("w", "b", 600, 0);
    const Told told = tell(pool);
    EXPECT_EQ(told.code, "kept-back");
    EXPECT_EQ(detail(told, "lender"), "child") << told.text;
    EXPECT_EQ(detail(told, "keeps"), "4 GPUs");
    pool.scenario.quotas[1].policy.lend = 100;  // keeps more than the child
    EXPECT_EQ(detail(tell(pool), "lender"), "a");
}

TEST(BoundReasons, WhoHoldsWhatALimitBindsAreThoseWhoCountThereAndHoldIt) {
    Pool pool = twoTeams(8, 4, 4);
    pool.scenario.quotas[1].policy.limit.cpu = 16 * kOneCore;
    pool.work("cores", "a", 0, 0).request.cpu = 12 * kOneCore;
    pool.work("gpus", "a", 200, 0);
    pool.work("beside", "b", 200, 0).request.cpu = 4 * kOneCore;
    pool.work("w", "a", 100, 1).request.cpu = 8 * kOneCore;
    const Told told = tell(pool, 2);
    EXPECT_EQ(told.code, "over-limit");
    EXPECT_EQ(detail(told, "holders"), "cores");
    const auto explanation = pool.run(2).explain("w");
    ASSERT_EQ(explanation->holders.size(), 1U);
    EXPECT_EQ(explanation->holders[0].workload, "cores");
    EXPECT_EQ(formatValue(heldBy(explanation->holders[0])), "12 cores");
}

}  // namespace
}  // namespace apportion
