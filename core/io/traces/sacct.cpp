// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/sacct.h"

#include <array>

#include "core/io/traces/field_values.h"
#include "core/io/traces/job_table.h"
#include "core/io/traces/slurm_values.h"
#include "core/model/bounds.h"

namespace apportion {

namespace {

enum Place : std::size_t {
    kIdRaw,
    kId,
    kUser,
    kAccount,
    kPartition,
    kQos,
    kSubmit,
    kStart,
    kEnd,
    kElapsedRaw,
    kElapsed,
    kState,
    kReqTres,
    kAllocTres,
    kReqGres,
    kAllocGres,
    kNodes,
    kAllocNodes
};

bool beginsWith(std::string_view text, std::string_view with) {
    return text.substr(0, with.size()) == with;
}

struct Nodes {
    std::int64_t count = 0;             // 0 = not told
    bool none = false;                  // told, as 0
    std::optional<std::size_t> unread;  // the column in which no such number stands
};

Nodes nodesOf(JobTable& table) {
    Nodes nodes;
    for (const std::size_t column : {kNodes, kAllocNodes}) {
        const std::string_view text = table.value(column);
        if (nodes.count > 0 || isMissing(text))
            continue;
        const auto count = countValue(text);
        if (!count || *count > kMostGpusOfJob)
            return {0, false, column};
        nodes.count = *count;
        nodes.none = *count == 0;
    }
    return nodes;
}

// Whether it is because of a resource that is named twice.
bool refusesTwice(JobTable& table, std::size_t column) {
    const std::string_view name = namedTwice(table.value(column));
    if (!name.empty())
        table.refuse(column, "trace-bad-tres.twice", {{"name", Value::ofText(shownValue(name))}});
    return !name.empty();
}

void refuseTres(JobTable& table, std::size_t column) {
    const std::string_view list = table.value(column);
    const std::string_view amount = wrongAmount(list);
    if (amount.empty())
        return table.refuse(column, "trace-bad-tres");
    if (amount == list && refusesTwice(table, column))
        return;
    if (amount == list && list.find(',') != std::string_view::npos)
        return table.refuse(column, "trace-bad-tres.sum");
    table.refuse(column, "trace-bad-tres.amount", {{"amount", Value::ofText(shownValue(amount))}});
}

struct JobTres : Tres {
    std::size_t column = kReqTres;      // that tells it
    std::optional<std::size_t> sliced;  // the first that tells parts of GPUs
};

// What was asked for; where that names no GPU, what was given; or the other way round. The older
// columns count where the newer ones name none, and of them the first that can be read.
std::optional<JobTres> tresOf(JobTable& table, bool allocated) {
    JobTres found;
    std::optional<std::size_t> sliced;
    Nodes nodes = nodesOf(table);
    for (const std::size_t column :
         {allocated ? kAllocTres : kReqTres, allocated ? kReqTres : kAllocTres}) {
        const std::string_view text = table.value(column);
        const auto tres = isMissing(text) ? Tres{} : tresValue(text);
        if (!tres) {
            refuseTres(table, column);
            return {};
        }
        if (nodes.count == 0 && !nodes.unread)
            nodes.count = tres->nodes;
        nodes.none = nodes.none || tres->noNodes;
        if (tres->slices && !sliced)
            sliced = column;
        const bool differs = found.gpus > 0 && tres->gpus > 0 && tres->gpus != found.gpus;
        if (tres->gpus > 0 && found.gpus == 0)
            found = {*tres, column, {}};
        found.otherGpus = differs;
    }
    std::optional<std::size_t> unread;
    for (const std::size_t column :
         {allocated ? kAllocGres : kReqGres, allocated ? kReqGres : kAllocGres}) {
        const std::string_view text = table.value(column);
        if (found.gpus > 0 || isMissing(text))
            continue;
        if (const auto tres = gresValue(text, nodes.count); !tres)
            unread = unread.value_or(column);
        else if (tres->gpus > 0)
            found = {*tres, column, tres->slices ? std::optional(column) : std::nullopt};
    }
    if (!found.sliced)
        found.sliced = sliced;
    found.noNodes = nodes.none;
    if (found.gpusOfOne && nodes.unread) {
        table.refuse(*nodes.unread, "trace-bad-nodes");
        return {};
    }
    if (!unread || found.gpus > 0)
        return found;
    if (!refusesTwice(table, *unread))
        table.refuse(*unread,
                     mentionsGpus(table.value(*unread)) ? "trace-bad-tres.gpus" : "trace-bad-tres");
    return {};
}

std::optional<Duration> elapsedOf(JobTable& table) {
    const auto elapsed = elapsedValue(table.value(kElapsed));
    if (!elapsed)
        table.refuse(kElapsed, isElapsed(table.value(kElapsed)) ? "trace-bad-elapsed.too-long"
                                                                : "trace-bad-elapsed");
    return elapsed;
}

// How long it ran: told, or from the start to the end.
std::optional<Duration> durationOf(JobTable& table) {
    if (!table.missing(kElapsedRaw))
        return table.seconds(kElapsedRaw);
    if (!table.missing(kElapsed))
        return elapsedOf(table);
    return table.between(kStart, kEnd);
}

void leaveOut(JobTable& table, std::string_view cause) {
    table.span(kStart, kEnd);
    table.lookAt(kElapsedRaw);
    if (table.missing(kElapsedRaw) && !table.missing(kElapsed))
        elapsedOf(table);
    table.drop(cause, {kSubmit});
}

// What was read otherwise than it stands there.
void remarkOn(JobTable& table, const JobTres& tres, Duration duration, bool allocated) {
    if (tres.sliced)
        table.remark("trace-remark-slices", *tres.sliced);
    if (tres.mixedTypes)
        table.remark("trace-remark-types.mixed");
    if (tres.memoryOfOne)
        table.remark("trace-remark-memory-of-one");
    if (tres.gpusOfOne)
        table.remark("trace-remark-gres-of-one");
    if (tres.otherGpus)
        table.remark(allocated ? "trace-remark-other-gpus.allocated" : "trace-remark-other-gpus");
    if (tres.noNodes && duration > 0)
        table.remark("trace-remark-no-nodes");
    if (!table.missing(kState) && !isSlurmState(table.value(kState)))
        table.remark("trace-remark-state", kState);
    if (const auto span = table.span(kStart, kEnd); span && *span != duration)
        table.remark(*span < 0 ? "trace-remark-end-before-start" : "trace-remark-elapsed");
}

bool isOpenJob(JobTable& table) {
    if (!table.missing(kEnd))
        return false;
    const std::string_view state = table.value(kState);
    for (const std::string_view open : {"PENDING", "RUNNING", "SUSPENDED", "COMPLETING"})
        if (beginsWith(state, open))
            return true;
    return false;
}

// The cause to leave a row out; empty = it is a job.
std::string_view dropped(JobTable& table, bool open) {
    const std::string_view id = table.value(table.has(kIdRaw) ? kIdRaw : kId);
    if (id.find('.') != std::string_view::npos)
        return "trace-dropped-steps";
    if (open && isOpenJob(table))
        return {};
    const std::string_view state = table.value(kState);
    if (beginsWith(state, "PENDING") || (table.has(kStart) && isMissing(table.value(kStart))))
        return "trace-dropped-never-started";
    if (beginsWith(state, "RUNNING") || beginsWith(state, "SUSPENDED") ||
        beginsWith(state, "COMPLETING") || (table.has(kEnd) && isMissing(table.value(kEnd))))
        return "trace-dropped-no-end";
    return {};
}

constexpr std::array kGroupColumns{static_cast<std::size_t>(kAccount),
                                   static_cast<std::size_t>(kPartition),
                                   static_cast<std::size_t>(kQos)};

void readRow(JobTable& table, bool allocated, bool open) {
    if (const std::string_view cause = dropped(table, open); !cause.empty())
        return leaveOut(table, cause);
    open = open && isOpenJob(table);
    const bool waits = open && (beginsWith(table.value(kState), "PENDING") ||
                                (table.has(kStart) && isMissing(table.value(kStart))));
    const auto tres = tresOf(table, allocated);
    if (tres && tres->gpus == 0)
        return leaveOut(table, "trace-dropped-no-gpu");
    // Each is looked at, so that all that is wrong with the row is told.
    const auto submit = table.time(kSubmit);
    const bool told = !table.missing(kElapsedRaw) || !table.missing(kElapsed);
    const auto duration = waits || (open && !told) ? std::optional<Duration>(0) : durationOf(table);
    if (!tres || !submit || !duration) {
        if (!table.missing(kElapsedRaw) || !table.missing(kElapsed))
            table.span(kStart, kEnd);
        return;
    }
    // Older versions write the moment of a cancellation as the start of a job that only waited;
    // what was never given anything then tells it apart, where the table has that.
    if (!open && *duration == 0 && beginsWith(table.value(kState), "CANCELLED") &&
        isMissing(table.value(kAllocTres)))
        return leaveOut(table, "trace-dropped-never-started");
    if (!open)
        remarkOn(table, *tres, *duration, allocated);
    const auto start = waits ? std::nullopt : table.startBeside(kSubmit, kStart);
    TraceJob& job = table.add();
    table.setSubmit(job, kSubmit, *submit);
    job.duration = *duration;
    job.spans = !told;
    job.waits = waits;
    job.runs = open && !waits;
    job.gpu = tres->gpus * kOneGpu;
    job.cpu = tres->cpu;
    job.memory = tres->memory;
    table.setGpuType(job, kReqTres, tres->gpuType);
    table.setName(job, table.has(kIdRaw) ? kIdRaw : kId);
    table.setStart(job, start);
    job.ended = endedBy(table.value(kState));
    table.setUser(job, kUser);
    if (!table.teamIsChosen())
        table.setGroup(job, kGroupColumns);
    table.applyOptions(job);
}

}  // namespace

Result<Trace> readSacct(const std::string& path, const TraceOptions& options) {
    TableShape shape;
    shape.format = "sacct";
    shape.separator = '|';
    shape.cells = TableShape::Cells::plain;
    shape.fixedWidth = "trace-blanks.sacct";
    shape.freeTexts = {"JobName", "Comment",    "AdminComment", "SystemComment", "WorkDir",
                       "Reason",  "SubmitLine", "Extra",        "StdOut",        "StdErr",
                       "StdIn",   "Container",  "Constraints"};
    shape.header = TableShape::Header::maybe;
    shape.names = {"JobIDRaw", "User", "Account",    "Partition", "QOS",    "Submit",
                   "Start",    "End",  "ElapsedRaw", "State",     "ReqTRES"};
    for (const char* name : {"JobIDRaw", "JobID", "User", "Account", "Partition", "QOS", "Submit",
                             "Start", "End", "ElapsedRaw", "Elapsed", "State", "ReqTRES",
                             "AllocTRES", "ReqGRES", "AllocGRES", "NNodes", "AllocNodes"})
        shape.columns.push_back({name, std::string_view(name) == "Submit"});
    Result<JobTable> table = JobTable::open(path, std::move(shape), options);
    if (!table)
        return tl::unexpected(table.error());
    if (!table->has(kId))
        table->require(kIdRaw);
    if (!table->has(kElapsedRaw) && !table->has(kElapsed) &&
        !(table->has(kStart) && table->has(kEnd)))
        table->refuseNoDuration("ElapsedRaw, Elapsed, or Start and End together");
    const bool requested = table->has(kReqTres) || table->has(kReqGres);
    const bool given = table->has(kAllocTres) || table->has(kAllocGres);
    const bool allocated = options.gpus == GpuChoice::allocated;
    if (!requested && (!given || options.gpus == GpuChoice::requested))
        table->require(kReqTres);
    else if (!given && allocated)
        table->require(kAllocTres);
    else if (!requested && !allocated)
        table->note("trace-remark-allocated");
    while (table->next())
        readRow(*table, allocated, options.open);
    return table->finish(table->timesWereDates());
}

}  // namespace apportion
