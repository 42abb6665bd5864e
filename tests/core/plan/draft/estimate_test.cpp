// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates against the run as it goes on.
#include "core/plan/draft/estimate.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/model/message.h"
#include "core/plan/fork_run.h"
#include "core/sim/simulation.h"
#include "tests/core/engine/random_world.h"

namespace apportion::testing {
namespace {

constexpr Instant kEstimateAt = 31 * kSecond;  // all has been submitted

// Everything says how long it runs.
Scenario withDurations(Scenario scenario, unsigned seed) {
    Dice dice(seed);
    for (Workload& each : scenario.workloads)
        if (!each.duration)
            each.duration =
                dice.from(20, 90) * kSecond + (each.running ? -each.running->since : Duration{0});
    return scenario;
}

Simulation runOf(Scenario scenario) {
    Simulation run(std::make_shared<const Scenario>(std::move(scenario)));
    run.runTo(kEstimateAt);
    return run;
}

// The next start of each workload that waits, as the run goes on.
std::map<std::string, Instant> starts(Simulation run) {
    std::map<std::string, Instant> found;
    while (run.step())
        for (const WorkloadId id : run.decisions().started)
            found.emplace(run.engine().workload(id).name, run.now());
    return found;
}

TEST(Estimate, IsWhatTheRunComesTo) {
    int known = 0;
    int never = 0;
    for (unsigned seed = 0; seed < 120; ++seed) {
        const Simulation run = runOf(withDurations(randomWorld(seed, 14, 0), seed));
        const Estimates estimates = estimateStarts(run.engine(), kEstimateAt);
        const auto real = starts(run);
        for (const StartEstimate& each : estimates.waiting) {
            const auto start = real.find(each.workload);
            if (each.start) {
                ASSERT_NE(start, real.end()) << seed << " " << each.workload;
                EXPECT_EQ(*each.start, start->second) << seed << " " << each.workload;
                const WorkloadId id = *run.engine().findWorkload(each.workload);
                EXPECT_EQ(*each.wait,
                          run.engine().status(id).waited + *each.start - run.engine().now());
                EXPECT_FALSE(each.unknown);
                ++known;
            } else {
                ASSERT_TRUE(each.unknown);
                EXPECT_EQ(each.unknown->code, "estimate-no-start") << seed;
                EXPECT_EQ(start, real.end()) << seed << " " << each.workload;
                ++never;
            }
        }
    }
    EXPECT_GT(known, 200);
    EXPECT_GT(never, 0);
}

// The first start of each in a fork, in which one workload may end in the first instant.
std::map<std::string, Instant> startsWithout(const Engine& of, const std::string& ended) {
    Engine engine = of;
    std::map<std::string, Instant> found;
    std::vector<Input> inputs;
    if (!ended.empty())
        inputs.emplace_back(EventAction{FinishEvent{ended}});
    std::optional<Instant> due = firstMoment(engine, kEstimateAt);
    for (int i = 0; due && i < kMostEstimateSteps; ++i) {
        const Decisions made = engine.step(*due, inputs);
        inputs.clear();
        for (const WorkloadId id : made.started)
            found.emplace(engine.workload(id).name, *due);
        due = engine.nextTimer();
    }
    return found;
}

// Each running workload ended alone, and the starts compared.
TEST(Estimate, WhoIsNamedBringsTheStartForwardAndNobodyDoesMore) {
    int earlier = 0;
    int alone = 0;
    int notBefore = 0;
    for (unsigned seed = 0; seed < 150; ++seed) {
        const Simulation run = runOf(randomWorld(seed, 14, 0));
        const Engine& engine = run.engine();
        const Estimates estimates = estimateStarts(engine, kEstimateAt);
        const auto plain = startsWithout(engine, {});
        std::map<std::string, std::map<std::string, Instant>> ended;
        for (WorkloadId id = 0; id < engine.workloadCount(); ++id)
            if (engine.state(id) == WorkloadState::running && !engine.endOf(id))
                ended.emplace(engine.workload(id).name, std::map<std::string, Instant>{});
        for (auto& [name, starts] : ended)
            starts = startsWithout(engine, name);
        for (const StartEstimate& each : estimates.waiting) {
            if (!each.when || !engine.past(*engine.findWorkload(each.workload)).booked.empty())
                continue;
            std::set<std::string> helpers;
            std::optional<Instant> best;
            for (const auto& [name, starts] : ended) {
                const auto start = starts.find(each.workload);
                if (start == starts.end() || (each.start && start->second >= *each.start))
                    continue;
                if (each.start && best && start->second < *best)
                    helpers.clear();
                if (!each.start || !best || start->second <= *best)
                    helpers.insert(name);
                best = best ? std::min(*best, start->second) : start->second;
            }
            if (each.start) {
                EXPECT_EQ(*each.start, plain.at(each.workload)) << seed << " " << each.workload;
            }
            std::set<std::string> named;
            std::size_t count = 0;
            for (const Argument& argument : each.when->arguments) {
                if (argument.name == "workload")
                    named.insert(argument.value.text);
                if (argument.name == "workloads")
                    named.insert(argument.value.list.begin(), argument.value.list.end());
                if (argument.name == "count")
                    count = static_cast<std::size_t>(argument.value.number);
            }
            // Who starts only later and would end then is none of those who run now.
            std::erase_if(named, [&](const std::string& name) { return !ended.contains(name); });
            if (count == 0 && !named.empty()) {
                EXPECT_EQ(named, helpers) << seed << " " << each.workload;
            }
            if (each.when->code == "start-by" || each.when->code == "start-not-before.several") {
                EXPECT_TRUE(helpers.empty()) << seed << " " << each.workload;
            }
            if (count > 0) {
                EXPECT_GE(count, helpers.size()) << seed << " " << each.workload;
            }
            earlier += each.start && !named.empty() ? 1 : 0;
            alone += each.start && named.size() == 1 && ended.size() > 1 ? 1 : 0;
            notBefore += !each.start && !named.empty() ? 1 : 0;
        }
    }
    EXPECT_GT(earlier, 20);
    EXPECT_GT(alone, 10);
    EXPECT_GT(notBefore, 20);
}

class OneNode : public ::testing::Test {
protected:
    void add(const std::string& name, std::optional<Duration> duration, Gpu gpu = 8) {
        Workload work;
        work.name = name;
        work.quota = "q";
        work.request.gpu = gpu * kOneGpu;
        work.duration = duration;
        scenario_.workloads.push_back(work);
    }
    Simulation run(Instant at) {
        Scenario scenario = scenario_;
        NodeGroup group;
        group.node.name = "n";
        group.node.gpu = 8 * kOneGpu;
        scenario.nodes.push_back(group);
        Quota quota;
        quota.name = "q";
        quota.guaranteed.gpu = 8 * kOneGpu;
        quota.policy.priorityPreemption = priorityPreemption_;
        scenario.quotas.push_back(quota);
        Simulation run(std::make_shared<const Scenario>(std::move(scenario)));
        run.runTo(at);
        return run;
    }
    Estimates estimates(Instant at = 10 * kSecond, int most = kMostEstimateSteps) {
        return estimateStarts(run(at).engine(), at, most);
    }

