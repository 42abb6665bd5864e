// SPDX-License-Identifier: GPL-3.0-or-later
// Why a workload of a project waits, what would start it, and what became of it so far. Times are
// counted from the project's first entry.
#include "core/access/access.h"
#include "core/access/redaction.h"
#include "core/model/message_moments.h"
#include "core/session/project/desk.h"
#include "core/session/project/or_without.h"
#include "core/session/project/refuse.h"
#include "core/session/project/snapshot.h"
#include "core/session/project/temporary.h"
#include "core/session/project/work_past.h"
#include "core/sim/told_to_stop.h"

namespace apportion {

namespace {

void explainWaiting(Engine& engine, WorkloadId id, Explanation& explanation, bool command) {
    constexpr std::size_t kMostHolders = 20;
    constexpr std::size_t kMostUnblocks = 5;
    explanation.reason = engine.fullReason(id);
    explanation.holders = engine.holders(id, kMostHolders, explanation.holdersLeftOut);
    UnblockAnswer answer = engine.unblock(id, kMostUnblocks, engine.now());
    explanation.unblock = std::move(answer.edits);
    // It would start there and fail: commands run on the machine of the engine alone.
    if (command)
        std::erase_if(explanation.unblock, [](const Unblock& each) {
            return std::holds_alternative<NodesToAdd>(each.change);
        });
    explanation.unblockProven = answer.proven;
    explanation.unblockTrials = answer.trials;
    for (Unblock& each : explanation.unblock)
        if (auto* event = std::get_if<Event>(&each.change))
            event->at = explanation.time;
}

// From the engine's clock, which begins at the moment of the answer, to the answer's.
void countFromEpoch(Explanation& explanation) {
    if (explanation.reason)
        shiftMoments(explanation.reason->message, explanation.time);
    for (Holder& holder : explanation.holders)
        shiftMoments(holder.why, explanation.time);
    for (Unblock& each : explanation.unblock)
        shiftMoments(each.message, explanation.time);
}

// Runs and evictions, counted from `epoch`.
void addPast(WorkPast&& past, Moment epoch, Explanation& explanation) {
    for (Run& run : past.runs) {
        run.start -= epoch;
        if (run.end)
            *run.end -= epoch;
    }
    for (Eviction& eviction : past.evictions)
        eviction.at -= epoch;
    explanation.runs = std::move(past.runs);
    explanation.evictions = std::move(past.evictions);
}

// After its evictions.
void addToldToStop(const WorkloadRun& run, Moment epoch, Explanation& explanation) {
    if (run.state != WorkloadState::running)
        return;
    ToldToStop told;
    if (run.stopping)
        told.until = explanation.stopping = *run.stopping - epoch;
    for (const auto& replica : run.replicas)
        if (replica.stopping)
            told.replicas.push_back(*replica.stopping - epoch);
    explanation.toldToStop = toldToStopMessage(told, explanation.evictions);
}

}  // namespace

Reason approvalReason(const Workload& spec) {
    return {ReasonCode::needsApproval,
            Rule::access,
            {"needs-approval", {textArgument("workload", spec.name)}}};
}

Reason notLiveReason(const Workload& spec) {
    return {
        ReasonCode::notLive, Rule::timeline, {"not-live", {textArgument("workload", spec.name)}}};
}

Reason reasonAtRest(std::optional<Reason> asked, const Engine& before, WorkloadId id) {
    if (asked && (asked->code != ReasonCode::waitingForVictims || !before.past(id).booked.empty()))
        return std::move(*asked);
    Reason waits = notLiveReason(before.workload(id));
    if (!asked)
        return waits;
    waits.message.code = "not-live.grace";
    for (Argument& each : asked->message.arguments)
        if (each.name == "victims")
            waits.message.arguments.push_back(std::move(each));
    return waits;
}

std::optional<Reason> endReason(const ProjectWorkload& work) {
    const auto& message = work.run.reason;
    if (!message)
        return {};
    // Only what caps and membership forbid is rejected, and commands that cannot run here; what
    // a command ended with goes the same way.
    const auto code = reasonFromText(message->code.substr(0, message->code.find('.')));
    return Reason{code.value_or(ReasonCode::forbidden), Rule::access, *message};
}

Result<Explanation> ProjectDesk::explain(const std::string& name) {
    if (auto fresh = refresh(); !fresh)
        return tl::unexpected(std::move(fresh.error()));
    auto entries = file_->entriesNaming(name);
    if (findWork(project_, name) != nullptr)
        entries = orWithout(std::move(entries), *file_, notices_);
    const auto epoch = begin();
    const auto live = holder();
    if (!entries || !epoch || !live)
        return tl::unexpected(!entries ? entries.error() : !epoch ? epoch.error() : live.error());
    WorkPast past = pastOf(*entries, name);
    const ProjectWorkload* work = findWork(project_, name);
    if (work == nullptr && past.ended)
        work = &*past.ended;
    if (work == nullptr)
        return noSuchWork(project_, who_, name);
    const Workload& spec = work->spec;
    const Roster roster(project_);
    if (!roster.may(who_, Right::readWorkload, {spec.quota, spec.workspace, spec.user}))
        return noSuchWork(project_, who_, name);
    const Moment at = now();
    Explanation explanation;
    explanation.time = at - *epoch;
    explanation.workload = name;
    explanation.quota = spec.quota;
    explanation.state = work->run.state;
    if (past.ended) {
        explanation.reason = endReason(*past.ended);
    } else if (work->needsApproval()) {
        explanation.reason = approvalReason(spec);
    } else if (work->run.state == WorkloadState::pending) {
        Engine engine = engineOf(afterWhatIsDue(project_, at), at);
        const WorkloadId id = engine.findWorkload(name).value_or(0);
        explanation.position = engine.status(id).position;
        // As if somebody were live: what would start at once has no reason of the engine's.
        const Engine before = engine;
        const Decisions made = engine.step(0, {});
        const bool waits = engine.state(id) == WorkloadState::pending;
        if (!*live && engine.state(id) != WorkloadState::rejected)
            explanation.reason = reasonAtRest(waits ? engine.reason(id) : std::nullopt, before, id);
        const bool starts = explanation.reason && explanation.reason->code == ReasonCode::notLive;
        if (waits && !starts) {
            explainWaiting(engine, id, explanation, work->command.has_value());
            if (!*live && !(made.taken.empty() && made.started.empty() && made.booked.empty()))
                explanation.ahead = Message{"explained-at-rest", {}};
        } else if (engine.state(id) == WorkloadState::rejected) {
            explanation.reason = engine.reason(id);
        }
        countFromEpoch(explanation);
    }
    const bool lives = !past.ended;
    addPast(std::move(past), *epoch, explanation);
    if (lives)
        addToldToStop(work->run, *epoch, explanation);
    if (roster.may(who_, Right::readPool))
        return explanation;
    auto over = pastWork();
    if (!over)
        return tl::unexpected(over.error());
    redact(explanation, alias(nullptr, std::make_shared<const PastWork>(std::move(*over))));
    return explanation;
}

PriorityRises ProjectDesk::riseThatStarts(const std::string& name) {
    if (!refresh())
        return {};
    const Roster roster(project_);
    const ProjectWorkload* work = roster.work(who_, name);
    // Whoever does not wait needs no copy of the project.
    if (work == nullptr || work->run.state != WorkloadState::pending ||
        !roster.may(who_, Right::endWorkload,
                    {work->spec.quota, work->spec.workspace, work->spec.user}))
        return {};
    const Moment at = now();
    PriorityRises rises = apportion::riseThatStarts(afterWhatIsDue(project_, at), name, at);
    if (!rises.least || roster.may(who_, Right::readPool))
        return rises;
    const Alias hide = alias();
    for (std::string& evicted : rises.least->evicts)
        evicted = hide(evicted).value_or(evicted);
    redact(rises.least->runsOn, hide);
    return rises;
}

}  // namespace apportion
