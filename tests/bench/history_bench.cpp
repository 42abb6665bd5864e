// SPDX-License-Identifier: GPL-3.0-or-later
// The history of samples: how long a chart of 2,000 points takes from a file with a year of 1,000
// quotas with five measures each, how large such files are, and what a second of the live loop
// costs.
//
// Goals: a chart 20 ms over any range; 1.2 GB for five years in which every quota changes every
// minute; 150 MB a year when 5 % do. A second in which nothing changed costs next to nothing.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <SQLiteCpp/Transaction.h>
#include <benchmark/benchmark.h>
#include <unistd.h>

#include "core/store/database.h"
#include "core/store/history/reader.h"
#include "core/store/history/schema.h"
#include "tests/core/store/history/fill_history.h"

namespace apportion::bench {
namespace {

using namespace store;

constexpr double kMega = 1e6;
constexpr int kMeasures = 5;

// A file in the temporary folder, deleted at the end.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& name)
        : path_(std::filesystem::temp_directory_path() /
                ("apportion-bench-" + std::to_string(getpid()) + "-" + name)) {
        database = std::make_unique<SQLite::Database>(connect(path_, Access::create));
        createHistoryTables(*database);
    }
    ~TemporaryFile() {
        database.reset();
        for (const char* suffix : {"", "-wal", "-shm"})
            std::filesystem::remove(path_.string() + suffix);
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    double bytes() const {
        return static_cast<double>(database->execAndGet("PRAGMA page_count").getInt64() *
                                   database->execAndGet("PRAGMA page_size").getInt64());
    }

    std::unique_ptr<SQLite::Database> database;

private:
    std::filesystem::path path_;
};

struct Year {
    explicit Year(const HistoryFill& fill)
        : file("year-" + std::to_string(fill.quotas) + "-" + std::to_string(fill.changesPerMille)) {
        file.database->exec("PRAGMA synchronous = OFF");
        packed = fillHistory(*file.database, fill);
        file.database->exec("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    TemporaryFile file;
    FilledBytes packed{};
};

const HistoryFill kFill;  // 1,000 quotas, five measures, 390 days

Year& year() {
    static Year made(kFill);
    return made;
}

void chart(benchmark::State& state, Second range) {
    HistoryReader reader(*year().file.database);
    SeriesId series = 1;
    double slowest = 0;
    std::size_t points = 0;
    for (auto _ : state) {
        // A prime step, so that neighbours in the file do not follow each other.
        series = 1 + (series + 1009) % (kFill.quotas * kMeasures);
        const auto before = std::chrono::steady_clock::now();
        const HistoryChart chart =
            reader.points({series, wallTimeOf(kFill.end - range), wallTimeOf(kFill.end), 2000});
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
        slowest = std::max(slowest, took.count());
        points = chart.points.size();
        benchmark::DoNotOptimize(chart.points.data());
    }
    state.counters["points"] = static_cast<double>(points);
    state.counters["slowest_ms"] = 1e3 * slowest;
}

void historyChart(benchmark::State& state) {
    chart(state, state.range(0) * kHour);
}
BENCHMARK(historyChart)
    ->ArgName("hours")
    ->Arg(1)
    ->Arg(24)
    ->Arg(33)       // the longest of which seconds are read
    ->Arg(24 * 30)  // the most minutes
    ->Arg(24 * 365)
    ->Iterations(200)
    ->Unit(benchmark::kMillisecond);

// 40 quotas stand for 1,000, and the hours of a year for those of five: both grow by the row.
// Seconds and minutes are kept in full. The arguments: how many measures a quota has, how many of
// 1,000 quotas change at all, and in how many of 1,000 minutes those do.
void historySize(benchmark::State& state) {
    constexpr double kQuotas = 1000.0 / 40;
    HistoryFill fill;
    fill.quotas = 40;
    fill.measures.resize(static_cast<std::size_t>(state.range(0)));
    fill.stillQuotas = fill.quotas * static_cast<int>(1000 - state.range(1)) / 1000;
    fill.changesPerMille = static_cast<int>(state.range(2));
    double all = 0;
    double withoutHours = 0;
    double packed = 0;
    for (auto _ : state) {
        const Year made(fill);
        all = made.file.bytes() * kQuotas;
        for (const std::int64_t bytes : made.packed)
            packed += static_cast<double>(bytes) * kQuotas;
        made.file.database->exec("DELETE FROM history_block WHERE level = 2; VACUUM");
        made.file.database->exec("PRAGMA wal_checkpoint(TRUNCATE)");
        withoutHours = made.file.bytes() * kQuotas;
    }
    const double hoursOfAYear = (all - withoutHours) * 365 / (30 * fill.periods);
    state.counters["year_MB"] = (withoutHours + hoursOfAYear) / kMega;
    state.counters["five_years_MB"] = (withoutHours + 5 * hoursOfAYear) / kMega;
    state.counters["x_packed"] = all / packed;
}
BENCHMARK(historySize)
    ->ArgNames({"measures", "moving", "minutes"})
    ->Args({4, 1000, 1000})
    ->Args({4, 50, 1000})
    ->Args({4, 1000, 50})
    ->Args({5, 1000, 1000})
    ->Args({5, 50, 1000})
    ->Args({5, 1000, 50})
    ->Iterations(1)
    ->Unit(benchmark::kSecond);

// A second of the live loop: 1,000 quotas with five measures each, of which so many percent have
// another value. With the commit, at synchronous FULL; the bare one inserts a blob of the same
// size.
void historySecond(benchmark::State& state) {
    TemporaryFile file("second");
    HistoryWriter writer(*file.database);
    std::vector<Sample> samples;
    {
        SQLite::Transaction transaction(*file.database);
        for (int quota = 0; quota < 1000; ++quota)
            for (int measure = 1; measure <= kMeasures; ++measure)
                samples.push_back({writer.series(SubjectKind::quota, std::to_string(quota),
                                                 static_cast<Measure>(measure)),
                                   100});
        transaction.commit();
    }
    file.database->exec("CREATE TABLE bare (id INTEGER PRIMARY KEY, data BLOB)");
    SQLite::Statement bareInsert(*file.database, "INSERT INTO bare (data) VALUES (?)");
    const auto changed = static_cast<std::size_t>(state.range(0));
    Second now = kFill.end;
    double ours = 0;
    double tidying = 0;
    double bare = 0;
    std::size_t size = 1;
    const auto seconds = [](auto&& work) {
        const auto before = std::chrono::steady_clock::now();
        work();
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
    };
    for (auto _ : state) {
        ++now;
        for (std::size_t i = 0; i < samples.size(); ++i)
            if ((i * 37 + static_cast<std::size_t>(now) * 11) % 100 < changed)
                samples[i].value = 100 * (now % 64) + static_cast<std::int64_t>(i % 25);
        ours += seconds([&] {
            SQLite::Transaction transaction(*file.database);
            writer.record(wallTimeOf(now), samples);
            transaction.commit();
        });
        tidying += seconds([&] { writer.tidy(wallTimeOf(now)); });
        const auto last = file.database->execAndGet(
            "SELECT length(data) FROM history_tail ORDER BY id DESC LIMIT 1");
        size = static_cast<std::size_t>(last.getInt64());
        const std::string blob(size, 'x');
        bare += seconds([&] {
            SQLite::Transaction transaction(*file.database);
            bareInsert.bind(1, blob.data(), static_cast<int>(blob.size()));
            bareInsert.exec();
            bareInsert.reset();
            transaction.commit();
        });
    }
    const auto rounds = static_cast<double>(state.iterations());
    state.counters["record_us"] = 1e6 * ours / rounds;
    state.counters["tidy_us"] = 1e6 * tidying / rounds;
    state.counters["bytes"] = static_cast<double>(size);
    state.counters["x_bare"] = ours / bare;
}
BENCHMARK(historySecond)
    ->ArgName("percent")
    ->Arg(0)
    ->Arg(5)
    ->Arg(100)
    ->Iterations(300)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace apportion::bench
