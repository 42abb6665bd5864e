// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/philly.h"

#include <algorithm>
#include <stdexcept>

#include "core/io/traces/read_trace.h"
#include "core/model/bounds.h"
#include "core/sim/replay/derive.h"

namespace apportion::bench {
namespace {

// Each time as long after the time before as the trace is, so that its load stays the same; of ten
// million jobs a fifth earlier, since no clock runs longer.
void repeat(Trace& trace, std::int64_t jobs) {
    const std::size_t once = trace.jobs.size();
    const auto [first, last] =
        std::minmax_element(trace.jobs.begin(), trace.jobs.end(),
                            [](const auto& a, const auto& b) { return a.submit < b.submit; });
    const auto times = jobs / static_cast<std::int64_t>(once) + 1;
    const Duration span =
        std::min(last->submit - first->submit + kSecond, kMostTime / 10 * 9 / times);
    trace.jobs.reserve(static_cast<std::size_t>(jobs));
    while (trace.jobs.size() < static_cast<std::size_t>(jobs)) {
        TraceJob job = trace.jobs[trace.jobs.size() - once];
        job.submit += span;
        job.row = static_cast<std::uint32_t>(trace.jobs.size() + 1);
        trace.jobs.push_back(job);
    }
}

// The load stays as it is.
void makeGangs(Trace& trace) {
    for (std::size_t i = 0; i < trace.jobs.size(); ++i) {
        const Gpu gpus = i % 50 == 0 ? 50 : i % 40 == 1 ? 20 : i % 40 == 2 ? 10 : 0;
        TraceJob& job = trace.jobs[i];
        if (gpus == 0 || job.gpu == 0)
            continue;
        job.duration = std::max(kSecond, job.duration * job.gpu / (gpus * kOneGpu));
        job.gpu = gpus * kOneGpu;
    }
}

}  // namespace

std::shared_ptr<const Scenario> phillyOn(const PhillyRun& run) {
    auto trace = readTrace(APPORTION_SOURCE_DIR "/tests/data/philly.csv.gz", "philly");
    if (!trace)
        throw std::runtime_error("cannot read tests/data/philly.csv.gz");
    repeat(*trace, run.jobs);
    if (run.atOnce)
        for (std::size_t i = 0; i < trace->jobs.size(); ++i)
            trace->jobs[i].submit = static_cast<Instant>(i / 1000) * kSecond;
    if (run.gangs)
        makeGangs(*trace);
    ReplayOptions options;
    options.pool = run.pool;
    options.quotas = run.quotas;
    options.queueing = run.queueing;
    options.first = run.jobs;
    auto replay = deriveReplay(std::move(*trace), options, run.as);
    if (!replay)
        throw std::runtime_error("cannot derive a scenario from the trace");
    return std::make_shared<const Scenario>(std::move(replay->scenario));
}

}  // namespace apportion::bench
