// SPDX-License-Identifier: GPL-3.0-or-later
// What an instant need not look at again: passes that nobody could be asked in, and windows of
// "balance" that nothing has changed.
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/core/engine/history.h"
#include "tests/core/engine/instances.h"
#include "tests/core/engine/pool.h"
#include "tests/core/engine/random_world.h"

namespace apportion {
namespace {

// One workload fills the pool until 100 s; what comes behind it waits.
testing::Pool fullPool(Queueing queueing) {
    testing::Pool pool;
    pool.nodes(1, 8);
    pool.quota("all", 8).policy.queueing = queueing;
    pool.work("first", "all", 8 * kOneGpu, 0).duration = 100 * kSecond;
    pool.work("head", "all", 2 * kOneGpu, 10).duration = 100 * kSecond;
    pool.work("next", "all", 2 * kOneGpu, 20).duration = 100 * kSecond;
    pool.work("larger", "all", 4 * kOneGpu, 30).duration = 100 * kSecond;
    return pool;
}

std::uint32_t passesUntil(testing::History& history, Instant at) {
    while (history.made.at < at && history.step()) {
    }
    return history.state->pass;
}

TEST(Quiet, WhoComesBehindAHeadThatWaitsBeginsNoPass) {
    for (const Queueing queueing : {Queueing::fifo, Queueing::roundRobin}) {
        testing::History history(fullPool(queueing).scenario);
        const std::uint32_t before = passesUntil(history, 10 * kSecond);
        EXPECT_EQ(passesUntil(history, 20 * kSecond), before);
        const std::uint32_t withLarger = passesUntil(history, 30 * kSecond);
        EXPECT_EQ(withLarger > before, queueing == Queueing::roundRobin);
        EXPECT_GT(passesUntil(history, 100 * kSecond), withLarger);
        EXPECT_EQ(history.made.started.size(), 3U);
    }
}

TEST(Quiet, WhoFindsNoRoomAndMayTakeFromNobodyIsNotAsked) {
    for (const Queueing queueing : {Queueing::fifo, Queueing::roundRobin}) {
        testing::Pool pool;
        pool.nodes(1, 8);
        pool.quota("all", 8).policy.queueing = queueing;
        pool.work("first", "all", 6 * kOneGpu, 0);
        pool.work("second", "all", 4 * kOneGpu, 0);
        testing::History history(pool.scenario);
        history.step();
        EXPECT_EQ(history.made.started, std::vector<WorkloadId>{0});
        EXPECT_EQ(history.state->job(1).askedInRound, 0U);
    }
}

// Of the high priorities of "intelligent" the head alone is asked: room that is too small for it
// gives nobody hope, whoever it would do for.
TEST(Quiet, RoomThatOnlyWhoStandsBehindAHeadCouldUseGivesNoHope) {
    for (const Queueing queueing : {Queueing::intelligent, Queueing::roundRobin}) {
        testing::Pool pool;
        pool.nodes(1, 8);
        pool.quota("all", 8).policy.queueing = queueing;
        pool.work("holds", "all", 6 * kOneGpu, 0).duration = 100 * kSecond;
        pool.work("head", "all", 8 * kOneGpu, 10, 9);
        pool.work("behind", "all", 2 * kOneGpu, 10, 8).duration = 20 * kSecond;
        testing::History history(pool.scenario);
        passesUntil(history, 10 * kSecond);
        const bool behind = queueing == Queueing::intelligent;
        EXPECT_EQ(history.made.started.size(), behind ? 0U : 1U);
        const EngineState& state = *history.state;
        EXPECT_EQ(state.jobs[2].phase, behind ? Phase::waiting : Phase::running);
        EXPECT_FALSE(state.sleep.hopeful(state, 0).any());
        passesUntil(history, 100 * kSecond);
        EXPECT_EQ(history.made.started, std::vector<WorkloadId>{1});
    }
}

// A pass over the nodes of one group hears of what came into the queues of another.
TEST(Quiet, WorkOfAnotherGroupIsSeenToo) {
    testing::Pool pool;
    pool.nodes(1, 4, "large").nodes(1, 2, "small");
    pool.scenario.nodes[0].node.gpuType = "H100";
    pool.scenario.nodes[1].node.gpuType = "A10";
    NodeSelector selector;
    selector.gpuType = "H100";
    pool.quota("large", 4).policy.nodes = selector;
    selector.gpuType = "A10";
    pool.quota("small", 0).policy.nodes = selector;
    pool.work("waits", "large", 8 * kOneGpu, 0).replicas = 1;
    pool.work("holds", "large", 3 * kOneGpu, 0);
    pool.work("behind", "large", 2 * kOneGpu, 0);
    pool.work("one", "small", kOneGpu, 0);
    pool.work("two", "small", kOneGpu, 5);
    testing::History history(pool.scenario);
    passesUntil(history, 5 * kSecond);
    EXPECT_EQ(history.made.started, std::vector<WorkloadId>{4});
}

// Rule 9 word for word: the first of the queue, and one more for each that has stood long enough
// without a gap.
std::vector<WorkloadId> windowWalked(const EngineState& state, BranchId leaf) {
    std::vector<WorkloadId> members;
    const Queue& queue = state.queues[static_cast<std::size_t>(leaf)];
    for (auto next = queue.first(Place::begin()); next; next = queue.first(next->place.next())) {
        members.push_back(next->id());
        const Instant since = state.job(next->id()).inWindow.value_or(state.now);
        if (state.now < since + state.settings.balanceTimeout)
            break;
    }
    return members;
}

// And everybody who stands in one knows since when, and nobody else.
TEST(Quiet, BalanceWindowsAreThoseOfTheQueue) {
    int windows = 0;
    int opened = 0;
    for (unsigned seed = 1; seed <= testing::instancesOr(200); ++seed) {
        testing::History history(testing::randomWorld(seed, 14, 8));
        for (int steps = 0; steps < 300 && history.step(); ++steps) {
            const EngineState& state = *history.state;
            std::set<WorkloadId> standing;
            for (BranchId leaf = 0; leaf < state.tree.size(); ++leaf) {
                if (!state.tree[leaf].leaf() || state.queueing(leaf) != Queueing::balance)
                    continue;
                const auto walked = windowWalked(state, leaf);
                const Queue& queue = state.queues[static_cast<std::size_t>(leaf)];
                std::size_t inside = 0;
                for (auto next = queue.first(Place::begin()); next;
                     next = queue.first(next->place.next()))
                    inside += state.windows.contains(state, leaf, next->place) ? 1 : 0;
                ASSERT_EQ(inside, walked.size()) << "seed " << seed << " at " << history.made.at;
                standing.insert(walked.begin(), walked.end());
                windows += walked.empty() ? 0 : 1;
                opened += walked.size() > 1 ? 1 : 0;
            }
            for (const WorkloadId id : state.jobs.living())
                ASSERT_EQ(state.job(id).inWindow.has_value(), standing.contains(id))
                    << "seed " << seed << " at " << history.made.at << " workload " << id;
        }
    }
    EXPECT_GT(windows, 100 / testing::kFewer);
    EXPECT_GT(opened, 10 / testing::kFewer);
}

}  // namespace
}  // namespace apportion
