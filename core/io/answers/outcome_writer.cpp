// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/answers/outcome_writer.h"

#include "core/io/answers/parts.h"

namespace apportion {

namespace {

using json::Layout;
using json::Writer;

void writeWorkload(Writer& out, const WorkloadOutcome& workload) {
    out.beginObject();
    out.key("state");
    out.text(stateText(workload.state));
    answers::placements(out, workload.placements);
    answers::secondsOrNull(out, "start", workload.start);
    answers::secondsOrNull(out, "end", workload.end);
    out.key("position");
    if (workload.position)
        out.whole(*workload.position);
    else
        out.null();
    out.key("preemptions");
    out.whole(workload.preemptions);
    out.key("waited");
    out.seconds(workload.waited);
    answers::secondsOrNull(out, "stopping", workload.stopping);
    out.key("reason");
    if (workload.reason)
        answers::message(out, workload.reason->message);
    else
        out.null();
    out.endObject();
}

void writeEvent(Writer& out, const EventOutcome& event) {
    out.beginObject();
    out.key("at");
    out.seconds(event.at);
    out.key("do");
    out.text(event.action);
    out.key("applied");
    out.flag(event.applied);
    out.key("reason");
    if (event.reason)
        answers::message(out, *event.reason);
    else
        out.null();
    out.endObject();
}

void writeDetails(Writer& out, const Outcome& outcome) {
    out.key("workloads");
    out.beginObject(Layout::lines);
    for (const auto& [name, workload] : outcome.workloads) {
        out.key(name);
        writeWorkload(out, workload);
    }
    out.endObject();
    out.key("evictions");
    out.beginArray(Layout::lines);
    for (const auto& eviction : outcome.evictions) {
        out.beginObject();
        answers::evictionKeys(out, eviction);
        out.endObject();
    }
    out.endArray();
    out.key("events");
    out.beginArray(Layout::lines);
    for (const auto& event : outcome.events)
        writeEvent(out, event);
    out.endArray();
}

}  // namespace

void answers::outcome(Writer& out, const Outcome& outcome, const OutcomeForm& form) {
    answers::beginAnswer(out);
    if (form.revision) {
        out.key("revision");
        out.whole(*form.revision);
    }
    out.key("time");
    out.seconds(outcome.time);
    out.key("quotas");
    out.beginObject(Layout::lines);
    for (const auto& [name, numbers] : outcome.quotas) {
        out.key(name);
        answers::quotaNumbers(out, numbers);
    }
    out.endObject();
    if (!form.summaryOnly)
        writeDetails(out, outcome);
    out.key("summary");
    answers::summary(out, outcome.summary);
    out.endObject();
}

void writeOutcome(std::ostream& stream, const Outcome& outcome, const OutcomeForm& form) {
    Writer out(stream);
    answers::outcome(out, outcome, form);
    out.finish();
}

}  // namespace apportion
