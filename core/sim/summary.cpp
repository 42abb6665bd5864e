// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/summary.h"

#include <algorithm>
#include <span>

#include "core/sim/wait_numbers.h"

namespace apportion {

namespace {

struct QuotaWait {
    QuotaId quota = 0;
    Duration wait = 0;
};

// Those that started stand before `started`; behind them those that never did.
struct Waits {
    std::vector<QuotaWait> all;
    std::size_t started = 0;
    std::vector<int> stillWait;  // by quota, its own

    std::span<const QuotaWait> ofStarted() const { return std::span(all).first(started); }
};

Waits waitsOf(const Engine& engine, const Recorder& recorder, Instant at) {
    Waits waits;
    waits.stillWait.resize(engine.quotaCount(), 0);
    const auto count = static_cast<WorkloadId>(engine.workloadCount());
    waits.all.reserve(count);
    std::vector<QuotaWait> others;
    for (WorkloadId id = 0; id < count; ++id) {
        const QuotaId quota = engine.quotaOf(id);
        if (const Instant start = recorder.firstStart(id); start != kNeverStarted) {
            waits.all.push_back({quota, start - engine.waitsSince(id)});
        } else if (!engine.submitted(id)) {
            continue;
        } else if (engine.state(id) == WorkloadState::pending) {
            others.push_back({quota, at - engine.waitsSince(id)});
            ++waits.stillWait[quota];
        } else if (engine.state(id) == WorkloadState::cancelled) {
            others.push_back({quota, engine.status(id).waited});
        }
    }
    waits.started = waits.all.size();
    waits.all.insert(waits.all.end(), others.begin(), others.end());
    return waits;
}

// Every quota with all below it right behind it.
std::vector<QuotaId> topDown(const Engine& engine) {
    std::vector<std::vector<QuotaId>> below(engine.quotaCount());
    std::vector<QuotaId> open, order;
    for (QuotaId id = 0; id < engine.quotaCount(); ++id)
        (engine.parent(id) ? below[*engine.parent(id)] : open).push_back(id);
    while (!open.empty()) {
        const QuotaId id = open.back();
        open.pop_back();
        order.push_back(id);
        open.insert(open.end(), below[id].begin(), below[id].end());
    }
    return order;
}

// One list of all, in which those at or below a quota stand together: there may be millions.
void addWaits(const Engine& engine, std::span<const QuotaId> order,
              std::span<const QuotaWait> found, Summary& summary, WaitNumbers Summary::*ofAll,
              WaitNumbers QuotaSummary::*ofQuota) {
    std::vector<std::size_t> begin(order.size(), 0), end(order.size(), 0);
    for (const QuotaWait& each : found)
        ++end[each.quota];
    std::size_t count = 0;
    for (const QuotaId id : order) {
        begin[id] = count;
        count = end[id] += count;
    }
    std::vector<Duration> waits(count);
    std::vector<std::size_t> next = begin;
    for (const QuotaWait& each : found)
        waits[next[each.quota]++] = each.wait;
    const std::span<Duration> all(waits);
    for (auto id = order.rbegin(); id != order.rend(); ++id) {
        if (const auto parent = engine.parent(*id))
            end[*parent] = std::max(end[*parent], end[*id]);
        summary.byQuota[*id].second.*ofQuota =
            waitNumbers(all.subspan(begin[*id], end[*id] - begin[*id]));
    }
    summary.*ofAll = waitNumbers(all);
}

void addWaits(const Engine& engine, const Recorder& recorder, Instant at, Summary& summary) {
    const std::vector<QuotaId> order = topDown(engine);
    const Waits waits = waitsOf(engine, recorder, at);
    addWaits(engine, order, waits.ofStarted(), summary, &Summary::wait, &QuotaSummary::wait);
    summary.waitAll = summary.wait;
    for (auto& [name, quota] : summary.byQuota)
        quota.waitAll = quota.wait;
    if (waits.started == waits.all.size())
        return;
    addWaits(engine, order, waits.all, summary, &Summary::waitAll, &QuotaSummary::waitAll);
    for (QuotaId id = 0; id < engine.quotaCount(); ++id) {
        summary.waitAll.atLeast += waits.stillWait[id];
        for (std::optional<QuotaId> q = id; q; q = engine.parent(*q))
            summary.byQuota[*q].second.waitAll.atLeast += waits.stillWait[id];
    }
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

    summary.byQuota.resize(engine.quotaCount());
    std::vector<Int128> used(engine.quotaCount(), 0);
    for (QuotaId id = 0; id < engine.quotaCount(); ++id)
        for (std::optional<QuotaId> q = id; q; q = engine.parent(*q))
            used[*q] += recorder.gpuTime().own(id, at);
    for (QuotaId id = 0; id < engine.quotaCount(); ++id) {
        summary.byQuota[id].first = engine.quota(id).name;
        summary.byQuota[id].second.gpuTime = saturated(used[id]);
    }
    addWaits(engine, recorder, at, summary);
    return summary;
}

}  // namespace apportion
