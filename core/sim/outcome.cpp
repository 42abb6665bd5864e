// SPDX-License-Identifier: GPL-3.0-or-later
// What a simulation answers: the state as values, and one workload explained.
#include <algorithm>

#include "core/sim/recorder.h"
#include "core/sim/simulation.h"
#include "core/sim/summary.h"

namespace apportion {

namespace {

constexpr std::size_t kMostHolders = 20;
constexpr std::size_t kMostUnblocks = 5;

}  // namespace

WorkloadOutcome Simulation::workloadOutcome(WorkloadId id, Instant at) const {
    WorkloadOutcome outcome = engine_.status(id);
    // The engine counts to its last step; nothing has changed from there to `at`.
    if (outcome.state == WorkloadState::pending)
        outcome.waited += at - engine_.now();
    if (outcome.state == WorkloadState::pending || outcome.state == WorkloadState::rejected)
        outcome.reason = engine_.reason(id, std::min(at, engine_.now()));
    return outcome;
}

Outcome Simulation::outcome(Detail detail) const {
    Outcome outcome;
    outcome.time = outcomeTime();
    outcome.summary = summarize(engine_, *recorder_, outcome.time);
    for (QuotaId id = 0; id < engine_.quotaCount(); ++id)
        outcome.quotas.emplace_back(engine_.quota(id).name, engine_.numbers(id));
    if (detail == Detail::summary)
        return outcome;
    for (WorkloadId id = 0; id < engine_.workloadCount(); ++id)
        if (engine_.submitted(id))
            outcome.workloads.emplace_back(engine_.workload(id).name,
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

std::optional<Explanation> Simulation::explain(std::string_view workload) const {
    const std::optional<WorkloadId> id = engine_.findWorkload(workload);
    if (!id || !engine_.submitted(*id))
        return {};
    Explanation explanation;
    explanation.time = outcomeTime();
    explanation.workload = workload;
    explanation.quota = engine_.quota(engine_.quotaOf(*id)).name;
    WorkloadOutcome outcome = workloadOutcome(*id, explanation.time);
    explanation.state = outcome.state;
    explanation.position = outcome.position;
    if (outcome.reason)
        explanation.reason = engine_.fullReason(*id, std::min(explanation.time, engine_.now()));
    if (outcome.state == WorkloadState::pending) {
        explanation.holders = engine_.holders(*id, kMostHolders, explanation.holdersLeftOut);
        // The engine stands at its last step; nothing has changed from there to the answer's
        // moment.
        UnblockAnswer answer = engine_.unblock(*id, kMostUnblocks, explanation.time);
        explanation.unblock = std::move(answer.edits);
        explanation.unblockProven = answer.proven;
        for (Unblock& each : explanation.unblock)
            if (auto* event = std::get_if<Event>(&each.change))
                event->at = explanation.time;
        if (!answer.proven && explanation.reason) {
            auto& arguments = explanation.reason->message.arguments;
            arguments.push_back({"unblockProven", Value::ofFlag(false)});
            arguments.push_back({"unblockTrials", Value::ofCount(answer.trials)});
        }
    }
    explanation.runs = recorder_->runsOf(*id);
    for (const Eviction& eviction : recorder_->evictions())
        if (eviction.victim == workload)
            explanation.evictions.push_back(eviction);
    return explanation;
}

}  // namespace apportion
