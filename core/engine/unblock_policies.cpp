// SPDX-License-Identifier: GPL-3.0-or-later
// Preemption one step wider, another queueing policy, and the end of one workload.
#include <algorithm>

#include "core/engine/unblock_kinds.h"
#include "core/model/words.h"

namespace apportion {
namespace {

std::vector<std::string> names(const ModuleSet& modules) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < kModules; ++i)
        if (modules.test(i))
            names.emplace_back(word(static_cast<Module>(i)));
    return names;
}

// One module, then two, then all.
std::vector<ModuleSet> moduleSets() {
    std::vector<ModuleSet> sets;
    for (unsigned bits = 1; bits < (1U << kModules); ++bits)
        sets.emplace_back(bits);
    std::stable_sort(sets.begin(), sets.end(),
                     [](const ModuleSet& a, const ModuleSet& b) { return a.count() < b.count(); });
    return sets;
}

// Turned on from the lowest priority up to as few as will do, or one step wider: a priority, else a
// module.
std::vector<ChildPreemption> steps(const std::optional<ChildPreemption>& present) {
    std::vector<ChildPreemption> steps;
    if (!present) {
        for (const ModuleSet& modules : moduleSets())
            for (int to = kLowestPriority; to <= kHighestPriority; ++to)
                steps.push_back({{kLowestPriority, to}, modules});
        return steps;
    }
    if (present->priorities.to < kHighestPriority) {
        steps.push_back(*present);
        ++steps.back().priorities.to;
    }
    if (present->priorities.from > kLowestPriority) {
        steps.push_back(*present);
        --steps.back().priorities.from;
    }
    for (std::size_t module = 0; module < kModules; ++module)
        if (!present->modules.test(module)) {
            steps.push_back(*present);
            steps.back().modules.set(module);
        }
    return steps;
}

// Turned on for its own priority and above, against as few below it as will do.
std::vector<SelfPreemption> steps(const std::optional<SelfPreemption>& present, int priority) {
    std::vector<SelfPreemption> steps;
    if (!present) {
        for (const ModuleSet& modules : moduleSets())
            for (int from = priority - 1; from >= kLowestPriority; --from) {
                SelfPreemption policy;
                policy.high = {priority, kHighestPriority};
                policy.low = {from, priority - 1};
                policy.modules = modules;
                steps.push_back(policy);
            }
        return steps;
    }
    const auto add = [&](auto&& widen) {
        SelfPreemption policy = *present;
        widen(policy);
        if (policy.low.to < policy.high.from && policy.low.from >= kLowestPriority &&
            policy.high.to <= kHighestPriority)
            steps.push_back(policy);
    };
    add([](SelfPreemption& policy) { ++policy.low.to; });
    add([](SelfPreemption& policy) { --policy.low.from; });
    add([](SelfPreemption& policy) { --policy.high.from; });
    add([](SelfPreemption& policy) { ++policy.high.to; });
    for (std::size_t module = 0; module < kModules; ++module)
        if (!present->modules.test(module))
            add([&](SelfPreemption& policy) { policy.modules.set(module); });
    return steps;
}

// Ends that can matter: on the same nodes, or under the user's caps.
bool matters(const EngineState& state, const Job& job, const Job& other) {
    if (other.group() == job.group())
        return true;
    return !job.accounts().empty() && !other.accounts().empty() &&
           state.caps[job.accounts().front()].person == state.caps[other.accounts().front()].person;
}

}  // namespace

void widenChildPreemption(EditTrials& trials) {
    if (!trials.state().tree[trials.job().leaf()].own)
        return;  // nothing stands below its quota
    const Quota& quota = trials.quota(trials.job().quota());
    const auto& present = quota.policy.childPreemption;
    for (const ChildPreemption& policy : steps(present)) {
        PolicyEvent event{quota.name, {}};
        event.change.childPreemption = std::optional<ChildPreemption>(policy);
        if (trials.event(event, {present ? "widen-child-preemption" : "turn-on-child-preemption",
                                 {{"quota", Value::ofText(quota.name)},
                                  {"from", Value::ofCount(policy.priorities.from)},
                                  {"to", Value::ofCount(policy.priorities.to)},
                                  {"modules", Value::ofList(names(policy.modules))}}}))
            return;
    }
}

