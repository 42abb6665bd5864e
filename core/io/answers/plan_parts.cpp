// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/answers/plan_parts.h"

#include "core/io/answers/parts.h"
#include "core/model/date_text.h"
#include "core/model/number_text.h"

namespace apportion::answers {

namespace {

using json::Layout;

void millionths(Writer& out, std::int64_t value) {
    out.number(decimalText(value, 6, 6));
}

// {"p10": …, "p50": …, "p90": …}; of a difference also "lower" and "higher".
template <typename Write>
void band(Writer& out, std::string_view key, const Band& band, bool delta, Write&& write) {
    out.key(key);
    out.beginObject();
    write("p10", band.p10);
    write("p50", band.p50);
    write("p90", band.p90);
    if (delta) {
        out.key("lower");
        out.whole(band.lower);
        out.key("higher");
        out.whole(band.higher);
    }
    out.endObject();
}

void quotaBands(Writer& out, const QuotaBands& bands, bool delta) {
    const auto time = [&](std::string_view key, std::int64_t value) {
        out.key(key);
        out.seconds(value);
    };
    const auto gpuTime = [&](std::string_view key, std::int64_t value) {
        gpuSeconds(out, key, value);
    };
    const auto count = [&](std::string_view key, std::int64_t value) {
        out.key(key);
        out.whole(value);
    };
    band(out, "meanWait", bands.meanWait, delta, time);
    band(out, "p95Wait", bands.p95Wait, delta, time);
    band(out, "meanWaitAll", bands.meanWaitAll, delta, time);
    band(out, "p95WaitAll", bands.p95WaitAll, delta, time);
    band(out, "stillWaiting", bands.stillWaiting, delta, count);
    band(out, "evictions", bands.evictions, delta, count);
    band(out, "wastedGpuSeconds", bands.wasted, delta, gpuTime);
    band(out, "gpuSeconds", bands.used, delta, gpuTime);
}

void textKey(Writer& out, std::string_view key, const std::string& text) {
    if (text.empty())
        return;
    out.key(key);
    out.text(text);
}

}  // namespace

void baseKeys(Writer& out, const Plan& plan) {
    if (const auto* scenario = std::get_if<ScenarioBase>(&plan.base))
        textKey(out, "scenario", scenario->file);
    if (const auto* project = std::get_if<ProjectBase>(&plan.base)) {
        textKey(out, "project", project->file);
        if (project->to != 0) {
            textKey(out, "from", exactDateText(project->from));
            textKey(out, "to", exactDateText(project->to));
        }
    }
    if (const auto* trace = std::get_if<TraceBase>(&plan.base)) {
        textKey(out, "trace", trace->file);
        textKey(out, "format", trace->format);
        textKey(out, "pool", trace->pool);
        textKey(out, "quotas", trace->quotas);
        textKey(out, "guarantee", trace->guarantee);
        textKey(out, "overQuota", trace->overQuota);
        textKey(out, "queueing", trace->queueing);
        textKey(out, "consolidation", trace->consolidation);
        for (const TraceTextOption& option : kTraceTextOptions)
            textKey(out, option.key, trace->*option.text);
        textKey(out, "nodesFile", trace->nodesFile);
        if (trace->skipBadRows) {
            out.key("skipBadRows");
            out.flag(true);
        }
        if (trace->first > 0) {
            out.key("first");
            out.whole(trace->first);
        }
    }
}

void baseHash(Writer& out, const std::string& digits) {
    if (!digits.empty())
        textKey(out, "hash", "sha256:" + digits);
}

void refused(Writer& out, const std::optional<RefusedEdit>& refused) {
    if (!refused)
        return out.null();
    out.beginObject();
    out.key("edit");
    out.whole(static_cast<std::int64_t>(refused->edit));
    out.key("at");
    out.seconds(refused->at);
    out.key("reason");
    message(out, refused->reason);
    if (!refused->also.empty()) {
        out.key("also");
        out.beginArray();
        for (const RefusedEdit& other : refused->also)
            answers::refused(out, other);
        out.endArray();
    }
    out.endObject();
}

void refusedEvents(Writer& out, const std::vector<RefusedEvent>& events) {
    if (events.empty())
        return;
    out.key("refusedEvents");
    out.beginArray(Layout::lines);
    for (const RefusedEvent& refused : events) {
        out.beginObject();
        out.key("event");
        out.whole(static_cast<std::int64_t>(refused.event));
        out.key("at");
        out.seconds(refused.at);
        out.key("reason");
        message(out, refused.reason);
        out.endObject();
    }
    out.endArray();
}

void metrics(Writer& out, const MetricSeries& series) {
    out.key("metrics");
    out.beginObject(Layout::lines);
    out.key("every");
    out.seconds(series.every);
    out.key("buckets");
    out.beginArray(Layout::lines);
    for (const MetricBucket& bucket : series.buckets) {
        out.beginObject();
        out.key("at");
        out.seconds(bucket.at);
        out.key("utilization");
        millionths(out, bucket.utilizationMillionths);
        gpuObject(out, "pending", bucket.pending);
        out.key("evictions");
        out.whole(bucket.evictions);
        gpuSeconds(out, "wastedGpuSeconds", bucket.wasted);
        out.key("fairness");
        if (bucket.fairnessMillionths)
            millionths(out, *bucket.fairnessMillionths);
        else
            out.null();
        out.endObject();
    }
    out.endArray();
    out.endObject();
}

void bands(Writer& out, std::string_view key, const OutcomeBands& bands) {
    const bool delta = key == "delta";
    out.key(key);
    out.beginObject(Layout::lines);
    quotaBands(out, bands.all, delta);
    band(out, "utilization", bands.utilization, delta,
         [&](std::string_view each, std::int64_t value) {
             out.key(each);
             millionths(out, value);
         });
    out.key("byQuota");
    out.beginObject(Layout::lines);
    for (const auto& [quota, numbers] : bands.byQuota) {
        out.key(quota);
        out.beginObject();
        quotaBands(out, numbers, delta);
        out.endObject();
    }
    out.endObject();
    out.endObject();
}

void goalKeys(Writer& out, const Goal& goal) {
    out.key("metric");
    out.text(word(goal.metric));
    out.key("of");
    out.text(goal.of == Goal::Of::pool ? "all" : goal.of == Goal::Of::worst ? "worst" : goal.quota);
    out.key(goal.metric == GoalMetric::shareKept ? "atLeast" : goal.below ? "below" : "atMost");
    goalNumber(out, goal.metric, goal.bound);
    out.key("inTenths");
    out.whole(goal.ofTen);
}

void goalNumber(Writer& out, GoalMetric metric, std::int64_t value) {
    if (metric == GoalMetric::shareKept)
        millionths(out, value);
    else if (metric == GoalMetric::evictions || metric == GoalMetric::neverStarted)
        out.whole(value);
    else
        out.seconds(value);
}

}  // namespace apportion::answers
