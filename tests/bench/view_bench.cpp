// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine thread does for a screen, of pools of 1,000 to 100,000 quotas with ten workloads
// each: a whole view, and the rows of the tree of quotas filtered and sorted. Both are to grow with
// the size alone: the counter "exponent" near 1. `x_copy` is the time of a view over that of a copy
// of it, which is what it costs at the least to have one that nobody else changes.
#include <chrono>
#include <map>
#include <memory>

#include <benchmark/benchmark.h>

#include "core/sim/simulation.h"
#include "core/view/history/recording.h"
#include "core/view/quota_order.h"
#include "core/view/view_builder.h"
#include "tests/bench/big_pool.h"
#include "tests/bench/growth.h"

namespace apportion::bench {
namespace {

// At its first instant: everything is submitted, and what finds room runs.
class BusyView {
public:
    explicit BusyView(int quotas)
        : scenario_(std::make_shared<const Scenario>(bigPool(quotas))),
          run_(scenario_),
          teams_(teamsOf(scenario_->quotas)) {
        run_.step();
    }
    View view() const {
        return viewOf({run_.engine(), run_.engine(), 0, 0, teams_, evictions_, starts_});
    }

private:
    std::shared_ptr<const Scenario> scenario_;
    Simulation run_;
    std::vector<TeamInfo> teams_;
    std::vector<Eviction> evictions_;
    std::vector<FirstStart> starts_;
};

const BusyView& busy(int quotas) {
    static std::map<int, std::unique_ptr<BusyView>> made;
    auto& one = made[quotas];
    if (!one)
        one = std::make_unique<BusyView>(quotas);
    return *one;
}

template <typename Work>
double secondsOf(Work&& work) {
    const auto before = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
}

void viewOfAPool(benchmark::State& state) {
    const BusyView& pool = busy(static_cast<int>(state.range(0)));
    double views = 0;
    double copies = 0;
    for (auto _ : state) {
        View view;
        const double one = secondsOf([&] { view = pool.view(); });
        copies += secondsOf([&] { benchmark::DoNotOptimize(View(view)); });
        views += one;
        state.SetIterationTime(one);
    }
    state.counters["x_copy"] = views / copies;
    reportGrowth(state, "view", views / static_cast<double>(state.iterations()));
}
BENCHMARK(viewOfAPool)
    ->Arg(1000)
    ->Arg(10'000)
    ->Arg(100'000)
    ->UseManualTime()
    ->Iterations(5)
    ->Unit(benchmark::kMillisecond);

void order(benchmark::State& state, const char* text, QuotaKey key) {
    const View view = busy(static_cast<int>(state.range(0))).view();
    QuotaQuery query;
    query.text = text;
    query.key = key;
    double sum = 0;
    for (auto _ : state) {
        QuotaOrder order;
        const double one = secondsOf([&] { order = orderQuotas(view.quotas, query); });
        sum += one;
        state.SetIterationTime(one);
        state.counters["shown"] = static_cast<double>(order.rows.size());
    }
    reportGrowth(state, std::string(text) + std::to_string(static_cast<int>(key)),
                 sum / static_cast<double>(state.iterations()));
}
BENCHMARK_CAPTURE(order, filter, "7", QuotaKey::file)
    ->Arg(1000)
    ->Arg(10'000)
    ->Arg(100'000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(order, sortByUse, "", QuotaKey::used)
    ->Arg(1000)
    ->Arg(10'000)
    ->Arg(100'000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(order, sortByName, "", QuotaKey::name)
    ->Arg(1000)
    ->Arg(10'000)
    ->Arg(100'000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace apportion::bench
