// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <limits>
#include <unordered_map>

#include "core/model/findings.h"
#include "core/report/quota_table.h"
#include "core/report/sources.h"

namespace apportion::report {

namespace {

Moment startOf(const TraceJob& job) {
    return job.start == kStartNotTold ? job.submit : job.start;
}

RunEnd endOf(TraceJob::Ended ended) {
    switch (ended) {
        case TraceJob::Ended::failed:
            return RunEnd::failed;
        case TraceJob::Ended::cancelled:
            return RunEnd::cancelled;
        case TraceJob::Ended::evicted:
            return RunEnd::evicted;
        case TraceJob::Ended::finished:
            break;
    }
    return RunEnd::finished;
}

// Rows of one id and submission are runs of one job.
struct IdAndSubmission {
    std::string_view id;
    Moment submit = 0;
    friend bool operator==(const IdAndSubmission&, const IdAndSubmission&) = default;
};
struct HashOfId {
    std::size_t operator()(const IdAndSubmission& each) const {
        return std::hash<std::string_view>()(each.id) ^
               (static_cast<std::size_t>(each.submit) * 0x9e3779b97f4a7c15ULL);
    }
};

struct Times {
    Moment submit = 0, start = 0, end = 0;
};

// Of each row its job, in order of first rows; and how many rows each has.
struct Rows {
    std::vector<std::uint32_t> job;
    std::vector<std::uint32_t> count;
};

Rows jobsOf(const Trace& trace) {
    Rows rows;
    rows.job.reserve(trace.jobs.size());
    std::unordered_map<IdAndSubmission, std::uint32_t, HashOfId> known;
    known.reserve(trace.names.empty() ? 0 : trace.jobs.size());
    for (const TraceJob& each : trace.jobs) {
        const auto next = static_cast<std::uint32_t>(rows.count.size());
        const std::uint32_t job =
            each.nameLength == 0
                ? next
                : known.try_emplace({trace.nameOf(each), each.submit}, next).first->second;
        if (job == next)
            rows.count.push_back(0);
        ++rows.count[job];
        rows.job.push_back(job);
    }
    return rows;
}

void addQuotas(const Trace& trace, const Scenario* pool, Usage& usage) {
    QuotaTable table(usage);
    const std::vector<Node> nodes = pool == nullptr ? std::vector<Node>() : expand(pool->nodes);
    std::vector<Quota> quotas;
    for (const std::string& group : trace.groups)
        quotas.emplace_back().name = group;
    if (quotas.empty())
        quotas.emplace_back().name = "all";
    for (Quota& quota : quotas)
        if (pool != nullptr)
            for (const Quota& known : pool->quotas)
                if (known.name == quota.name) {
                    quota.guaranteed = known.guaranteed;
                    quota.policy.team = known.policy.team;
                    usage.guaranteesKnown = true;
                }
    table.divide(quotas, nodes);
    // A pool that is given holds also where nothing is recorded.
    constexpr Moment kAlways = std::numeric_limits<Moment>::min();
    table.set(kAlways, quotas);
    table.nodesAre(kAlways, nodes, {});
}

// What was in use beyond the pool counts as capacity, which is not what the reader asked for.
void noteBeyondPool(Usage& usage) {
    Gpu capacity = 0, used = 0, most = 0;
    for (const UsageStep& step : usage.capacity)
        capacity += step.value;
    std::vector<std::pair<Moment, Gpu>> changes;
    changes.reserve(2 * usage.runs.size());
    for (const UsageRun& run : usage.runs)
        if (run.start < run.end) {
            changes.emplace_back(run.start, run.gpu);
            changes.emplace_back(run.end, -run.gpu);
        }
    std::sort(changes.begin(), changes.end());
    for (const auto& [at, gpu] : changes) {
        used += gpu;
        most = std::max(most, used);
    }
    if (most > capacity)
        usage.notes.push_back(
            {"report-pool-exceeded",
             {{"most", Value::ofGpu(most)}, {"capacity", Value::ofGpu(capacity)}}});
}

}  // namespace

Usage usageOf(const Trace& trace, const Scenario* pool, const Calendar& calendar) {
    Usage usage;
    usage.source = UsageSource::trace;
    usage.dates = trace.dates;
    usage.capacityKnown = pool != nullptr;
    usage.guaranteesKnown = false;
    usage.notes = trace.dropped;
    usage.notes.insert(usage.notes.end(), trace.remarks.begin(), trace.remarks.end());
    const auto at = [&](Moment told) { return trace.local ? calendar.ofClock(told) : told; };
    bool starts = false;
    std::int64_t waiting = 0, running = 0;
    usage.from = trace.jobs.empty() ? 0 : kStays;
    std::vector<Times> times;
    times.reserve(trace.jobs.size());
    for (const TraceJob& job : trace.jobs) {
        starts = starts || job.start != kStartNotTold;
        waiting += job.waits ? 1 : 0;
        running += job.runs ? 1 : 0;
        const Moment start = at(startOf(job));
        const Duration lasted = std::max<Duration>(0, job.duration);
        const Moment end = job.spans ? at(startOf(job) + lasted) : start + lasted;
        times.push_back({at(job.submit), start, std::max(start, end)});
        usage.from = std::min({usage.from, times.back().submit, start});
        usage.to = std::max(usage.to, times.back().end);
    }
    usage.startsKnown = starts || waiting == static_cast<std::int64_t>(trace.jobs.size());
    if (!usage.startsKnown && !trace.jobs.empty())
        usage.notes.push_back({"report-no-starts", {}});
    if (waiting + running > 0)
        usage.notes.push_back(
            {"report-open",
             {{"running", Value::ofCount(running)}, {"waiting", Value::ofCount(waiting)}}});
    usage.users = trace.users;
    usage.gpuTypes = trace.gpuTypes;
    usage.names = trace.names;
    addQuotas(trace, pool, usage);

    const Rows rows = jobsOf(trace);
    usage.jobs.resize(rows.count.size());
    usage.runs.resize(trace.jobs.size());
    std::vector<std::uint32_t> next;
    std::vector<std::uint32_t> waits(usage.jobs.size(), 0);
    std::uint32_t first = 0;
    for (std::size_t i = 0; i < rows.count.size(); ++i) {
        usage.jobs[i].firstRun = first;
        next.push_back(first);
        first += rows.count[i];
    }
    for (std::size_t row = 0; row < trace.jobs.size(); ++row) {
        const TraceJob& from = trace.jobs[row];
        UsageJob& job = usage.jobs[rows.job[row]];
        const Gpu gpu = from.gpu * std::max<std::uint32_t>(1, from.replicas);
        const bool goesOn = from.duration == kNoDuration || from.runs;
        const Moment end = goesOn ? usage.to : times[row].end;
        UsageRun& run = usage.runs[next[rows.job[row]]++];
        // One without a start is none, and comes last: its job waits.
        waits[rows.job[row]] += from.waits ? 1 : 0;
        run = {from.waits ? usage.to : times[row].start, from.waits ? usage.to : end, gpu,
               from.gpuType, goesOn || from.waits ? RunEnd::goesOn : endOf(from.ended)};
        if (++job.runs == 1) {
            job.submit = std::min(times[row].submit, run.start);
            job.quota = trace.groups.empty() ? 0 : from.group;
            job.user = from.user == 0 ? kNone : from.user;
            job.request = gpu;
            job.nameAt = from.nameAt;
            job.nameLength = from.nameLength;
            job.module = from.module;
            job.background = from.idle;
        }
        if (run.how == RunEnd::evicted)
            usage.evictions.push_back({end, rows.job[row], kNone, 0});
    }
    for (std::size_t i = 0; i < usage.jobs.size(); ++i) {
        UsageJob& job = usage.jobs[i];
        const auto begin = usage.runs.begin() + job.firstRun;
        const auto end = begin + job.runs;
        if (job.runs > 1)
            std::stable_sort(
                begin, end, [](const UsageRun& a, const UsageRun& b) { return a.start < b.start; });
        job.left = (end - 1)->how == RunEnd::goesOn ? kStays : (end - 1)->end;
        job.runs -= waits[i];
    }
    if (pool != nullptr)
        noteBeyondPool(usage);
    return usage;
}

}  // namespace apportion::report
