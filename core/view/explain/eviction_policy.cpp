// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/explain/eviction_policy.h"

#include <algorithm>
#include <array>

#include "core/model/policy_arguments.h"

namespace apportion {

namespace {

std::vector<std::string> moduleNames(const ModuleSet& modules) {
    static constexpr std::array kNames{"training", "notebook", "inference"};
    std::vector<std::string> names;
    for (std::size_t i = 0; i < kNames.size(); ++i)
        if (modules.test(i))
            names.emplace_back(kNames[i]);
    return names;
}

void addRange(std::vector<Argument>& arguments, const char* from, const char* to,
              PriorityRange range) {
    arguments.push_back({from, Value::ofCount(range.from)});
    arguments.push_back({to, Value::ofCount(range.to)});
}

}  // namespace

void tellPolicy(std::vector<Argument>& arguments, const ChildPreemption& policy) {
    arguments.push_back({"modules", Value::ofList(moduleNames(policy.modules))});
    addRange(arguments, "from", "to", policy.priorities);
}

void tellPolicy(std::vector<Argument>& arguments, const SelfPreemption& policy) {
    addRange(arguments, "highFrom", "highTo", policy.high);
    addRange(arguments, "lowFrom", "lowTo", policy.low);
}

std::optional<QuotaFact> policyFact(const Eviction& record, const QuotaPolicy* now) {
    const std::vector<Argument>& kept = record.why.arguments;
    QuotaFact fact;
    fact.arguments.push_back({"quota", Value::ofText(record.quota)});
    bool same = now != nullptr;
    const auto tell = [&](QuotaFact::Kind kind, Rule rule, const auto& then, const auto& today) {
        fact.kind = kind;
        fact.rule = rule;
        tellPolicy(fact.arguments, *then);
        same = same && today == then;
    };
    const QuotaPolicy none;
    const QuotaPolicy& today = now != nullptr ? *now : none;
    if (const auto child = childPolicyIn(kept); child && record.rule == EvictionRule::childLevel)
        tell(QuotaFact::Kind::childPolicy, Rule::childLevel, child, today.childPreemption);
    else if (const auto self = selfPolicyIn(kept); self && record.rule == EvictionRule::selfLevel)
        tell(QuotaFact::Kind::selfPolicy, Rule::selfLevel, self, today.selfPreemption);
    else
        return std::nullopt;
    if (!same)
        fact.arguments.push_back({"changed", Value::ofCount(1)});
    return fact;
}

bool isOfReclaim(const Argument& argument) {
    constexpr std::array<std::string_view, 6> kNames{"from",   "placed", "bound",
                                                     "charge", "kept",   "keepers"};
    return std::find(kNames.begin(), kNames.end(), argument.name) != kNames.end();
}

}  // namespace apportion
