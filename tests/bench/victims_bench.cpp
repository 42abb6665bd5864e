// SPDX-License-Identifier: GPL-3.0-or-later
// What a search for victims costs in a pool at work: an arrival in an absent quota claims four GPUs
// of its guarantee on one node; or all eight, where no more than four of a node are lent by anybody
// who may be evicted, and finds nobody. With the runner-up, as by default. Goal at 1,000 quotas: 5
// ms.
#include <stdexcept>
#include <string>
#include <utility>

#include <benchmark/benchmark.h>

#include "tests/bench/busy_engine.h"
#include "tests/bench/growth.h"
#include "tests/bench/spans.h"

namespace apportion::bench {
namespace {

constexpr int kMostClaims = 100;
constexpr double kMostSeconds = 5;

void search(benchmark::State& state, bool departments, bool finds) {
    BusyEngine busy = busyEngine({static_cast<int>(state.range(0)), departments, !finds});
    // Not a range-based for: clang-tidy takes its variable for a dead store.
    while (state.KeepRunning()) {
        Spans spans;
        for (std::size_t i = 0; i < kMostClaims && spans.sum() < kMostSeconds; ++i) {
            Workload claim = busy.pool.claim(i, finds ? 4 : 8, busy.next());
            const std::string name = claim.name;
            const auto [made, seconds] = timed([&] { return busy.arrive(std::move(claim)); });
            spans.add(seconds);
            if (made.taken.empty() == finds)
                throw std::runtime_error(finds ? "nobody was evicted" : "somebody was evicted");
            // Who was evicted gets the GPUs back.
            busy.apply(CancelEvent{name});
        }
        state.SetIterationTime(spans.mean());
        state.counters["p50_ms"] = spans.percentile(50) * 1e3;
        state.counters["p99_ms"] = spans.percentile(99) * 1e3;
        state.counters["claims"] = static_cast<double>(spans.count());
        reportGrowth(
            state,
            std::string(departments ? "departments" : "one_root") + (finds ? "_finds" : "_in_vain"),
            spans.mean());
        state.counters["x_bare"] = spans.mean() / bareSecondsOfAnEvent(busy.pool);
    }
}

void bySize(benchmark::internal::Benchmark* benchmark) {
    benchmark->Arg(10)->Arg(100)->Arg(1000)->UseManualTime()->Iterations(1)->Unit(
        benchmark::kMillisecond);
}

BENCHMARK_CAPTURE(search, one_root_finds, false, true)->Apply(bySize);
BENCHMARK_CAPTURE(search, departments_finds, true, true)->Apply(bySize);
BENCHMARK_CAPTURE(search, one_root_in_vain, false, false)->Apply(bySize);
BENCHMARK_CAPTURE(search, departments_in_vain, true, false)->Apply(bySize);

}  // namespace
}  // namespace apportion::bench
