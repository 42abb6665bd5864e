// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/replay/notes.h"

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

}  // namespace

std::vector<Message> replayNotes(const Trace& trace, Instant zero, std::size_t groups,
                                 const std::string& root, const ReplayOptions& options) {
    const auto count = [](std::size_t n) { return Value::ofCount(static_cast<std::int64_t>(n)); };
    std::vector<Message> notes;
    notes.push_back({"replay-jobs",
                     {{"format", Value::ofText(trace.format)},
                      {"jobs", count(trace.jobs.size())},
                      {"rows", Value::ofCount(trace.rows)}}});
    notes.insert(notes.end(), trace.dropped.begin(), trace.dropped.end());
    if (trace.dates)
        notes.push_back({"replay-zero-date", {{"date", Value::ofText(dateText(zero))}}});
    notes.push_back({"replay-durations", {}});
    notes.push_back({"replay-workloads", {}});
    notes.push_back({options.pool.nodes == 1 ? "replay-pool-flat" : "replay-pool",
                     {{"nodes", Value::ofCount(options.pool.nodes)},
                      {"gpu", Value::ofGpu(options.pool.gpus * kOneGpu)}}});
    if (options.quotas == ReplayQuotas::none) {
        notes.push_back({"replay-quotas-none", {{"quota", Value::ofText(root)}}});
    } else {
        notes.push_back(
            {"replay-quotas-groups", {{"quota", Value::ofText(root)}, {"count", count(groups)}}});
        notes.push_back({std::string(guaranteeCode(options.guaranteeBy)), {}});
        notes.push_back(
            {"replay-over-quota", {{"word", Value::ofText(std::string(word(options.overQuota)))}}});
    }
    notes.push_back(
        {"replay-queueing", {{"word", Value::ofText(std::string(word(options.queueing)))}}});
    return notes;
}

}  // namespace apportion
