// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/plan/plan_file_writer.h"

#include <sstream>

#include "core/io/answers/plan_parts.h"
#include "core/io/output_file.h"
#include "core/io/scenario/write_parts.h"
#include "core/model/date_text.h"
#include "core/model/number_text.h"

namespace apportion {

namespace {

using json::Layout;
using json::Writer;

// An edit that is no event: an object with its moment and its name.
void begin(Writer& out, std::optional<Instant> at, std::string_view name) {
    out.beginObject();
    if (at)
        scenario::writeTime(out, "at", *at);
    out.key("do");
    out.text(name);
}

}  // namespace

void writePlanEdit(Writer& out, const PlanEdit& edit) {
    if (const auto* action = std::get_if<EventAction>(&edit.action)) {
        scenario::write(out, Event{edit.at, *action});
    } else if (const auto* add = std::get_if<AddNodes>(&edit.action)) {
        begin(out, edit.at, "add-nodes");
        out.key("node");
        scenario::write(out, add->group);
        out.endObject();
    } else if (const auto* remove = std::get_if<RemoveNodes>(&edit.action)) {
        begin(out, edit.at, "remove-nodes");
        out.key("nodes");
        out.beginArray();
        for (const std::string& node : remove->nodes)
            out.text(node);
        out.endArray();
        out.endObject();
    } else if (const auto* quota = std::get_if<AddQuota>(&edit.action)) {
        begin(out, edit.at, "add-quota");
        out.key("quota");
        scenario::write(out, quota->quota);
        out.key("workloads");
        out.beginArray(Layout::lines);
        for (const Workload& workload : quota->workloads)
            scenario::write(out, workload);
        out.endArray();
        out.endObject();
    } else if (const auto* forecast = std::get_if<Forecast>(&edit.action)) {
        begin(out, {}, "forecast");
        out.key("quota");
        out.text(forecast->quota);
        out.key("scale");
        out.number(decimalText(forecast->scale, 3));
        scenario::writeTime(out, "shift", forecast->shift);
        out.endObject();
    } else if (const auto* caps = std::get_if<ChangeCaps>(&edit.action)) {
        begin(out, {}, "caps");
        out.key("workspace");
        out.text(caps->workspace);
        out.key("caps");
        out.beginArray();
        for (const Cap& cap : caps->caps)
            scenario::write(out, cap);
        out.endArray();
        out.endObject();
    }
}

namespace {

void write(Writer& out, const ChangeSet& set) {
    out.beginObject(Layout::lines);
    out.key("name");
    out.text(set.name);
    out.key("edits");
    out.beginArray(Layout::lines);
    for (const PlanEdit& edit : set.edits)
        writePlanEdit(out, edit);
    out.endArray();
    out.endObject();
}

}  // namespace

void writeAdviceKeys(Writer& out, const TakenAdvice& advice,
                     std::span<const std::optional<std::int64_t>> came) {
    out.key("name");
    out.text(advice.name);
    out.key("taken");
    out.text(exactDateText(advice.taken));
    scenario::writeTime(out, "period", advice.period);
    out.key("edits");
    out.beginArray(Layout::lines);
    for (const PlanEdit& edit : advice.edits)
        writePlanEdit(out, edit);
    out.endArray();
    out.key("goals");
    out.beginArray(Layout::lines);
    for (std::size_t i = 0; i < advice.goals.size(); ++i) {
        const Prediction& of = advice.goals[i];
        out.beginObject();
        answers::goalKeys(out, of.goal);
        const auto number = [&](std::string_view key, std::int64_t value) {
            out.key(key);
            answers::goalNumber(out, of.goal.metric, value);
        };
        number("before", of.before);
        number("p10", of.low);
        number("p90", of.high);
        if (i < came.size() && came[i])
            number("came", *came[i]);
        out.endObject();
    }
    out.endArray();
}

void writePlan(std::ostream& stream, const Plan& plan) {
    Writer out(stream);
    out.beginObject(Layout::lines);
    out.key("apportionPlan");
    out.whole(kPlanFormat);
    if (!plan.name.empty()) {
        out.key("name");
        out.text(plan.name);
    }
    out.key("base");
    out.beginObject();
    answers::baseKeys(out, plan);
    answers::baseHash(out, plan.baseHash);
    out.endObject();
    if (plan.until)
        scenario::writeTime(out, "until", *plan.until);
    if (plan.futures != Futures{}) {
        out.key("futures");
        out.beginObject();
        out.key("count");
        out.whole(plan.futures.count);
        out.key("seed");
        out.whole(plan.futures.seed);
        if (plan.futures.teamsApart) {
            out.key("teamsApart");
            out.flag(true);
        }
        out.endObject();
    }
    out.key("sets");
    out.beginArray(Layout::lines);
    for (const ChangeSet& set : plan.sets)
        write(out, set);
    out.endArray();
    if (!plan.advice.empty()) {
        out.key("advice");
        out.beginArray(Layout::lines);
        for (const TakenAdvice& advice : plan.advice) {
            out.beginObject(Layout::lines);
            writeAdviceKeys(out, advice);
            out.endObject();
        }
        out.endArray();
    }
    out.endObject();
    out.finish();
}

Result<void> savePlan(const std::string& path, const Plan& plan) {
    std::ostringstream text;
    writePlan(text, plan);
    return writeOutput(path, std::move(text).str());
}

}  // namespace apportion
