// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/answers/comparison_writer.h"

#include <unordered_map>

#include "core/io/answers/parts.h"

namespace apportion {

namespace {

using json::Layout;
using json::Writer;

QuotaNumbers difference(const QuotaNumbers& base, const QuotaNumbers& changed) {
    auto delta = changed;
    delta.limit =
        base.limit && changed.limit ? std::optional{*changed.limit - *base.limit} : std::nullopt;
    for (const auto number :
         {&QuotaNumbers::guaranteed, &QuotaNumbers::fairShare, &QuotaNumbers::own,
          &QuotaNumbers::below, &QuotaNumbers::above, &QuotaNumbers::subtree,
          &QuotaNumbers::borrowed, &QuotaNumbers::lent, &QuotaNumbers::unassigned,
          &QuotaNumbers::idle, &QuotaNumbers::pending, &QuotaNumbers::overQuota})
        delta.*number -= base.*number;
    delta.pendingWorkloads -= base.pendingWorkloads;
    return delta;
}

WaitNumbers difference(const WaitNumbers& base, const WaitNumbers& changed) {
    return {changed.mean - base.mean,     changed.p50 - base.p50,        changed.p90 - base.p90,
            changed.p95 - base.p95,       changed.p99 - base.p99,        changed.max - base.max,
            changed.atOnce - base.atOnce, changed.atLeast - base.atLeast};
}

// `byQuota` has the quotas of both sides.
Summary difference(const Summary& base, const Summary& changed) {
    Summary delta;
    delta.workloads = changed.workloads - base.workloads;
    delta.finished = changed.finished - base.finished;
    delta.evictions = changed.evictions - base.evictions;
    delta.gpuTime = changed.gpuTime - base.gpuTime;
    delta.wastedGpuTime = changed.wastedGpuTime - base.wastedGpuTime;
    delta.utilizationMillionths = changed.utilizationMillionths - base.utilizationMillionths;
    delta.wait = difference(base.wait, changed.wait);
    delta.waitAll = difference(base.waitAll, changed.waitAll);
    delta.makespan = changed.makespan - base.makespan;
    std::unordered_map<std::string_view, const QuotaSummary*> others;
    for (const auto& [quota, numbers] : changed.byQuota)
        others.emplace(quota, &numbers);
    for (const auto& [quota, before] : base.byQuota)
        if (const auto after = others.find(quota); after != others.end())
            delta.byQuota.emplace_back(
                quota, QuotaSummary{after->second->gpuTime - before.gpuTime,
                                    difference(before.wait, after->second->wait),
                                    difference(before.waitAll, after->second->waitAll)});
    return delta;
}

void writeQuota(Writer& out, const QuotaDifference& quota) {
    const auto side = [&](std::string_view key, const std::optional<QuotaNumbers>& numbers) {
        out.key(key);
        if (numbers)
            answers::quotaNumbers(out, *numbers);
        else
            out.null();
    };
    out.key(quota.name);
    out.beginObject(Layout::lines);
    side("base", quota.base);
    side("changed", quota.changed);
    side("delta", quota.base && quota.changed
                      ? std::optional{difference(*quota.base, *quota.changed)}
                      : std::nullopt);
    out.endObject();
}

// [base, changed], each a value or null.
template <typename T, typename Write>
void writePair(Writer& out, std::string_view key, const Pair<std::optional<T>>& pair,
               Write&& write) {
    out.key(key);
    out.beginArray();
    for (const auto* side : {&pair.base, &pair.changed}) {
        if (*side)
            write(**side);
        else
            out.null();
    }
    out.endArray();
}

void writeWorkload(Writer& out, const WorkloadDifference& workload) {
    const auto seconds = [&](Instant time) { out.seconds(time); };
    out.key(workload.name);
    out.beginObject();
    out.key("change");
    out.text(changeText(workload.change));
    writePair(out, "start", workload.start, seconds);
    writePair(out, "waited", workload.waited, seconds);
    writePair(out, "preemptions", workload.preemptions, [&](int count) { out.whole(count); });
    writePair(out, "reason", workload.reason,
              [&](const Message& reason) { answers::message(out, reason); });
    out.endObject();
}

}  // namespace

void answers::comparison(Writer& out, const Comparison& comparison) {
    answers::beginAnswer(out);
    answers::fileName(out, "base", comparison.names.base);
    answers::fileName(out, "changed", comparison.names.changed);
    out.key("same");
    out.flag(comparison.same);
    if (!comparison.withoutWorkloads.empty()) {
        out.key("notCompared");
        out.beginArray();
        out.text("workloads");
        out.endArray();
    }
    out.key("summary");
    out.beginObject(Layout::lines);
    out.key("base");
    answers::summary(out, comparison.summary.base);
    out.key("changed");
    answers::summary(out, comparison.summary.changed);
    out.key("delta");
    answers::summary(out, difference(comparison.summary.base, comparison.summary.changed), true);
    out.endObject();
    out.key("quotas");
    out.beginObject(Layout::lines);
    for (const auto& quota : comparison.quotas)
        writeQuota(out, quota);
    out.endObject();
    out.key("workloads");
    out.beginObject(Layout::lines);
    for (const auto& workload : comparison.workloads)
        writeWorkload(out, workload);
    out.endObject();
    out.endObject();
}

void writeComparison(std::ostream& stream, const Comparison& comparison) {
    Writer out(stream);
    answers::comparison(out, comparison);
    out.finish();
}

}  // namespace apportion
