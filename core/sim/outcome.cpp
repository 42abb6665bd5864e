// SPDX-License-Identifier: GPL-3.0-or-later
// What a simulation answers: the state as values, and one workload explained.
#include <memory>

#include "core/sim/recorder.h"
#include "core/sim/simulation.h"
#include "core/sim/summary.h"
#include "core/sim/told_to_stop.h"
#include "core/sim/waiting_explained.h"

namespace apportion {

// Priorities rise and windows open beyond the last change; an answer is about the moment it names.
const Engine& Simulation::engineThen() const {
    if (!then_ && outcomeTime() < engine_.now()) {
        then_ = std::make_unique<Engine>(engine_);
        then_->backTo(outcomeTime());
    }
    return then_ ? *then_ : engine_;
}

WorkloadOutcome Simulation::workloadOutcome(WorkloadId id, Instant at) const {
    const Engine& engine = engineThen();
    WorkloadOutcome outcome = engine.status(id);
    // The engine counts to its last step; nothing has changed from there to `at`.
    if (outcome.state == WorkloadState::pending)
        outcome.waited += at - engine.now();
    if (outcome.state == WorkloadState::pending || outcome.state == WorkloadState::rejected)
        outcome.reason = engine.fullReason(id);
    return outcome;
}

std::int64_t Simulation::neverStarted() const {
    std::int64_t started = 0;
    const auto count = static_cast<WorkloadId>(engineThen().workloadCount());
    for (WorkloadId id = 0; id < count; ++id)
        started += recorder_->firstStart(id) != kNeverStarted ? 1 : 0;
    return recorder_->submittedCount() - started;
}

std::int64_t Simulation::stillRunning() const {
    const Engine& engine = engineThen();
    std::int64_t running = 0;
    const auto count = static_cast<WorkloadId>(engine.workloadCount());
    for (WorkloadId id = 0; id < count; ++id)
        running += engine.state(id) == WorkloadState::running ? 1 : 0;
    return running;
}

Outcome Simulation::outcome(Detail detail) const {
    const Engine& engine = engineThen();
    Outcome outcome;
    outcome.time = outcomeTime();
    outcome.cutOff = upcoming() != kNever;
    outcome.summary = summarize(engine, *recorder_, outcome.time);
    outcome.neverStarted = neverStarted();
    outcome.stillRunning = stillRunning();
    for (QuotaId id = 0; id < engine.quotaCount(); ++id)
        outcome.quotas.emplace_back(engine.quota(id).name, engine.numbers(id));
    if (detail == Detail::summary)
        return outcome;
    for (WorkloadId id = 0; id < engine.workloadCount(); ++id)
        if (engine.submitted(id))
            outcome.workloads.emplace_back(engine.workload(id).name,
                                           workloadOutcome(id, outcome.time));
    outcome.evictions = recorder_->evictions();
    outcome.events = recorder_->events();
    return outcome;
}

JobRow Simulation::jobRow(WorkloadId id) const {
    const Workload workload = engine_.workload(id);
    const WorkloadOutcome outcome = workloadOutcome(id, outcomeTime());
    JobRow row;
    row.name = workload.name;
    row.quota = engine_.quota(engine_.quotaOf(id)).name;
    row.user = workload.user;
    row.module = workload.module;
    row.priority = workload.priority;
    row.gpu = workload.request.gpu;
    row.replicas = workload.replicas;
    row.submit = workload.waitsSince();
    if (const Instant start = recorder_->firstStart(id); start != kNeverStarted) {
        row.firstStart = start;
        row.wait = start - row.submit;
    }
    row.end = outcome.end;
    row.state = outcome.state;
    row.preemptions = outcome.preemptions;
    row.lost = recorder_->lost(id);
    if (outcome.reason)
        row.reason = codeText(outcome.reason->code);
    return row;
}

// Events come before the submissions of their instant and before what is decided in it: what
// changes that comes a millisecond later, where the run goes on so far.
Instant Simulation::changeTime() const {
    const Instant at = outcomeTime();
    const bool behind = recorder_->lastBehindEvents() == at && at < course_.until.value_or(kNever);
    return behind ? at + 1 : at;
}

std::optional<Explanation> Simulation::explain(std::string_view workload) const {
    const Engine& engine = engineThen();
    const std::optional<WorkloadId> id = engine.findWorkload(workload);
    if (!id || !engine.submitted(*id))
        return {};
    Explanation explanation;
    explanation.time = outcomeTime();
    explanation.workload = workload;
    explanation.quota = engine.quota(engine.quotaOf(*id)).name;
    WorkloadOutcome outcome = workloadOutcome(*id, explanation.time);
    explanation.state = outcome.state;
    explanation.position = outcome.position;
    if (outcome.reason)
        explanation.reason = engine.fullReason(*id);
    if (outcome.state == WorkloadState::pending) {
        // The engine stands at its last step; nothing has changed from there to the answer's
        // moment.
        explainWaiting(engine, *id, explanation.time, explanation);
        for (auto* edits : {&explanation.unblock, &explanation.further})
            for (Unblock& each : *edits)
                std::visit([at = changeTime()](auto& change) { change.at = at; }, each.change);
        if (!explanation.unblockProven && explanation.reason) {
            auto& arguments = explanation.reason->message.arguments;
            arguments.push_back({"unblockProven", Value::ofFlag(false)});
            arguments.push_back({"unblockTrials", Value::ofCount(explanation.unblockTrials)});
        }
    }
    explanation.runs = recorder_->runsOf(*id);
    for (const Eviction& eviction : recorder_->evictions())
        if (eviction.victim == workload)
            explanation.evictions.push_back(eviction);
    if (outcome.state == WorkloadState::running) {
        ToldToStop told{explanation.stopping = outcome.stopping,
                        lastOfTheWhole(explanation.evictions),
                        {},
                        engine.awaiting(*id)};
        for (const Past::Replica& replica : engine.past(*id).replicas)
            if (replica.stopping)
                told.replicas.push_back({*replica.stopping, recorder_->stoppingBy(replica.record)});
        explanation.toldToStop = toldToStopMessages(told);
    }
    return explanation;
}

}  // namespace apportion
