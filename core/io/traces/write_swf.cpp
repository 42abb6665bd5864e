// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <numeric>
#include <optional>

#include "core/io/traces/write_trace.h"
#include "core/model/date_text.h"

namespace apportion {

namespace {

// All GPUs of a job.
Gpu gpusOf(const TraceJob& job) {
    return job.gpu * std::max<std::int64_t>(1, job.replicas);
}

std::string callOf(const Trace& trace, const TraceJob& job) {
    return job.nameLength > 0 ? std::string(trace.nameOf(job)) : "job-" + std::to_string(job.row);
}

}  // namespace

Problems swfObstacles(const Trace& trace) {
    Problems problems;
    const auto refuse = [&](std::string code, auto&& applies) {
        const auto first = std::find_if(trace.jobs.begin(), trace.jobs.end(), applies);
        if (first == trace.jobs.end())
            return;
        Problem problem;
        problem.message = {
            std::move(code),
            {{"count", Value::ofCount(std::count_if(first, trace.jobs.end(), applies))},
             {"name", Value::ofText(callOf(trace, *first))}}};
        problems.push_back(std::move(problem));
    };
    using Job = const TraceJob&;
    refuse("swf-share", [](Job job) { return gpusOf(job) % kOneGpu != 0; });
    refuse("swf-no-end", [](Job job) { return job.duration == kNoDuration; });
    refuse("swf-gpu-type", [](Job job) { return job.gpuType != 0; });
    refuse("swf-class", [](Job job) {
        const bool preemptible = job.preemptible == TraceJob::Preemptible::byModule
                                     ? job.module == Module::training
                                     : job.preemptible == TraceJob::Preemptible::yes;
        return job.module != Module::training || job.priority != TraceJob().priority ||
               !preemptible || job.idle;
    });
    const Instant zero = trace.jobs.empty() ? 0 : trace.jobs.front().submit;
    refuse("swf-part-of-second", [zero](Job job) { return (job.submit - zero) % kSecond != 0; });
    refuse("swf-group-name", [&trace](Job job) {
        return !trace.groups.empty() &&
               trace.groups[job.group].find_first_of(" \t") != std::string::npos;
    });
    return problems;
}

std::vector<Message> swfLosses(const Trace& trace) {
    std::vector<Message> losses;
    const auto any = [&](auto&& applies) {
        return std::any_of(trace.jobs.begin(), trace.jobs.end(), applies);
    };
    if (any([](const TraceJob& job) { return job.nameLength > 0; }))
        losses.push_back({"swf-loses-names", {}});
    if (any([](const TraceJob& job) { return job.user != 0; }))
        losses.push_back({"swf-loses-users", {}});
    if (any([](const TraceJob& job) { return job.cpu != 0 || job.memory != 0; }))
        losses.push_back({"swf-loses-cpu", {}});
    if (any([](const TraceJob& job) { return job.replicas > 1; }))
        losses.push_back({"swf-loses-replicas", {}});
    if (any([](const TraceJob& job) { return job.duration % kSecond != 0; }))
        losses.push_back({"swf-cuts-durations", {}});
    return losses;
}

void writeSwf(std::ostream& out, const Trace& trace) {
    std::vector<std::size_t> order(trace.jobs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return trace.jobs[a].submit < trace.jobs[b].submit;
    });
    const Instant zero = order.empty() ? 0 : trace.jobs[order.front()].submit;
    out << "; Version: 2.2\n; Computer: GPU cluster, trace of format " << trace.format
        << "\n; Conversion: apportionctl convert; one processor = one GPU\n; MaxJobs: "
        << order.size() << "\n; MaxRecords: " << order.size() << '\n';
    if (trace.dates) {
        std::string start = dateText(zero);
        start[10] = ' ';
        start.pop_back();
        out << "; UnixStartTime: " << zero / kSecond
            << "\n; TimeZoneString: UTC\n; StartTime: " << start << '\n';
    }
    out << "; MaxQueues: " << trace.groups.size() << '\n';
    for (std::size_t i = 0; i < trace.groups.size(); ++i)
        out << "; Queue: " << i + 1 << ' ' << trace.groups[i] << '\n';
    std::int64_t number = 0;
    for (const std::size_t index : order) {
        const TraceJob& job = trace.jobs[index];
        const std::int64_t gpus = gpusOf(job) / kOneGpu;
        const std::int64_t queue = trace.groups.empty() ? -1 : std::int64_t{job.group} + 1;
        out << ++number << ' ' << (job.submit - zero) / kSecond << " -1 "
            << std::max<Duration>(1, job.duration / kSecond) << ' ' << gpus << " -1 -1 " << gpus
            << " -1 -1 1 " << (job.user == 0 ? -1 : std::int64_t{job.user}) << ' ' << queue
            << " -1 " << queue << " -1 -1 -1\n";
    }
}

}  // namespace apportion
