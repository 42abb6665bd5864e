// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/swf.h"

#include <iterator>

#include "core/io/traces/job_table.h"
#include "core/io/traces/swf_header.h"
#include "core/model/bounds.h"

namespace apportion {

namespace {

// By place in kSwfFields.
enum Place : std::size_t {
    kJob = 0,
    kSubmit = 1,
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
    const std::string_view text = table.value(column);
    return text == "-1" || text == "-1.0" || text == "-1.00";
}

std::optional<Gpu> processorsOf(JobTable& table) {
    const std::size_t column = unknown(table, kProcessors) ? kRequested : kProcessors;
    if (unknown(table, column))
        return 0;
    const auto gpus = gpuValue(table.value(column));
    if (gpus && *gpus % kOneGpu == 0)
        return gpus;
    table.refuse(column, "trace-bad-count.processors");
    return {};
}

// Queue, group and partition as one text: which of them tells the group of a job is known when all
// jobs are.
void setGroups(JobTable& table, TraceJob& job, std::string& buffer) {
    buffer.clear();
    for (const std::size_t column : {kQueue, kGroup, kPartition}) {
        if (!unknown(table, column)) {
            if (!countValue(table.value(column)))
                table.refuse(column, "trace-bad-number");
            buffer += table.value(column);
        }
        buffer += ' ';
    }
    table.setGroup(job, buffer);
}

void readRow(JobTable& table, const SwfHeader& header, std::string& buffer) {
    const std::int64_t status =
        unknown(table, kStatus) ? 0 : countValue(table.value(kStatus)).value_or(-1);
    if (status < 0 || status > kCancelled)
        table.refuse(kStatus, "trace-bad-status");
    if (status >= kPartial && status < kCancelled)
        return table.drop("trace-dropped-parts");
    const auto gpus = processorsOf(table);
    if (gpus == 0)
        return table.drop("trace-dropped-no-processors");
    if (const std::string_view run = table.value(kRun);
        run.starts_with('-') && !unknown(table, kRun) && momentSeconds(run.substr(1)))
        return table.drop("trace-dropped-negative");
    if (unknown(table, kRun))
        return table.drop(status == kCancelled ? "trace-dropped-never-started"
                                               : "trace-dropped-no-end");
    if (unknown(table, kSubmit))
        return table.drop("trace-dropped-no-submit");
    const auto submit = table.moment(kSubmit);
    const auto run = table.seconds(kRun);
    if (!gpus || !submit || !run)
        return;
    // A run time of 0 may be a short one: what was never given a processor never started.
    if (*run == 0 && status == kCancelled && unknown(table, kProcessors))
        return table.drop("trace-dropped-never-started");
    TraceJob& job = table.add();
    // Not as the format says, but in some logs: since 1970 in spite of a start in the header.
    const bool absolute = header.unixStart() > 0 && *submit >= header.unixStart();
    job.submit = (absolute ? 0 : header.unixStart()) + *submit;
    job.duration = *run;
    job.gpu = *gpus;
    table.setName(job, kJob);
    if (!unknown(table, kUser))
        table.setUser(job, kUser);
    if (!table.teamIsChosen())
        setGroups(table, job, buffer);
    table.applyOptions(job);
}

// Of "queue group partition " the part that counts.
std::string_view part(std::string_view triple, int which) {
    for (; which > 0; --which)
        triple.remove_prefix(triple.find(' ') + 1);
    return triple.substr(0, triple.find(' '));
}

// The first of the three that any job knows.
int tellingPart(const std::vector<std::string>& triples) {
    for (int which = 0; which < 3; ++which)
        for (const std::string& triple : triples)
            if (!part(triple, which).empty())
                return which;
    return 0;
}

// The part that --team names; -1 = it names none of the three.
int chosenPart(std::string_view team) {
    return team == "queue" ? 0 : team == "group" ? 1 : team == "partition" ? 2 : -1;
}

void nameGroups(Trace& trace, const SwfHeader& header, int chosen) {
    const int which = chosen >= 0 ? chosen : tellingPart(trace.groups);
    Interner names;
    std::vector<std::uint32_t> numbers;
    bool any = false;
    for (const std::string& triple : trace.groups) {
        const std::string_view number = part(triple, which);
        any |= !number.empty();
        numbers.push_back(names.index(number.empty() ? "(none)"
                                      : which == 0   ? header.queue(number)
                                      : which == 2   ? header.partition(number)
                                                     : std::string(number)));
    }
    for (TraceJob& job : trace.jobs)
        job.group = any ? numbers[job.group] : 0;
    trace.groups = any ? names.texts() : std::vector<std::string>();
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
    const int part = chosenPart(options.team);
    if (part >= 0)
        columns.team.clear();  // its numbers have names
    Result<JobTable> table = JobTable::open(path, std::move(shape), columns);
    if (!table)
        return tl::unexpected(table.error());
    table->note("trace-remark-processors");
    std::string buffer;
    while (table->next())
        readRow(*table, header, buffer);
    for (const SwfHeader::Odd& odd : header.odd())
        table->warn(odd.column, odd.line, odd.message);
    const bool byColumn = table->teamIsChosen();
    Result<Trace> trace = table->finish(header.unixStart() != 0);
    if (trace && !trace->jobs.empty())
        trace->dates = trace->dates || isSince1970(trace->jobs.front().submit);
    if (trace && !byColumn)
        nameGroups(*trace, header, part);
    return trace;
}

}  // namespace apportion
