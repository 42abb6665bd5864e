// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/generic.h"

#include <algorithm>
#include <tuple>

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
    const auto start = table.has(kStart) ? table.startBeside(kSubmit, kStart) : std::nullopt;
    if (table.has(kDuration) && *duration != kNoDuration)
        table.compareSpan(kStart, kEnd, *duration);
    TraceJob& job = table.add();
    table.setSubmit(job, kSubmit, *submit);
    job.duration = *duration;
    job.spans = !table.has(kDuration);
    job.gpu = *gpus;
    job.replicas = replicasOf(table, *gpus);
    job.cpu = table.amount(kCpu, kOneCore, kMostCpu);
    job.memory = table.amount(kMemory, kOneGib, kMostMemory);
    if (table.has(kName))
        table.setName(job, kName);
    table.setStart(job, start);
    if (table.has(kGroup))
        table.setGroup(job, kGroup);
    table.setUser(job, kUser);
    table.setGpuType(job, kGpuType, table.value(kGpuType));
    table.setModule(job, kModule);
    table.setPriority(job, kPriority);
    table.setPreemptible(job, kPreemptible);
    table.setIdle(job, kIdle);
}

// The column of each field: an option of its own names it before the mapping does.
void chooseColumns(TableShape& shape, const TraceOptions& options) {
    const auto choose = [&](std::string_view field, const std::string& column, const char* option) {
        const auto& fields = genericFields();
        const auto place = std::find(fields.begin(), fields.end(), field) - fields.begin();
        shape.columns[static_cast<std::size_t>(place)] = {column, !column.empty(), option};
    };
    for (const auto& [field, column] : options.columns)
        choose(field, column, "columns");
    for (const auto& [field, column, option] :
         {std::tuple("group", &options.team, "team"),
          std::tuple("module", &options.module, "module"),
          std::tuple("priority", &options.priority, "priority"),
          std::tuple("preemptible", &options.preemptible, "preemptible"),
          std::tuple("idle", &options.idle, "idle")})
        if (!column->empty())
            choose(field, *column, option);
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
        shape.columns.push_back({field, field == "submit" || field == "gpus", {}, "columns"});
    chooseColumns(shape, options);
    TraceOptions others = options;
    for (std::string* chosen :
         {&others.team, &others.module, &others.priority, &others.preemptible, &others.idle})
        chosen->clear();
    Result<JobTable> table = JobTable::open(path, std::move(shape), others);
    if (!table)
        return tl::unexpected(table.error());
    // A column that a mapping names and the table lacks is told already.
    const bool told =
        std::any_of(options.columns.begin(), options.columns.end(), [&](const auto& mapped) {
            const auto& [field, column] = mapped;
            return !column.empty() && ((field == "duration" && !table->has(kDuration)) ||
                                       (field == "start" && !table->has(kStart)) ||
                                       (field == "end" && !table->has(kEnd)));
        });
    if (!told && !table->has(kDuration) && !(table->has(kStart) && table->has(kEnd)))
        table->refuseNoDuration("duration, or start and end together");
    while (table->next())
        readRow(*table);
    return table->finish(table->timesWereDates());
}

}  // namespace apportion
