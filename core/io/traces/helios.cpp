// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/helios.h"

#include "core/io/traces/job_table.h"
#include "core/io/traces/slurm_values.h"
#include "core/model/bounds.h"

namespace apportion {

Result<Trace> readHelios(const std::string& path, const TraceOptions& options) {
    enum Place : std::size_t {
        kId,
        kUser,
        kCluster,
        kGpus,
        kCpus,
        kSubmit,
        kStart,
        kDuration,
        kEnd,
        kState
    };
    TableShape shape;
    shape.format = "helios";
    shape.columns = {{"job_id"},          {"user", false}, {"vc", true, {}, "team"}, {"gpu_num"},
                     {"cpu_num", false},  {"submit_time"}, {"start_time", false},    {"duration"},
                     {"end_time", false}, {"state", false}};
    Result<JobTable> table = JobTable::open(path, std::move(shape), options);
    if (!table)
        return tl::unexpected(table.error());
    while (table->next()) {
        const auto gpus = table->gpus(kGpus);
        const bool isWaiting = table->has(kStart) && isMissing(table->value(kStart));
        if (gpus == 0 || isWaiting || table->missing(kDuration)) {
            table->lookAt(kDuration);
            table->drop(gpus == 0   ? "trace-dropped-no-gpu"
                        : isWaiting ? "trace-dropped-never-started"
                                    : "trace-dropped-no-end",
                        {kSubmit, kStart}, &JobTable::date);
            continue;
        }
        const auto submit = table->date(kSubmit);
        const auto duration = table->seconds(kDuration);
        const bool told = !table->missing(kStart);
        const auto start = told ? table->date(kStart) : submit;
        if (!gpus || !submit || !duration || !start)
            continue;
        table->lookAtStart(*submit, *start);
        table->compareSpan(kStart, kEnd, *duration);
        TraceJob& job = table->add();
        table->setSubmit(job, kSubmit, *submit);
        job.duration = *duration;
        job.gpu = *gpus;
        job.cpu = table->amount(kCpus, kOneCore, kMostCpu);
        table->setName(job, kId);
        if (told)
            table->setStart(job, start);
        job.ended = endedBy(table->value(kState));
        table->setUser(job, kUser);
        table->setGroup(job, kCluster);
        table->applyOptions(job);
    }
    return table->finish(true);
}

}  // namespace apportion
