// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/player.h"

#include <gtest/gtest.h>

#include "core/view/view_builder.h"
#include "tests/core/session/four_teams.h"

namespace apportion {
namespace {

using test::fourTeams;
using test::kMinute;

void finish(Player& player) {
    while (player.busy())
        player.work(Deadline::max());
}

class PlayerTest : public ::testing::Test {
protected:
    PlayerTest() : player(test::shared(fourTeams())) { finish(player); }

    Player player;
};

void expectSame(const View& a, const View& b) {
    EXPECT_EQ(a.clock, b.clock);
    EXPECT_EQ(a.play, b.play);
    EXPECT_EQ(a.key, b.key);
    EXPECT_EQ(a.quotas, b.quotas);
    EXPECT_EQ(a.waiting, b.waiting);
    EXPECT_EQ(a.running, b.running);
    EXPECT_EQ(a.ended, b.ended);
    EXPECT_EQ(a.evictions, b.evictions);
    EXPECT_EQ(*a.history, *b.history);
}

TEST_F(PlayerTest, StartsPausedAtTheStart) {
    EXPECT_EQ(player.clock(), 0);
    EXPECT_FALSE(player.state().playing);
    EXPECT_TRUE(player.state().complete);
    EXPECT_EQ(player.state().end, 44 * kMinute);
}

TEST_F(PlayerTest, StepsFromInstantToInstant) {
    player.stepForward();
    finish(player);
    EXPECT_EQ(player.clock(), 1 * kMinute);
    player.stepForward();
    finish(player);
    EXPECT_EQ(player.clock(), 2 * kMinute);
}

TEST_F(PlayerTest, SteppingBackShowsTheSameViewAsBefore) {
    std::vector<View> views;
    views.push_back(viewOf(player));
    while (player.clock() < 44 * kMinute) {
        player.stepForward();
        finish(player);
        views.push_back(viewOf(player));
    }
    ASSERT_GT(views.size(), 15U);
    views.pop_back();
    for (auto view = views.rbegin(); view != views.rend(); ++view) {
        player.stepBack();
        finish(player);
        expectSame(viewOf(player), *view);
    }
    EXPECT_EQ(player.clock(), 0);
}

TEST_F(PlayerTest, SeekingForthAndBackIsTheSame) {
    for (const Instant at : {0L, 90'000L, 20 * kMinute, 24 * kMinute + 1, 36 * kMinute - 1}) {
        player.seek(at);
        finish(player);
        const View there = viewOf(player);
        EXPECT_EQ(there.clock, at);
        player.toEnd();
        finish(player);
        player.seek(at);
        finish(player);
        expectSame(viewOf(player), there);
    }
}

TEST_F(PlayerTest, SeekingBeyondTheEndStopsThere) {
    player.seek(1'000'000 * kMinute);
    finish(player);
    EXPECT_EQ(player.clock(), 44 * kMinute);
}

TEST_F(PlayerTest, GoesToTheNextMark) {
    const auto& marks = player.recording().marks();
    ASSERT_FALSE(marks.empty());
    for (const Mark& mark : marks) {
        player.nextEvent();
        finish(player);
        EXPECT_EQ(player.clock(), mark.at);
    }
    player.nextEvent();
    finish(player);
    EXPECT_EQ(player.clock(), 44 * kMinute);
}

TEST_F(PlayerTest, MovesBySpeed) {
    for (const int speed : {1, 50, 1000}) {
        player.seek(0);
        finish(player);
        player.setSpeed(speed);
        player.play();
        player.advance(200);
        finish(player);
        EXPECT_EQ(player.clock(), 200 * speed);
        player.pause();
        player.advance(200);
        EXPECT_EQ(player.clock(), 200 * speed);
    }
}

TEST_F(PlayerTest, KeepsSpeedWithinBounds) {
    player.setSpeed(0);
    EXPECT_EQ(player.state().speed, 1);
    player.setSpeed(5000);
    EXPECT_EQ(player.state().speed, 1000);
}

TEST_F(PlayerTest, StopsAtTheEndAndPlaysAgainFromTheStart) {
    player.setSpeed(1000);
    player.play();
    player.advance(10 * kMinute);
    finish(player);
    EXPECT_EQ(player.clock(), 44 * kMinute);
    EXPECT_FALSE(player.state().playing);
    player.play();
    finish(player);
    EXPECT_EQ(player.clock(), 0);
    EXPECT_TRUE(player.state().playing);
}

TEST(PlayerAhead, AnswersWhatLiesBeyondWhenItHasComeSoFar) {
    Player player(test::shared(fourTeams()));
    player.seek(30 * kMinute);
    EXPECT_TRUE(player.onItsWay());
    player.work(Deadline::min());
    EXPECT_FALSE(player.state().complete);
    finish(player);
    EXPECT_EQ(player.clock(), 30 * kMinute);
}

TEST(PlayerAhead, CanBeStoppedAndGoesOnWhenAsked) {
    Player player(test::shared(fourTeams()));
    player.work(Deadline::min());
    player.work(Deadline::min());
    player.stopLookingAhead();
    EXPECT_FALSE(player.busy());
    EXPECT_TRUE(player.state().stopped);
    player.toEnd();
    finish(player);
    EXPECT_EQ(player.clock(), 44 * kMinute);
    EXPECT_FALSE(player.state().stopped);
}

TEST_F(PlayerTest, WaitingIsCountedUpToTheClock) {
    // Nothing happens between these two moments.
    player.seek(30 * kMinute);
    finish(player);
    const View before = viewOf(player);
    player.seek(31 * kMinute);
    finish(player);
    const View after = viewOf(player);
    ASSERT_FALSE(before.waiting.empty());
    ASSERT_EQ(after.waiting.size(), before.waiting.size());
    for (std::size_t i = 0; i < before.waiting.size(); ++i)
        EXPECT_EQ(after.waiting[i].status.waited, before.waiting[i].status.waited + kMinute);
}

TEST_F(PlayerTest, PartsAddUpToTotals) {
    for (const Mark& mark : player.recording().marks()) {
        player.seek(mark.at);
        finish(player);
        const View view = viewOf(player);
        Gpu held = 0;
        for (const WorkloadRow& row : view.running)
            held += row.gpu;
        EXPECT_EQ(held, view.key.used);
        EXPECT_LE(view.key.used, view.key.capacity);
        Gpu teams = 0;
        const History& history = *view.history;
        std::size_t point = 0;
        while (point + 1 < history.times.size() && history.times[point + 1] <= view.clock)
            ++point;
        for (const auto& team : history.teams)
            teams += team[point];
        EXPECT_EQ(teams, view.key.used);
    }
}

}  // namespace
}  // namespace apportion
