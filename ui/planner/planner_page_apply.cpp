// SPDX-License-Identifier: GPL-3.0-or-later
// The way from a variant to the pool.
#include <algorithm>

#include "core/session/planning/apply_plan.h"
#include "core/session/planning/planner.h"
#include "ui/planner/base_card.h"
#include "ui/planner/plan_texts.h"
#include "ui/planner/planner_page.h"
#include "ui/texts.h"
#include "ui/widgets/message_bar.h"

namespace apportion::ui {

// What is applied is what the last run was about: of the base as it is now, and of these edits.
void PlannerPage::applySet(std::size_t set) {
    apply(set, false, false);
}

// `hasRun`: just now; a live pool has moved again by then.
void PlannerPage::apply(std::size_t set, bool hasRun, bool later) {
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
            applyLater_ = later;
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
    offer(shown_->draft.plan.sets[set], later);
}

// What is left of a variant on the way into the pool is said first: no command has a moment, and
// none changes what is submitted.
void PlannerPage::offer(const ChangeSet& of, bool later) {
    const PlanCommand command = commandOf(of);
    if (command.edits.empty())
        return say(Tone::info, tr("No edit of this variant is a change of the pool."));
    const TimeText time(shown_->scenario->epoch);
    QStringList notes;
    QStringList leftOut;
    for (const std::size_t edit : command.leftOut)
        leftOut.append(editText(of.edits[edit], time));
    if (!leftOut.isEmpty())
        notes.append(tr("Not applied, because no command does it: %1.")
                         .arg(leftOut.join(QStringLiteral("; "))));
    QStringList moments;
    for (const std::size_t edit : command.edits)
        if (of.edits[edit].at > 0)
            moments.append(editText(of.edits[edit], time));
    if (!moments.isEmpty())
        notes.append(
            later
                ? tr("All at the time that you choose: %1.").arg(moments.join(QStringLiteral("; ")))
                : tr("Planned for later, and applied now: %1.")
                      .arg(moments.join(QStringLiteral("; "))));
    if (const auto request = scaleOf(command)) {
        const auto open = [this, request, later] {
            later ? emit host_.scheduleWanted(*request) : emit host_.scaleWanted(*request);
        };
        return notes.isEmpty() ? open()
                               : say(Tone::warn, notes.join(QLatin1Char(' ')),
                                     later ? tr("Schedule…") : tr("Apply…"), open);
    }
    if (later)
        return say(Tone::info, tr("Only sizes can be scheduled. Apply this variant instead, or "
                                  "move its other edits to another variant."));
    QStringList steps;
    for (const std::size_t edit : command.edits)
        steps.append(editText(of.edits[edit], time));
    notes.prepend(tr("Variant %1, in this order and in one step: %2.")
                      .arg(qt(of.name), steps.join(QStringLiteral("; "))));
    emit host_.changeWanted({{command.apply}}, tr("Apply the variant"),
                            notes.join(QLatin1Char(' ')));
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
        return apply(place, true, applyLater_);
    say(Tone::warn, changesText(shown_->changes), applyLater_ ? tr("Schedule…") : tr("Apply…"),
        [this, place] { apply(place, true, applyLater_); });
}

void PlannerPage::sayOtherPool() {
    const Plan& plan = shown_->draft.plan;
    if (std::holds_alternative<TraceBase>(plan.base))
        return say(Tone::warn, tr("The base is a trace, so there is no pool to apply this variant "
                                  "to. Open the pool, and make a plan of it."));
    say(Tone::warn, tr("The pool of this plan is not open. Open %1 first.").arg(baseName(plan)));
}

// At a moment or by a timetable, in the wizard: only sizes can be.
void PlannerPage::scheduleSet(std::size_t set) {
    apply(set, false, true);
}

}  // namespace apportion::ui
