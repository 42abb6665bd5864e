// SPDX-License-Identifier: GPL-3.0-or-later
// Starts as ranges, against runs that go on, and against a past whose law is known.
#include "core/plan/draft/start_ranges.h"

#include <algorithm>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "core/model/message.h"
#include "core/plan/draft/estimate.h"
#include "core/plan/draw.h"
#include "core/sim/simulation.h"
#include "tests/core/engine/random_world.h"

namespace apportion::testing {
namespace {

constexpr Duration kHour = 3600 * kSecond;
constexpr Duration kDay = 24 * kHour;

std::vector<WorkloadId> allWaiting(const Engine& engine) {
    std::vector<WorkloadId> ids;
    for (WorkloadId id = 0; id < engine.workloadCount(); ++id)
        if (engine.submitted(id) && engine.state(id) == WorkloadState::pending)
            ids.push_back(id);
    return ids;
}

// One node of 8 GPUs and one quota that has it all.
class RangesOfOneNode : public ::testing::Test {
protected:
    RangesOfOneNode() {
        NodeGroup group;
        group.node.name = "n";
        group.node.gpu = 8 * kOneGpu;
        scenario_.nodes.push_back(group);
        Quota quota;
        quota.name = "q";
        quota.guaranteed.gpu = 8 * kOneGpu;
        scenario_.quotas.push_back(quota);
    }
    Workload& add(const std::string& name, std::optional<Duration> duration, Gpu gpu = 8,
                  Instant submit = 0) {
        Workload& work = scenario_.workloads.emplace_back();
        work.name = name;
        work.quota = "q";
        work.request.gpu = gpu * kOneGpu;
        work.duration = duration;
        work.submit = submit;
        return work;
    }
    // Work that ran that long, submitted `before` the end of the past.
    void ran(Duration duration, Duration before = kHour, int priority = 5) {
        PastJobs::Job job;
        job.spec.name = "past";
        job.spec.quota = "q";
        job.spec.priority = priority;
        job.spec.request.gpu = 8 * kOneGpu;
        job.submit = kPast - before;
        job.ran = duration;
        past_.push_back(job);
    }
    StartRange rangeOf(const std::string& name, Instant at = 10 * kSecond) const {
        Simulation run(std::make_shared<const Scenario>(scenario_));
        run.runTo(at);
        const std::vector<WorkloadId> wanted{*run.engine().findWorkload(name)};
        return startRanges(run.engine(), at, PastJobs(0, kPast, past_), wanted).waiting.front();
    }

