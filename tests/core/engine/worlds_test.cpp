// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold after every instant of histories that use every feature.
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/validate.h"
#include "tests/core/engine/instances.h"
#include "tests/core/engine/invariants.h"
#include "tests/core/engine/random_world.h"
#include "tests/core/engine/recount.h"

namespace apportion {
namespace {

using ::testing::IsEmpty;

constexpr int kMostSteps = 400;

TEST(Worlds, AreValid) {
    for (unsigned seed = 1; seed <= testing::instancesOr(300); ++seed)
        EXPECT_FALSE(hasErrors(validate(testing::randomWorld(seed)))) << "seed " << seed;
}

// What happened in them: a world in which nothing happens says nothing.
struct Happened {
    std::map<EvictionRule, int> taken;
    int stopping = 0;
    int booked = 0;
    int grown = 0;
    int applied = 0;

    void count(const Decisions& made) {
        for (const Taken& each : made.taken) {
            ++taken[each.rule];
            stopping += each.stopping ? 1 : 0;
        }
        booked += static_cast<int>(made.booked.size());
        grown += static_cast<int>(made.grown.size());
        for (const auto& refusal : made.events)
            applied += refusal ? 0 : 1;
    }
};

TEST(Worlds, KeepTheBooksAndTheRulesOfEveryStart) {
    Happened happened;
    for (unsigned seed = 1; seed <= testing::instancesOr(600); ++seed) {
        testing::History history(testing::randomWorld(seed));
        for (int steps = 0; steps < kMostSteps && history.step(); ++steps) {
            ASSERT_THAT(testing::brokenInstant(history), IsEmpty())
                << "seed " << seed << " at " << history.made.at;
            happened.count(history.made);
        }
    }
    for (const EvictionRule rule :
         {EvictionRule::reclaim, EvictionRule::selfLevel, EvictionRule::childLevel,
          EvictionRule::idle, EvictionRule::elastic, EvictionRule::consolidation,
          EvictionRule::scale, EvictionRule::node})
        EXPECT_GE(happened.taken[rule], 10 / testing::kFewer) << ruleText(rule);
    EXPECT_GT(happened.stopping, 50 / testing::kFewer);
    EXPECT_GT(happened.booked, 50 / testing::kFewer);
    EXPECT_GT(happened.grown, 50 / testing::kFewer);
    EXPECT_GT(happened.applied, 200 / testing::kFewer);
}

TEST(Worlds, KeepWhatIsPhysicallyThere) {
    for (unsigned seed = 1; seed <= testing::instancesOr(300); ++seed) {
        Simulation simulation(std::make_shared<const Scenario>(testing::randomWorld(seed)));
        for (int steps = 0; steps < kMostSteps && simulation.step(); ++steps)
            ASSERT_THAT(testing::brokenInvariants(simulation), IsEmpty())
                << "seed " << seed << " at " << simulation.now();
    }
}

}  // namespace
}  // namespace apportion
