// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/swf.h"

#include <array>
#include <iterator>
#include <span>

#include "core/io/traces/job_table.h"
#include "core/io/traces/swf_header.h"
#include "core/model/bounds.h"

namespace apportion {

namespace {

// By place in kSwfFields.
enum Place : std::size_t {
    kJob = 0,
    kSubmit = 1,
    kWait = 2,
    kRun = 3,
    kProcessors = 4,
    kRequested = 7,
    kStatus = 10,
    kUser = 11,
    kGroup = 12,
    kQueue = 14,
    kPartition = 15
};
constexpr std::int64_t kPartial = 2, kCancelled = 5;

bool unknown(const JobTable& table, std::size_t column) {
    return isMinusOne(table.value(column));
}

// Logs leave what they do not know at 0 as well as at -1.
bool given(JobTable& table, std::size_t column) {
    return !unknown(table, column) &&
           table.value(column).find_first_not_of('0') != std::string::npos;
}

bool isNegative(const JobTable& table, std::size_t column) {
    const std::string_view text = table.value(column);
    return text.starts_with('-') && !unknown(table, column) && momentSeconds(text.substr(1));
}

// The column that counts, and the one that does where that one tells nothing.
struct Processors {
    std::size_t column = kProcessors, other = kRequested;
};

// 0 = neither is known.
std::optional<Gpu> processorsOf(JobTable& table, const Processors& choice) {
    const std::size_t column = given(table, choice.column) ? choice.column : choice.other;
    if (!given(table, column))
        return 0;
    const auto gpus = gpuValue(table.value(column));
    if (gpus && *gpus % kOneGpu == 0)
        return gpus;
    table.refuse(column, "trace-bad-count.processors");
    return {};
}

bool isOther(JobTable& table, std::size_t column, Gpu gpus) {
    if (!given(table, column))
        return false;
    const auto processors = gpuValue(table.value(column));
    return processors && *processors != gpus;
}

constexpr std::array kGroupColumns{static_cast<std::size_t>(kQueue),
                                   static_cast<std::size_t>(kGroup),
                                   static_cast<std::size_t>(kPartition)};

void setGroup(JobTable& table, TraceJob& job, std::span<const std::size_t> columns) {
    bool read = true;
    for (const std::size_t column : kGroupColumns)
        if (!unknown(table, column) && !countValue(table.value(column))) {
            table.refuse(column, "trace-bad-number");
            read = false;
        }
    if (read)
        table.setGroup(job, columns);
}

void readRow(JobTable& table, const SwfHeader& header, std::span<const std::size_t> groupColumns,
             const Processors& choice) {
    const std::int64_t status =
        unknown(table, kStatus) ? 0 : countValue(table.value(kStatus)).value_or(-1);
    if (status < 0 || status > kCancelled)
        table.refuse(kStatus, "trace-bad-status");
    const bool negative = isNegative(table, kRun);
    if (status >= kPartial && status < kCancelled) {
        if (!negative)
            table.lookAt(kRun);
        return table.drop("trace-dropped-parts", {kSubmit}, &JobTable::moment);
    }
    const auto gpus = processorsOf(table, choice);
    if (gpus == 0) {
        if (!negative)
            table.lookAt(kRun);
        return table.drop("trace-dropped-no-processors", {kSubmit}, &JobTable::moment);
    }
    if (negative)
        return table.drop("trace-dropped-negative", {kSubmit}, &JobTable::moment);
    if (unknown(table, kRun))
        return table.drop(
            status == kCancelled ? "trace-dropped-never-started" : "trace-dropped-no-end",
            {kSubmit}, &JobTable::moment);
    if (unknown(table, kSubmit))
        return table.drop("trace-dropped-no-submit");
    const auto submit = table.moment(kSubmit);
    const auto run = table.seconds(kRun);
    if (!gpus || !submit || !run)
        return;
    // A run time of 0 may be a short one: what was never given a processor never started.
    if (*run == 0 && status == kCancelled && !given(table, kProcessors))
        return table.drop("trace-dropped-never-started");
    if (isOther(table, choice.other, *gpus))
        table.remark(choice.column == kProcessors ? "trace-remark-given"
                                                  : "trace-remark-given.requested");
    TraceJob& job = table.add();
    // Not as the format says, but in some logs: since 1970 in spite of a start in the header.
    const bool absolute = header.unixStart() > 0 && *submit >= header.unixStart();
    table.setSubmit(job, kSubmit, (absolute ? 0 : header.unixStart()) + *submit);
    job.duration = *run;
    job.gpu = *gpus;
    table.setName(job, kJob);
    job.ended = status == kCancelled                      ? TraceJob::Ended::cancelled
                : status == 0 && !unknown(table, kStatus) ? TraceJob::Ended::failed
                                                          : TraceJob::Ended::finished;
    if (const auto wait = momentSeconds(table.value(kWait)))
        table.setStart(job, job.submit + *wait);
    if (!unknown(table, kUser))
        table.setUser(job, kUser);
    if (!table.teamIsChosen())
        setGroup(table, job, groupColumns);
    table.applyOptions(job);
}

// By the names that the header gives their numbers.
JobTable::GroupNamer namerOf(const SwfHeader& header) {
    return [&header](const std::string& column, std::string_view number) {
        return column == "queue"       ? header.queue(number)
               : column == "partition" ? header.partition(number)
                                       : std::string(number);
    };
}

// All that may tell the group, or the one of them that --team names: its numbers have names.
std::span<const std::size_t> groupColumns(std::string_view team) {
    for (const std::size_t& column : kGroupColumns)
        if (kSwfFields[column] == team)
            return {&column, 1};
    return kGroupColumns;
}

}  // namespace

Result<Trace> readSwf(const std::string& path, const TraceOptions& options) {
    SwfHeader header;
    TableShape shape;
    shape.format = "swf";
    shape.cells = TableShape::Cells::words;
    shape.header = TableShape::Header::none;
    shape.names.assign(std::begin(kSwfFields), std::end(kSwfFields));
    for (const std::string& name : shape.names)
        shape.columns.push_back({name});
    shape.minusOne = true;
    shape.comment = ';';
    shape.onComment = [&header](std::string_view comment, int line) { header.read(comment, line); };
    TraceOptions columns = options;
    const std::span<const std::size_t> groups = groupColumns(options.team);
    if (groups.size() == 1)
        columns.team.clear();
    Result<JobTable> table = JobTable::open(path, std::move(shape), columns);
    if (!table)
        return tl::unexpected(table.error());
    const bool requested = options.gpus == GpuChoice::requested;
    const Processors choice =
        requested ? Processors{kRequested, kProcessors} : Processors{kProcessors, kRequested};
    table->note(requested ? "trace-remark-processors.requested" : "trace-remark-processors");
    while (table->next())
        readRow(*table, header, groups, choice);
    for (const SwfHeader::Odd& odd : header.odd())
        table->warn(odd.column, odd.line, odd.message);
    Result<Trace> trace = table->finish(header.unixStart() != 0, namerOf(header));
    if (trace)
        trace->computer = header.computer();
    if (trace && !trace->jobs.empty())
        trace->dates = trace->dates || isSince1970(trace->jobs.front().submit);
    return trace;
}

}  // namespace apportion
