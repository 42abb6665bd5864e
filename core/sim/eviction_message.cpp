// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/eviction_message.h"

#include "core/engine/reason_memo.h"
#include "core/model/policy_arguments.h"

namespace apportion {

namespace {

// Rule 15 has two doors: the policy with its ranges, and the plain "priorityPreemption".
bool bySelfPolicy(const Engine& engine, const Taken& taking) {
    const auto& policy = engine.quota(taking.quota).policy.selfPreemption;
    return policy && taking.taker != kNobody &&
           policy->high.contains(engine.workload(taking.taker).priority) &&
           policy->low.contains(engine.workload(taking.victim).priority);
}

// Rule 14 asks for the charge (rule 3): what is kept back counts like what is held.
void addKept(const Engine& engine, const Taken& taking, Message& why) {
    why.code += "-kept";
    std::vector<std::string> keepers;
    for (const QuotaId keeper : taking.keepers)
        keepers.push_back(engine.quota(keeper).name);
    why.arguments.push_back({"charge", Value::ofGpu(taking.charge)});
    why.arguments.push_back({"kept", Value::ofGpu(taking.charge - taking.placed)});
    why.arguments.push_back({"keepers", Value::ofList(std::move(keepers))});
}

Message whyEvicted(const Engine& engine, const Taken& taking, const Eviction& eviction) {
    Message why;
    why.code = "evicted-" + std::string(ruleText(taking.rule));
    if (taking.rule == EvictionRule::selfLevel && !bySelfPolicy(engine, taking))
        why.code += ".priority";
    why.arguments.push_back({"victim", Value::ofText(eviction.victim)});
    if (taking.taker != kNobody)
        why.arguments.push_back(
            {"taker",
             Value::ofText(taking.before == kNobody ? eviction.preemptor
                                                    : engine.workload(taking.before).name)});
    why.arguments.push_back({"quota", Value::ofText(engine.quota(taking.quota).name)});
    why.arguments.push_back({"gpu", Value::ofGpu(eviction.gpu)});
    if (taking.node) {
        const auto node = static_cast<std::size_t>(*taking.node);
        if (engine.nodeState(node) == NodeState::draining)
            why.code += ".drained";
        else if (engine.nodeGroup(node) < 0)  // it held work, so it left the pool just now
            why.code += ".removed";
        why.arguments.push_back({"node", Value::ofText(engine.nodes()[node].name)});
    }
    if (taking.from) {
        why.code += taking.deserved ? ".numbers" : ".share";
        why.arguments.push_back({"from", Value::ofText(engine.quota(*taking.from).name)});
        why.arguments.push_back({"placed", Value::ofGpu(taking.placed)});
        why.arguments.push_back({"bound", Value::ofGpu(taking.bound)});
        if (taking.charge > taking.placed)
            addKept(engine, taking, why);
    }
    if (taking.resource != nullptr) {
        why.code += ".limit";
        why.arguments.push_back({"resource", Value::ofText(taking.resource)});
        why.arguments.push_back({"placed", amountOf(taking.resource, taking.placed)});
        why.arguments.push_back({"bound", amountOf(taking.resource, taking.bound)});
    }
    const QuotaPolicy& policy = engine.quota(taking.quota).policy;
    if (taking.rule == EvictionRule::childLevel && policy.childPreemption)
        addPolicy(why.arguments, *policy.childPreemption);
    else if (taking.rule == EvictionRule::selfLevel && bySelfPolicy(engine, taking))
        addPolicy(why.arguments, *policy.selfPreemption);
    return why;
}

}  // namespace

Eviction evictionRecord(const Engine& engine, const Taken& taking, Instant at) {
    Eviction eviction;
    eviction.at = at;
    eviction.victim = engine.workload(taking.victim).name;
    if (taking.taker != kNobody)
        eviction.preemptor = engine.workload(taking.taker).name;
    eviction.rule = taking.rule;
    if (taking.rule != EvictionRule::node)
        eviction.quota = engine.quota(taking.quota).name;
    eviction.gpu = taking.gpu;
    eviction.lost = taking.lost;
    for (const WorkloadId other : taking.runnerUp)
        eviction.runnerUp.push_back(engine.workload(other).name);
    if (taking.worseBy != 0)
        eviction.worseBy = taking.worseBy == kBelowShare ? "a2" : std::string(1, taking.worseBy);
    eviction.proven = taking.proven;
    eviction.why = whyEvicted(engine, taking, eviction);
    return eviction;
}

}  // namespace apportion
