// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/philly.h"

#include "core/io/traces/job_table.h"

namespace apportion {

Result<Trace> readPhilly(const std::string& path, const TraceOptions& options) {
    enum Place : std::size_t { kTimestamp, kDuration, kGpus, kCluster };
    TableShape shape;
    shape.format = "philly";
    shape.columns = {{"timestamp"}, {"duration"}, {"num_gpus"}, {"cluster", true, {}, "team"}};
    Result<JobTable> table = JobTable::open(path, std::move(shape), options);
    if (!table)
        return tl::unexpected(table.error());
    while (table->next()) {
        const auto submit = table->date(kTimestamp);
        const auto duration = table->seconds(kDuration);
        const auto gpus = table->gpus(kGpus);
        const std::uint32_t group = table->teamIsChosen() ? 0 : table->group(kCluster);
        if (gpus == 0)
            table->drop("trace-dropped-no-gpu");
        if (!submit || !duration || !gpus || *gpus == 0)
            continue;
        TraceJob& job = table->add();
        table->setSubmit(job, kTimestamp, *submit);
        job.duration = *duration;
        job.gpu = *gpus;
        job.group = group;
        table->applyOptions(job);
    }
    return table->finish(true);
}

}  // namespace apportion
