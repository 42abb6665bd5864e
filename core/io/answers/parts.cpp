// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/answers/parts.h"

#include "core/model/number_text.h"
#include "core/model/scenario.h"
#include "core/model/utf8.h"
#include "core/model/visible_text.h"

namespace apportion::answers {

namespace {

void argument(Writer& out, const Value& value) {
    switch (value.kind) {
        case Value::Kind::text:
            return out.text(value.text);
        case Value::Kind::list:
            out.beginArray();
            for (const auto& element : value.list)
                out.text(element);
            return out.endArray();
        case Value::Kind::count:
            return out.whole(value.number);
        case Value::Kind::gpu:
            return out.gpu(value.number);
        case Value::Kind::cpu:
            return out.number(cpuText(value.number));
        case Value::Kind::memory:
            return out.number(memoryText(value.number));
        case Value::Kind::seconds:
            return out.seconds(value.number);
        case Value::Kind::flag:
            return out.flag(value.number != 0);
    }
}

}  // namespace

void fileName(Writer& out, std::string_view key, const std::string& name) {
    out.key(key);
    out.text(firstBadUtf8(name) ? visibleText(name) : name);
}

void beginAnswer(Writer& out) {
    out.beginObject(json::Layout::lines);
    out.key("apportion");
    out.whole(kScenarioFormat);
}

void gpuObject(Writer& out, std::string_view key, Gpu gpu) {
    out.key(key);
    out.beginObject();
    out.key("gpu");
    out.gpu(gpu);
    out.endObject();
}

void secondsOrNull(Writer& out, std::string_view key, const std::optional<Instant>& time) {
    out.key(key);
    if (time)
        out.seconds(*time);
    else
        out.null();
}

void gpuSeconds(Writer& out, std::string_view key, GpuTime time) {
    // 100,000 units make a GPU-second; what is shown are thousandths. Half up, also below zero.
    constexpr GpuTime kUnits = 100;
    const GpuTime rest = time % kUnits;
    const GpuTime rounded =
        time / kUnits + (rest >= kUnits / 2 ? 1 : 0) - (rest < -kUnits / 2 ? 1 : 0);
    out.key(key);
    out.number(decimalText(rounded, 3, 1));
}

void placements(Writer& out, const std::vector<Placement>& placements) {
    out.key("placements");
    out.beginArray();
    for (const auto& placement : placements) {
        out.beginObject();
        out.key("node");
        out.text(placement.node);
        out.key("gpu");
        out.gpu(placement.gpu);
        out.endObject();
    }
    out.endArray();
}

void details(Writer& out, const Message& message) {
    out.beginObject();
    for (const auto& [name, value] : message.arguments) {
        out.key(name);
        argument(out, value);
    }
    out.endObject();
}

void message(Writer& out, const Message& message, std::optional<Rule> rule) {
    out.beginObject();
    out.key("code");
    out.text(plainCode(message.code));
    if (rule) {
        out.key("rule");
        out.whole(number(*rule));
    }
    out.key("message");
    out.text(render(message));
    out.key("details");
    details(out, message);
    out.endObject();
}

void quotaNumbers(Writer& out, const QuotaNumbers& numbers) {
    out.beginObject();
    gpuObject(out, "guaranteed", numbers.guaranteed);
    if (numbers.limit) {
        gpuObject(out, "limit", *numbers.limit);
    } else {
        out.key("limit");
        out.null();
    }
    gpuObject(out, "fairShare", numbers.fairShare);
    gpuObject(out, "own", numbers.own);
    gpuObject(out, "below", numbers.below);
    gpuObject(out, "above", numbers.above);
    gpuObject(out, "subtree", numbers.subtree);
    gpuObject(out, "borrowed", numbers.borrowed);
    gpuObject(out, "lent", numbers.lent);
    gpuObject(out, "unassigned", numbers.unassigned);
    gpuObject(out, "idle", numbers.idle);
    gpuObject(out, "pending", numbers.pending);
    out.key("pendingWorkloads");
    out.whole(numbers.pendingWorkloads);
    gpuObject(out, "overQuota", numbers.overQuota);
    out.endObject();
}

namespace {

void waitNumbers(Writer& out, std::string_view key, const WaitNumbers& wait) {
    out.key(key);
    out.beginObject();
    const auto time = [&](std::string_view name, Duration value) {
        out.key(name);
        out.seconds(value);
    };
    time("mean", wait.mean);
    time("p50", wait.p50);
    time("p90", wait.p90);
    time("p95", wait.p95);
    time("p99", wait.p99);
    time("max", wait.max);
    out.key("atOnce");
    out.whole(wait.atOnce);
    if (key == "waitAll") {
        out.key("atLeast");
        out.whole(wait.atLeast);
    }
    out.endObject();
}

}  // namespace

void waits(Writer& out, const WaitNumbers& wait, const WaitNumbers& all) {
    waitNumbers(out, "wait", wait);
    waitNumbers(out, "waitAll", all);
}

void summary(Writer& out, const Summary& summary, bool ofDifference) {
    out.beginObject(json::Layout::lines);
    out.key("workloads");
    out.whole(summary.workloads);
    out.key("finished");
    out.whole(summary.finished);
    out.key("evictions");
    out.whole(summary.evictions);
    gpuSeconds(out, "gpuSeconds", summary.gpuTime);
    gpuSeconds(out, "wastedGpuSeconds", summary.wastedGpuTime);
    out.key("utilization");
    out.number(decimalText(summary.utilizationMillionths, 6, 6));
    waits(out, summary.wait, summary.waitAll);
    out.key("makespan");
    out.seconds(summary.makespan);
    out.key("byQuota");
    out.beginObject(json::Layout::lines);
    for (const auto& [quota, numbers] : summary.byQuota) {
        out.key(quota);
        out.beginObject();
        gpuSeconds(out, "gpuSeconds", numbers.gpuTime);
        waits(out, numbers.wait, numbers.waitAll);
        out.endObject();
    }
    out.endObject();
    if (!ofDifference) {
        out.key("rules");
        out.whole(kRulesRevision);
    }
    out.endObject();
}

void evictionKeys(Writer& out, const Eviction& eviction) {
    out.key("at");
    out.seconds(eviction.at);
    out.key("victim");
    out.text(eviction.victim);
    out.key("preemptor");
    if (eviction.preemptor.empty())
        out.null();
    else
        out.text(eviction.preemptor);
    out.key("rule");
    out.text(ruleText(eviction.rule));
    out.key("quota");
    if (eviction.quota.empty())
        out.null();
    else
        out.text(eviction.quota);
    gpuSeconds(out, "lostGpuSeconds", eviction.lost);
    out.key("why");
    out.text(render(eviction.why));
}

}  // namespace apportion::answers
