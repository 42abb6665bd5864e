// SPDX-License-Identifier: GPL-3.0-or-later
// What one event costs the engine in a pool at work, by the size of the pool: 1,000 quotas stand
// for 1,000 nodes of 8 GPUs, 10,000 running and 50,000 waiting workloads. The times of machines
// differ, so each stands beside a bare event loop in the same process (x_bare).
//
// Goals at 1,000 quotas: an event 50 us in the mean, and 1 ms at the 99th percentile of those that
// evict nobody; planning all that waits anew 1 s; 1 KiB for a workload.
#include <random>
#include <stdexcept>
#include <string>
#include <utility>

#include <benchmark/benchmark.h>
#include <malloc.h>

#include "tests/bench/busy_engine.h"
#include "tests/bench/growth.h"
#include "tests/bench/spans.h"

namespace apportion::bench {
namespace {

// Whichever comes first ends a measurement.
constexpr std::size_t kMostEvents = 4000;
constexpr double kMostSeconds = 5;

constexpr double kMicro = 1e6;

PoolShape shapeOf(const benchmark::State& state, bool departments) {
    return {static_cast<int>(state.range(0)), departments, false};
}

// Arrivals bring 0.95 of what ends; one in twenty claims the guarantee of an absent quota.
class Stream {
public:
    explicit Stream(BusyEngine busy) : busy_(std::move(busy)) {}

    void next() {
        const Instant at = busy_.next();
        if (dice_() % 195 < 95)
            arrive(dice_() % 20 == 0
                       ? busy_.pool.claim(dice_(), 1 + static_cast<int>(dice_() % 4), at)
                       : busy_.pool.arrival(dice_, at));
        else
            keep(timed([&, name = someRunning()] { return busy_.apply(FinishEvent{name}); }));
    }

    Spans calm;      // the events that evict nobody
    Spans evicting;  // the others

private:
    void arrive(Workload workload) {
        keep(timed([&] { return busy_.arrive(std::move(workload)); }));
    }

    void keep(const std::pair<Decisions, double>& event) {
        (event.first.taken.empty() ? calm : evicting).add(event.second);
    }

    std::string someRunning() {
        for (;;) {
            const auto id = static_cast<WorkloadId>(dice_() % busy_.engine.workloadCount());
            if (busy_.engine.state(id) == WorkloadState::running)
                return busy_.engine.workload(id).name;
        }
    }

    BusyEngine busy_;
    std::mt19937 dice_{1};
};

void event(benchmark::State& state, bool departments) {
    const BusyEngine& busy = busyEngine(shapeOf(state, departments));
    Stream stream(busy);
    // Not a range-based for: clang-tidy takes its variable for a dead store.
    while (state.KeepRunning()) {
        double spent = 0;
        std::size_t count = 0;
        while (count < kMostEvents && spent < kMostSeconds) {
            stream.next();
            spent = stream.calm.sum() + stream.evicting.sum();
            ++count;
        }
        const double mean = spent / static_cast<double>(count);
        state.SetIterationTime(mean);
        reportGrowth(state, departments ? "event/departments" : "event/one_root", mean);
        state.counters["calm_p50_us"] = stream.calm.percentile(50) * kMicro;
        state.counters["calm_p99_us"] = stream.calm.percentile(99) * kMicro;
        state.counters["evict_p50_us"] = stream.evicting.percentile(50) * kMicro;
        state.counters["evict_p99_us"] = stream.evicting.percentile(99) * kMicro;
        state.counters["evicting"] = static_cast<double>(stream.evicting.count());
        state.counters["events"] = static_cast<double>(count);
        state.counters["events/s"] = static_cast<double>(count) / spent;
        state.counters["x_bare"] = mean / bareSecondsOfAnEvent(busy.pool);
    }
}

// After the change of a policy everything that waits is asked again.
void replan(benchmark::State& state, bool departments) {
    BusyEngine busy = busyEngine(shapeOf(state, departments));
    PolicyEvent policy{busy.pool.present().front(), {}};
    std::int64_t waiting = 0;
    for (const Workload& workload : busy.pool.scenario().workloads)
        waiting += workload.running ? 0 : 1;
    Spans spans;
    bool plain = false;
    while (state.KeepRunning()) {
        // The weight that the guarantee gives anyway, written out and left out in turn.
        plain = !plain;
        policy.change.weight = plain ? std::optional<std::int64_t>(8) : std::nullopt;
        const auto [made, seconds] = timed([&] { return busy.apply(policy); });
        if (made.events.front() || !made.started.empty() || !made.taken.empty())
            throw std::runtime_error("the policy was refused, or it changed what runs");
        spans.add(seconds);
        state.SetIterationTime(seconds);
    }
    state.counters["waiting"] = static_cast<double>(waiting);
    state.counters["x_bare"] =
        spans.mean() / bareSecondsOfAnEvent(busy.pool) / static_cast<double>(waiting);
    reportGrowth(state, departments ? "replan/departments" : "replan/one_root", spans.mean());
}

// What a loaded engine holds. The heap is asked, not the pages of the process: those include what
// earlier benchmarks gave back.
void memory(benchmark::State& state, bool departments) {
    const BusyPool pool(shapeOf(state, departments));
    const auto held = [] {
        const struct mallinfo2 info = mallinfo2();
        return static_cast<double>(info.uordblks + info.hblkhd);
    };
    const auto count = static_cast<double>(pool.scenario().workloads.size());
    while (state.KeepRunning()) {
        const double before = held();
        const Engine engine(pool.scenario());
        state.counters["bytes/workload"] = (held() - before) / count;
    }
}

void bySize(benchmark::internal::Benchmark* benchmark) {
    benchmark->Arg(10)->Arg(100)->Arg(1000)->UseManualTime();
}

BENCHMARK_CAPTURE(event, one_root, false)
    ->Apply(bySize)
    ->Iterations(1)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(event, departments, true)
    ->Apply(bySize)
    ->Iterations(1)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(replan, one_root, false)
    ->Apply(bySize)
    ->Iterations(2)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replan, departments, true)
    ->Apply(bySize)
    ->Iterations(2)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(memory, departments, true)
    ->Arg(1000)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace apportion::bench
