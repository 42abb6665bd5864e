// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown while a player is on its way, in as small slices as there are: always one moment of
// the run, wherever it was sent to before.
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "tests/core/engine/random_world.h"
#include "tests/core/session/view_at.h"

namespace apportion {
namespace {

// The run to that moment from the start, beside what the player has recorded of all of it.
View straightTo(Instant at, const std::shared_ptr<const Scenario>& scenario, const Player& player) {
    Simulation fresh(scenario, Keep{});
    fresh.runTo(at);
    const Recording& recording = player.recording();
    return viewOf({fresh.engine(),
                   fresh.engine(),
                   at,
                   0,
                   recording.teams(),
                   recording.evictions(),
                   recording.starts(),
                   nullptr,
                   false,
                   {},
                   fresh.engine().pendingReclaims()});
}

void expectSame(const View& shown, const View& straight, const std::string& where) {
    EXPECT_EQ(shown.clock, straight.clock) << where;
    EXPECT_EQ(shown.key, straight.key) << where;
    EXPECT_EQ(shown.quotas, straight.quotas) << where;
    EXPECT_EQ(shown.waiting, straight.waiting) << where;
    EXPECT_EQ(shown.running, straight.running) << where;
    EXPECT_EQ(shown.ended, straight.ended) << where;
    EXPECT_EQ(shown.evictions, straight.evictions) << where;
    EXPECT_EQ(shown.issues, straight.issues) << where;
}

TEST(PlayerWay, AViewOnTheWayIsOfOneMoment) {
    std::size_t evicted = 0;
    std::size_t onTheWay = 0;
    for (unsigned seed = 1; seed <= 12; ++seed) {
        const auto scenario = std::make_shared<const Scenario>(testing::randomWorld(seed, 30, 4));
        Player player(scenario);
        player.toEnd();
        test::finish(player);
        testing::Dice dice(seed);
        const auto end = static_cast<int>(player.state().end);
        for (int i = 0; i < 6; ++i) {
            const Instant sent = dice.from(0, end);
            player.seek(sent);
            // A newer request now and then, before it has arrived.
            for (int slices = dice.chance(30) ? dice.from(1, 4) : -1; player.busy() && slices != 0;
                 --slices) {
                player.work(Deadline::min());
                onTheWay += player.onItsWay() ? 1 : 0;
                const View shown = viewOf(player);
                expectSame(shown, straightTo(player.clock(), scenario, player),
                           "seed " + std::to_string(seed) + ", to " + std::to_string(sent) +
                               ", at " + std::to_string(player.clock()));
                evicted += shown.evictions.size();
                if (::testing::Test::HasFailure())
                    return;
            }
        }
    }
    EXPECT_GT(onTheWay, 200U);
    EXPECT_GT(evicted, 200U);
}

TEST(PlayerWay, ArrivesHoweverShortTheSlices) {
    const auto scenario = std::make_shared<const Scenario>(testing::randomWorld(3, 30, 4));
    Player player(scenario);
    player.toEnd();
    test::finish(player);
    const std::vector<Instant>& instants = player.recording().instants();
    for (auto at = instants.rbegin(); at != instants.rend(); ++at) {
        player.toEnd();
        test::finish(player);
        player.seek(*at);
        for (std::size_t slices = 0; player.busy(); ++slices) {
            ASSERT_LE(slices, instants.size()) << "to " << *at;
            player.work(Deadline::min());
        }
        EXPECT_EQ(player.clock(), *at);
    }
}

TEST(PlayerWay, OfWhatIsToComeThereIsNoPast) {
    const Scenario scenario = testing::randomWorld(3, 30, 4);
    const Engine engine(scenario);
    for (WorkloadId id = 0; id < engine.workloadCount(); ++id)
        if (!engine.submitted(id)) {
            const Past past = engine.past(id);
            EXPECT_EQ(past.workload, id);
            EXPECT_EQ(past.waited, 0);
            EXPECT_EQ(past.preemptions, 0);
            EXPECT_FALSE(past.waitingSince);
        }
}

}  // namespace
}  // namespace apportion
