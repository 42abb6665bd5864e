// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 4 for display: what a level lends is shared out once a moment, and never that of before.
#include <gtest/gtest.h>

#include "core/sim/simulation.h"
#include "tests/core/engine/instances.h"
#include "tests/core/engine/pool.h"
#include "tests/core/engine/random_world.h"

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
                ASSERT_LE(numbers.lent, numbers.guaranteed);
                ASSERT_EQ(numbers.pending, simulation.engine().pending(id));
                lending += numbers.lent > 0 ? 1 : 0;
            }
        }
    }
    EXPECT_GT(lending, 100);
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

}  // namespace
}  // namespace apportion
