// SPDX-License-Identifier: GPL-3.0-or-later
// How long it takes from the start of the process until the console first paints, and until it
// shows a project or a recorded run of 1,000 to 100,000 quotas with ten workloads each (`quotas`,
// then `content`, the rows of the work, then `all`, with what is used of what); how long it
// is then deaf while it opens, takes a view, scrolls, filters, sorts and turns pages; and its
// memory. Each run is a process of its own, with an empty console next to it: `x_empty` is the time
// until the content is painted over the empty console's first paint. Then a console that is left
// running on a live pool: its memory.
//
// Goals: first paint 300 ms and memory 150 MB at 1,000 quotas; content 3,000 ms and no stall above
// 50 ms at 100,000. Figures in ms and MB; the largest size takes minutes to prepare.
//
// cmake --build build --target console_bench && build/bin/console_bench --benchmark_filter=/1000$
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#include <benchmark/benchmark.h>
#include <unistd.h>

#include "core/io/scenario_writer.h"
#include "core/session/project/desk.h"
#include "tests/bench/big_pool.h"
#include "tests/bench/console/console_run.h"
#include "tests/bench/console/long_run.h"
#include "tests/bench/console/stalls.h"

namespace apportion::bench {
namespace {

namespace fs = std::filesystem;
using Figures = std::map<std::string, double>;

// Made once each, in the folder for temporary files or in APPORTION_BENCH_FOLDER.
class Pools {
public:
    Pools() {
        const char* given = std::getenv("APPORTION_BENCH_FOLDER");
        folder_ = (given != nullptr ? fs::path(given) : fs::temp_directory_path()) /
                  ("apportion-bench-console-" + std::to_string(getpid()));
        fs::create_directories(folder_);
    }
    ~Pools() {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    std::string file(int quotas, bool project) {
        const fs::path path =
            folder_ / (std::to_string(quotas) + (project ? ".apportion" : ".json"));
        if (!fs::exists(path)) {
            const Scenario pool = bigPool(quotas);
            Problems notes;
            const bool made = project ? ProjectDesk::create(path.string(), pool, notes).has_value()
                                      : saveScenario(path.string(), pool).has_value();
            if (!made)
                throw std::runtime_error(path.string() + " cannot be made");
        }
        return path.string();
    }

    // A place where no project is yet.
    std::string fresh() const {
        const fs::path path = folder_ / "long.apportion";
        fs::remove(path);
        return path.string();
    }

private:
    fs::path folder_;
};

Pools& pools() {
    static Pools made;
    return made;
}

// This program as the console to be measured.
Figures runAs(const std::string& what, long long number, const std::string& file) {
    const std::string command = "QT_QPA_PLATFORM=offscreen exec '" +
                                fs::read_symlink("/proc/self/exe").string() + "' " + what + " " +
                                std::to_string(number) + " '" + file + "'";
    const std::unique_ptr<FILE, int (*)(FILE*)> child(popen(command.c_str(), "r"), pclose);
    Figures figures;
    char name[64];
    double value = 0;
    while (child && std::fscanf(child.get(), "%63s %lf", name, &value) == 2)
        figures[name] = value;
    return figures;
}

Figures run(const std::string& file) {
    const auto now =
        std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch());
    return runAs("--run", now.count(), file);
}

void console(benchmark::State& state, bool project) {
    const std::string file = pools().file(static_cast<int>(state.range(0)), project);
    Figures sums;
    double ratios = 0;
    for (auto _ : state) {
        const double empty = run({})["first_paint"];
        Figures figures = run(file);
        if (figures.count("content") == 0) {
            state.SkipWithError("it shows nothing");
            return;
        }
        state.SetIterationTime(figures["content"] / 1e3);
        ratios += figures["content"] / empty;
        for (const auto& [name, value] : figures)
            sums[name] += value;
    }
    const auto mean = benchmark::Counter::kAvgIterations;
    state.counters["x_empty"] = benchmark::Counter(ratios, mean);
    for (const auto& [name, value] : sums)
        state.counters[name] = benchmark::Counter(value, mean);
}

BENCHMARK_CAPTURE(console, project, true)
    ->Arg(1000)
    ->Arg(10'000)
    ->Arg(100'000)
    ->UseManualTime()
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(console, recorded, false)
    ->Arg(1000)
    ->Arg(10'000)
    ->Arg(100'000)
    ->UseManualTime()
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);

// Memory after so many workloads over memory after half of them: 1 = flat. All rows of ended work
// that the console keeps are there from 5,000 on.
void consoleLeftRunning(benchmark::State& state) {
    const auto work = static_cast<int>(state.range(0));
    for (auto _ : state) {
        Figures figures = runAs("--long", work, pools().fresh());
        const double half = figures["rss_" + std::to_string(work / 2)];
        const double all = figures["rss_" + std::to_string(work)];
        if (half == 0 || all == 0) {
            state.SkipWithError("it did not come to its end");
            return;
        }
        state.counters["rss"] = all;
        state.counters["over half"] = all / half;
    }
}
BENCHMARK(consoleLeftRunning)->Arg(20'000)->Iterations(1)->Unit(benchmark::kSecond);

}  // namespace
}  // namespace apportion::bench

// With --run or --long this is the console to be measured, else what measures it.
int main(int argc, char** argv) {
    if (argc == 4 && std::string(argv[1]) == "--run")
        return apportion::bench::consoleRun(argc, argv, std::atoll(argv[2]), argv[3]);
    if (argc == 4 && std::string(argv[1]) == "--long")
        return apportion::bench::longRun(argc, argv, std::atoi(argv[2]), argv[3]);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
