// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a choice of policy, as validation says, and what mends it.
#include <algorithm>
#include <string_view>

#include "core/model/number_text.h"
#include "core/model/validate.h"
#include "core/plan/draft/policy_parts.h"

namespace apportion {

namespace {

using Place = PolicyProblem::Place;
using RepairKind = PolicyRepair::Kind;

PolicyRepair repair(RepairKind kind, SelfPreemption policy) {
    return {kind, PreemptionChoice(std::optional(policy))};
}

PolicyRepair off(const PreemptionChoice& choice) {
    PreemptionChoice none = choice;
    std::visit([](auto& policy) { policy.reset(); }, none);
    return {RepairKind::off, none};
}

// The ends turned round, or brought into 1 to 9.
PriorityRange sound(PriorityRange range) {
    range.from = std::clamp(range.from, kLowestPriority, kHighestPriority);
    range.to = std::clamp(range.to, kLowestPriority, kHighestPriority);
    return {std::min(range.from, range.to), std::max(range.from, range.to)};
}

PolicyProblem badRange(const Problem& found, const PreemptionChoice& choice) {
    PolicyProblem problem{Place::priorities, found.message, {}, {}};
    PolicyRepair mend{RepairKind::priorities, choice};
    if (auto* self = std::get_if<0>(&mend.choice)) {
        const bool high = found.pointer.find("/high") != std::string::npos;
        problem.place = high ? Place::high : Place::low;
        mend.kind = high ? RepairKind::high : RepairKind::low;
        PriorityRange& range = high ? (*self)->high : (*self)->low;
        range = sound(range);
    } else {
        auto& child = std::get<1>(mend.choice);
        child->priorities = sound(child->priorities);
    }
    problem.repairs.push_back(mend);
    return problem;
}

PolicyProblem noModules(const PreemptionChoice& choice) {
    PolicyProblem problem{Place::modules, {"policy-no-modules", {}}, {}, {}};
    PolicyRepair mend{RepairKind::modules, choice};
    std::visit([](auto& policy) { policy->modules.set(std::size_t{0}); }, mend.choice);
    problem.repairs.push_back(mend);
    problem.repairs.push_back(off(choice));
    return problem;
}

// Low ends below High, or High begins above Low; where the two stand the wrong way round they
// change places. At most two of these, each with bands that do not meet.
std::vector<PolicyRepair> partings(const SelfPreemption& policy) {
    std::vector<PolicyRepair> repairs;
    if (policy.low.from > policy.high.to) {
        SelfPreemption swapped = policy;
        std::swap(swapped.low, swapped.high);
        repairs.push_back(repair(RepairKind::swap, swapped));
    }
    if (const int to = policy.high.from - 1; to >= kLowestPriority) {
        SelfPreemption lower = policy;
        lower.low = {std::min(policy.low.from, to), to};
        repairs.push_back(repair(RepairKind::low, lower));
    }
    if (const int from = policy.low.to + 1; from <= kHighestPriority && repairs.size() < 2) {
        SelfPreemption higher = policy;
        higher.high = {from, std::max(policy.high.to, from)};
        repairs.push_back(repair(RepairKind::high, higher));
    }
    if (repairs.empty()) {
        // Low reaches up to the top and High down to the bottom: neither can give way alone.
        const SelfPreemption usual = *std::get<0>(firstChoice(PreemptionLevel::self));
        SelfPreemption parted = policy;
        parted.low = usual.low;
        parted.high = usual.high;
        repairs.push_back(repair(RepairKind::both, parted));
    }
    return repairs;
}

PolicyProblem lowNotBelowHigh(const SelfPreemption& policy) {
    PolicyProblem problem;
    problem.place = Place::low;
    problem.repairs = partings(policy);
    std::vector<std::string> shared;
    const bool above = policy.low.to > policy.high.to;
    for (int priority = kLowestPriority; priority <= kHighestPriority; ++priority)
        if (policy.low.contains(priority) && policy.high.contains(priority))
            shared.push_back(std::to_string(priority));
    if (shared.empty() || above) {
        const Argument low{"low", Value::ofText(std::to_string(policy.low.to))};
        const Argument high{"high", Value::ofText(std::to_string(policy.high.from))};
        problem.message = {"policy-low-not-below", {low, high}};
        problem.why = Message{"policy-would-circle.above", {low, high}};
        return problem;
    }
    problem.why = Message{"policy-would-circle", {{"high", Value::ofText(shared.front())}}};
    problem.message = {
        shared.size() == 1 ? "policy-low-not-below.one" : "policy-low-not-below.some",
        {{"priorities", Value::ofList(std::move(shared))}}};
    return problem;
}

}  // namespace

std::vector<PolicyProblem> problemsOf(const Engine& engine, QuotaId quota,
                                      const PreemptionChoice& choice, std::vector<Message>& notes) {
    std::vector<PolicyProblem> problems;
    if (!isOn(choice))
        return problems;
    Scenario pool;
    std::vector<Quota>& quotas = pool.quotas;
    quotas.reserve(engine.quotaCount());
    for (QuotaId id = 0; id < engine.quotaCount(); ++id)
        quotas.push_back(engine.quota(id));
    pool.nodes.reserve(engine.nodes().size());
    for (const Node& node : engine.nodes())
        pool.nodes.push_back({node, 1});
    // The bands are looked at beside the modules: both may be wrong at once.
    PreemptionChoice bands = choice;
    const bool modules =
        std::visit([](const auto& policy) { return policy->modules.any(); }, choice);
    std::visit([](auto& policy) { policy->modules.set(); }, bands);
    quotas[quota].policy =
        eventOf({quotas[quota].name, bands, {}}).change.appliedTo(quotas[quota].policy);
    const std::string pointer =
        "/quotas/" + std::to_string(quota) + "/" +
        (levelOf(choice) == PreemptionLevel::self ? "selfPreemption" : "childPreemption");
    for (const Problem& found : validate(pool)) {
        const bool here = found.pointer.rfind(pointer, 0) == 0;
        if (found.warning) {
            if (here)
                notes.push_back(found.message);
            continue;
        }
        if (here && plainCode(found.message.code) == "low-not-below-high")
            problems.push_back(lowNotBelowHigh(*std::get<0>(choice)));
        else if (here)
            problems.push_back(badRange(found, choice));
        else
            problems.push_back({Place::policy, found.message, {}, {}});
    }
    if (!modules)
        problems.push_back(noModules(choice));
    return problems;
}

}  // namespace apportion
