// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/generic.h"

#include <algorithm>

#include "core/io/traces/job_table.h"
#include "core/model/bounds.h"

namespace apportion {

namespace {

// By place in genericFields().
enum Place : std::size_t {
    kSubmit,
    kDuration,
    kStart,
    kEnd,
    kGpus,
    kReplicas,
    kCpu,
    kMemory,
    kName,
    kGroup,
    kUser,
    kGpuType,
    kModule,
    kPriority,
    kPreemptible,
    kIdle
};

// Yes or no; nothing if the value is missing.
std::optional<bool> flag(JobTable& table, std::size_t column) {
    const std::string_view text = table.value(column);
    if (isMissing(text))
        return {};
    if (text == "yes" || text == "true" || text == "1")
        return true;
    if (text != "no" && text != "false" && text != "0")
        table.refuse(column, "trace-bad-flag");
    return false;
}

// Nothing if there is a problem.
std::optional<Duration> durationOf(JobTable& table) {
    if (!table.has(kDuration))
        return table.between(kStart, kEnd);
    // A word for "unknown" is no decision that the job runs for ever.
    if (table.value(kDuration).empty())
        return kNoDuration;
    const auto duration = secondsValue(table.value(kDuration));
    if (!duration)
        table.refuse(kDuration, "trace-bad-seconds.endless");
    return duration;
}

// As told, so that all together stay within bounds; 0 if they are not.
std::uint32_t replicasOf(JobTable& table, Gpu gpu) {
    if (isMissing(table.value(kReplicas)))
        return 0;
    const auto replicas = countValue(table.value(kReplicas));
    if (!replicas || *replicas < 1 || *replicas > kMostReplicas || *replicas * gpu > kMostGpu) {
        table.refuse(kReplicas, "trace-bad-replicas");
        return 0;
    }
    return static_cast<std::uint32_t>(*replicas);
}

void readRow(JobTable& table) {
    if (!table.has(kDuration)) {
        const bool started = !isMissing(table.value(kStart));
        if (!started || isMissing(table.value(kEnd)))
            return table.drop(started ? "trace-dropped-no-end" : "trace-dropped-never-started",
                              {kSubmit, kStart, kEnd});
    }
    const auto gpus = table.exactGpus(kGpus);
    if (gpus == 0) {
        if (table.has(kDuration))
            return durationOf(table) ? table.drop("trace-dropped-no-gpu", {kSubmit}) : void();
        return table.drop("trace-dropped-no-gpu", {kSubmit, kStart, kEnd});
    }
    const auto submit = table.time(kSubmit);
    const auto duration = durationOf(table);
    if (!gpus || !submit || !duration)
        return;
    const Duration wait = table.has(kStart) ? table.waitBetween(kSubmit, kStart) : 0;
    if (table.has(kDuration) && *duration != kNoDuration)
        table.compareSpan(kStart, kEnd, *duration);
    TraceJob& job = table.add();
    table.setSubmit(job, kSubmit, *submit);
    job.duration = *duration;
    job.gpu = *gpus;
    job.waited = wait > 0;
    job.replicas = replicasOf(table, *gpus);
    job.cpu = table.amount(kCpu, kOneCore, kMostCpu);
    job.memory = table.amount(kMemory, kOneGib, kMostMemory);
    if (table.has(kName))
        table.setName(job, kName);
    if (table.has(kGroup))
        table.setGroup(job, kGroup);
    table.setUser(job, kUser);
    table.setGpuType(job, kGpuType, table.value(kGpuType));
    table.setModule(job, kModule);
    table.setPriority(job, kPriority);
    table.applyOptions(job);
    if (const auto preemptible = flag(table, kPreemptible))
        job.preemptible = *preemptible ? TraceJob::Preemptible::yes : TraceJob::Preemptible::no;
    job.idle = flag(table, kIdle).value_or(false);
}

}  // namespace

const std::vector<std::string>& genericFields() {
    static const std::vector<std::string> kFields{
        "submit", "duration", "start", "end",     "gpus",   "replicas", "cpu",         "memory",
        "name",   "group",    "user",  "gputype", "module", "priority", "preemptible", "idle"};
    return kFields;
}

Result<Trace> readGeneric(const std::string& path, const TraceOptions& options) {
    TableShape shape;
    shape.format = "csv";
    for (const std::string& field : genericFields())
        shape.columns.push_back({field, field == "submit" || field == "gpus"});
    for (const auto& [field, column] : options.columns) {
        const auto& fields = genericFields();
        const auto place = std::find(fields.begin(), fields.end(), field) - fields.begin();
        shape.columns[static_cast<std::size_t>(place)] = {column, true, "columns"};
    }
    Result<JobTable> table = JobTable::open(path, std::move(shape), options);
    if (!table)
        return tl::unexpected(table.error());
    // A column that a mapping names and the table lacks is told already.
    const bool told =
        std::any_of(options.columns.begin(), options.columns.end(), [&](const auto& mapped) {
            const std::string& field = mapped.first;
            return (field == "duration" && !table->has(kDuration)) ||
                   (field == "start" && !table->has(kStart)) ||
                   (field == "end" && !table->has(kEnd));
        });
    if (!told && !table->has(kDuration) && !(table->has(kStart) && table->has(kEnd)))
        table->refuseNoDuration("duration, or start and end together");
    while (table->next())
        readRow(*table);
    return table->finish(table->timesWereDates());
}

}  // namespace apportion
