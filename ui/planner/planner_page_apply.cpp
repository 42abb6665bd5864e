// SPDX-License-Identifier: GPL-3.0-or-later
// The way from a variant to the pool.
#include <algorithm>

#include "core/model/number_text.h"
#include "core/session/planning/apply_plan.h"
#include "core/session/planning/planner.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/planner/base_card.h"
#include "ui/planner/plan_texts.h"
#include "ui/planner/planner_page.h"
#include "ui/texts.h"
#include "ui/widgets/message_bar.h"

namespace apportion::ui {

// What is applied is what the last run was about: of the base as it is now, and of these edits.
void PlannerPage::applySet(std::size_t set) {
    apply(set, false);
}

// `hasRun`: just now; a live pool has moved again by then.
void PlannerPage::apply(std::size_t set, bool hasRun) {
    if (shown_->draft.muted[set])
        return say(Tone::warn, tr("This variant is muted. Run it before you apply it."));
    PlanView asked = *shown_;
    asked.baseMoved = asked.baseMoved && !hasRun;
    switch (obstacleTo(asked, set, host_.bridge.view()->document.file)) {
        case ApplyObstacle::otherPool:
            return sayOtherPool();
        case ApplyObstacle::baseMoved:
        case ApplyObstacle::notRun:
            applyAfter_ = asked.draft.plan.sets[set].name;
            applyMoved_ = asked.baseMoved;
            say(Tone::info, asked.baseMoved
                                ? tr("The base has changed. The plan runs again before you apply "
                                     "this variant.")
                                : tr("The plan runs before you apply this variant."));
            return planner_.run(shown_->draft.plan.futures.count);
        case ApplyObstacle::refused:
            return say(Tone::err, tr("The pool would refuse this variant. Correct it first."));
        case ApplyObstacle::none:
            break;
    }
    offer(shown_->draft.plan.sets[set]);
}

// What is left of a variant on the way into the pool is said first: no command has a moment, and
// none changes what is submitted.
void PlannerPage::offer(const ChangeSet& of) {
    const PlanCommands commands = commandsOf(of);
    if (commands.steps.empty())
        return say(Tone::info, tr("No edit of this variant is a change of the pool."));
    const TimeText time(shown_->scenario->epoch);
    QStringList notes;
    QStringList leftOut;
    for (const std::size_t edit : commands.leftOut)
        leftOut.append(editText(of.edits[edit], time));
    if (!leftOut.isEmpty())
        notes.append(tr("Not applied, because no command does it: %1.")
                         .arg(leftOut.join(QStringLiteral("; "))));
    QStringList later;
    for (const auto& [edit, change] : commands.steps)
        if (of.edits[edit].at > 0)
            later.append(editText(of.edits[edit], time));
    if (!later.isEmpty())
        notes.append(
            tr("Planned for later, and applied now: %1.").arg(later.join(QStringLiteral("; "))));
    const auto* scale = std::get_if<EventAction>(&of.edits[commands.steps[0].first].action);
    const auto* sizes = scale != nullptr ? std::get_if<ScaleEvent>(scale) : nullptr;
    if (commands.steps.size() == 1 && sizes != nullptr) {
        const ScaleRequest request{targetsOf(*sizes), sizes->mode, sizes->after};
        if (notes.isEmpty())
            return emit host_.scaleWanted(request);
        return say(Tone::warn, notes.join(QLatin1Char(' ')), tr("Apply…"),
                   [this, request] { emit host_.scaleWanted(request); });
    }
    std::vector<CommandRequest> requests;
    requests.reserve(commands.steps.size());
    QStringList steps;
    for (const auto& [edit, change] : commands.steps) {
        requests.push_back({change});
        steps.append(editText(of.edits[edit], time));
    }
    notes.prepend(
        tr("Variant %1, in this order: %2.").arg(qt(of.name), steps.join(QStringLiteral("; "))));
    emit host_.changeWanted(requests, tr("Apply the variant"), notes.join(QLatin1Char(' ')));
}

// The run that an apply waits for is over: what moved is shown first.
void PlannerPage::resumeApply() {
    const auto& sets = shown_->draft.plan.sets;
    const auto set = std::find_if(sets.begin(), sets.end(), [this](const ChangeSet& each) {
        return each.name == applyAfter_;
    });
    applyAfter_.clear();
    ownMessage_ = false;
    message_->hide();
    const PlanResults* results = shown_->results.get();
    if (set == sets.end() || !shown_->problems.empty() || results == nullptr || !results->complete)
        return;
    const auto place = static_cast<std::size_t>(set - sets.begin());
    if (!applyMoved_ || !shown_->changes.any())
        return apply(place, true);
    say(Tone::warn, changesText(shown_->changes), tr("Apply…"),
        [this, place] { apply(place, true); });
}

void PlannerPage::sayOtherPool() {
    const Plan& plan = shown_->draft.plan;
    if (std::holds_alternative<TraceBase>(plan.base))
        return say(Tone::warn, tr("The base is a trace, so there is no pool to apply this variant "
                                  "to. Open the pool, and make a plan of it."));
    say(Tone::warn, tr("The pool of this plan is not open. Open %1 first.").arg(baseName(plan)));
}

// The sizes of a variant at a time of day, which the form of timetables asks for.
void PlannerPage::scheduleSet(std::size_t set) {
    if (obstacleTo(*shown_, set, host_.bridge.view()->document.file) == ApplyObstacle::otherPool)
        return sayOtherPool();
    QStringList sizes;
    for (const PlanEdit& edit : shown_->draft.plan.sets[set].edits)
        if (const auto* action = std::get_if<EventAction>(&edit.action))
            if (const auto* scale = std::get_if<ScaleEvent>(action))
                for (const auto& [quota, to] : scale->targets)
                    if (to.gpu)
                        sizes.append(qt(quota + "=" + gpuText(*to.gpu)));
    DialogFrame* form =
        sizes.isEmpty()
            ? nullptr
            : host_.dialog(QStringLiteral("timetables:08:00,") + sizes.join(QLatin1Char(',')));
    if (form == nullptr)
        return say(Tone::info, tr("A timetable can only set sizes, in the pool that is open."));
    present(form);
}

}  // namespace apportion::ui
