// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/philly.h"

#include "core/io/traces/field_values.h"
#include "core/io/traces/groups.h"
#include "core/io/traces/table.h"
#include "core/model/date_text.h"

namespace apportion {

Result<Trace> readPhilly(const std::string& path) {
    enum Column : std::size_t { kTimestamp, kDuration, kGpus, kCluster };
    Result<Table> table =
        Table::open(path, "philly", {"timestamp", "duration", "num_gpus", "cluster"});
    if (!table)
        return tl::unexpected(table.error());

    Trace trace;
    trace.format = "philly";
    trace.dates = true;
    Groups groups;
    Drops withoutGpu;
    while (table->next()) {
        const std::optional<Instant> submit = dateValue(table->value(kTimestamp));
        const std::optional<Duration> duration = secondsValue(table->value(kDuration));
        const std::optional<std::int64_t> gpus = countValue(table->value(kGpus));
        if (!submit)
            table->refuse(kTimestamp, "trace-bad-date");
        if (!duration)
            table->refuse(kDuration, "trace-bad-seconds");
        if (!gpus || *gpus > kMostGpus)
            table->refuse(kGpus, "trace-bad-count");
        if (!isGroupName(table->value(kCluster)))
            table->refuse(kCluster, "trace-bad-group");
        if (gpus == 0)
            withoutGpu.add(table->lineNumber());
        if (!submit || !duration || !gpus || *gpus == 0)
            continue;
        TraceJob& job = trace.jobs.emplace_back();
        job.row = table->row();
        job.group = groups.index(table->value(kCluster));
        job.workload.submit = *submit;
        job.workload.duration = *duration;
        job.workload.request.gpu = *gpus * kOneGpu;
    }
    if (Problems problems = table->problems(); !problems.empty())
        return tl::unexpected(std::move(problems));
    trace.rows = table->row();
    trace.groups = groups.names();
    withoutGpu.report("trace-dropped-no-gpu", trace.dropped);
    return trace;
}

}  // namespace apportion
