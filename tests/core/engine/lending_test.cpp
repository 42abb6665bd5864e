// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 4 for display: what a level lends is shared out once a moment, and never that of before.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/sim/simulation.h"
#include "tests/core/engine/instances.h"
#include "tests/core/engine/pool.h"
#include "tests/core/engine/random_world.h"
#include "tests/core/engine/told.h"

namespace apportion {
namespace {

TEST(Lending, IsThatOfTheMoment) {
    int lending = 0;
    for (unsigned seed = 1; seed <= testing::instancesOr(120); ++seed) {
        Simulation simulation(std::make_shared<const Scenario>(testing::randomWorld(seed)));
        for (int steps = 0; steps < 200 && simulation.step(); ++steps) {
            Engine fresh = simulation.engine();  // a copy was asked nothing
            fresh.keepRunnerUp(false);
            for (QuotaId id = 0; id < fresh.quotaCount(); ++id) {
                const QuotaNumbers numbers = simulation.engine().numbers(id);
                ASSERT_EQ(numbers, fresh.numbers(id)) << "seed " << seed << " quota " << id;
                ASSERT_LE(numbers.above, numbers.lent);
                ASSERT_LE(numbers.lent,
                          numbers.guaranteed - std::min(numbers.subtree, numbers.guaranteed));
                ASSERT_LE(numbers.lent, numbers.guaranteed);
                ASSERT_EQ(numbers.pending, simulation.engine().pending(id));
                lending += numbers.lent > 0 ? 1 : 0;
            }
        }
    }
    EXPECT_GT(lending, 100 / testing::kFewer);
}

// Nobody holds a third of a GPU: 17 of 30 idle GPUs are 6, 6 and 5 of 10 each.
TEST(Lending, WholeGpusFromAboveAreWholeAtEachChild) {
    testing::Pool pool;
    pool.nodes(4, 8);
    pool.quota("all", 30);
    for (const char* name : {"a", "b", "c"})
        pool.quota(name, 10, "all");
    for (int i = 0; i < 17; ++i)
        pool.work("w" + std::to_string(i), "all", kOneGpu, 0);
    const auto above = [&] {
        const Simulation simulation = pool.run(1);
        std::vector<Gpu> ofChildren;
        for (const char* name : {"a", "b", "c"}) {
            const auto numbers =
                simulation.engine().numbers(simulation.engine().findQuota(name).value());
            EXPECT_EQ(numbers.lent, numbers.above) << "nobody else borrows";
            ofChildren.push_back(numbers.above);
        }
        return ofChildren;
    };
    EXPECT_THAT(above(), ::testing::ElementsAre(6 * kOneGpu, 6 * kOneGpu, 5 * kOneGpu));
    // In proportion to what is idle, and no more than that.
    pool.work("used", "a", 4 * kOneGpu, 0).replicas = 2;
    EXPECT_THAT(above(), ::testing::ElementsAre(kOneGpu, 8 * kOneGpu, 8 * kOneGpu));
    // A part of a GPU stands at one of them.
    pool.work("half", "all", kOneGpu / 2, 0);
    EXPECT_THAT(above(), ::testing::ElementsAre(kOneGpu * 3 / 2, 8 * kOneGpu, 8 * kOneGpu));
}

// What a quota keeps back is not lent, whoever borrows beside it.
TEST(Lending, NotWhatIsKeptBack) {
    testing::Pool pool;
    pool.nodes(3, 8);
    pool.quota("keeps", 8).policy.lend = 0;
    pool.quota("lends", 8);
    pool.quota("borrows", 8);
    pool.work("w", "borrows", 4 * kOneGpu, 0).replicas = 3;
    const Simulation simulation = pool.run(1);
    const auto numbers = [&](const char* name) {
        return simulation.engine().numbers(simulation.engine().findQuota(name).value());
    };
    EXPECT_EQ(numbers("borrows").subtree, 12 * kOneGpu);
    EXPECT_EQ(numbers("keeps").lent, 0);
    EXPECT_EQ(numbers("lends").lent, 4 * kOneGpu);
}

// A runs on all that it is guaranteed, and a child of it keeps back one GPU more.
testing::Pool besideAKeeper() {
    testing::Pool pool;
    pool.nodes(1, 8);
    pool.quota("A", 4);
    pool.quota("A.k", 1, "A").policy.lend = 0;
    pool.quota("B", 4);
    for (const char* name : {"a1", "a2", "a3", "a4"})
        pool.work(name, "A", kOneGpu, 0);
    return pool;
}

// Rule 14 asks for the charge: what is held alone would not be above the bound.
TEST(Lending, AReclaimTellsWhatIsKeptBackBesideWhatIsHeld) {
    testing::Pool pool = besideAKeeper();
    pool.work("b", "B", 4 * kOneGpu, 1);
    const Outcome outcome = pool.run(2).outcome();
    ASSERT_EQ(outcome.evictions.size(), 1U);
    const Message& why = outcome.evictions.front().why;
    EXPECT_TRUE(isComplete(why)) << why.code;
    EXPECT_EQ(plainCode(why.code), "evicted-reclaim");
    EXPECT_THAT(render(why), ::testing::HasSubstr("A had 5 GPUs allocated (4 GPUs, and 1 GPU that "
                                                  "A.k do not lend) and is entitled to 4 GPUs"));
}

// The one who waits was not asked yet: what it could take is told by the same sum.
TEST(Lending, AHolderThatMayBeTakenTellsWhatIsKeptBack) {
    testing::Pool pool = besideAKeeper();
    pool.scenario.quotas.back().policy.queueing = Queueing::fifo;
    pool.work("big", "B", 8 * kOneGpu, 1);
    pool.work("w", "B", 4 * kOneGpu, 2);
    EXPECT_THAT(
        testing::whyOf(pool, "a4", 3),
        ::testing::HasSubstr("A has 5 GPUs allocated, with 1 GPU that A.k do not lend. That "
                             "is more than 4 GPUs"));
}

// What is kept back is no work's: neither of the nodes nor under a limit.
TEST(Lending, ARefusedScaleTellsWhatIsKeptBackFromWhatIsHeld) {
    testing::Pool pool;
    pool.nodes(1, 8);
    pool.quota("R", 8);
    pool.quota("R.fix", 1, "R").policy.lend = 0;
    pool.quota("R.b", 5, "R");
    pool.work("w1", "R.b", 4 * kOneGpu, 0);
    pool.work("w2", "R.b", 2 * kOneGpu, 0);
    pool.scale(1, {{"R.fix", 3}});
    const auto refusal = [&pool] {
        const Outcome outcome = pool.run(2).outcome();
        EXPECT_FALSE(outcome.events[0].applied);
        const Message& why = *outcome.events[0].reason;
        EXPECT_TRUE(isComplete(why)) << why.code;
        EXPECT_EQ(plainCode(why.code), "below-usage");
        return render(why);
    };
    EXPECT_THAT(refusal(),
                ::testing::HasSubstr("The nodes have 8 GPUs, but 9 GPUs would be needed: 6 GPUs in "
                                     "use (w1 and w2), and 3 GPUs that R.fix do not lend."));
    pool.scenario.nodes.front().count = 2;
    pool.scenario.quotas.front().policy.limit.gpu = 8 * kOneGpu;
    EXPECT_THAT(refusal(), ::testing::HasSubstr(
                               "Quota R can use 8 GPUs, but would have 9 GPUs allocated: 6 GPUs in "
                               "use (w1 and w2), and 3 GPUs that R.fix do not lend."));
}

}  // namespace
}  // namespace apportion
