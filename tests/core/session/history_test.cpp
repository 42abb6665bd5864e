// SPDX-License-Identifier: GPL-3.0-or-later
// What charts draw of the past: of a run its longest wait, of a project what its file kept.
#include <gtest/gtest.h>

#include "core/session/history/pool_history.h"
#include "core/session/project_pool.h"
#include "core/view/explain/longest_wait.h"
#include "core/view/history/recording.h"
#include "tests/core/engine/random_world.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

TEST(LongestWaitTest, IsWhatAskingEverybodySays) {
    int waited = 0;
    for (unsigned seed = 0; seed < 60; ++seed) {
        const auto scenario = std::make_shared<const Scenario>(randomWorld(seed, 14, 3));
        Simulation run(scenario);
        LongestWait longest(*scenario);
        while (run.step()) {
            const Instant since = longest.after(run);
            Instant asked = History::kNobody;
            for (WorkloadId id = 0; id < run.engine().workloadCount(); ++id)
                if (run.engine().submitted(id) && run.engine().state(id) == WorkloadState::pending)
                    asked = std::min(asked, run.now() - run.engine().status(id).waited);
            ASSERT_EQ(since, asked) << seed << " at " << run.now();
            waited += since != History::kNobody ? 1 : 0;
        }
    }
    EXPECT_GT(waited, 500);
}

TEST(HistoryTest, DetailHoldsBetweenItsEnds) {
    const auto history = [](const std::vector<std::pair<Instant, int>>& points) {
        History made;
        startHistory(made, 1);
        for (const auto& [at, waiting] : points) {
            PoolMoment moment = unknownMoment(1);
            moment.held.waiting = waiting;
            addPoint(made, at, moment);
        }
        return made;
    };
    const History coarse = history({{0, 1}, {100, 2}, {200, 3}});
    const History fine = history({{50, 10}, {60, 11}, {120, 12}, {180, 13}});
    EXPECT_EQ(withDetail(coarse, fine, 50, 150),
              history({{0, 1}, {50, 10}, {60, 11}, {120, 12}, {150, 2}, {200, 3}}));
    EXPECT_EQ(withDetail(coarse, fine, 50, 200),
              history({{0, 1}, {50, 10}, {60, 11}, {120, 12}, {180, 13}, {200, 3}}));
}

TEST(HistoryTest, OfManyTeamsFewerPointsAreKept) {
    EXPECT_EQ(mostPoints(1), 20'000U);
    EXPECT_EQ(mostPoints(32), 20'000U);
    EXPECT_EQ(mostPoints(1000), 2000U);
    EXPECT_EQ(mostPoints(0), 20'000U);
}

// A pool of 16 GPUs and three workloads of 8.
constexpr const char* kHistoryPool = R"({"apportion": 1, "name": "Pool 16",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 16}},
            {"name": "A", "parent": "all", "guaranteed": {"gpu": 8}},
            {"name": "B", "parent": "all", "guaranteed": {"gpu": 8}}],
 "workspaces": [{"name": "ws-a", "quotas": ["A"], "members": [{"user": "bob", "role": "member"}]}],
 "workloads": [
  {"name": "a-1", "quota": "A", "workspace": "ws-a", "user": "bob", "gpu": 8, "duration": 600},
  {"name": "b-1", "quota": "B", "gpu": 8},
  {"name": "b-2", "quota": "B", "gpu": 8}]})";

class PoolHistoryTest : public SmallProject {
protected:
    explicit PoolHistoryTest(const char* pool = kHistoryPool) { make(pool); }

    std::unique_ptr<ProjectPool> console(const std::string& who = "ana") {
        auto opened = ProjectPool::open(path_, who, clock());
        EXPECT_TRUE(opened) << allOf(opened.error());
        return opened ? std::move(*opened) : nullptr;
    }
    // The pool lives for so many seconds.
    void live(ProjectPool& pool, int seconds) {
        for (int i = 0; i < seconds; ++i) {
            passes(kSecond);
            ASSERT_TRUE(pool.follow());
        }
    }
    static std::size_t team(const View& view, const std::string& quota) {
        for (std::size_t i = 0; i < view.teams.size(); ++i)
            if (view.teams[i].quota == quota)
                return i;
        ADD_FAILURE() << quota;
        return 0;
    }
    static PoolMoment at(const View& view, Instant instant) {
        const auto& times = view.history->times;
        const auto behind = std::upper_bound(times.begin(), times.end(), instant);
        if (behind == times.begin())
            return unknownMoment(view.teams.size());
        return momentOf(*view.history, static_cast<std::size_t>(behind - times.begin() - 1));
    }
};

