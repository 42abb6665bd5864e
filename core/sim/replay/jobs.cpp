// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/replay/jobs.h"

#include <algorithm>
#include <compare>
#include <limits>
#include <unordered_map>

namespace apportion {

namespace {

constexpr std::string_view kNoGroups = "all";

std::int64_t partOf(std::int64_t amount, std::int64_t parts) {
    return (amount + parts - 1) / parts;
}

}  // namespace

std::string nameOfRow(std::uint32_t row) {
    return "job-" + std::to_string(row);
}

Replicas splitIntoReplicas(std::int64_t gpus, std::int64_t largestNode) {
    // The least number of replicas that divides evenly; none is tried beyond the root of `gpus`
    // but as the partner of one below it.
    std::int64_t best = gpus;
    for (std::int64_t i = 1; i * i <= gpus; ++i)
        if (gpus % i == 0)
            for (const std::int64_t count : {i, gpus / i})
                if (gpus / count <= largestNode)
                    best = std::min(best, count);
    return {best, gpus / best};
}

namespace {

// What the order of jobs depends on, apart from them: they are large. Rows break ties.
struct Turn {
    Instant submit = 0;
    std::uint32_t row = 0;
    std::uint32_t place = 0;
    friend auto operator<=>(const Turn&, const Turn&) = default;
};

void sortByTime(std::vector<TraceJob>& jobs) {
    const auto earlier = [](const TraceJob& a, const TraceJob& b) { return a.submit < b.submit; };
    if (std::is_sorted(jobs.begin(), jobs.end(), earlier))
        return;
    std::vector<Turn> turns;
    turns.reserve(jobs.size());
    for (const TraceJob& job : jobs)
        turns.push_back({job.submit, job.row, static_cast<std::uint32_t>(turns.size())});
    std::sort(turns.begin(), turns.end());
    // Each to its place, cycle by cycle: a second list would double what a large trace takes.
    for (std::uint32_t i = 0; i < turns.size(); ++i) {
        const TraceJob displaced = jobs[i];
        std::uint32_t to = i;
        for (std::uint32_t from = turns[to].place; from != i; from = turns[to].place) {
            jobs[to] = jobs[from];
            turns[to].place = to;
            to = from;
        }
        jobs[to] = displaced;
        turns[to].place = to;
    }
}

}  // namespace

void sortAndCut(Trace& trace, const std::optional<std::int64_t>& first) {
    sortByTime(trace.jobs);
    const auto count = static_cast<std::int64_t>(trace.jobs.size());
    if (!first || *first >= count)
        return;
    trace.jobs.resize(static_cast<std::size_t>(*first));
    trace.later += count - *first;
}

std::vector<std::string> renumberGroups(Trace& trace, const GroupNames& names) {
    constexpr auto kNew = std::numeric_limits<std::uint32_t>::max();
    if (trace.groups.empty())
        return {std::string(kNoGroups)};
    std::vector<std::uint32_t> numbers(trace.groups.size(), kNew);
    std::unordered_map<std::string_view, std::uint32_t> known;
    std::vector<std::string> quotas;
    for (TraceJob& job : trace.jobs) {
        std::uint32_t& number = numbers[job.group];
        if (number == kNew) {
            const std::string_view quota = names.quotaOf(trace.groups[job.group]);
            const auto [place, fresh] =
                known.emplace(quota, static_cast<std::uint32_t>(quotas.size()));
            number = place->second;
            if (fresh)
                quotas.emplace_back(quota);
        }
        job.group = number;
    }
    return quotas;
}

void shapeJobs(std::vector<TraceJob>& jobs, std::int64_t largestNode) {
    for (TraceJob& job : jobs) {
        if (job.duration != kNoDuration)
            job.duration = std::max(kSecond, job.duration / kSecond * kSecond);
        if (job.replicas != 0)
            continue;
        job.replicas = 1;
        if (job.gpu % kOneGpu != 0 || job.gpu / kOneGpu <= largestNode)
            continue;
        const Replicas split = splitIntoReplicas(job.gpu / kOneGpu, largestNode);
        job.replicas = static_cast<std::uint32_t>(split.count);
        job.gpu = split.gpus * kOneGpu;
        job.cpu = partOf(job.cpu, split.count);
        job.memory = partOf(job.memory, split.count);
    }
}

Workload workloadOf(const JobShape& shape) {
    Workload workload;
    workload.module = shape.module;
    workload.priority = shape.priority;
    workload.request = {shape.gpu, shape.cpu, shape.memory};
    workload.replicas = static_cast<int>(shape.replicas);
    if (shape.preemptible != TraceJob::Preemptible::byModule)
        workload.preemptible = shape.preemptible == TraceJob::Preemptible::yes;
    workload.idle = shape.idle;
    return workload;
}

}  // namespace apportion
