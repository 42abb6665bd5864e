// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/replay/jobs.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

namespace apportion {

namespace {

constexpr std::string_view kNoGroups = "all";

}  // namespace

Replicas splitIntoReplicas(std::int64_t gpus, std::int64_t largestNode) {
    for (int count = 1;; ++count)
        if (gpus % count == 0 && gpus / count <= largestNode)
            return {count, gpus / count};
}

void sortAndCut(std::vector<TraceJob>& jobs, const std::optional<std::int64_t>& first) {
    // Jobs are heavy: their keys are sorted, and each is moved but once.
    std::vector<std::pair<Instant, std::size_t>> order;
    order.reserve(jobs.size());
    for (std::size_t i = 0; i < jobs.size(); ++i)
        order.emplace_back(jobs[i].workload.submit, i);
    std::sort(order.begin(), order.end());
    if (first && *first < static_cast<std::int64_t>(order.size()))
        order.resize(static_cast<std::size_t>(*first));
    std::vector<TraceJob> sorted;
    sorted.reserve(order.size());
    for (const auto& [submit, index] : order)
        sorted.push_back(std::move(jobs[index]));
    jobs = std::move(sorted);
}

std::vector<std::string> renumberGroups(Trace& trace, const std::string& root) {
    constexpr auto kNew = std::numeric_limits<std::uint32_t>::max();
    if (trace.groups.empty())
        return {std::string(kNoGroups)};
    std::vector<std::uint32_t> numbers(trace.groups.size(), kNew);
    std::vector<std::string> names;
    for (TraceJob& job : trace.jobs) {
        std::uint32_t& number = numbers[job.group];
        if (number == kNew) {
            number = static_cast<std::uint32_t>(names.size());
            const std::string& name = trace.groups[job.group];
            names.push_back(name == root ? name + " (group)" : name);
        }
        job.group = number;
    }
    return names;
}

bool shapeJobs(std::vector<TraceJob>& jobs, std::int64_t largestNode) {
    const Instant zero = jobs.front().workload.submit;
    bool named = false;
    for (TraceJob& job : jobs) {
        Workload& workload = job.workload;
        if (workload.name.empty())
            workload.name = "job-" + std::to_string(job.row);
        else
            named = true;
        workload.submit -= zero;
        if (workload.duration)
            workload.duration = std::max(kSecond, *workload.duration / kSecond * kSecond);
        if (workload.request.gpu % kOneGpu == 0) {
            const Replicas split = splitIntoReplicas(workload.request.gpu / kOneGpu, largestNode);
            workload.replicas = split.count;
            workload.request.gpu = split.gpus * kOneGpu;
        }
    }
    return named;
}

std::optional<std::string> nameTwice(const std::vector<TraceJob>& jobs) {
    std::unordered_set<std::string_view> seen;
    seen.reserve(jobs.size());
    for (const TraceJob& job : jobs)
        if (!seen.insert(job.workload.name).second)
            return job.workload.name;
    return {};
}

}  // namespace apportion