TEST_F(PoolHistoryTest, NothingIsKnownOfTheTimeInWhichThePoolRests) {
    auto pool = console();
    passes(20 * kSecond);
    pool->follow();
    EXPECT_EQ(at(pool->view(), 15 * kSecond).held.waiting, History::kUnknown) << "never live";
    ASSERT_TRUE(pool->goLive());
    live(*pool, 30);
    pool->rest();
    live(*pool, 30);
    const View seen = pool->view();
    EXPECT_EQ(at(seen, 40 * kSecond).held.waiting, 1);
    EXPECT_EQ(at(seen, 70 * kSecond).held.waiting, History::kUnknown);
    EXPECT_EQ(at(seen, 70 * kSecond).capacity, 16 * kOneGpu) << "its nodes are known";
    // The same from the file, after another hour.
    pool.reset();
    passes(3600 * kSecond);
    pool = console();
    const View kept = pool->view();
    const std::size_t b = team(kept, "B");
    EXPECT_EQ(at(kept, 10 * kSecond).held.waiting, History::kUnknown);
    EXPECT_EQ(at(kept, 40 * kSecond).held.waiting, 1);
    EXPECT_EQ(at(kept, 40 * kSecond).held.subtree[b], 8 * kOneGpu);
    EXPECT_EQ(at(kept, 40 * kSecond).capacity, 16 * kOneGpu);
    EXPECT_EQ(at(kept, 70 * kSecond).held.waiting, History::kUnknown);
    EXPECT_EQ(at(kept, 70 * kSecond).held.subtree[b], History::kUnknown);
    EXPECT_EQ(kept.history->exactSince, 3680 * kSecond);
}

TEST_F(PoolHistoryTest, WhatIsDueAndTheLongestWaitComeBackFromTheFile) {
    auto pool = console();
    ASSERT_TRUE(pool->goLive());
    live(*pool, 300);
    const PoolMoment seen = at(pool->view(), 200 * kSecond);
    pool.reset();
    pool = console();
    const View kept = pool->view();
    const PoolMoment moment = at(kept, 200 * kSecond);
    EXPECT_EQ(moment.held.fairShare, seen.held.fairShare);
    EXPECT_EQ(moment.held.own, seen.held.own);
    EXPECT_EQ(seen.waitsSince, 0) << "b-2 waits from the beginning";
    EXPECT_NEAR(static_cast<double>(moment.waitsSince), 0, 1000);
    for (std::size_t i = 0; i < kept.history->times.size(); ++i)
        if (kept.history->waiting[i] != History::kUnknown) {
            EXPECT_LE(kept.history->waitsSince[i], kSecond);
        }
}

TEST_F(PoolHistoryTest, APartThatIsLookedAtIsReadInDetail) {
    auto pool = console();
    ASSERT_TRUE(pool->goLive());
    live(*pool, 30);
    ASSERT_EQ(run("scale", {{"sizes", "A=4"}, {"sizes", "B=12"}}), "");
    live(*pool, 3);
    ASSERT_EQ(run("scale", {{"sizes", "A=8"}, {"sizes", "B=8"}}), "");
    live(*pool, 30);
    const PoolMoment short_ = at(pool->view(), 32 * kSecond);
    ASSERT_NE(short_.held.fairShare, at(pool->view(), 50 * kSecond).held.fairShare);
    pool.reset();
    passes(100 * 24 * 3600 * kSecond);
    // The seconds are long gone from a chart of a hundred days, and the hours are no older.
    pool = console();
    EXPECT_FALSE(pool->isReading());
    pool->lookAtPast(0, 60 * kSecond);
    EXPECT_TRUE(pool->isReading());
    ASSERT_TRUE(pool->follow());
    EXPECT_FALSE(pool->isReading());
    const View view = pool->view();
    EXPECT_EQ(at(view, 32 * kSecond).held.fairShare, short_.held.fairShare);
    EXPECT_NE(at(view, 50 * kSecond).held.fairShare, short_.held.fairShare);
}

