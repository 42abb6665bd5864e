// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/openb.h"

#include "core/io/traces/job_table.h"
#include "core/model/bounds.h"

namespace apportion {

namespace {

enum Place : std::size_t {
    kName,
    kCpu,
    kMemory,
    kGpus,
    kShare,
    kTypes,
    kQos,
    kCreated,
    kDeleted,
    kScheduled
};

// All that a pod had: whole GPUs, or thousandths of one.
std::optional<Gpu> gpuOf(JobTable& table) {
    constexpr std::int64_t kWhole = 1000;
    const auto gpus = countValue(table.value(kGpus));
    if (!gpus || *gpus > kMostGpusOfJob)
        table.refuse(kGpus, "trace-bad-count");
    if (!gpus || *gpus == 0 || *gpus > kMostGpusOfJob)
        return gpus == 0 ? std::optional<Gpu>(0) : std::nullopt;
    if (isMissing(table.value(kShare)))
        return *gpus * kOneGpu;
    const auto share = countValue(table.value(kShare));
    if (!share || *share > kWhole) {
        table.refuse(kShare, "trace-bad-share");
        return {};
    }
    if (*gpus > 1) {
        if (*share != kWhole)
            table.remark("trace-remark-share-of-several");
        return *gpus * kOneGpu;
    }
    if (*share * kOneGpu % kWhole != 0)
        table.remark("trace-remark-rounded");
    return (*share * kOneGpu + kWhole - 1) / kWhole;
}

void setClass(JobTable& table, TraceJob& job) {
    const std::string_view qos = table.value(kQos);
    if (qos == "LS" || qos == "Guaranteed") {
        job.module = Module::inference;
        job.priority = 7;
        job.preemptible = TraceJob::Preemptible::no;
    } else if (qos == "BE") {
        job.priority = 3;
    } else if (qos != "Burstable" && !(table.moduleIsChosen() && table.priorityIsChosen())) {
        table.remark(table.priorityIsChosen() ? "trace-remark-qos.module"
                     : table.moduleIsChosen() ? "trace-remark-qos.priority"
                                              : "trace-remark-qos");
    }
    table.setGroup(job, kQos);
}

}  // namespace

Result<Trace> readOpenb(const std::string& path, const TraceOptions& options) {
    TableShape shape;
    shape.format = "openb";
    shape.columns = {
        {"name"},          {"cpu_milli", false}, {"memory_mib", false},     {"num_gpu"},
        {"gpu_milli"},     {"gpu_spec", false},  {"qos", true, {}, "team"}, {"creation_time"},
        {"deletion_time"}, {"scheduled_time"}};
    Result<JobTable> table = JobTable::open(path, std::move(shape), options);
    if (!table)
        return tl::unexpected(table.error());
    while (table->next()) {
        const auto gpu = gpuOf(*table);
        if (gpu == 0) {
            table->drop("trace-dropped-no-gpu", {kCreated, kScheduled, kDeleted},
                        &JobTable::seconds);
            continue;
        }
        if (isMissing(table->value(kScheduled))) {
            table->drop("trace-dropped-never-started", {kCreated, kScheduled, kDeleted},
                        &JobTable::seconds);
            continue;
        }
        if (isMissing(table->value(kDeleted))) {
            table->drop("trace-dropped-no-end", {kCreated, kScheduled, kDeleted},
                        &JobTable::seconds);
            continue;
        }
        const auto created = table->seconds(kCreated);
        const auto scheduled = table->seconds(kScheduled);
        const auto deleted = table->seconds(kDeleted);
        if (!gpu || !created || !scheduled || !deleted)
            continue;
        if (*deleted < *scheduled) {
            table->refuse(kDeleted, "trace-ends-before-start");
            continue;
        }
        table->lookAtStart(*created, *scheduled);
        TraceJob& job = table->add();
        table->setSubmit(job, kCreated, *created);
        job.duration = *deleted - *scheduled;
        job.gpu = *gpu;
        job.cpu = table->amount(kCpu, 1, kMostCpu);
        job.memory = table->amount(kMemory, 1, kMostMemory);
        const std::string_view types = table->value(kTypes);
        if (types.find('|') == std::string_view::npos)
            table->setGpuType(job, kTypes, types);
        else
            table->remark("trace-remark-types");
        table->setName(job, kName);
        table->setStart(job, scheduled);
        setClass(*table, job);
        table->applyOptions(job);
    }
    return table->finish(false);
}

}  // namespace apportion
