// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/pai.h"

#include <algorithm>

#include "core/io/traces/job_table.h"
#include "core/model/bounds.h"

namespace apportion {

namespace {

enum Place : std::size_t {
    kId,
    kArrival,
    kService,
    kCount,
    kJob,
    kTask,
    kInstances,
    kStatus,
    kStart,
    kEnd,
    kCpu,
    kMemory,
    kGpu,
    kType
};

void readSampleRow(JobTable& table) {
    const auto submit = table.moment(kArrival);
    const auto duration = table.seconds(kService);
    const auto gpus = table.gpus(kCount);
    if (gpus == 0)
        table.drop("trace-dropped-no-gpu");
    if (!submit || !duration || !gpus || *gpus == 0)
        return;
    TraceJob& job = table.add();
    table.setSubmit(job, kArrival, *submit);
    job.duration = *duration;
    job.gpu = *gpus;
    table.setName(job, kId);
    table.applyOptions(job);
}

// Percent of a device: 25 is a quarter, 150 becomes two whole ones.
Gpu gpuOfPercent(std::int64_t percent) {
    return percent <= kOneGpu ? percent : (percent + kOneGpu - 1) / kOneGpu * kOneGpu;
}

void readTaskRow(JobTable& table) {
    constexpr std::int64_t kPercent = 100;
    const Gpu percent = table.amount(kGpu, 1, kMostGpusOfJob * kOneGpu);
    const Gpu gpu = gpuOfPercent(percent);
    if (gpu != percent)
        table.remark("trace-remark-whole");
    if (gpu == 0)
        return table.drop("trace-dropped-no-gpu", {kStart, kEnd}, &JobTable::moment);
    if (isMissing(table.value(kStart)))
        return table.drop("trace-dropped-never-started", {kStart, kEnd}, &JobTable::moment);
    if (isMissing(table.value(kEnd)))
        return table.drop("trace-dropped-no-end", {kStart, kEnd}, &JobTable::moment);
    const auto start = table.moment(kStart);
    const auto end = table.moment(kEnd);
    const auto instances = amountValue(table.value(kInstances), 1,
                                       std::min<std::int64_t>(kMostReplicas, kMostGpu / gpu));
    if (!instances || *instances == 0)
        table.refuse(kInstances, "trace-bad-replicas");
    if (!start || !end || !instances || *instances == 0)
        return;
    if (*end < *start || *end - *start > kMostTime)
        return table.refuse(kEnd, "trace-ends-before-start");
    TraceJob& job = table.add();
    table.setSubmit(job, kStart, *start);
    job.duration = *end - *start;
    job.gpu = gpu;
    job.replicas = static_cast<std::uint32_t>(*instances);
    job.cpu = table.amount(kCpu, kOneCore / kPercent, kMostCpu);
    job.memory = table.amount(kMemory, kOneGib, kMostMemory);
    table.setGpuType(job, kType, table.value(kType));
    table.applyOptions(job);
}

// Of two tables the one that more of the columns are of.
bool isOfTasks(const JobTable& table) {
    if (table.has(kGpu) && table.has(kInstances))
        return true;
    const auto countOf = [&](std::size_t first, std::size_t last) {
        int there = 0;
        for (std::size_t column = first; column <= last; ++column)
            there += table.has(column) ? 1 : 0;
        return there;
    };
    const int ofSample = countOf(kId, kCount);
    return ofSample <= static_cast<int>(kCount - kId) && countOf(kJob, kType) > ofSample;
}

}  // namespace

Result<Trace> readPai(const std::string& path, const TraceOptions& options) {
    TableShape shape;
    shape.format = "pai";
    for (const char* name : {"job_id", "arrival_s", "service_sec", "gpu_count"})
        shape.columns.push_back({name, false});
    shape.names = {"job_name", "task_name", "inst_num", "status",   "start_time",
                   "end_time", "plan_cpu",  "plan_mem", "plan_gpu", "gpu_type"};
    for (const std::string& name : shape.names)
        shape.columns.push_back({name, false});
    shape.header = TableShape::Header::maybe;
    shape.minusOne = true;
    Result<JobTable> table = JobTable::open(path, std::move(shape), options);
    if (!table)
        return tl::unexpected(table.error());
    const bool tasks = isOfTasks(*table);
    using Places = std::vector<std::size_t>;
    for (const std::size_t column :
         tasks ? Places{kInstances, kStart, kEnd, kGpu} : Places{kId, kArrival, kService, kCount})
        table->require(column);
    while (table->next())
        tasks ? readTaskRow(*table) : readSampleRow(*table);
    if (tasks)
        table->note("trace-remark-pai-tasks");
    Result<Trace> trace = table->finish(false);
    if (trace && !trace->jobs.empty())
        trace->dates = isSince1970(trace->jobs.front().submit);
    return trace;
}

}  // namespace apportion
