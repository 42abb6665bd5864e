// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <numeric>

#include "core/io/traces/write_trace.h"
#include "core/model/date_text.h"

namespace apportion {

namespace {

// Numbers what jobs name, from 1 in the order of the file, so that it is numbered the same when
// it is read and written again.
class Numbers {
public:
    explicit Numbers(std::size_t names) : numbers_(names) {}
    std::int64_t of(std::uint32_t name) {
        if (numbers_[name] == 0) {
            inOrder_.push_back(name);
            numbers_[name] = static_cast<std::int64_t>(inOrder_.size());
        }
        return numbers_[name];
    }
    const std::vector<std::uint32_t>& inOrder() const { return inOrder_; }

private:
    std::vector<std::int64_t> numbers_;
    std::vector<std::uint32_t> inOrder_;
};

// The job's number in the file; `place` from 1.
std::string numberOf(const Trace& trace, const TraceJob& job, NumberedNames names,
                     std::int64_t place) {
    if (names == NumberedNames::others)
        return std::to_string(place);
    const std::string name = writtenName(trace, job);
    return names == NumberedNames::numbers ? name : name.substr(name.find('-') + 1);
}

}  // namespace

void writeSwf(std::ostream& out, const Trace& trace, CsvCells /*cells*/) {
    std::vector<std::size_t> order(trace.jobs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return trace.jobs[a].submit < trace.jobs[b].submit;
    });
    const Instant zero = order.empty() ? 0 : trace.jobs[order.front()].submit;
    const std::string computer =
        trace.computer.empty() ? "GPU cluster, trace of format " + trace.format : trace.computer;
    Numbers queues(trace.groups.size()), users(trace.users.size());
    const auto queueOf = [&](const TraceJob& job) {
        return writtenGroup(trace, job).empty() ? std::int64_t{-1} : queues.of(job.group);
    };
    for (const std::size_t index : order)
        queueOf(trace.jobs[index]);
    out << "; Version: 2.2\n; Computer: " << computer
        << "\n; Conversion: apportionctl convert; one processor = one GPU\n; MaxJobs: "
        << order.size() << "\n; MaxRecords: " << order.size() << '\n';
    if (trace.dates) {
        std::string start = dateText(zero);
        start[10] = ' ';
        start.pop_back();
        out << "; UnixStartTime: " << zero / kSecond
            << "\n; TimeZoneString: UTC\n; StartTime: " << start << '\n';
    }
    out << "; MaxQueues: " << queues.inOrder().size() << '\n';
    for (const std::uint32_t group : queues.inOrder())
        out << "; Queue: " << queues.of(group) << ' ' << trace.groups[group] << '\n';
    const NumberedNames names = numberedNames(trace);
    const bool usersAreNumbers = areNumbers(trace.users);
    const auto userOf = [&](const TraceJob& job) {
        if (job.user == 0)
            return std::string("-1");
        return usersAreNumbers ? trace.users[job.user] : std::to_string(users.of(job.user));
    };
    std::int64_t place = 0;
    for (const std::size_t index : order) {
        const TraceJob& job = trace.jobs[index];
        const std::int64_t gpus = gpusOf(job) / kOneGpu;
        const std::int64_t queue = queueOf(job);
        out << numberOf(trace, job, names, ++place) << ' ' << (job.submit - zero) / kSecond
            << " -1 " << std::max<Duration>(1, job.duration / kSecond) << ' ' << gpus << " -1 -1 "
            << gpus << " -1 -1 1 " << userOf(job) << ' ' << queue << " -1 " << queue
            << " -1 -1 -1\n";
    }
}

}  // namespace apportion
