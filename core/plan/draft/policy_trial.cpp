// SPDX-License-Identifier: GPL-3.0-or-later
// What would happen: a fork of the engine lives through the moment in which the draft is set.
#include <algorithm>

#include "core/model/bounds.h"
#include "core/plan/draft/grace_end.h"
#include "core/plan/draft/policy_parts.h"
#include "core/sim/eviction_message.h"

namespace apportion {

namespace {

PolicyTrial::Totals totalsOf(const Engine& engine) {
    PolicyTrial::Totals totals;
    for (QuotaId id = 0; id < engine.quotaCount(); ++id) {
        if (engine.parent(id))
            continue;
        const QuotaNumbers numbers = engine.numbers(id);
        totals.used += numbers.subtree + numbers.idle;
        totals.waiting += numbers.pendingWorkloads;
        totals.waitingGpu += numbers.pending;
    }
    return totals;
}

Gpu inUse(const Engine& engine, QuotaId id) {
    const QuotaNumbers numbers = engine.numbers(id);
    return numbers.subtree + numbers.idle;
}

std::string unusedName(const Engine& engine) {
    std::string name = "new workload";
    while (engine.findWorkload(name))
        name += "'";
    return name;
}

// As few equal replicas as fit on a node: 16 GPUs on nodes of 8 are twice 8.
int replicasOf(Gpu gpu, const Engine& engine) {
    Gpu largest = 0;
    for (std::size_t i = 0; i < engine.nodes().size(); ++i)
        if (engine.nodeState(i) != NodeState::down)
            largest = std::max(largest, engine.nodes()[i].gpu);
    if (gpu <= largest || largest < kOneGpu || gpu % kOneGpu != 0)
        return 1;
    const Gpu whole = gpu / kOneGpu;
    for (Gpu replicas = (gpu + largest - 1) / largest; replicas < whole; ++replicas)
        if (whole % replicas == 0)
            return static_cast<int>(replicas);
    return static_cast<int>(std::min<Gpu>(whole, kMostReplicas));
}

Workload workloadOf(const PolicyDraft& draft, const Arrival& arrival, const Engine& engine,
                    Instant at) {
    Workload workload;
    workload.name = unusedName(engine);
    workload.quota = draft.quota;
    workload.module = arrival.module;
    workload.priority = arrival.priority;
    workload.replicas = replicasOf(arrival.gpu, engine);
    workload.request.gpu = arrival.gpu / workload.replicas;
    workload.submit = at;
    return workload;
}

}  // namespace

GpuTime PolicyTrial::lost() const {
    GpuTime sum = 0;
    for (const Eviction& each : evicted)
        sum += each.lost;
    return sum;
}

// By record, as others' work may stand under one name.
int PolicyTrial::evictions() const {
    return static_cast<int>(std::count_if(evicted.begin(), evicted.end(), [](const Eviction& each) {
        return each.rule != EvictionRule::elastic;
    }));
}

bool PolicyTrial::takesReplicas() const {
    return std::any_of(evicted.begin(), evicted.end(),
                       [](const Eviction& each) { return each.rule == EvictionRule::elastic; });
}

PolicyTrial tryPolicy(const Engine& engine, const PolicyDraft& draft, Instant at) {
    at = std::max(at, engine.now());
    Engine fork(engine);
    std::vector<Input> inputs{EventAction(eventOf(draft))};
    WorkloadId imagined = kNobody;
    if (draft.arrival) {
        imagined = fork.add(workloadOf(draft, *draft.arrival, engine, at));
        inputs.emplace_back(Submit{imagined});
    }
    PolicyTrial trial;
    Engine without(engine);
    without.keepRunnerUp(false);

    const Decisions made = fork.step(at, inputs);
    for (const Taken& taken : made.taken) {
        Eviction record = evictionRecord(fork, taken, at);
        if (taken.taker == imagined)
            record.preemptor.clear();
        trial.evicted.push_back(std::move(record));
    }
    const auto addStart = [&](WorkloadId id, bool booked) {
        const Workload workload = fork.workload(id);
        trial.started.push_back(
            {id == imagined ? std::string() : workload.name, fork.quota(fork.quotaOf(id)).name,
             booked ? workload.request.gpu * workload.leastReplicas() : fork.held(id),
             fork.status(id).waited, booked});
    };
    for (const WorkloadId id : made.started)
        addStart(id, false);
    for (const WorkloadId id : made.booked)
        addStart(id, true);
    if (imagined != kNobody && fork.state(imagined) != WorkloadState::running)
        if (std::find(made.booked.begin(), made.booked.end(), imagined) == made.booked.end())
            trial.arrivalWaits = fork.reason(imagined);
    // As it is when those who were told to stop have stopped, and without the draft at that moment.
    if (const auto until = graceEndOf(fork, made.taken, at)) {
        const auto lost = runTo(fork, *until);
        for (std::size_t i = 0; i < made.taken.size(); ++i)
            if (const auto found = lost.find(made.taken[i].serial); found != lost.end())
                trial.evicted[i].lost += found->second;
        runTo(without, *until);
    }
    for (QuotaId id = 0; id < fork.quotaCount(); ++id)
        if (const Gpu before = inUse(without, id), after = inUse(fork, id); before != after)
            trial.quotas.push_back({fork.quota(id).name, before, after});
    trial.before = totalsOf(without);
    trial.after = totalsOf(fork);
    return trial;
}

}  // namespace apportion