    static constexpr Duration kPast = 30 * kDay;
    Scenario scenario_;
    std::vector<PastJobs::Job> past_;
};

TEST(StartRanges, OfWorkWithDurationsAndNoPastAreWhatTheRunComesTo) {
    int known = 0;
    for (unsigned seed = 0; seed < 60; ++seed) {
        Scenario scenario = randomWorld(seed, 14, 0);
        Dice dice(seed);
        for (Workload& each : scenario.workloads)
            if (!each.duration)
                each.duration = dice.from(20, 90) * kSecond +
                                (each.running ? -each.running->since : Duration{0});
        Simulation run(std::make_shared<const Scenario>(std::move(scenario)));
        run.runTo(31 * kSecond);
        const auto wanted = allWaiting(run.engine());
        const StartRanges ranges = startRanges(run.engine(), 31 * kSecond, {}, wanted);
        std::map<std::string, Instant> real;
        const Simulation before = run;
        while (run.step())
            for (const WorkloadId id : run.decisions().started)
                real.emplace(run.engine().name(id), run.now());
        ASSERT_EQ(ranges.waiting.size(), wanted.size());
        for (const StartRange& each : ranges.waiting) {
            EXPECT_EQ(each.from, each.to) << seed;
            EXPECT_EQ(each.from, each.alone) << seed;
            const auto start = real.find(each.workload);
            EXPECT_EQ(each.from.has_value(), start != real.end()) << seed << each.workload;
            if (each.from && start != real.end()) {
                EXPECT_EQ(*each.from, start->second) << seed << each.workload;
                ++known;
            }
        }
    }
    EXPECT_GT(known, 100);
}

TEST_F(RangesOfOneNode, UnstatedDurationsAreDrawnFromThoseThatWereLonger) {
    add("runs", {});
    add("waits", 60 * kSecond);
    for (int i = 1; i <= 40; ++i)
        ran(i * 100 * kSecond, kPast + kDay);  // before all that is submitted again
    const Instant at = 1000 * kSecond;
    const StartRange range = rangeOf("waits", at);
    ASSERT_TRUE(range.from && range.to && range.alone);
    EXPECT_GT(*range.from, at) << "it has run so long already";
    EXPECT_LT(*range.from, 2000 * kSecond);
    EXPECT_GT(*range.to, 3000 * kSecond);
    EXPECT_LE(*range.to, 4000 * kSecond) << "none ever ran longer";
    EXPECT_EQ(range.alone, range.from) << "nothing is ever submitted";
}

TEST_F(RangesOfOneNode, WithoutAnyPastItSaysWhoseEndItWaitsForAndWhatWouldHelp) {
    add("runs", {});
    add("waits", 60 * kSecond);
    const StartRange range = rangeOf("waits");
    EXPECT_FALSE(range.from || range.to || range.alone || range.never);
    EXPECT_EQ(range.ask, std::vector<std::string>{"runs"});
    EXPECT_EQ(range.askMore, 0);
    ASSERT_TRUE(range.when);
    EXPECT_EQ(render(*range.when), "not before runs ends");
}

TEST_F(RangesOfOneNode, WhatIsSubmittedMeanwhileMakesThemLater) {
    add("runs", 2 * kHour);
    add("waits", 60 * kSecond).priority = 1;
    // Each hour one of high priority for 20 minutes.
    for (int hour = 1; hour < 30 * 24; ++hour)
        ran(1200 * kSecond, hour * kHour, 9);
    const StartRange range = rangeOf("waits");
    ASSERT_TRUE(range.from && range.to && range.alone);
    EXPECT_EQ(*range.alone, 2 * kHour);
    EXPECT_GT(*range.from, *range.alone) << "two have come by then";
    EXPECT_LT(*range.to, 4 * kHour);
}

TEST_F(RangesOfOneNode, WhatStandsBeforeItIsCounted) {
    add("runs", 2 * kHour);
    add("first", kHour);
    add("second", {}, 4);
    add("waits", 60 * kSecond);
    for (int i = 1; i <= 9; ++i)
        ran(i * kHour);
    const StartRange range = rangeOf("waits");
    EXPECT_EQ(range.ahead, 2);
    EXPECT_EQ(range.aheadGpu, 12 * kOneGpu);
    EXPECT_EQ(range.aheadTime, 8 * kOneGpu * kHour + 4 * kOneGpu * 5 * kHour)
        << "half of them ran five hours";
    EXPECT_TRUE(range.aheadTimeWhole);
}

TEST_F(RangesOfOneNode, WhatNeverFitsNeverStarts) {
    add("runs", kHour);
    add("other", kHour).gpuType = "H100";
    const StartRange range = rangeOf("other");
    EXPECT_TRUE(range.never);
    EXPECT_FALSE(range.from);
}

TEST_F(RangesOfOneNode, TheSameStateGivesTheSameRanges) {
    add("runs", {});
    add("waits", {});
    for (int i = 1; i <= 40; ++i)
        ran(i * 100 * kSecond, i * kHour);
    const StartRange once = rangeOf("waits");
    const StartRange again = rangeOf("waits");
    EXPECT_EQ(once.from, again.from);
    EXPECT_EQ(once.to, again.to);
}

// Durations of one law, of the past and of what runs: 8 of 10 starts lie in the range.
TEST_F(RangesOfOneNode, HoldAsOftenAsTheySay) {
    std::mt19937_64 dice(7);
    const auto length = [&] {
        return static_cast<Duration>(600 + drawBelow(dice, 36'000)) * kSecond;
    };
    for (int i = 0; i < 400; ++i)
        ran(length(), kPast + kDay);
    add("runs", {});
    add("waits", 60 * kSecond);
    const StartRange range = rangeOf("waits", 60 * kSecond);
    ASSERT_TRUE(range.from && range.to);
    int within = 0;
    for (int i = 0; i < 1000; ++i) {
        const Instant start = length();
        within += *range.from <= start && start <= *range.to ? 1 : 0;
    }
    EXPECT_GT(within, 650);
    EXPECT_LT(within, 950);
}

TEST(PastJobsTest, ArrivalsComeAtTheirTimeOfDayAndBeginAnew) {
    std::vector<PastJobs::Job> jobs;
    for (int day = 0; day < 10; ++day) {
        PastJobs::Job& job = jobs.emplace_back();
        job.spec.quota = "q";
        job.submit = day * kDay + 9 * kHour;
    }
    const PastJobs past(0, 10 * kDay + 6 * kHour, jobs);
    for (std::uint64_t number = 0; number < 50; ++number) {
        const auto coming = past.arrivals(number, kDay);
        ASSERT_EQ(coming.size(), 1U) << number;
        EXPECT_EQ(coming[0].after, 3 * kHour) << "nine in the morning";
    }
    const PastJobs brief(0, 10 * kHour, {jobs[0]});
    EXPECT_EQ(brief.arrivals(0, kDay).size(), 2U);
    EXPECT_TRUE(PastJobs(0, 10 * kSecond, {}).arrivals(0, kDay).empty());
}

TEST(PastJobsTest, WhatCameWithThePoolTellsOfDurationsAlone) {
    PastJobs::Job job;
    job.spec.quota = "q";
    job.ran = kHour;
    const PastJobs past(0, kDay, {job});
    EXPECT_TRUE(past.arrivals(3, kDay).empty());
    EXPECT_EQ(past.durationBeyond("q", Module::training, 0, 11), kHour);
    EXPECT_EQ(past.durationBeyond("other", Module::notebook, 0, 11), kHour) << "of all work";
    EXPECT_FALSE(past.durationBeyond("q", Module::training, kHour, 11));
}

}  // namespace
}  // namespace apportion::testing