// What was read and seen of a quota is still of it: nothing begins anew.
TEST_F(PoolHistoryTest, ARenamedQuotaKeepsItsPast) {
    auto pool = console();
    ASSERT_TRUE(pool->goLive());
    live(*pool, 30);
    pool.reset();
    passes(3600 * kSecond);
    pool = console();
    const Instant opened = pool->view().history->exactSince;
    live(*pool, 5);
    pool->lookAtPast(0, 60 * kSecond);
    ASSERT_TRUE(pool->isReading());
    ASSERT_EQ(run("quota.rename", {{"name", "A"}, {"to", "alpha"}}), "");
    passes(kSecond);
    ASSERT_TRUE(pool->follow());
    while (pool->isReading())
        ASSERT_TRUE(pool->follow());
    View view = pool->view();
    EXPECT_EQ(view.history->exactSince, opened);
    EXPECT_EQ(at(view, 20 * kSecond).held.subtree[team(view, "alpha")], 8 * kOneGpu);
    ASSERT_EQ(undo(), "");
    passes(kSecond);
    ASSERT_TRUE(pool->follow());
    view = pool->view();
    EXPECT_EQ(view.history->exactSince, opened) << "also of taking the name back";
    EXPECT_EQ(at(view, 20 * kSecond).held.subtree[team(view, "A")], 8 * kOneGpu);
}

class TwoRootsHistory : public PoolHistoryTest {
protected:
    TwoRootsHistory()
        : PoolHistoryTest(R"({"apportion": 1, "name": "Pool 16",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "X", "guaranteed": {"gpu": 8}}, {"name": "Y", "guaranteed": {"gpu": 8}}],
 "workloads": [{"name": "x", "quota": "X", "gpu": 6}, {"name": "y", "quota": "Y", "gpu": 2}]})") {}
};

TEST_F(TwoRootsHistory, WhatADeletedRootHeldIsStillThere) {
    auto pool = console();
    ASSERT_TRUE(pool->goLive());
    live(*pool, 60);
    View view = pool->view();
    const int colour = view.teams[team(view, "Y")].colour;
    EXPECT_EQ(at(view, 30 * kSecond).gone, 0);
    ASSERT_TRUE(pool->run(command("cancel", {{"name", "x"}})));
    live(*pool, 10);
    ASSERT_TRUE(pool->run(command("quota.delete", {{"name", "X"}})));
    live(*pool, 60);
    const auto check = [&] {
        view = pool->view();
        const PoolMoment then = at(view, 30 * kSecond);
        EXPECT_EQ(then.gone, 6 * kOneGpu);
        EXPECT_EQ(then.held.subtree[team(view, "Y")], 2 * kOneGpu);
        EXPECT_EQ(at(view, 110 * kSecond).gone, 0);
    };
    check();
    EXPECT_EQ(view.teams[team(view, "Y")].colour, colour) << "whoever went";
    pool.reset();
    pool = console();
    check();
    // Who comes later held nothing before.
    ASSERT_TRUE(pool->run(command("quota.add", {{"name", "Z"}, {"gpu", "0"}})));
    pool->follow();
    check();
    EXPECT_EQ(at(view, 30 * kSecond).held.subtree[team(view, "Z")], 0);
}

TEST_F(PoolHistoryTest, StartsAreEstimatedOnlyWhileThePoolIsLive) {
    auto pool = console();
    Estimator::Fork fork = pool->ahead();
    EXPECT_TRUE(fork.resting);
    const std::string resting = pool->estimateState();
    ASSERT_TRUE(pool->goLive());
    live(*pool, 30);
    EXPECT_NE(pool->estimateState(), resting);
    fork = pool->ahead();
    EXPECT_FALSE(fork.resting);
    const Estimates made = estimateStarts(fork.engine, fork.at);
    ASSERT_NE(made.of("b-2"), nullptr);
    EXPECT_EQ(made.of("b-2")->when->code, "start-by.earlier");
    EXPECT_EQ(render(*made.of("b-2")->when), "by 601 s, earlier if b-1 ends") << "it says nothing";
}

TEST_F(PoolHistoryTest, OfQuotasThatOneMayNotReadNothingIsDrawn) {
    auto pool = console();
    ASSERT_TRUE(pool->goLive());
    live(*pool, 60);
    pool.reset();
    passes(60 * kSecond);
    const View view = console("bob")->view();
    EXPECT_EQ(at(view, 30 * kSecond).held.subtree[team(view, "A")], 8 * kOneGpu);
    EXPECT_EQ(at(view, 30 * kSecond).held.waiting, 0) << "b-2 alone waits";
    EXPECT_EQ(view.teams.size(), 1U);
}

}  // namespace
}  // namespace apportion::testing
