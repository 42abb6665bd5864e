// SPDX-License-Identifier: GPL-3.0-or-later
// A project file whose journal has 100,000 entries: what one more command costs, against a bare
// insert into SQLite with the same flushing on the same disk, and how long the file takes to open.
//
// Goals: a command at most 5 ms in the median and twice the bare insert; opening at most 1 s. Both
// writes are made by turns, as the disk is faster at one time than at another.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <benchmark/benchmark.h>
#include <unistd.h>

#include "core/session/project/desk.h"
#include "core/store/canonical.h"
#include "core/store/database.h"
#include "core/store/tables.h"

namespace apportion::bench {
namespace {

namespace fs = std::filesystem;

constexpr int kEntries = 100'000;
constexpr int kQuotas = 100;
constexpr std::size_t kTurn = 10;

CommandRequest weightOf(int quota, int weight) {
    PolicyChange change;
    change.weight = weight;
    return {SetPolicy{.quota = "team" + std::to_string(quota), .set = change}};
}

// Made once, in the folder for temporary files or in APPORTION_BENCH_FOLDER.
class LongProject {
public:
    LongProject() {
        const char* given = std::getenv("APPORTION_BENCH_FOLDER");
        folder_ = (given != nullptr ? fs::path(given) : fs::temp_directory_path()) /
                  ("apportion-bench-project-" + std::to_string(getpid()));
        fs::create_directories(folder_);
        path = (folder_ / "long.apportion").string();
        bare = (folder_ / "bare.sqlite").string();
        const std::string scenario = (folder_ / "pool.json").string();
        {
            std::ofstream out(scenario);
            out << R"({"apportion": 1, "nodes": [{"name": "node", "count": 100, "gpu": 8}],
                       "quotas": [{"name": "all", "guaranteed": {"gpu": 800}})";
            for (int i = 0; i < kQuotas; ++i)
                out << R"(, {"name": "team)" << i
                    << R"(", "parent": "all", "guaranteed": {"gpu": 8}})";
            out << "]}";
        }
        Problems notes;
        auto desk = ProjectDesk::init(path, scenario, notes);
        if (!desk)
            throw std::runtime_error(render(desk.error().front().message));
        fill(*desk);
    }
    ~LongProject() {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }

    std::string path;
    std::string bare;

private:
    // Entries like those of commands, many in one transaction.
    void fill(ProjectDesk& desk) {
        auto entry = desk.run(weightOf(0, 2))->entry.value();
        SQLite::Database database = store::connect(path, store::Access::readWrite);
        SQLite::Transaction transaction(database);
        store::Tables tables(database);
        for (int i = 2; i < kEntries; ++i) {
            std::swap(entry.facts.front().before, entry.facts.front().after);
            tables.append(entry);
        }
        transaction.commit();
        database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    fs::path folder_;
};

LongProject& project() {
    static LongProject made;
    return made;
}

double median(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

template <typename Work>
double millisecondsOf(Work&& work) {
    const auto before = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - before)
        .count();
}

std::size_t entryBytes(ProjectDesk& desk) {
    const auto entries = desk.file().entriesBack((*desk.project())->revision, 1);
    return store::entryText(entries->front()).size();
}

// `write` by turns with the bare insert of a row with as many bytes as an entry has.
template <typename Write>
void againstBare(benchmark::State& state, ProjectDesk& desk, Write&& write) {
    SQLite::Database bare = store::connect(project().bare, store::Access::create);
    bare.exec("CREATE TABLE IF NOT EXISTS row(n INTEGER PRIMARY KEY, body TEXT)");
    SQLite::Statement insert(bare, "INSERT INTO row(body) VALUES(?)");
    const std::string body(entryBytes(desk), 'x');
    std::vector<double> command;
    std::vector<double> row;
    for (auto _ : state) {
        // In turns of ten, as a flush may wait for what the one before it left to do.
        if (command.size() % kTurn == 0)
            for (std::size_t i = 0; i < kTurn; ++i)
                row.push_back(millisecondsOf([&] {
                    insert.bind(1, body);
                    insert.exec();
                    insert.reset();
                }));
        command.push_back(millisecondsOf([&] {
            if (!write())
                state.SkipWithError("refused");
        }));
        state.SetIterationTime(command.back() / 1e3);
    }
    state.counters["median_ms"] = median(command);
    state.counters["bare_ms"] = median(row);
    state.counters["x_bare"] = median(command) / median(row);
}

// All of a command: rights, validation, the entry, the state after it.
void projectAppend(benchmark::State& state) {
    auto desk = ProjectDesk::open(project().path, OpenMode::readWrite);
    int i = 0;
    againstBare(state, *desk, [&] {
        ++i;
        return desk->run(weightOf(i % kQuotas, 3 + i % 7)).has_value();
    });
}
BENCHMARK(projectAppend)->UseManualTime()->Iterations(400)->Unit(benchmark::kMillisecond);

// What of it the file takes.
void projectWrite(benchmark::State& state) {
    auto desk = ProjectDesk::open(project().path, OpenMode::readWrite);
    (void)desk->run(weightOf(1, 50));
    JournalEntry entry = desk->run(weightOf(1, 51))->entry.value();
    againstBare(state, *desk, [&] {
        std::swap(entry.facts.front().before, entry.facts.front().after);
        return desk->file().write([&] { return std::optional(entry); }).has_value();
    });
}
BENCHMARK(projectWrite)->UseManualTime()->Iterations(400)->Unit(benchmark::kMillisecond);

void projectOpen(benchmark::State& state) {
    (void)project();
    for ([[maybe_unused]] auto _ : state) {
        auto desk = ProjectDesk::open(project().path, OpenMode::readWrite);
        if (!desk || (*desk->project())->revision < kEntries)
            state.SkipWithError("it does not open");
    }
}
BENCHMARK(projectOpen)->Unit(benchmark::kMillisecond);

// What follows an unclean end.
void projectVerify(benchmark::State& state) {
    auto file = ProjectFile::open(project().path, OpenMode::readOnly);
    for ([[maybe_unused]] auto _ : state)
        if (!file->verify().empty())
            state.SkipWithError("it is not whole");
}
BENCHMARK(projectVerify)->Iterations(1)->Unit(benchmark::kMillisecond);

// The undo stack is read from the journal.
void projectUndo(benchmark::State& state) {
    auto desk = ProjectDesk::open(project().path, OpenMode::readWrite);
    (void)desk->run(weightOf(1, 99));
    for ([[maybe_unused]] auto _ : state)
        if (!desk->undo(std::nullopt, true))
            state.SkipWithError("refused");
}
BENCHMARK(projectUndo)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace apportion::bench