    Scenario scenario_;
    bool priorityPreemption_ = false;
};

std::string whenOf(const Estimates& estimates, const std::string& workload) {
    const StartEstimate* each = estimates.of(workload);
    return each == nullptr ? "nothing" : each->when ? render(*each->when) : "unknown";
}

TEST_F(OneNode, WithoutADurationARunHasNoEnd) {
    add("runs", {});
    add("waits", 60 * kSecond);
    const Estimates made = estimates();
    ASSERT_EQ(made.waiting.size(), 1U);
    EXPECT_FALSE(made.waiting[0].start);
    EXPECT_FALSE(made.waiting[0].unknown);
    EXPECT_EQ(whenOf(made, "waits"), "not before runs ends");
    EXPECT_EQ(made.next({"q"}), &made.waiting[0]) << "the only one";
    EXPECT_EQ(made.next({"other"}), nullptr);
}

TEST_F(OneNode, AStatedEndIsALatestStartThatAnotherEndMayBringForward) {
    add("stated", 100 * kSecond, 4);
    add("open", {}, 4);
    add("waits", 60 * kSecond, 4);
    const Estimates made = estimates();
    EXPECT_EQ(made.of("waits")->start, 100 * kSecond);
    EXPECT_EQ(made.of("waits")->wait, 100 * kSecond);
    EXPECT_EQ(made.of("waits")->when->code, "start-by.earlier");
    EXPECT_EQ(whenOf(made, "waits"), "by 100 s, earlier if open ends");
}

// The end of "small" helps too, but only when "sooner" has ended.
TEST_F(OneNode, OfTwoThatHelpTheOneThatHelpsMoreIsNamed) {
    add("stated", 100 * kSecond, 2);
    add("sooner", 50 * kSecond, 1);
    add("big", {}, 3);
    add("small", {}, 2);
    add("waits", 60 * kSecond, 3);
    EXPECT_EQ(whenOf(estimates(), "waits"), "by 100 s, earlier if big ends");
    scenario_.workloads.back().request.gpu = 2 * kOneGpu;
    EXPECT_EQ(whenOf(estimates(), "waits"), "by 100 s, earlier if one of big and small ends");
}

TEST_F(OneNode, OfMoreThanCanBeTriedNobodyIsNamedWhoWasNot) {
    for (int i = 0; i < 80; ++i) {
        add("runs-" + std::to_string(i), {}, 1);
        scenario_.workloads.back().request.gpu = kOneGpu / 10;
    }
    add("waits", 60 * kSecond, 1);
    scenario_.workloads.back().request.gpu = kOneGpu / 10;
    EXPECT_EQ(whenOf(estimates(), "waits"), "after others end");
}

// Its end makes no room that is large enough.
TEST_F(OneNode, WhatDoesNotHelpIsNotNamed) {
    add("stated", 100 * kSecond, 6);
    add("small", {}, 1);
    add("other", {}, 1);
    add("waits", 60 * kSecond, 4);
    add("all", 60 * kSecond, 8);
    const Estimates made = estimates();
    EXPECT_EQ(whenOf(made, "waits"), "by 100 s");
    EXPECT_EQ(whenOf(made, "all"), "not before several others end");
    const Estimates all =
        estimateStarts(run(10 * kSecond).engine(), 10 * kSecond, 100, {}, Naming::nobody);
    EXPECT_EQ(whenOf(all, "waits"), "by 100 s") << "nobody is asked for";
    EXPECT_EQ(all.of("waits")->start, made.of("waits")->start);
}

// Its victims have so long and no longer, whatever else runs.
TEST_F(OneNode, WhatIsBookedStartsWhenTheGraceOfItsVictimsIsOver) {
    scenario_.settings.gracePeriod = 30 * kSecond;
    for (const char* name : {"low", "runs"}) {
        add(name, {});
        scenario_.workloads.back().request.gpu = 4 * kOneGpu;
        scenario_.workloads.back().priority = name == std::string("low") ? 2 : 9;
    }
    add("high", {});
    scenario_.workloads.back().request.gpu = 4 * kOneGpu;
    scenario_.workloads.back().priority = 8;
    scenario_.workloads.back().submit = 5 * kSecond;
    priorityPreemption_ = true;
    const Estimates booked = estimates();
    ASSERT_NE(booked.of("high"), nullptr);
    EXPECT_EQ(booked.of("high")->start, 35 * kSecond);
    ASSERT_EQ(booked.waiting.size(), 1U) << "low runs on until then";
    // The same in the instant in which it is decided.
    EXPECT_EQ(estimates(5 * kSecond - 1).waiting.size(), 0U);
}

TEST_F(OneNode, WhatStartsWithoutADurationHoldsUpTheNext) {
    add("runs", 100 * kSecond);
    add("second", {});
    add("third", 60 * kSecond);
    const Estimates made = estimates();
    ASSERT_NE(made.of("second"), nullptr);
    EXPECT_EQ(made.of("second")->start, 100 * kSecond);
    EXPECT_EQ(made.of("second")->wait, 100 * kSecond);
    EXPECT_EQ(made.next({"other", "q"}), made.of("second"));
    ASSERT_NE(made.of("third"), nullptr);
    EXPECT_FALSE(made.of("third")->start);
    EXPECT_EQ(whenOf(made, "third"), "not before second ends");
    EXPECT_EQ(made.of("runs"), nullptr) << "it runs";
}

TEST_F(OneNode, WhatNoEndHelpsIsNotPromisedOne) {
    add("runs", {});
    add("second", {});
    add("huge", {}, 9);
    const Estimates made = estimates();
    EXPECT_EQ(whenOf(made, "second"), "not before runs ends");
    EXPECT_EQ(made.of("huge")->unknown->code, "estimate-no-start") << "it fits nowhere";
}

TEST_F(OneNode, OfManyWithoutADurationAreToldHowManyThereAre) {
    for (int i = 0; i < 8; ++i)
        add("runs-" + std::to_string(i), {}, 1);
    add("waits", 60 * kSecond, 1);
    EXPECT_EQ(whenOf(estimates(), "waits"), "not before one of 8 others ends");
}

TEST_F(OneNode, HowFarItLooksIsBounded) {
    for (int i = 0; i < 6; ++i)
        add("w-" + std::to_string(i), 60 * kSecond);
    EXPECT_TRUE(estimates().of("w-5")->start);
    const Estimates made = estimates(10 * kSecond, 3);
    EXPECT_TRUE(made.of("w-2")->start);
    EXPECT_EQ(made.of("w-5")->unknown->code, "estimate-too-far");
}

TEST_F(OneNode, StopsWhenItIsEnough) {
    add("runs", 100 * kSecond);
    add("waits", 60 * kSecond);
    const Simulation now = run(10 * kSecond);
    const Estimates made = estimateStarts(now.engine(), 10 * kSecond, 10, [] { return true; });
    EXPECT_EQ(made.of("waits")->unknown->code, "estimate-too-far");
}

TEST_F(OneNode, OfAPoolThatNobodyRunsNothingIsKnown) {
    add("runs", 100 * kSecond);
    add("waits", 60 * kSecond);
    const Estimates made = noEstimates(run(10 * kSecond).engine());
    ASSERT_EQ(made.waiting.size(), 1U);
    EXPECT_EQ(made.waiting[0].unknown->code, "estimate-not-live");
}

TEST_F(OneNode, TimesAreMovedToAnotherAxis) {
    add("runs", 100 * kSecond);
    add("waits", 60 * kSecond);
    Estimates made = estimates();
    shift(made, 7 * kSecond);
    EXPECT_EQ(made.of("waits")->start, 107 * kSecond);
    EXPECT_EQ(made.of("waits")->wait, 100 * kSecond);
}

}  // namespace
}  // namespace apportion::testing