void widenSelfPreemption(EditTrials& trials) {
    const Quota& quota = trials.quota(trials.job().quota());
    const auto& present = quota.policy.selfPreemption;
    for (const SelfPreemption& policy : steps(present, trials.job().priority())) {
        PolicyEvent event{quota.name, {}};
        event.change.selfPreemption = std::optional<SelfPreemption>(policy);
        if (trials.event(event, {present ? "widen-self-preemption" : "turn-on-self-preemption",
                                 {{"quota", Value::ofText(quota.name)},
                                  {"highFrom", Value::ofCount(policy.high.from)},
                                  {"highTo", Value::ofCount(policy.high.to)},
                                  {"from", Value::ofCount(policy.low.from)},
                                  {"to", Value::ofCount(policy.low.to)},
                                  {"modules", Value::ofList(names(policy.modules))}}}))
            break;
    }
    if (quota.policy.priorityPreemption)
        return;
    PolicyEvent event{quota.name, {}};
    event.change.priorityPreemption = std::optional<bool>(true);
    trials.event(event, {"turn-on-priority-preemption", {{"quota", Value::ofText(quota.name)}}});
}

void changeQueueing(EditTrials& trials) {
    const Quota& quota = trials.quota(trials.job().quota());
    const Queueing present = quota.policy.queueing;
    for (const Queueing queueing :
         {Queueing::fifo, Queueing::roundRobin, Queueing::balance, Queueing::intelligent}) {
        if (queueing == present)
            continue;
        PolicyEvent event{quota.name, {}};
        event.change.queueing = std::optional<Queueing>(queueing);
        if (trials.event(event, {"change-queueing",
                                 {{"quota", Value::ofText(quota.name)},
                                  {"from", Value::ofText(std::string(word(present)))},
                                  {"to", Value::ofText(std::string(word(queueing)))}}}))
            return;
    }
}

// The least first: by the GPUs it has, and the work that is lost.
void endWork(EditTrials& trials) {
    const EngineState& state = trials.state();
    struct End {
        bool waits =
            false;  // what waits or is booked may stand before it, or want what it could have
        Gpu gpu = 0;
        bool elsewhere = false;  // of as many GPUs, those of its own quota help most often
        GpuTime lost = 0;
        WorkloadId id = 0;
        auto operator<=>(const End&) const = default;
    };
    std::vector<End> ends;
    for (const WorkloadId id : state.jobs.living()) {
        const Job& job = state.job(id);
        const bool runs = job.phase == Phase::running;
        if (id == trials.id() ||
            (!runs && job.phase != Phase::waiting && job.phase != Phase::booked) ||
            !matters(state, trials.job(), job))
            continue;
        // What is told to stop holds its GPUs still.
        Gpu gpu = runs ? job.heldGpu() : job.requestGpu();
        if (const auto left = state.leaving.find(id); runs && left != state.leaving.end())
            for (const Leaving& part : left->second)
                gpu += job.slot().request.gpu * static_cast<Gpu>(part.seats.size());
        ends.push_back(
            {!runs, gpu, job.quota() != trials.job().quota(), runs ? state.lostWork(job) : 0, id});
    }
    std::sort(ends.begin(), ends.end());
    for (const End& end : ends) {
        if (trials.done())
            return;
        const Job& job = state.job(end.id);
        const Workload spec = *state.specOf(end.id);
        EndedWork ended{spec.name, state.tree.quota(job.quota()).name,
                        spec.user, spec.module,
                        end.gpu,   !end.waits};
        Message message{end.waits ? "end-workload.waiting" : "end-workload",
                        {{"workload", Value::ofText(ended.workload)},
                         {"quota", Value::ofText(ended.quota)},
                         {"gpu", Value::ofGpu(end.gpu)}}};
        const EventAction action = end.waits ? EventAction(CancelEvent{ended.workload})
                                             : EventAction(FinishEvent{ended.workload});
        trials.event(action, std::move(message), std::move(ended));
    }
}

}  // namespace apportion
