// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/answers/explanation_writer.h"

#include <string_view>
#include <utility>

#include "core/io/answers/parts.h"
#include "core/io/scenario/write_parts.h"
#include "core/model/message_arguments.h"
#include "core/model/number_text.h"

namespace apportion {

namespace {

using json::Layout;
using json::Writer;

void writeNames(Writer& out, std::string_view key, const std::vector<std::string>& names) {
    out.key(key);
    out.beginArray();
    for (const auto& name : names)
        out.text(name);
    out.endArray();
}

void writeHolder(Writer& out, const Holder& holder) {
    out.beginObject();
    out.key("workload");
    out.text(holder.workload);
    out.key("quota");
    out.text(holder.quota);
    out.key("gpu");
    out.gpu(holder.gpu);
    if (holder.beside && holder.beside->kind == Value::Kind::cpu) {
        out.key("cpu");
        out.number(cpuText(holder.beside->number));
    } else if (holder.beside) {
        out.key("memory");
        out.number(memoryText(holder.beside->number));
    }
    out.key("takeable");
    out.flag(holder.takeable);
    out.key("why");
    answers::message(out, holder.why);
    out.endObject();
}

void writeUnblock(Writer& out, const Unblock& unblock) {
    out.beginObject();
    out.key("change");
    if (const auto* event = std::get_if<Event>(&unblock.change)) {
        scenario::write(out, *event);
    } else if (const auto* set = std::get_if<CapToSet>(&unblock.change)) {
        out.beginObject();
        scenario::writeTime(out, "at", set->at);
        out.key("do");
        out.text("set-cap");
        out.key("workspace");
        out.text(set->workspace);
        out.key("index");
        out.whole(static_cast<std::int64_t>(set->index));
        out.key("cap");
        scenario::write(out, set->cap);
        out.endObject();
    } else {
        const auto& nodes = std::get<NodesToAdd>(unblock.change);
        out.beginObject();
        scenario::writeTime(out, "at", nodes.at);
        out.key("do");
        out.text("add-nodes");
        out.key("node");
        scenario::write(out, NodeGroup{nodes.node, nodes.count});
        out.endObject();
    }
    writeNames(out, "evicts", unblock.evicts);
    writeNames(out, "moves", unblock.runsOn.moved);
    out.key("message");
    out.text(render(unblock.message));
    out.endObject();
}

void writeRun(Writer& out, const Run& run) {
    out.beginObject();
    out.key("start");
    out.seconds(run.start);
    answers::secondsOrNull(out, "end", run.end);
    answers::placements(out, run.placements);
    out.key("endedBy");
    if (run.endedBy.empty())
        out.null();
    else
        out.text(run.endedBy);
    out.endObject();
}

void writeEviction(Writer& out, const Eviction& eviction) {
    out.beginObject();
    answers::evictionKeys(out, eviction);
    out.key("runnerUp");
    if (eviction.runnerUp.empty()) {
        out.null();
    } else {
        out.beginObject();
        writeNames(out, "victims", eviction.runnerUp);
        out.key("worseBy");
        out.text(eviction.worseBy);
        out.endObject();
    }
    out.key("proven");
    out.flag(eviction.proven);
    out.endObject();
}

// The moments of "start-likely" and its forms; what has to start by a moment starts at it.
std::pair<std::optional<Instant>, std::optional<Instant>> rangeIn(const Message& starts) {
    if (starts.code != "start-by" && !std::string_view(starts.code).starts_with("start-likely"))
        return {};
    const Value* from = argumentOf(starts, "earliest");
    const Value* to = argumentOf(starts, "until");
    const auto moment = [](const Value* value) {
        return value != nullptr ? std::optional<Instant>(value->number) : std::nullopt;
    };
    return {moment(from != nullptr ? from : to), moment(to)};
}

}  // namespace

void writeExplanation(std::ostream& stream, const Explanation& explanation) {
    Writer out(stream);
    const auto list = [&out](std::string_view key, const auto& elements, const auto& write) {
        json::writeList(
            out, key, elements, [&](const auto& element) { write(out, element); }, Layout::lines);
    };
    answers::beginAnswer(out);
    out.key("time");
    out.seconds(explanation.time);
    out.key("workload");
    out.text(explanation.workload);
    out.key("state");
    out.text(stateText(explanation.state));
    out.key("quota");
    out.text(explanation.quota);
    out.key("position");
    if (explanation.position)
        out.whole(*explanation.position);
    else
        out.null();
    out.key("reason");
    if (explanation.reason)
        answers::message(out, explanation.reason->message, explanation.reason->rule);
    else
        out.null();
    if (explanation.stopping) {
        out.key("stopping");
        out.seconds(*explanation.stopping);
    }
    if (explanation.starts) {
        out.key("starts");
        out.beginObject();
        answers::secondsOrNull(out, "by", explanation.startsBy);
        const auto [from, to] = rangeIn(*explanation.starts);
        answers::secondsOrNull(out, "from", from);
        answers::secondsOrNull(out, "to", to);
        out.key("message");
        out.text(render(*explanation.starts));
        out.endObject();
    }
    list("holders", explanation.holders, writeHolder);
    out.key("holdersLeftOut");
    out.whole(explanation.holdersLeftOut);
    list("unblock", explanation.unblock, writeUnblock);
    list("runs", explanation.runs, writeRun);
    list("evictions", explanation.evictions, writeEviction);
    out.endObject();
    out.finish();
}

}  // namespace apportion
