// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/answers/advice_writer.h"

#include "core/io/answers/parts.h"
#include "core/io/answers/plan_parts.h"
#include "core/io/plan/plan_file_writer.h"
#include "core/model/date_text.h"
#include "core/model/number_text.h"

namespace apportion {

namespace {

using json::Layout;
using json::Writer;

const char* wordOf(Seal seal) {
    return seal == Seal::provenSmallest ? "proven-smallest"
           : seal == Seal::bestOfTried  ? "best-of-tried"
                                        : "not-reachable";
}

void millionths(Writer& out, std::int64_t value) {
    out.number(decimalText(value, 6, 6));
}

template <typename Write>
void band(Writer& out, std::string_view key, const Band& band, Write&& write) {
    out.key(key);
    out.beginObject();
    for (const auto& [name, value] :
         {std::pair("p10", band.p10), std::pair("p50", band.p50), std::pair("p90", band.p90)}) {
        out.key(name);
        write(value);
    }
    out.endObject();
}

void edits(Writer& out, const std::vector<PlanEdit>& edits) {
    out.key("edits");
    out.beginArray(Layout::lines);
    for (const PlanEdit& edit : edits)
        writePlanEdit(out, edit);
    out.endArray();
}

void outcome(Writer& out, const GoalOutcome& outcome, const Goal* goal) {
    const auto value = [&](std::int64_t each) {
        if (goal)
            answers::goalNumber(out, goal->metric, each);
        else
            millionths(out, each);
    };
    out.beginObject();
    if (goal)
        band(out, "before", outcome.before, value);
    band(out, "after", outcome.after, value);
    out.key("held");
    out.whole(outcome.held);
    out.key("futures");
    out.whole(outcome.futures);
    out.endObject();
}

void held(Writer& out, const std::vector<int>& held) {
    out.key("held");
    out.beginArray();
    for (const int each : held)
        out.whole(each);
    out.endArray();
}

void write(Writer& out, const AdviceRequest& request, const Advice& advice) {
    out.beginObject(Layout::lines);
    edits(out, advice.edits);
    out.key("price");
    out.whole(advice.price);
    out.key("seal");
    out.text(wordOf(advice.seal));
    out.key("reaches");
    out.flag(advice.reaches);
    out.key("harm");
    millionths(out, advice.harm);
    const auto first = [&](std::int64_t value) {
        answers::goalNumber(out, request.goals[0].metric, value);
    };
    const GoalOutcome none;
    const GoalOutcome& of = advice.goals.empty() ? none : advice.goals[0];
    band(out, "before", of.before, first);
    band(out, "after", of.after, first);
    out.key("goals");
    out.beginArray(Layout::lines);
    for (std::size_t i = 0; i < advice.goals.size(); ++i)
        outcome(out, advice.goals[i], i < request.goals.size() ? &request.goals[i] : nullptr);
    out.endArray();
    out.key("pays");
    out.beginArray(Layout::lines);
    for (const Payer& payer : advice.pays) {
        out.beginObject();
        out.key("quota");
        out.text(payer.quota);
        out.key("metric");
        out.text("p95Wait");
        out.key("before");
        out.seconds(payer.before);
        out.key("after");
        out.seconds(payer.after);
        out.endObject();
    }
    out.endArray();
    out.key("neighbors");
    out.beginArray(Layout::lines);
    for (const Neighbor& neighbor : advice.neighbors) {
        out.beginObject();
        edits(out, neighbor.edits);
        out.key("price");
        out.whole(neighbor.price);
        held(out, neighbor.held);
        out.endObject();
    }
    out.endArray();
    out.key("limits");
    out.beginArray(Layout::lines);
    for (const Message& limit : advice.limits)
        answers::message(out, limit);
    out.endArray();
    out.endObject();
}

}  // namespace

void writeAdvice(std::ostream& stream, const AdviceRequest& request, const AdviceAnswer& answer) {
    Writer out(stream);
    answers::beginAnswer(out);
    out.key("goal");
    out.beginArray(Layout::lines);
    for (const Goal& each : request.goals) {
        out.beginObject();
        answers::goalKeys(out, each);
        out.endObject();
    }
    out.endArray();
    out.key("othersAtMost");
    if (request.othersAtMost)
        out.number(decimalText(*request.othersAtMost, 2));
    else
        out.null();
    out.key("tried");
    out.whole(answer.tried);
    out.key("all");
    if (answer.all)
        out.whole(*answer.all);
    else
        out.null();
    out.key("answers");
    out.beginArray(Layout::lines);
    for (const Advice& advice : answer.answers)
        write(out, request, advice);
    out.endArray();
    out.endObject();
    out.finish();
}

void writeAdviceResults(std::ostream& stream, const std::vector<TakenAdvice>& advice,
                        const std::vector<AdviceResult>& results) {
    Writer out(stream);
    answers::beginAnswer(out);
    out.key("advice");
    out.beginArray(Layout::lines);
    for (std::size_t i = 0; i < advice.size(); ++i) {
        out.beginObject(Layout::lines);
        writeAdviceKeys(out, advice[i], results[i].came);
        out.key("applied");
        if (const auto& applied = results[i].applied) {
            out.text(exactDateText(*applied));
            out.key("due");
            out.text(exactDateText(results[i].due));
        } else {
            out.null();
        }
        out.key("over");
        out.flag(results[i].over);
        out.key("jobs");
        out.whole(results[i].jobs);
        out.endObject();
    }
    out.endArray();
    out.endObject();
    out.finish();
}

}  // namespace apportion
