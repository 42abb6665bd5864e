// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/policy_draft.h"

#include <algorithm>
#include <set>

#include "core/model/bounds.h"
#include "core/plan/draft/policy_parts.h"
#include "core/view/explain/never_again.h"

namespace apportion {

namespace {

void countModules(const Engine& engine, QuotaId quota, const PolicyDraft& draft,
                  PolicyAnswer& answer) {
    std::vector<bool> meant(engine.quotaCount(), false);
    for (const QuotaId place : placesOf(engine, quota, draft.choice))
        meant[place] = true;
    for (const WorkloadId id : engine.running()) {
        if (!meant[engine.quotaOf(id)])
            continue;
        ModuleUse& use = answer.modules[static_cast<std::size_t>(engine.workload(id).module)];
        ++use.running;
        use.gpu += engine.held(id);
    }
}

void countTakers(const Engine& engine, QuotaId quota, const PolicyDraft& draft,
                 PolicyAnswer& answer) {
    const auto* self = std::get_if<0>(&draft.choice);
    for (const WorkloadId id : engine.waiting(quota)) {
        const Workload workload = engine.workload(id);
        if (workload.idle || (self && !(*self)->high.contains(workload.priority)))
            continue;
        ++answer.takers;
        answer.takersGpu += workload.request.gpu * workload.leastReplicas();
    }
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

bool isOn(const PreemptionChoice& choice) {
    return std::visit([](const auto& policy) { return policy.has_value(); }, choice);
}

bool mayTake(const PreemptionChoice& choice, int priority) {
    const auto* self = std::get_if<std::optional<SelfPreemption>>(&choice);
    return isOn(choice) && (self == nullptr || (*self)->high.contains(priority));
}

PreemptionLevel levelOf(const PreemptionChoice& choice) {
    return choice.index() == 0 ? PreemptionLevel::self : PreemptionLevel::child;
}

PreemptionChoice presentChoice(const QuotaPolicy& policy, PreemptionLevel level) {
    if (level == PreemptionLevel::self)
        return policy.selfPreemption;
    return policy.childPreemption;
}

PreemptionChoice firstChoice(PreemptionLevel level) {
    ModuleSet training;
    training.set(static_cast<std::size_t>(Module::training));
    if (level == PreemptionLevel::child)
        return ChildPreemption{{1, 3}, training};
    SelfPreemption policy;
    policy.high = {6, 9};
    policy.low = {1, 4};
    policy.modules = training;
    return policy;
}

Arrival firstArrival(const PreemptionChoice& choice, Gpu guaranteed, Gpu capacity) {
    constexpr Gpu kOften = 8 * kOneGpu;
    const Gpu most = std::min(kOften, std::max(capacity, kOneGpu));
    const Gpu own = guaranteed / kOneGpu * kOneGpu;
    Arrival arrival;
    arrival.gpu = own > 0 ? std::min(own, most) : most;
    if (const auto* self = std::get_if<0>(&choice); self != nullptr && *self)
        arrival.priority = (*self)->high.to;
    return arrival;
}

PolicyEvent eventOf(const PolicyDraft& draft) {
    PolicyEvent event{draft.quota, {}};
    if (const auto* self = std::get_if<0>(&draft.choice))
        event.change.selfPreemption = *self;
    else
        event.change.childPreemption = std::get<1>(draft.choice);
    return event;
}

Change changeOf(const PolicyDraft& draft) {
    SetPolicy change{draft.quota};
    if (const auto* self = std::get_if<0>(&draft.choice))
        change.self = *self;
    else
        change.child = std::get<1>(draft.choice);
    return change;
}

HitNow hitNow(const Engine& engine, QuotaId quota, const PreemptionChoice& choice, Instant at,
              Gpu request) {
    const PolicyDraft draft{engine.quota(quota).name, choice, {}};
    const QuotaPolicy policy = eventOf(draft).change.appliedTo(engine.quota(quota).policy);
    const PolicyReach reach = engine.reach(quota, policy, levelOf(choice), request, at);
    HitNow hit{{}, reach.keptByGuarantee, reach.keptByRuntime};
    hit.victims.reserve(reach.takeable.size());
    for (const Takeable& each : reach.takeable) {
        const Workload workload = engine.workload(each.workload);
        hit.victims.push_back(
            {workload.name, engine.quota(engine.quotaOf(each.workload)).name, workload.module,
             workload.priority, each.gpu, each.lost, each.replicasOnly, false,
             each.replicasOnly ? std::nullopt : neverAgain(engine, each.workload)});
    }
    return hit;
}

void shiftTimes(PolicyAnswer& answer, Duration by) {
    shiftTimes(answer.applied, by);
    if (answer.tried)
        shiftTimes(*answer.tried, by);
}

Effect tryPolicy(const Engine& engine, const PolicyDraft& draft, Instant at) {
    at = std::max(at, engine.now());
    TrialInputs inputs{{eventOf(draft)}, {}};
    if (draft.arrival)
        inputs.submitted.push_back(workloadOf(draft, *draft.arrival, engine, at));
    return effectOf(engine, at, inputs, Horizon::grace);
}

std::optional<PolicyAnswer> draftPolicy(const Engine& engine, const PolicyDraft& draft,
                                        Instant at) {
    const auto quota = engine.findQuota(draft.quota);
    if (!quota)
        return std::nullopt;
    PolicyAnswer answer;
    answer.quota = draft.quota;
    answer.problems = problemsOf(engine, *quota, draft.choice, answer.notes);
    countModules(engine, *quota, draft, answer);
    for (const QuotaId sibling : engine.siblings(*quota)) {
        answer.siblings.push_back(engine.quota(sibling).name);
        answer.borrowed += engine.numbers(sibling).overQuota;
    }
    if (!answer.problems.empty())
        return answer;
    answer.sentence = sentenceOf(engine, *quota, draft.choice);
    answer.applied = tryPolicy(engine, {draft.quota, draft.choice, {}}, at);
    if (draft.arrival)
        answer.tried = tryPolicy(engine, draft, at);
    if (!isOn(draft.choice))
        return answer;
    countTakers(engine, *quota, draft, answer);
    answer.hit =
        hitNow(engine, *quota, draft.choice, at, draft.arrival ? draft.arrival->gpu : kOneGpu);
    std::set<std::string_view> taken;
    for (const auto* hits : {&answer.trial().evicted, &answer.trial().moved})
        for (const Effect::Hit& each : *hits)
            taken.insert(each.workload);
    for (PolicyVictim& victim : answer.hit.victims) {
        victim.taken = taken.contains(victim.workload);
        answer.victimsGpu += victim.gpu;
    }
    return answer;
}

}  // namespace apportion
