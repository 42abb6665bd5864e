// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/answers/plan_writer.h"

#include "core/io/answers/parts.h"
#include "core/io/answers/plan_parts.h"

namespace apportion {

using json::Layout;
using json::Writer;

struct PlanWriter::State {
    Writer out;
    const Plan& plan;
    std::string hash;
    OutcomeForm form;
};

PlanWriter::PlanWriter(std::ostream& out, const Plan& plan, const std::string& hash,
                       OutcomeForm form)
    : state_(new State{Writer(out), plan, hash, form}) {}

PlanWriter::~PlanWriter() = default;

void PlanWriter::base(const SetOutcome* outcome, const OutcomeBands* bands) {
    Writer& out = state_->out;
    answers::beginAnswer(out);
    out.key("plan");
    out.text(state_->plan.name);
    out.key("base");
    out.beginObject(Layout::lines);
    answers::baseKeys(out, state_->plan);
    answers::baseHash(out, state_->hash);
    if (outcome) {
        out.key("outcome");
        answers::outcome(out, outcome->outcome, state_->form);
        if (outcome->metrics)
            answers::metrics(out, *outcome->metrics);
    }
    if (bands)
        answers::bands(out, "bands", *bands);
    out.endObject();
    out.key("sets");
    out.beginArray(Layout::lines);
}

void PlanWriter::set(const ChangeSet& set, const SetOutcome& outcome, const SetBands* bands) {
    if (outcome.refused && !bands)
        return refused(set, *outcome.refused);
    Writer& out = state_->out;
    out.beginObject(Layout::lines);
    out.key("name");
    out.text(set.name);
    out.key("applied");
    out.flag(!outcome.refused);
    out.key("refused");
    answers::refused(out, outcome.refused);
    out.key("outcome");
    if (outcome.refused)
        out.null();
    else
        answers::outcome(out, outcome.outcome, state_->form);
    answers::refusedEvents(out, outcome.refusedEvents);
    if (outcome.metrics)
        answers::metrics(out, *outcome.metrics);
    if (bands) {
        out.key("futures");
        out.whole(bands->futures);
        out.key("refusedFutures");
        out.whole(bands->refused);
        for (const auto& [key, value] :
             {std::pair("bands", &bands->bands), std::pair("delta", &bands->delta)})
            if (bands->futures > 0) {
                answers::bands(out, key, *value);
            } else {
                out.key(key);
                out.null();
            }
    }
    out.endObject();
}

void PlanWriter::set(const ChangeSet& set, const Comparison& comparison,
                     const std::vector<RefusedEvent>& refusedEvents) {
    Writer& out = state_->out;
    out.beginObject(Layout::lines);
    out.key("name");
    out.text(set.name);
    out.key("applied");
    out.flag(true);
    out.key("refused");
    out.null();
    out.key("comparison");
    answers::comparison(out, comparison);
    answers::refusedEvents(out, refusedEvents);
    out.endObject();
}

void PlanWriter::refused(const ChangeSet& set, const RefusedEdit& refused) {
    Writer& out = state_->out;
    out.beginObject(Layout::lines);
    out.key("name");
    out.text(set.name);
    out.key("applied");
    out.flag(false);
    out.key("refused");
    answers::refused(out, refused);
    out.endObject();
}

void PlanWriter::finish() {
    state_->out.endArray();
    state_->out.endObject();
    state_->out.finish();
}

void writePlanCheck(std::ostream& stream, const PlanCheck& check) {
    Writer out(stream);
    answers::beginAnswer(out);
    out.key("weeks");
    out.beginObject();
    out.key("base");
    out.whole(check.baseWeeks);
    out.key("held");
    out.whole(check.heldWeeks);
    out.endObject();
    out.key("band");
    out.number("0.8");
    out.key("metrics");
    out.beginArray(Layout::lines);
    for (const CheckedBand& band : check.bands) {
        out.beginObject();
        out.key("metric");
        out.text(band.metric);
        out.key("of");
        out.text(band.of.empty() ? "all" : band.of);
        out.key("held");
        out.whole(band.held);
        out.key("times");
        out.whole(band.times);
        out.endObject();
    }
    out.endArray();
    out.endObject();
    out.finish();
}

}  // namespace apportion
