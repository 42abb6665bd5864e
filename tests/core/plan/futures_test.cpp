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

// `weeks` whole weeks and a bit. In each, left and right submit one job, which runs for as many
// hours as the number of the week says, from 1.
Pool numberedWeeks(int weeks) {
    Pool pool = twoJobs();
    pool.scenario.workloads.clear();
    for (int week = 0; week <= weeks; ++week)
        for (const char* quota : {"left", "right"})
            pool.work(quota + std::to_string(week), quota, kOneGpu, 7 * week * kDaySeconds + 1)
                .duration = (week + 1) * 3600 * kSecond;
    return pool;
}

// By week of a future, the recorded weeks of the jobs of left and right.
std::vector<std::pair<Instant, Instant>> sourcesOf(const Scenario& future, std::size_t weeks) {
    std::vector<std::pair<Instant, Instant>> sources(weeks);
    for (const Workload& job : future.workloads)
        if (const auto week = static_cast<std::size_t>(job.submit / kWeek); week < weeks)
            (job.quota == "left" ? sources[week].first : sources[week].second) =
                *job.duration / (3600 * kSecond) - 1;
    return sources;
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

TEST(Bootstrap, DrawsTheSameWeeksForAllTeams) {
    const Pool pool = numberedWeeks(5);
    const Bootstrap bootstrap = bootstrapOf(pool);
    std::set<Instant> drawn;
    bool apart = false;
    for (std::uint64_t number = 0; number < 30; ++number) {
        for (const auto& [left, right] : sourcesOf(bootstrap.future(1, number), 5)) {
            EXPECT_EQ(left, right);
            drawn.insert(left);
        }
        for (const auto& [left, right] : sourcesOf(bootstrap.future(1, number, true), 5))
            apart = apart || left != right;
    }
    EXPECT_THAT(drawn, ElementsAre(0, 1, 2, 3, 4));
    EXPECT_TRUE(apart);
}

TEST(Bootstrap, DrawsTwoConsecutiveWeeksFromEightUp) {
    for (const int weeks : {7, 8, 9}) {
        const Pool pool = numberedWeeks(weeks);
        const Bootstrap bootstrap = bootstrapOf(pool);
        bool all = true;
        std::set<Instant> firsts;
        for (std::uint64_t number = 0; number < 60; ++number) {
            const auto sources =
                sourcesOf(bootstrap.future(1, number), static_cast<std::size_t>(weeks));
            for (std::size_t week = 0; week + 1 < sources.size(); week += 2) {
                all = all && sources[week + 1].first == sources[week].first + 1;
                firsts.insert(sources[week].first);
            }
        }
        EXPECT_EQ(all, weeks >= 8) << weeks;
        EXPECT_EQ(*firsts.begin(), 0);
        EXPECT_EQ(*firsts.rbegin(), weeks >= 8 ? weeks - 2 : weeks - 1);
    }
}

TEST(Bootstrap, KeepsTheWeeksOfTheBaseAsTheyWere) {
    const Pool pool = numberedWeeks(6);
    const Bootstrap bootstrap(std::make_shared<const Scenario>(pool.scenario), 4, 6);
    const Scenario future = bootstrap.future(1, 3);
    const auto sources = sourcesOf(future, 7);
    for (Instant week = 0; week < 4; ++week)
        EXPECT_EQ(sources[static_cast<std::size_t>(week)], (std::pair{week, week}));
    for (std::size_t week = 4; week < 6; ++week)
        EXPECT_LT(sources[week].first, 4);
    EXPECT_EQ(future.workloads.size(), 12U) << "the seventh week is not drawn";
    EXPECT_EQ(future.workloads[0].name, "left0");
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

std::vector<std::int64_t> upTo(std::int64_t count) {
    std::vector<std::int64_t> values;
    for (std::int64_t value = count; value > 0; --value)
        values.push_back(value);
    return values;
}

TEST(Bootstrap, OfOneWeekAllDrawsAreTheSame) {
    for (const bool teamsApart : {false, true}) {
        const Bootstrap week(std::make_shared<const Scenario>(numberedWeeks(1).scenario));
        ASSERT_EQ(week.wholeWeeks(), 1);
        const Scenario first = week.future(7, 0, teamsApart);
        for (const std::uint64_t number : {1U, 2U, 18U})
            EXPECT_EQ(week.future(7, number, teamsApart).workloads, first.workloads);
    }
    PlanBase base(std::make_shared<const Scenario>(numberedWeeks(1).scenario));
    const auto bands = runFutures(base, {{"same", {}}}, {.count = 19}, {});
    ASSERT_TRUE(bands);
    EXPECT_EQ(bands->futures, 19);
    EXPECT_EQ(bands->sets[0].futures, 19);
}

TEST(Bands, TakeTheElementsAtTheirPlaces) {
    EXPECT_EQ(bandOf({}), (Band{}));
    EXPECT_EQ(bandOf({7}), (Band{7, 7, 7, 0, 1}));
    EXPECT_EQ(bandOf({3, 1, 2}), (Band{1, 2, 3, 0, 3}));
    EXPECT_EQ(bandOf(upTo(10)), (Band{2, 6, 10, 0, 10}));
    EXPECT_EQ(bandOf({-2, 0, 5, -1, 0}), (Band{-2, 0, 5, 2, 1}));
}

// Of n futures and one more the chance to lie from the i-th to the j-th is (j - i) / (n + 1).
TEST(Bands, HoldEightOfTenExactly) {
    for (const std::int64_t count : {19, 39, 99}) {
        const Band band = bandOf(upTo(count));
        EXPECT_EQ(10 * (band.p90 - band.p10), 8 * (count + 1));
        EXPECT_EQ(band.p10, count + 1 - band.p90);
        EXPECT_EQ(2 * band.p50, count + 1);
    }
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

TEST(Futures, ThatAreKnownAreNotRunAgain) {
    const PlanBase base = baseOf(fiveWeeks().scenario);
    const std::vector<ChangeSet> sets{{"none", {}},
                                      {"node", {addNode(10 * kDaySeconds, "new", 4)}},
                                      {"refused", {scaleTo(kDaySeconds, "left", 4)}}};
    const auto all = runFutures(base, sets, {20, 5}, {});
    std::vector<FutureColumn> known;
    int runs = 0, told = 0;
    const auto run = [&] {
        runs = told = 0;
        RunControl control({}, [&](const RunProgress&) { ++runs; });
        SweepOptions options;
        options.control = &control;
        options.threads = 2;
        const auto bands = runFutures(
            base, sets, {20, 5}, options, [&](const FutureBands&) { ++told; }, &known);
        ASSERT_TRUE(bands);
        EXPECT_EQ(bands->base, all->base);
        for (std::size_t i = 0; i < sets.size(); ++i) {
            EXPECT_EQ(bands->sets[i].bands, all->sets[i].bands);
            EXPECT_EQ(bands->sets[i].refused, all->sets[i].refused);
        }
        EXPECT_EQ(told, 20);
    };
    run();
    EXPECT_EQ(runs, 80);
    run();
    EXPECT_EQ(runs, 0);
    known[2].clear();
    run();
    EXPECT_EQ(runs, 20) << "of that set alone";
    for (FutureColumn& column : known)
        column.resize(15);
    run();
    EXPECT_EQ(runs, 20) << "five more futures of all";
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
