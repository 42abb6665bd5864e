// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/futures.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plan/bands.h"
#include "core/plan/draw.h"
#include "core/plan/run_futures.h"
#include "tests/core/plan/plan_pool.h"

namespace apportion {
namespace {

using namespace apportion::testing;
using ::testing::Each;
using ::testing::ElementsAre;

constexpr Instant kDaySeconds = 24 * 3600;

// Four whole weeks and a day. In week w, left submits w + 1 jobs on its second day, right one on
// its third; a last job on the first day of the fifth week says how long the recording is.
Pool fiveWeeks() {
    Pool pool = twoJobs();
    pool.scenario.workloads.clear();
    for (int week = 0; week < 4; ++week) {
        for (int i = 0; i <= week; ++i)
            pool.work("left-" + std::to_string(10 * week + i), "left", kOneGpu,
                      (7 * week + 1) * kDaySeconds + i)
                .duration = 3600 * kSecond;
        pool.work("right-" + std::to_string(week), "right", 2 * kOneGpu,
                  (7 * week + 2) * kDaySeconds)
            .duration = 2 * 3600 * kSecond;
    }
    pool.work("last", "right", kOneGpu, 28 * kDaySeconds + 100).duration = kSecond;
    return pool;
}

Bootstrap bootstrapOf(const Pool& pool) {
    return Bootstrap(std::make_shared<const Scenario>(pool.scenario));
}

TEST(Draw, IsTheSameEverywhere) {
    // The 10,000th number of a generator seeded as the standard says in [rand.predef].
    std::mt19937_64 generator;
    generator.discard(9999);
    EXPECT_EQ(generator(), 9981545732273789042U);
    std::mt19937_64 other(drawnAt(1, 0));
    std::vector<std::uint64_t> drawn;
    drawn.reserve(1000);
    for (int i = 0; i < 1000; ++i)
        drawn.push_back(drawBelow(other, 7));
    EXPECT_THAT(drawn, Each(::testing::Lt(7U)));
    EXPECT_EQ(std::set<std::uint64_t>(drawn.begin(), drawn.end()).size(), 7U);
    EXPECT_NE(drawnAt(1, 0), drawnAt(1, 1));
    EXPECT_NE(drawnAt(1, 0), drawnAt(2, 0));
}

TEST(Bootstrap, TakesWholeWeeksOfAQuota) {
    const Pool pool = fiveWeeks();
    const Bootstrap bootstrap = bootstrapOf(pool);
    EXPECT_EQ(bootstrap.wholeWeeks(), 4);
    std::set<std::vector<std::size_t>> patterns;
    for (std::uint64_t number = 0; number < 50; ++number) {
        const Scenario future = bootstrap.future(1, number);
        EXPECT_EQ(future, bootstrap.future(1, number));
        std::vector<std::size_t> left(5), right(5);
        Instant before = 0;
        std::set<std::string> names;
        for (const Workload& job : future.workloads) {
            EXPECT_LE(before, job.submit);
            before = job.submit;
            EXPECT_TRUE(names.insert(job.name).second);
            const Instant week = job.submit / kWeek, offset = job.submit % kWeek;
            if (job.quota == "left") {
                EXPECT_EQ(offset / kSecond / kDaySeconds, 1);
                ++left[static_cast<std::size_t>(week)];
            } else {
                EXPECT_EQ(offset, 2 * kDaySeconds * kSecond);
                ++right[static_cast<std::size_t>(week)];
            }
        }
        EXPECT_THAT(right, ElementsAre(1, 1, 1, 1, 0)) << "the fifth week ends after 100 s";
        for (std::size_t week = 0; week < 4; ++week) {
            EXPECT_GE(left[week], 1U);
            EXPECT_LE(left[week], 4U);
        }
        EXPECT_EQ(left[4], 0U);
        patterns.insert(left);
    }
    EXPECT_GT(patterns.size(), 30U) << "of 256 that there are";
}

TEST(Bootstrap, KeepsWhatRunsAndItsEvents) {
    Pool pool = fiveWeeks();
    Workload& runs = pool.work("future~1", "left", kOneGpu, 0);
    runs.running = RunningSince{-kSecond, {{"node", kOneGpu}}};
    pool.event(5, FinishEvent{"future~1"});
    pool.event(5, CancelEvent{"last"});
    const Scenario future = bootstrapOf(pool).future(1, 0);
    EXPECT_EQ(future.workloads[0].name, "future~1");
    EXPECT_EQ(future.workloads[1].name, "future~2");
    ASSERT_EQ(future.events.size(), 1U);
    EXPECT_TRUE(std::holds_alternative<FinishEvent>(future.events[0].action));
}

TEST(Bands, TakeTheElementsAtTheirPlaces) {
    EXPECT_EQ(bandOf({}), (Band{0, 0, 0}));
    EXPECT_EQ(bandOf({7}), (Band{7, 7, 7}));
    EXPECT_EQ(bandOf({3, 1, 2}), (Band{1, 2, 3}));
    EXPECT_EQ(bandOf({10, 9, 8, 7, 6, 5, 4, 3, 2, 1}), (Band{2, 6, 10}));
}

TEST(Futures, AreTheSameOnAnyNumberOfThreads) {
    const PlanBase base = baseOf(fiveWeeks().scenario);
    const std::vector<ChangeSet> sets{{"none", {}},
                                      {"node", {addNode(10 * kDaySeconds, "new", 4)}},
                                      {"refused", {scaleTo(kDaySeconds, "left", 4)}},
                                      {"named", {edit(5, EventAction{CancelEvent{"last"}})}}};
    SweepOptions options;
    const auto one = runFutures(base, sets, {20, 5}, options);
    ASSERT_TRUE(one);
    for (const unsigned threads : {2U, 7U}) {
        options.threads = threads;
        const auto more = runFutures(base, sets, {20, 5}, options);
        ASSERT_TRUE(more);
        EXPECT_EQ(more->base, one->base);
        for (std::size_t i = 0; i < sets.size(); ++i) {
            EXPECT_EQ(more->sets[i].bands, one->sets[i].bands);
            EXPECT_EQ(more->sets[i].delta, one->sets[i].delta);
        }
    }
    EXPECT_NE(runFutures(base, sets, {20, 6}, options)->base, one->base);
    // A set without edits, or with none that a future has a name for, is the base on every future.
    for (const std::size_t set : {0U, 3U}) {
        EXPECT_EQ(one->sets[set].bands, one->base);
        EXPECT_EQ(one->sets[set].delta.all, QuotaBands{});
    }
    EXPECT_EQ(one->sets[1].futures, 20);
    EXPECT_LE(one->sets[1].delta.all.meanWait.p90, 0) << "a node more lets nobody wait longer here";
    EXPECT_EQ(one->sets[2].futures, 0);
    EXPECT_EQ(one->sets[2].refused, 20);
}

TEST(Futures, EndWhenTheyAreStopped) {
    std::stop_source stop;
    stop.request_stop();
    RunControl control(stop.get_token());
    SweepOptions options;
    options.control = &control;
    EXPECT_FALSE(runFutures(baseOf(fiveWeeks().scenario), {}, {3, 1}, options));
}

}  // namespace
}  // namespace apportion
