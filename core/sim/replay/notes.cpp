// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/replay/notes.h"

#include <algorithm>
#include <limits>

#include "core/model/date_text.h"
#include "core/model/words.h"

namespace apportion {

namespace {

std::string_view guaranteeCode(GuaranteeBy by) {
    switch (by) {
        case GuaranteeBy::demand:
            return "replay-guarantee-demand";
        case GuaranteeBy::p95:
            return "replay-guarantee-p95";
        case GuaranteeBy::equal:
            return "replay-guarantee-equal";
        case GuaranteeBy::given:
            break;
    }
    return "replay-guarantee-given";
}

void addPoolNote(const ReplayPool& pool, const ReplayOptions& options,
                 std::vector<Message>& notes) {
    const bool equal = !options.base && options.nodes.empty();
    if (equal)
        notes.push_back({pool.count == 1 ? "replay-pool-flat" : "replay-pool",
                         {{"nodes", Value::ofCount(pool.count)},
                          {"gpu", Value::ofGpu(pool.largestNode * kOneGpu)}}});
    else
        notes.push_back({"replay-pool-file",
                         {{"nodes", Value::ofCount(pool.count)},
                          {"gpu", Value::ofGpu(pool.capacity * kOneGpu)}}});
}

void addQuotaNotes(std::size_t groups, const std::string& root, const ReplayOptions& options,
                   std::vector<Message>& notes) {
    if (options.base) {
        notes.push_back(
            {"replay-quotas-file",
             {{"count", Value::ofCount(static_cast<std::int64_t>(options.base->quotas.size()))}}});
        const Settings& settings = options.base->settings;
        notes.push_back({"replay-settings.file",
                         {{"grace", Value::ofSeconds(settings.gracePeriod)},
                          {"runtime", Value::ofSeconds(settings.minRuntime)},
                          {"word", Value::ofText(settings.consolidation ? "on" : "off")}}});
        return;
    }
    if (options.quotas == ReplayQuotas::none) {
        notes.push_back({"replay-quotas-none", {{"quota", Value::ofText(root)}}});
    } else {
        notes.push_back({"replay-quotas-groups",
                         {{"quota", Value::ofText(root)},
                          {"count", Value::ofCount(static_cast<std::int64_t>(groups))}}});
        notes.push_back({std::string(guaranteeCode(options.guaranteeBy)), {}});
        notes.push_back(
            {"replay-over-quota", {{"word", Value::ofText(std::string(word(options.overQuota)))}}});
    }
    notes.push_back(
        {"replay-queueing", {{"word", Value::ofText(std::string(word(options.queueing)))}}});
    notes.push_back({options.consolidation ? "replay-settings" : "replay-settings.still", {}});
}

void addTypeNotes(const Trace& trace, const ReplayPool& pool, std::vector<Message>& notes) {
    const auto typed = std::count_if(trace.jobs.begin(), trace.jobs.end(),
                                     [](const TraceJob& job) { return job.gpuType != 0; });
    if (typed > 0 && pool.gpuTypes.empty())
        notes.push_back({"replay-types-ignored", {{"count", Value::ofCount(typed)}}});
}

void addEndlessNote(const Trace& trace, std::vector<Message>& notes) {
    std::int64_t count = 0;
    auto first = std::numeric_limits<std::uint32_t>::max();
    for (const TraceJob& job : trace.jobs)
        if (job.duration == kNoDuration) {
            ++count;
            first = std::min(first, job.row);
        }
    if (count > 0)
        notes.push_back(
            {"replay-endless",
             {{"count", Value::ofCount(count)}, {"line", Value::ofCount(trace.lineOf(first))}}});
}

}  // namespace

std::vector<Message> replayNotes(const Trace& trace, const ReplayPool& pool, std::size_t groups,
                                 const std::string& root, const ReplayOptions& options) {
    std::vector<Message> notes;
    Message& jobs = notes.emplace_back(
        Message{"replay-jobs",
                {{"format", Value::ofText(trace.format)},
                 {"jobs", Value::ofCount(static_cast<std::int64_t>(trace.jobs.size()))},
                 {"rows", Value::ofCount(trace.rows)}}});
    if (trace.later > 0) {
        const auto count = static_cast<std::int64_t>(trace.jobs.size()) + trace.later;
        jobs.code += ".first";
        jobs.arguments.push_back({"count", Value::ofCount(count)});
    }
    notes.insert(notes.end(), trace.dropped.begin(), trace.dropped.end());
    notes.insert(notes.end(), trace.remarks.begin(), trace.remarks.end());
    const Instant first = trace.jobs.front().submit;
    if (trace.dates)
        notes.push_back({trace.local ? "replay-zero-date" : "replay-zero-date.told",
                         {{"date", Value::ofText(exactDateText(first))}}});
    else
        notes.push_back({"replay-zero", {{"at", Value::ofSeconds(first)}}});
    notes.push_back({"replay-durations", {}});
    addEndlessNote(trace, notes);
    const bool plain = std::all_of(trace.jobs.begin(), trace.jobs.end(), [](const TraceJob& job) {
        const TraceJob usual;
        return job.module == usual.module && job.priority == usual.priority &&
               job.preemptible == usual.preemptible && !job.idle;
    });
    notes.push_back({plain ? "replay-workloads" : "replay-workloads-told", {}});
    addPoolNote(pool, options, notes);
    addTypeNotes(trace, pool, notes);
    addQuotaNotes(groups, root, options, notes);
    return notes;
}

}  // namespace apportion
