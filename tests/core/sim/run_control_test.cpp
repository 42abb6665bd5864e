// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/run_control.h"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "tests/core/engine/pool.h"

namespace apportion {
namespace {

using namespace apportion::testing;

Simulation hundredJobs() {
    Pool pool;
    pool.nodes(1, 4);
    pool.quota("root", 4);
    for (int i = 0; i < 1000; ++i)
        pool.work("job" + std::to_string(i), "root", kOneGpu, i).duration = kSecond;
    return Simulation(std::make_shared<const Scenario>(pool.scenario));
}

const auto kNothing = [](auto...) {};

TEST(RunControl, TellsProgressUpToTheEnd) {
    std::vector<RunProgress> told;
    RunControl control({}, [&](const RunProgress& progress) { told.push_back(progress); });
    Simulation simulation = hundredJobs();
    EXPECT_TRUE(runUnder(&control, simulation, kNothing, kNothing));
    for (const RunProgress& progress : told) {
        EXPECT_EQ(progress.all, 2000);
        EXPECT_LE(progress.done, progress.all);
    }
    EXPECT_EQ(progressOf(simulation).done, 2000);
}

TEST(RunControl, PausesStepsAndGoesOn) {
    RunControl control;
    control.pause();
    std::atomic<int> steps = 0;
    bool done = false;
    std::jthread run([&] {
        Simulation simulation = hundredJobs();
        done = runUnder(&control, simulation, kNothing, [&] { ++steps; });
    });
    control.step(3);
    while (steps < 3)
        std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(steps, 3) << "it waits for the next";
    control.resume();
    run.join();
    EXPECT_TRUE(done);
    EXPECT_GT(steps, 1000);
}

TEST(RunControl, IsCancelledAlsoWhilePaused) {
    std::stop_source stop;
    RunControl control(stop.get_token());
    control.pause();
    std::atomic<bool> ended = false;
    std::jthread run([&] {
        Simulation simulation = hundredJobs();
        EXPECT_FALSE(runUnder(&control, simulation, kNothing, kNothing));
        ended = true;
    });
    stop.request_stop();
    run.join();
    EXPECT_TRUE(ended);
    EXPECT_TRUE(control.stopped());
}

TEST(RunControl, EstimatesByWhatWasDone) {
    const RunProgress first{100, 1000, 0}, now{400, 1000, 0};
    EXPECT_EQ(timeLeft(first, now, 3000), 6000);
    EXPECT_EQ(timeLeft(first, first, 3000), std::nullopt);
}

}  // namespace
}  // namespace apportion
