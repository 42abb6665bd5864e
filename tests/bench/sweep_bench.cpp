// SPDX-License-Identifier: GPL-3.0-or-later
// Twenty sets on the Philly trace: how long all of them take, how many single runs that is, when
// the first result is there, and what a second thread brings, all in one run.
#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

#include <benchmark/benchmark.h>

#include "core/io/answers/outcome_writer.h"
#include "core/io/traces/read_trace.h"
#include "core/plan/sweep.h"
#include "core/sim/replay/derive.h"

namespace apportion {
namespace {

constexpr int kSets = 20;

std::shared_ptr<const Scenario> philly() {
    auto trace = readTrace(APPORTION_SOURCE_DIR "/tests/data/philly.csv.gz", "philly");
    if (!trace)
        throw std::runtime_error("cannot read tests/data/philly.csv.gz");
    ReplayOptions options;
    options.pool = {.nodes = 60, .gpus = 8};
    options.quotas = ReplayQuotas::groups;
    auto replay = deriveReplay(std::move(*trace), options);
    if (!replay)
        throw std::runtime_error("cannot derive a scenario from the trace");
    return std::make_shared<const Scenario>(std::move(replay->scenario));
}

// A policy of each child of the root changes at `at`; there are fewer children than sets.
std::vector<Applied> policySets(const PlanBase& base, Instant at) {
    const std::vector<Quota>& quotas = base.scenario()->quotas;
    std::vector<Applied> sets;
    for (int i = 0; i < kSets; ++i) {
        PolicyEvent policy;
        policy.quota = quotas[1 + static_cast<std::size_t>(i) % (quotas.size() - 1)].name;
        if (i % 2 == 0)
            policy.change.weight.emplace(1 + 50 * i);
        else
            policy.change.overQuota.emplace(OverQuota::idleOnly);
        ChangeSet set;
        set.name = std::to_string(i);
        PlanEdit& edit = set.edits.emplace_back();
        edit.at = at;
        edit.action.emplace<EventAction>(policy);
        auto applied = applySet(base, set, "", 1);
        if (!applied)
            throw std::runtime_error("a set cannot be applied");
        sets.push_back(std::move(*applied));
    }
    return sets;
}

// Of all threads; other work on the machine does not count.
double processorSeconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// What each thread of this process has used so far, in seconds on a processor.
std::map<std::string, double> threadSeconds() {
    std::map<std::string, double> used;
    std::error_code gone;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", gone)) {
        double nanoseconds = 0;
        if (std::ifstream(task.path() / "schedstat") >> nanoseconds)
            used[task.path().filename().string()] = nanoseconds / 1e9;
    }
    return used;
}

// How long the longest of them takes: what all of it would take where each had a core to itself.
class BusiestThread {
public:
    void look() {
        for (const auto& [thread, seconds] : threadSeconds())
            last_[thread] = seconds;
    }
    double seconds() const {
        double most = 0;
        for (const auto& [thread, used] : last_) {
            const auto before = before_.find(thread);
            most = std::max(most, used - (before == before_.end() ? 0 : before->second));
        }
        return most;
    }

private:
    std::map<std::string, double> before_ = threadSeconds();
    std::map<std::string, double> last_;
};

struct Swept {
    double first = 0;  // seconds until the base was there
    double all = 0;
    double processor = 0;  // processor seconds
    double busiest = 0;    // of the thread that used most of them, when the last result came
    std::string bytes;
};

Swept swept(const PlanBase& base, const std::vector<Applied>& sets, unsigned threads) {
    Swept result;
    std::ostringstream bytes;
    const double before = processorSeconds();
    const auto begin = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    SweepOptions options;
    options.threads = threads;
    BusiestThread busiest;
    sweep(base, sets, options, [&](std::size_t run, const SetOutcome& outcome) {
        busiest.look();
        if (run == 0)
            result.first = elapsed();
        writeOutcome(bytes, outcome.outcome, {.summaryOnly = true});
    });
    result.all = elapsed();
    result.processor = processorSeconds() - before;
    result.busiest = busiest.seconds();
    result.bytes = bytes.str();
    return result;
}

// Argument: the day at which the sets depart from the base; the trace ends before day 200.
void sweepOfTwentyOnPhilly(benchmark::State& state) {
    const PlanBase base(philly());
    const std::vector<Applied> sets = policySets(base, state.range(0) * 24 * 3600 * kSecond);
    double single = 0;  // processor seconds
    Swept one, two;
    while (state.KeepRunning()) {
        const double before = processorSeconds();
        benchmark::DoNotOptimize(runSet(baseItself(base), {}));
        single = processorSeconds() - before;
        one = swept(base, sets, 1);
        two = swept(base, sets, 2);
    }
    if (one.bytes != two.bytes)
        state.SkipWithError("two threads give other bytes than one");
    state.counters["processor seconds of one run"] = single;
    state.counters["seconds on one thread"] = one.all;
    state.counters["seconds to the first"] = one.first;
    state.counters["times one run"] = one.processor / single;
    state.counters["two threads, times the work"] = two.processor / one.processor;
    state.counters["two threads, times faster"] = one.all / two.all;
    // Whatever else the machine does.
    state.counters["two threads, times less of a core"] = one.busiest / two.busiest;
}
BENCHMARK(sweepOfTwentyOnPhilly)
    ->Arg(0)
    ->Arg(20)
    ->Arg(80)
    ->Arg(200)
    ->Iterations(1)
    ->Unit(benchmark::kSecond);

}  // namespace
}  // namespace apportion
