// SPDX-License-Identifier: GPL-3.0-or-later
// The live pool decides what the simulation of the same inputs decides (rule 27), also where the
// program was closed in between.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/engine/random_pool.h"
#include "tests/core/sanitized.h"
#include "tests/core/session/live/live_rig.h"

namespace apportion::testing {
namespace {

struct Step {
    Instant at = 0;
    CommandRequest request;
};

// Inputs at moments of their own, so that none falls together with an end.
Scenario spreadOut(unsigned seed) {
    Scenario scenario = randomHistory(seed).scenario;
    Instant odd = 0;
    for (Workload& work : scenario.workloads)
        if (!work.running)
            work.submit += odd += 7;
    for (Event& event : scenario.events)
        event.at += odd += 7;
    std::stable_sort(scenario.workloads.begin(), scenario.workloads.end(),
                     [](const auto& a, const auto& b) { return a.submit < b.submit; });
    std::stable_sort(scenario.events.begin(), scenario.events.end(),
                     [](const auto& a, const auto& b) { return a.at < b.at; });
    return scenario;
}

std::vector<Step> stepsOf(const Scenario& scenario) {
    std::vector<Step> steps;
    for (const Event& event : scenario.events)
        steps.push_back({event.at, commandOf(event.action)});
    for (const Workload& work : scenario.workloads)
        if (!work.running)
            steps.push_back({work.submit, submitOf(work)});
    std::stable_sort(steps.begin(), steps.end(),
                     [](const auto& a, const auto& b) { return a.at < b.at; });
    return steps;
}

// Which devices of its node a run has is not kept: an engine that is loaded anew packs them anew,
// and what would have been second best may then be another.
std::vector<std::string> withoutRunnersUp(std::vector<std::string> lines) {
    for (std::string& line : lines)
        line.resize(std::min(line.size(), line.find(" worse by ")));
    return lines;
}

class LikeSimulation : public LiveProject, public ::testing::WithParamInterface<unsigned> {
protected:
    // Whether they agree at this moment.
    void compareAt(Simulation& simulation, Instant instant) {
        at(instant);
        tick();
        simulation.runTo(instant);
        auto live = linesOf(shown());
        auto simulated = linesOf(simulation.outcome());
        if (restarts_) {
            live = withoutRunnersUp(std::move(live));
            simulated = withoutRunnersUp(std::move(simulated));
        }
        EXPECT_EQ(live, simulated) << "at " << instant;
    }

    // From `alwaysFrom` on it looks at every step.
    void play(const Scenario& scenario, std::size_t restartEvery, std::size_t lookEvery = 1,
              Instant alwaysFrom = 200 * kSecond) {
        restarts_ = restartEvery > 0;
        makeFrom(scenario);
        goLive();
        Simulation simulation(std::make_shared<const Scenario>(scenario));
        std::size_t done = 0;
        for (const Step& step : stepsOf(scenario)) {
            const bool looks = ++done % lookEvery == 0 || step.at >= alwaysFrom;
            if (looks)
                compareAt(simulation, step.at - 1);
            if (HasFailure())
                return;
            if (restartEvery > 0 && done % restartEvery == 0)
                restart();
            at(step.at);
            desk_->run(step.request);  // what is refused is refused in both
            if (looks)
                tick();
        }
        compareAt(simulation, 200 * kSecond);
        const Summary live = shown().summary, simulated = simulation.outcome().summary;
        EXPECT_EQ(live.workloads, simulated.workloads);
        EXPECT_EQ(live.finished, simulated.finished);
        EXPECT_EQ(live.evictions, simulated.evictions);
        EXPECT_EQ(live.gpuTime, simulated.gpuTime);
        EXPECT_EQ(live.wastedGpuTime, simulated.wastedGpuTime);
        EXPECT_EQ(live.wait, simulated.wait);
        EXPECT_TRUE(verified());
    }

    bool restarts_ = false;
};

TEST_P(LikeSimulation, Throughout) {
    play(spreadOut(GetParam()), 0);
}

TEST_P(LikeSimulation, AlsoWhenTheProgramIsClosedInBetween) {
    play(spreadOut(GetParam()), 3);
}

TEST_P(LikeSimulation, WithAGracePeriodAndMinimumRuntime) {
    Scenario scenario = spreadOut(GetParam());
    scenario.settings.gracePeriod = 3 * kSecond;
    scenario.settings.minRuntime = 4 * kSecond;
    play(scenario, 0);
}

// Bookings, windows of "balance" and who took from whom (rule 26) are resumed.
TEST_P(LikeSimulation, WithThoseAlsoWhenTheProgramIsClosedInBetween) {
    Scenario scenario = spreadOut(GetParam());
    scenario.settings.gracePeriod = 3 * kSecond;
    for (std::size_t i = 0; i < scenario.quotas.size(); i += 2)
        scenario.quotas[i].policy.queueing = Queueing::balance;
    play(scenario, 1);
}

// Each is decided at its own moment, between the ends of others.
TEST_P(LikeSimulation, AlsoWhenManySubmitBetweenTwoLooks) {
    Scenario scenario = spreadOut(GetParam());
    scenario.events.clear();
    play(scenario, 0, 5);
}

// So much came in vain at first that the engine is loaded anew once some more is over, while the
// rest waits, runs or is told to stop.
class LikeSimulationForgetting : public LikeSimulation {};

TEST_P(LikeSimulationForgetting, WhatIsOver) {
    constexpr int kGone = 511;
    constexpr Instant kFirst = 2 * kSecond;
    Scenario scenario = spreadOut(GetParam());
    scenario.settings.gracePeriod = 3 * kSecond;
    scenario.events.clear();
    for (Workload& work : scenario.workloads)
        if (!work.running)
            work.submit += kFirst;
    for (int i = 0; i < kGone; ++i) {
        Workload work;
        work.name = "gone-" + std::to_string(i);
        work.quota = scenario.quotas.front().name;
        work.request.gpu = 1000 * kOneGpu;  // fits nowhere
        work.submit = 1 + i;
        scenario.events.push_back({kFirst / 2 + i, CancelEvent{work.name}});
        scenario.workloads.push_back(std::move(work));
    }
    play(scenario, 0, 20, kFirst);
    EXPECT_LT(live_->engine()->workloadCount(), kGone);
}

INSTANTIATE_TEST_SUITE_P(Seeds, LikeSimulation, ::testing::Range(1U, kSanitized ? 4U : 13U));
// Seconds each, for every workload that is gone is one in the file.
INSTANTIATE_TEST_SUITE_P(Seeds, LikeSimulationForgetting,
                         ::testing::Range(1U, kSanitized ? 2U : 5U));

}  // namespace
}  // namespace apportion::testing
