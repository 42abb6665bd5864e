// SPDX-License-Identifier: GPL-3.0-or-later
// How fast traces are read, in bytes of text a second, beside two things that need no reader:
// unpacking the file, and finding the ends of its lines in memory.
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>

#include <benchmark/benchmark.h>

#include "core/io/gzip.h"
#include "core/io/traces/read_trace.h"

namespace apportion {
namespace {

std::string bytesOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// The best of five, in seconds.
double secondsOf(const std::function<void()>& work) {
    double best = 0;
    for (int i = 0; i < 5; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        best = i == 0 ? took.count() : std::min(best, took.count());
    }
    return best;
}

std::int64_t linesOf(const std::string& text) {
    std::int64_t lines = 0;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        const void* found = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
        if (!found)
            break;
        at = static_cast<const char*>(found) + 1;
        ++lines;
    }
    return lines;
}

void importFile(benchmark::State& state, const std::string& path, const std::string& format) {
    const std::string bytes = bytesOf(path);
    const std::string text = isGzip(bytes) ? *gunzip(bytes, bytes.size() * 100) : bytes;
    std::size_t jobs = 0;
    const auto read = [&] {
        const auto trace = readTrace(path, format);
        if (!trace)
            throw std::runtime_error("cannot read " + path);
        jobs = trace->jobs.size();
    };
    while (state.KeepRunning())
        read();
    state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
    state.counters["jobs"] = static_cast<double>(jobs);
    const double took = secondsOf(read);
    if (isGzip(bytes))
        state.counters["times gunzip"] =
            took / secondsOf([&] { benchmark::DoNotOptimize(gunzip(bytes, text.size())); });
    state.counters["times memchr"] =
        took / secondsOf([&] { benchmark::DoNotOptimize(linesOf(text)); });
}

// A file of so many rows, removed at the end of the program.
class Generated {
public:
    Generated(const std::string& header, const std::function<std::string(int)>& row, int rows)
        : path_((std::filesystem::temp_directory_path() /
                 ("apportion-import-" + std::to_string(std::random_device{}())))
                    .string()) {
        std::ofstream file(path_, std::ios::binary);
        file << header;
        for (int i = 0; i < rows; ++i)
            file << row(i) << '\n';
    }
    Generated(const Generated&) = delete;
    Generated& operator=(const Generated&) = delete;
    ~Generated() { std::filesystem::remove(path_); }
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

std::string two(int number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
}

// One a minute.
std::string dateOf(int i, char between) {
    return "2020-06-" + two(1 + i / 1440 % 30) + between + two(i / 60 % 24) + ":" + two(i % 60) +
           ":07";
}

constexpr int kRows = 200'000;

void importPhillyGzip(benchmark::State& state) {
    importFile(state, APPORTION_SOURCE_DIR "/tests/data/philly.csv.gz", "philly");
}
BENCHMARK(importPhillyGzip)->Unit(benchmark::kMillisecond);

void importPhilly(benchmark::State& state) {
    static const Generated kFile(
        "timestamp,duration,num_gpus,gpu_time,cluster\n",
        [](int i) {
            return dateOf(i, ' ') + "," + std::to_string(i % 90'000) + ".0,1,66.0," +
                   (i % 3 == 0 ? "6214e9" : "11cb48");
        },
        kRows);
    importFile(state, kFile.path(), "philly");
}
BENCHMARK(importPhilly)->Unit(benchmark::kMillisecond);

void importHelios(benchmark::State& state) {
    static const Generated kFile(
        "job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,"
        "queue\n",
        [](int i) {
            return std::to_string(i) + ",u" + std::to_string(i % 500) + ",vc" +
                   std::to_string(i % 25) + ",4,16,1,COMPLETED," + dateOf(i, ' ') + "," +
                   dateOf(i + 1, ' ') + "," + dateOf(i + 9, ' ') + ",480,60";
        },
        kRows);
    importFile(state, kFile.path(), "helios");
}
BENCHMARK(importHelios)->Unit(benchmark::kMillisecond);

void importSwf(benchmark::State& state) {
    static const Generated kFile(
        "; Version: 2.2\n; UnixStartTime: 1504521041\n; Queue: 1 batch\n",
        [](int i) {
            return std::to_string(i + 1) + " " + std::to_string(i * 30) +
                   " -1 3600 8 -1 -1 8 -1 -1 1 " + std::to_string(i % 300) + " 4 -1 1 -1 -1 -1";
        },
        kRows);
    importFile(state, kFile.path(), "swf");
}
BENCHMARK(importSwf)->Unit(benchmark::kMillisecond);

void importSacct(benchmark::State& state) {
    static const Generated kFile(
        "JobIDRaw|User|Account|Partition|QOS|Submit|Start|End|ElapsedRaw|State|ReqTRES\n",
        [](int i) {
            return std::to_string(i) + "|u" + std::to_string(i % 500) + "|team-" +
                   std::to_string(i % 25) + "|gpu|normal|" + dateOf(i, 'T') + "|" +
                   dateOf(i + 1, 'T') + "|" + dateOf(i + 9, 'T') +
                   "|480|COMPLETED|billing=32,cpu=32,gres/gpu=4,gres/gpu:a100=4,mem=128G,node=1";
        },
        kRows);
    importFile(state, kFile.path(), "sacct");
}
BENCHMARK(importSacct)->Unit(benchmark::kMillisecond);

void importCsv(benchmark::State& state) {
    static const Generated kFile(
        "name,submit,duration,gpus,group,user,priority\n",
        [](int i) {
            return "run-" + std::to_string(i) + "," + dateOf(i, ' ') + ",3600,8,team-" +
                   std::to_string(i % 25) + ",u" + std::to_string(i % 500) + ",5";
        },
        kRows);
    importFile(state, kFile.path(), "csv");
}
BENCHMARK(importCsv)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace apportion
