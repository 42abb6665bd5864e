// SPDX-License-Identifier: GPL-3.0-or-later
// The invariants over random histories, and that the same input gives the same outcome (rule 27).
#include "tests/core/engine/invariants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/engine/random_pool.h"
#include "tests/core/sanitized.h"

namespace apportion {
namespace {

using ::testing::IsEmpty;

constexpr unsigned kHistories = 400 / testing::kFewer;

TEST(Invariants, HoldAfterEveryInstant) {
    for (unsigned seed = 1; seed <= kHistories; ++seed) {
        Simulation simulation(
            std::make_shared<const Scenario>(testing::randomHistory(seed).scenario));
        for (int steps = 0; steps < 500 && simulation.step(); ++steps)
            EXPECT_THAT(testing::brokenInvariants(simulation), IsEmpty())
                << "seed " << seed << " at " << simulation.now();
    }
}

TEST(Invariants, SameInputSameOutcome) {
    for (unsigned seed = 1; seed <= 50; ++seed) {
        const auto scenario =
            std::make_shared<const Scenario>(testing::randomHistory(seed).scenario);
        Simulation straight(scenario);
        straight.runToEnd();
        // Through a fork in the middle of it.
        Simulation first(scenario);
        for (int i = 0; i < 5; ++i)
            first.step();
        Simulation second = first;
        second.runToEnd();
        EXPECT_EQ(straight.outcome(), second.outcome()) << "seed " << seed;
    }
}

}  // namespace
}  // namespace apportion
