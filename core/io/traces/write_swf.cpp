// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <numeric>

#include "core/io/traces/write_trace.h"
#include "core/model/date_text.h"

namespace apportion {

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
