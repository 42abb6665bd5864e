// SPDX-License-Identifier: GPL-3.0-or-later
// Reasons of rule 3: a bound that a start would break, and what others keep back.
#include <gtest/gtest.h>

#include "tests/core/engine/told.h"

namespace apportion {
namespace {

using testing::Pool;
using testing::tell;
using testing::Told;
using testing::twoTeams;

TEST(BoundReasons, OverLimit) {
    Pool pool = twoTeams(8, 2, 2);
    pool.scenario.quotas[1].policy.limit = {300, 2 * kOneCore, {}};
    pool.work("first", "a", 200, 0).request.cpu = kOneCore;
    Workload& w = pool.work("w", "a", 200, 0);
    EXPECT_EQ(tell(pool).text,
              "a has 2 GPUs in use and this asks for 2 GPUs; its limit is 3 GPUs. It cannot "
              "start before work there gives back 1 GPU, or the limit is raised by 1 GPU.");
    w.request = {100, 2 * kOneCore, 0};
    EXPECT_EQ(tell(pool).text,
              "a has 1 core in use and this asks for 2 cores; its limit is 2 cores. It cannot "
              "start before work there gives back 1 core, or the limit is raised by 1 core.");
}

TEST(BoundReasons, NonPreemptibleOverQuota) {
    Pool pool = twoTeams(8, 2, 2);
    pool.work("first", "a", 100, 0).preemptible = false;
    pool.work("w", "a", 200, 0).preemptible = false;
    EXPECT_EQ(tell(pool).text,
              "Work that cannot be preempted stays within the guarantee: a has 1 GPU of it in "
              "use, this asks for 2 GPUs, and the guarantee is 2 GPUs. It cannot start before "
              "the guarantee is raised by 1 GPU, as much of that work has ended, or it is "
              "submitted again as preemptible.");
}

// The end of nobody helps a request that is beyond the bound by itself.
// A guarantee that was lowered below them: work of any kind waits there, for whatever it asks.
TEST(BoundReasons, WhatCannotBePreemptedStandsInTheWayOfAll) {
    Pool pool = twoTeams(4, 2, 2);
    pool.work("fixed", "a", 200, 0).preemptible = false;
    pool.event(5, ScaleEvent{{{"a", Limit{kOneGpu, {}, {}}}}, ScaleMode::drain});
    pool.work("w", "a", 100, 6);
    const Told told = tell(pool, 7);
    EXPECT_EQ(told.code, "non-preemptible-over-quota.standing");
    EXPECT_EQ(told.text,
              "a has 2 GPUs in use by work that cannot be preempted, and its guarantee is 1 GPU: "
              "nothing starts there before that fits. Some of fixed has to end first, or the "
              "guarantee be raised by 1 GPU.");
}

TEST(BoundReasons, ARequestBeyondItsGuaranteeWaitsForNobodysEnd) {
    Pool pool = twoTeams(8, 2, 2);
    Workload& w = pool.work("w", "a", 300, 0);
    w.preemptible = false;
    EXPECT_EQ(tell(pool).text,
              "Work that cannot be preempted stays within the guarantee: this asks for 3 GPUs, "
              "and the guarantee of a is 2 GPUs. It cannot start before the guarantee is "
              "raised by 1 GPU, or it is submitted again as preemptible.");
    pool.work("first", "a", 200, 0).preemptible = false;
    EXPECT_EQ(tell(pool, 1, "w").text,
              "Work that cannot be preempted stays within the guarantee: a has 2 GPUs of it in "
              "use, this asks for 3 GPUs, and the guarantee of 2 GPUs is 3 GPUs too small for "
              "both, and 1 GPU too small for this alone. It cannot start before the guarantee is "
              "raised by at least 1 GPU, or it is submitted again as preemptible.");
}

TEST(BoundReasons, OverQuotaOff) {
    Pool pool = twoTeams(8, 2, 2);
    pool.scenario.quotas[1].policy.overQuota = OverQuota::off;
    pool.work("w", "a", 300, 0);
    EXPECT_EQ(tell(pool).text,
              "a may not go beyond its guarantee of 2 GPUs (over quota: off), and this asks "
              "for 3 GPUs. It cannot start before the guarantee is raised by 1 GPU, or over "
              "quota is turned on.");
    pool.work("first", "a", 100, 0);
    EXPECT_EQ(tell(pool, 1, "w").text,
              "a may not go beyond its guarantee of 2 GPUs (over quota: off); it has 1 GPU in use "
              "and this asks for 3 GPUs. The guarantee is 2 GPUs too small for both, and 1 GPU too "
              "small for this alone. It cannot start before it is raised by at least 1 GPU, or "
              "over quota is turned on.");
    pool.work("last", "a", 200, 0);
    EXPECT_EQ(tell(pool, 1, "last").text,
              "a may not go beyond its guarantee of 2 GPUs (over quota: off); it has 1 GPU in "
              "use and this asks for 2 GPUs. It cannot start before work there gives back 1 "
              "GPU, the guarantee is raised by 1 GPU, or over quota is turned on.");
    pool.scenario.workloads.front().idle = true;
    EXPECT_EQ(tell(pool).text,
              "a lets no idle work run (over quota: off). It can start after over quota is set to "
              "idle-only or on.");
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
              "There would be room for 1 GPU, but b keeps 5 GPUs of its guarantee for itself and "
              "uses 0 GPUs of that. It cannot start before there is room for 1 GPU more, or b "
              "lends 1 GPU more.");
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
              "There would be room for 6 GPUs, but b keeps 3 GPUs of its guarantee for itself "
              "and uses 1 GPU of that. It cannot start before there is room for 1 GPU more, or "
              "b lends 1 GPU more.");
    // Its own quota keeps nothing from it, and what that keeps is not missing.
    pool.scenario.quotas[1].policy.lend = 0;
    const std::string own = tell(pool).text;
    EXPECT_NE(own.find("but b keeps"), std::string::npos) << own;
    EXPECT_NE(own.find("or b lends 1 GPU more"), std::string::npos) << own;
}

// No lender alone has what is missing: as many as it takes are named, with what they have together.
TEST(BoundReasons, KeptBackBySeveral) {
    Pool pool = twoTeams(9, 2, 4);
    pool.quota("c", 2, "root").policy.lend = 0;
    pool.quota("part", 2, "c").policy.lend = 0;  // what it keeps is c's
    pool.quota("d", 1, "root").policy.lend = 0;
    pool.scenario.quotas[2].policy.lend = 100;
    pool.work("own", "b", 100, 0);
    Workload& w = pool.work("w", "a", 700, 0);
    const Told told = tell(pool);
    EXPECT_EQ(told.code, "kept-back.several");
    EXPECT_EQ(told.text,
              "There would be room for 7 GPUs, but b and c keep 5 GPUs of their guarantees for "
              "themselves and use 1 GPU of that. It cannot start before there is room for 4 GPUs "
              "more, or they lend 4 GPUs more together.");
    w.request.gpu = 800;
    EXPECT_EQ(tell(pool).text,
              "There would be room for 8 GPUs, but b, c and d keep 6 GPUs of their guarantees for "
              "themselves and use 1 GPU of that. It cannot start before there is room for 5 GPUs "
              "more, or they lend 5 GPUs more together.");
}

}  // namespace
}  // namespace apportion
