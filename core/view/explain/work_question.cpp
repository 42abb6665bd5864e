// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/explain/work_question.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/model/message_moments.h"
#include "core/sim/told_to_stop.h"
#include "core/sim/waiting_explained.h"
#include "core/view/explain/work_past.h"
#include "core/view/rest_reasons.h"

namespace apportion {

namespace {

void explainQueued(const Engine& engine, WorkloadId id, Explanation& explanation, bool command) {
    explanation.reason = engine.fullReason(id);
    explainWaiting(engine, id, engine.now(), explanation);
    for (auto* edits : {&explanation.unblock, &explanation.further}) {
        // It would start there and fail: commands run on the machine of the engine alone.
        if (command)
            std::erase_if(*edits, [](const Unblock& each) {
                return std::holds_alternative<NodesToAdd>(each.change);
            });
        for (Unblock& each : *edits)
            std::visit([&](auto& change) { change.at = explanation.time; }, each.change);
    }
}

// From the engine's clock to that of the answer.
void shiftTimes(Explanation& explanation, Duration shift) {
    if (explanation.reason)
        shiftMoments(explanation.reason->message, shift);
    for (Holder& holder : explanation.holders)
        shiftMoments(holder.why, shift);
    for (auto* edits : {&explanation.unblock, &explanation.further})
        for (Unblock& each : *edits)
            shiftMoments(each.message, shift);
}

// Something starts or has to go as soon as somebody looks at what waits.
bool decides(const WorkQuestion::Queue& queue) {
    const Engine& before = queue.before;
    const Engine& asked = queue.asked;
    for (WorkloadId id = 0; id < asked.workloadCount(); ++id)
        if (asked.state(id) != before.state(id))
            return true;
    const std::vector<WorkloadId> tied = asked.tied();
    return std::any_of(tied.begin(), tied.end(), [&](WorkloadId id) {
        return !asked.past(id).booked.empty() && before.past(id).booked.empty();
    });
}

// Runs and evictions, counted from `epoch`.
void addPast(const WorkPast& past, Moment epoch, Explanation& explanation) {
    explanation.runs = past.runs;
    for (Run& run : explanation.runs) {
        run.start -= epoch;
        if (run.end)
            *run.end -= epoch;
    }
    for (const auto& [key, eviction] : past.evictions)
        explanation.evictions.emplace_back(eviction).at -= epoch;
}

const Eviction* recordOf(const WorkPast& past, const std::string& key) {
    const auto found = std::find_if(past.evictions.begin(), past.evictions.end(),
                                    [&](const auto& each) { return each.first == key; });
    return found == past.evictions.end() ? nullptr : &found->second;
}

// After its evictions.
void addToldToStop(const WorkloadRun& run, const WorkPast& past, Moment epoch,
                   std::optional<std::vector<std::string>> awaiting, Explanation& explanation) {
    if (run.state != WorkloadState::running)
        return;
    ToldToStop told;
    told.awaiting = std::move(awaiting);
    told.now = explanation.time;
    told.record = lastOfTheWhole(explanation.evictions);
    if (run.stopping)
        told.until = explanation.stopping = *run.stopping - epoch;
    for (const auto& replica : run.replicas)
        if (replica.stopping)
            told.replicas.push_back({*replica.stopping - epoch, recordOf(past, replica.eviction)});
    explanation.toldToStop = toldToStopMessages(told);
}

}  // namespace

bool WorkQuestion::isInQueue() const {
    return work && work->run.state == WorkloadState::pending && !work->needsApproval();
}

bool WorkQuestion::isToldToStop() const {
    return work && work->run.state == WorkloadState::running &&
           (work->run.stopping ||
            std::any_of(work->run.replicas.begin(), work->run.replicas.end(),
                        [](const auto& each) { return each.stopping.has_value(); }));
}

void WorkQuestion::askWhoWaits(const Engine& engine) {
    if (const auto id = engine.findWorkload(name))
        awaiting = engine.awaiting(*id);
}

void WorkQuestion::explainQueue(const ProjectWorkload& waiting, Explanation& explanation) {
    auto& [before, engine, shift] = *queue;
    const auto id = engine.findWorkload(name);
    if (!id)  // the engine has not heard of it yet
        return;
    explanation.position = before.status(*id).position;
    const bool waits = engine.state(*id) == WorkloadState::pending;
    // What would start at once has no reason of the engine's.
    if (!live)
        explanation.reason =
            reasonAtRest(waits ? engine.reason(*id) : std::nullopt, before, engine, *id);
    const bool starts = explanation.reason && explanation.reason->code == ReasonCode::notLive;
    if (waits && !starts) {
        explainQueued(engine, *id, explanation, waiting.command.has_value());
        if (!live && decides(*queue))
            explanation.ahead = Message{"explained-at-rest", {}};
    }
    shiftTimes(explanation, shift);
}

std::optional<WorkQuestion::Answer> WorkQuestion::answer(
    const std::vector<JournalEntry>& entries) && {
    const WorkPast past = pastOf(entries, name, submitted);
    const ProjectWorkload* asked = work ? &*work : past.ended ? &*past.ended : nullptr;
    if (asked == nullptr)
        return {};
    Answer answer{asked->spec, {}, {}, asked->command};
    Explanation& explanation = answer.explanation;
    explanation.time = at - epoch;
    explanation.workload = goesBy.empty() ? name : goesBy;
    explanation.quota = asked->spec.quota;
    explanation.state = asked->run.state;
    if (!work) {
        explanation.reason = endReason(*asked);
        answer.ended = asked->run.end.value_or(asked->run.submitted);
    } else if (asked->needsApproval()) {
        explanation.reason = approvalReason(asked->spec);
    } else if (queue) {
        explainQueue(*asked, explanation);
    }
    addPast(past, epoch, explanation);
    if (work)
        addToldToStop(work->run, past, epoch, std::move(awaiting), explanation);
    return answer;
}

}  // namespace apportion
