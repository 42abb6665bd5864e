// SPDX-License-Identifier: GPL-3.0-or-later
// A report of a project by quota over a year of 1,000 quotas and up to a million ended runs, from
// the file to its JSON. Goals: at most 5 s for a million, and time that grows with the runs.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <benchmark/benchmark.h>
#include <unistd.h>

#include "core/report/report_json.h"
#include "core/session/commands/report.h"
#include "core/session/project/desk.h"
#include "core/store/database.h"
#include "tests/bench/growth.h"

namespace apportion::bench {
namespace {

namespace fs = std::filesystem;

constexpr int kTeams = 20;
constexpr int kQuotas = 980;
constexpr Moment kYear = 1'767'225'600'000;  // 2026
constexpr Moment kDay = 24 * 3600 * kSecond;

class YearOfRuns {
public:
    explicit YearOfRuns(std::int64_t runs)
        : folder_(fs::temp_directory_path() / ("apportion-bench-year-" + std::to_string(getpid()))),
          path((folder_ / "year.apportion").string()) {
        fs::create_directories(folder_);
        const std::string scenario = (folder_ / "pool.json").string();
        {
            std::ofstream out(scenario);
            out << R"({"apportion": 1, "nodes": [{"name": "node", "count": 1000, "gpu": 8}],
                       "quotas": [{"name": "all", "guaranteed": {"gpu": 8000}})";
            for (int i = 0; i < kTeams; ++i)
                out << R"(, {"name": "team)" << i
                    << R"(", "parent": "all", "guaranteed": {"gpu": 400}})";
            for (int i = 0; i < kQuotas; ++i)
                out << R"(, {"name": "q)" << i << R"(", "parent": "team)" << i % kTeams
                    << R"(", "guaranteed": {"gpu": 8}})";
            out << "]}";
        }
        Problems notes;
        const auto desk =
            ProjectDesk::init(path, scenario, notes, "ana", [] { return Moment{kYear}; });
        if (!desk)
            throw std::runtime_error(render(desk.error().front().message));
        fill(runs);
    }
    ~YearOfRuns() {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }

private:
    // Records like those of a pool that ran them, in one transaction.
    void fill(std::int64_t runs) const {
        SQLite::Database database = store::connect(path, store::Access::readWrite);
        SQLite::Transaction transaction(database);
        SQLite::Statement insert(database,
                                 "INSERT INTO ended(key, place, changed, body) VALUES(?, 0, 1, ?)");
        std::mt19937 random(1);
        const auto below = [&](std::int64_t bound) {
            return static_cast<std::int64_t>(random()) % bound;
        };
        for (std::int64_t i = 0; i < runs; ++i) {
            const Moment submit = kYear + i * (330 * kDay / runs) + below(60'000);
            const Moment start = submit + below(7'200'000);
            const Duration time = 60'000 + below(28'800'000);
            const std::int64_t gpus = std::int64_t{1} << below(5);
            const std::string name = "job" + std::to_string(i);
            std::ostringstream body;
            body << R"({"run":{"end":)" << start + time << R"(,"firstStart":)" << start
                 << R"(,"start":)" << start << R"(,"state":"finished","submitted":)" << submit
                 << R"(,"used":)" << gpus * kOneGpu * time << R"(,"waited":)" << start - submit
                 << R"(},"workload":{"gpu":)" << gpus << R"(,"name":")" << name << R"(","quota":"q)"
                 << below(kQuotas) << R"(","submit":0,"user":"u)" << below(300) << R"("}})";
            insert.bind(1, name + "@" + std::to_string(submit) + "/1");
            insert.bind(2, body.str());
            insert.exec();
            insert.reset();
        }
        transaction.commit();
    }

    fs::path folder_;

public:
    const std::string path;
};

void reportOfAYear(benchmark::State& state) {
    const YearOfRuns project(state.range(0));
    ReportRequest request;
    request.file = project.path;
    request.texts.by = "quota";
    request.texts.period = "2026";
    request.texts.zone = "UTC";
    double seconds = 0;
    for (auto each : state) {
        (void)each;
        const auto begin = std::chrono::steady_clock::now();
        const auto made = prepareReport(request);
        if (!made)
            throw std::runtime_error(render(made.error().front().message));
        std::ostringstream json;
        report::writeReport(json, made->report, made->report.accounts(made->report.by));
        benchmark::DoNotOptimize(json.str());
        seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
    reportGrowth(state, "report of a year", seconds);
}
BENCHMARK(reportOfAYear)
    ->Arg(250'000)
    ->Arg(500'000)
    ->Arg(1'000'000)
    ->Iterations(1)
    ->UseRealTime()
    ->Unit(benchmark::kSecond);

}  // namespace
}  // namespace apportion::bench
