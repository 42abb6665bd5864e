// SPDX-License-Identifier: GPL-3.0-or-later
// How long the Philly trace takes to replay, beside a bare event loop over the same jobs in the
// same run: machines differ, the ratio does less.
#include <chrono>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>

#include <benchmark/benchmark.h>

#include "core/io/traces/read_trace.h"
#include "core/sim/replay/derive.h"
#include "core/sim/simulation.h"
#include "tests/bench/bare_loop.h"

namespace apportion {
namespace {

// The whole trace, or its `first` so many jobs.
std::shared_ptr<const Scenario> phillyOn(std::int64_t gpus, ReplayQuotas quotas, Queueing queueing,
                                         std::optional<std::int64_t> first = std::nullopt) {
    auto trace = readTrace(APPORTION_SOURCE_DIR "/tests/data/philly.csv.gz", "philly");
    if (!trace)
        throw std::runtime_error("cannot read tests/data/philly.csv.gz");
    ReplayOptions options;
    options.pool = {.nodes = 1, .gpus = gpus};
    options.quotas = quotas;
    options.queueing = queueing;
    options.first = first;
    auto replay = deriveReplay(std::move(*trace), options);
    if (!replay)
        throw std::runtime_error("cannot derive a scenario from the trace");
    return std::make_shared<const Scenario>(std::move(replay->scenario));
}

Summary replay(const std::shared_ptr<const Scenario>& scenario) {
    Simulation simulation(scenario, {.evictions = false, .runs = false});
    simulation.runToEnd();
    return simulation.outcome(Detail::summary).summary;
}

// One pool, strictly first come, first served: the case in which the loop gives the same answer.
void replayFlatPool(benchmark::State& state) {
    const std::int64_t gpus = state.range(0);
    const auto scenario = phillyOn(gpus, ReplayQuotas::none, Queueing::fifo);
    const auto waits = bench::firstComeFirstServed(scenario->workloads, gpus * kOneGpu);
    const auto count = static_cast<Duration>(waits.size());
    const Duration total = std::accumulate(waits.begin(), waits.end(), Duration{0});
    Summary summary;
    const auto begin = std::chrono::steady_clock::now();
    // Not a range-based for: clang-tidy takes its variable for a dead store.
    while (state.KeepRunning())
        summary = replay(scenario);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    if (summary.wait.mean != (2 * total + count) / (2 * count))
        state.SkipWithError("the replay and the bare loop disagree on the mean wait");
    state.counters["jobs/s"] = benchmark::Counter(static_cast<double>(count),
                                                  benchmark::Counter::kIsIterationInvariantRate);
    state.counters["times the bare loop"] =
        took.count() / static_cast<double>(state.iterations()) /
        bench::secondsOfBareLoop(scenario->workloads, gpus * kOneGpu);
}
BENCHMARK(replayFlatPool)->Arg(480)->Arg(720)->Unit(benchmark::kMillisecond);

// A quota for each of the trace's virtual clusters, which lend and take back.
void replayQuotasOfGroups(benchmark::State& state) {
    const auto scenario =
        phillyOn(state.range(0), ReplayQuotas::groups, Queueing::roundRobin, state.range(1));
    while (state.KeepRunning())
        benchmark::DoNotOptimize(replay(scenario));
    state.counters["jobs/s"] = benchmark::Counter(static_cast<double>(scenario->workloads.size()),
                                                  benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(replayQuotasOfGroups)->ArgsProduct({{480, 720}, {2500}})->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace apportion
