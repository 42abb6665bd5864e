// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/summary.h"

#include <algorithm>

#include "core/sim/wait_numbers.h"

namespace apportion {

namespace {

struct Wait {
    Duration duration = 0;
    QuotaId quota = 0;
};

// Of all that started, shortest first.
std::vector<Wait> waits(const Engine& engine, const Recorder& recorder) {
    std::vector<Wait> all;
    const auto count = static_cast<WorkloadId>(engine.workloadCount());
    for (WorkloadId id = 0; id < count; ++id) {
        const Instant start = recorder.firstStart(id);
        if (start != kNeverStarted)
            all.push_back({start - engine.waitsSince(id), engine.quotaOf(id)});
    }
    std::sort(all.begin(), all.end(),
              [](const Wait& a, const Wait& b) { return a.duration < b.duration; });
    return all;
}

}  // namespace

Summary summarize(const Engine& engine, const Recorder& recorder, Instant at) {
    Summary summary;
    summary.workloads = recorder.submittedCount();
    summary.finished = recorder.finishedCount();
    summary.evictions = recorder.evictionCount();
    summary.gpuTime = saturated(recorder.gpuTime().total(at));
    summary.wastedGpuTime = recorder.lostInAll();
    summary.utilizationMillionths = recorder.gpuTime().utilizationMillionths(at);
    summary.makespan = recorder.gpuTime().makespan(at);

    // "At or below": every quota hands its own to all above it. Sorted once, so that each list
    // comes out sorted.
    std::vector<Duration> everyone;
    std::vector<std::vector<Duration>> byQuota(engine.quotaCount());
    for (const Wait& wait : waits(engine, recorder)) {
        everyone.push_back(wait.duration);
        for (std::optional<QuotaId> q = wait.quota; q; q = engine.parent(*q))
            byQuota[*q].push_back(wait.duration);
    }
    summary.wait = waitNumbers(everyone);

    summary.byQuota.resize(engine.quotaCount());
    std::vector<Int128> used(engine.quotaCount(), 0);
    for (QuotaId id = 0; id < engine.quotaCount(); ++id)
        for (std::optional<QuotaId> q = id; q; q = engine.parent(*q))
            used[*q] += recorder.gpuTime().own(id, at);
    for (QuotaId id = 0; id < engine.quotaCount(); ++id) {
        summary.byQuota[id].first = engine.quota(id).name;
        summary.byQuota[id].second.wait = waitNumbers(byQuota[id]);
        summary.byQuota[id].second.gpuTime = saturated(used[id]);
    }
    return summary;
}

}  // namespace apportion
