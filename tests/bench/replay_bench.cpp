// SPDX-License-Identifier: GPL-3.0-or-later
// How long the Philly trace takes to replay, beside a bare event loop over the same jobs in the
// same run: machines differ, the ratio does less.
#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>

#include <benchmark/benchmark.h>
#include <malloc.h>

#include "core/model/words.h"
#include "core/sim/recorder.h"
#include "core/sim/simulation.h"
#include "tests/bench/bare_loop.h"
#include "tests/bench/growth.h"
#include "tests/bench/philly.h"

namespace apportion {
namespace {

using bench::phillyOn;
using Shared = std::shared_ptr<const Scenario>;

struct Ran {
    Summary summary;
    std::int64_t events = 0;  // submits, starts, ends and evictions
};

Ran replay(const Shared& scenario) {
    Simulation simulation(scenario, {.evictions = false, .runs = false});
    Ran ran;
    while (simulation.step()) {
        const Decisions& made = simulation.decisions();
        ran.events += static_cast<std::int64_t>(made.started.size() + made.taken.size());
    }
    ran.summary = simulation.outcome(Detail::summary).summary;
    ran.events += simulation.recorder().submittedCount() + simulation.recorder().finishedCount();
    return ran;
}

double secondsOf(const std::function<void()>& work) {
    const double begin = bench::processorSeconds();
    work();
    return bench::processorSeconds() - begin;
}

void reportBareRatio(benchmark::State& state, const Shared& scenario, double seconds, Gpu gpus) {
    state.counters["times the bare loop"] =
        seconds / bench::secondsOfBareLoop(scenario->workloads, gpus * kOneGpu);
    state.counters["jobs/s"] = static_cast<double>(scenario->workloads.size()) / seconds;
}

// The jobs as the command line's replay has them; the bare loop takes its own.
Shared recordedPhilly(bench::PhillyRun run) {
    run.as = JobsAs::recorded;
    return phillyOn(run);
}

// One pool, strictly first come, first served: the case in which the loop gives the same answer.
void replayFlatPool(benchmark::State& state) {
    const std::int64_t gpus = state.range(0);
    const Shared scenario = phillyOn({.pool = {1, gpus}});
    const Shared recorded = recordedPhilly({.pool = {1, gpus}});
    const auto waits = bench::firstComeFirstServed(scenario->workloads, gpus * kOneGpu);
    const auto count = static_cast<Duration>(waits.size());
    const Duration total = std::accumulate(waits.begin(), waits.end(), Duration{0});
    double best = 0;
    while (state.KeepRunning()) {
        Ran ran;
        const double took = secondsOf([&] { ran = replay(recorded); });
        best = best == 0 ? took : std::min(best, took);
        if (ran.summary.wait.mean != (2 * total + count) / (2 * count))
            state.SkipWithError("the replay and the bare loop disagree on the mean wait");
    }
    reportBareRatio(state, scenario, best, gpus);
}
BENCHMARK(replayFlatPool)->Arg(480)->Arg(720)->Unit(benchmark::kMillisecond);

// The same over the number of jobs: the trace again and again.
void replayFlatPoolOfSize(benchmark::State& state) {
    const bench::PhillyRun run{.pool = {1, 720}, .jobs = state.range(0)};
    const Shared scenario = phillyOn(run);
    const Shared recorded = recordedPhilly(run);
    double best = 0;
    while (state.KeepRunning()) {
        const double took = secondsOf([&] { benchmark::DoNotOptimize(replay(recorded)); });
        best = best == 0 ? took : std::min(best, took);
    }
    reportBareRatio(state, scenario, best, 720);
    bench::reportGrowth(state, "replayFlatPoolOfSize", best);
}
BENCHMARK(replayFlatPoolOfSize)
    ->Arg(10'000)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Arg(10'000'000)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

// A policy that no job meets: how much more it costs to have one at all.
void replayFlatPoolWithInertPolicy(benchmark::State& state) {
    const Shared bare = phillyOn({.pool = {1, 480}});
    Scenario scenario = *bare;
    SelfPreemption never;
    never.high = {9, 9};
    never.low = {1, 1};
    never.modules.set();
    scenario.quotas.front().policy.selfPreemption = never;
    const auto inert = std::make_shared<const Scenario>(std::move(scenario));
    double without = 0;
    double with = 0;
    while (state.KeepRunning()) {
        without += secondsOf([&] { benchmark::DoNotOptimize(replay(bare)); });
        with += secondsOf([&] { benchmark::DoNotOptimize(replay(inert)); });
    }
    state.counters["times the cost"] = with / without;
}
BENCHMARK(replayFlatPoolWithInertPolicy)->Iterations(3)->Unit(benchmark::kMillisecond);

// A quota for each of the trace's virtual clusters, which lend and take back, on nodes of 8.
void replayQuotasOfGroups(benchmark::State& state) {
    const bench::PhillyRun run{.pool = {static_cast<int>(state.range(0)), 8},
                               .quotas = ReplayQuotas::groups,
                               .queueing = Queueing::roundRobin,
                               .jobs = state.range(1)};
    const Shared scenario = phillyOn(run);
    const Shared recorded = recordedPhilly(run);
    double best = 0;
    std::int64_t events = 0;
    while (state.KeepRunning()) {
        const double took = secondsOf([&] { events = replay(recorded).events; });
        best = best == 0 ? took : std::min(best, took);
    }
    reportBareRatio(state, scenario, best, 8 * state.range(0));
    state.counters["events/s"] = static_cast<double>(events) / best;
    state.counters["seconds"] = best;
}
BENCHMARK(replayQuotasOfGroups)
    ->Args({60, 5'000})
    ->Args({60, 20'000})
    ->Args({60, 82'247})
    ->Args({90, 82'247})
    ->Args({352, 82'247})
    ->Args({60, 1'000'000})
    ->Iterations(2)
    ->Unit(benchmark::kMillisecond);

// On nodes of one or two GPUs, where every gang spans nodes and victims are gangs themselves.
void replayGangsThatSpanNodes(benchmark::State& state) {
    const std::int64_t gpus = state.range(0);
    const Shared scenario = phillyOn({.pool = {static_cast<int>(480 / gpus), gpus},
                                      .quotas = ReplayQuotas::groups,
                                      .queueing = Queueing::roundRobin,
                                      .jobs = state.range(1)});
    double best = 0;
    while (state.KeepRunning()) {
        const double took = secondsOf([&] { benchmark::DoNotOptimize(replay(scenario)); });
        best = best == 0 ? took : std::min(best, took);
    }
    reportBareRatio(state, scenario, best, 480);
}
BENCHMARK(replayGangsThatSpanNodes)
    ->ArgsProduct({{1, 2, 4}, {5'000, 20'000, 82'247}})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

// Gangs that no node can hold, in one quota: room for them is torn, so moves are asked for most.
void replayGangsThatAskForMoves(benchmark::State& state) {
    const Shared scenario = phillyOn({.pool = {static_cast<int>(state.range(0)), 8},
                                      .queueing = Queueing::roundRobin,
                                      .jobs = state.range(1),
                                      .gangs = true});
    double best = 0;
    while (state.KeepRunning()) {
        const double took = secondsOf([&] { benchmark::DoNotOptimize(replay(scenario)); });
        best = best == 0 ? took : std::min(best, took);
    }
    reportBareRatio(state, scenario, best, 8 * state.range(0));
}
BENCHMARK(replayGangsThatAskForMoves)
    ->ArgsProduct({{90, 128}, {5'000, 20'000, 82'247}})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

// The same under each queueing policy, where most of the work waits: what an event costs must not
// follow the queue's length.
void replayQueueing(benchmark::State& state) {
    const auto queueing = static_cast<Queueing>(state.range(0));
    const Shared scenario = phillyOn({.pool = {static_cast<int>(state.range(1)), 8},
                                      .quotas = ReplayQuotas::groups,
                                      .queueing = queueing,
                                      .jobs = state.range(2)});
    double best = 0;
    while (state.KeepRunning()) {
        const double took = secondsOf([&] { benchmark::DoNotOptimize(replay(scenario)); });
        best = best == 0 ? took : std::min(best, took);
    }
    reportBareRatio(state, scenario, best, 8 * state.range(1));
    state.SetLabel(std::string(word(queueing)));
}
BENCHMARK(replayQueueing)
    ->ArgsProduct({{static_cast<int>(Queueing::fifo), static_cast<int>(Queueing::roundRobin),
                    static_cast<int>(Queueing::balance), static_cast<int>(Queueing::intelligent)},
                   {60, 10},
                   {5'000, 20'000, 82'247}})
    ->Iterations(2)
    ->Unit(benchmark::kMillisecond);

// What a job takes, of so many: the scenario's part of it and, at most, the run's.
void reportMemory(benchmark::State& state, const std::function<Shared()>& make, double jobs) {
    // Large blocks are counted apart.
    const auto used = [] {
        const struct mallinfo2 heap = mallinfo2();
        return static_cast<double>(heap.uordblks + heap.hblkhd);
    };
    double inScenario = 0;
    double inRun = 0;
    while (state.KeepRunning()) {
        const double before = used();
        const Shared scenario = make();
        inScenario = used() - before;
        Simulation simulation(scenario, {.evictions = false, .runs = false});
        for (int steps = 0; simulation.step(); ++steps)
            if (steps % 1024 == 0)
                inRun = std::max(inRun, used() - before - inScenario);
    }
    state.counters["bytes a job, scenario"] = inScenario / jobs;
    state.counters["bytes a job, run"] = inRun / jobs;
}

void memoryOfReplay(benchmark::State& state) {
    const auto make = [&state] {
        return phillyOn({.pool = {60, 8},
                         .quotas = ReplayQuotas::groups,
                         .queueing = Queueing::roundRobin,
                         .jobs = state.range(0),
                         .as = JobsAs::recorded});
    };
    reportMemory(state, make, static_cast<double>(state.range(0)));
}
BENCHMARK(memoryOfReplay)
    ->Arg(82'247)
    ->Arg(1'000'000)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

// The same where nearly all wait at the same time: all are submitted at once.
void memoryWhereAllWait(benchmark::State& state) {
    const auto make = [&state] {
        return phillyOn({.pool = {60, 8},
                         .quotas = ReplayQuotas::groups,
                         .queueing = static_cast<Queueing>(state.range(1)),
                         .jobs = state.range(0),
                         .as = JobsAs::recorded,
                         .atOnce = true});
    };
    reportMemory(state, make, static_cast<double>(state.range(0)));
    state.SetLabel(std::string(word(static_cast<Queueing>(state.range(1)))));
}
BENCHMARK(memoryWhereAllWait)
    ->ArgsProduct({{82'247, 1'000'000},
                   {static_cast<int>(Queueing::roundRobin), static_cast<int>(Queueing::fifo)}})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace apportion
