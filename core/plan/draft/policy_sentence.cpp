// SPDX-License-Identifier: GPL-3.0-or-later
// How a choice of policy reads, and where it looks.
#include "core/model/words.h"
#include "core/plan/draft/policy_parts.h"

namespace apportion {

namespace {

// More quotas than this are counted, not named.
constexpr std::size_t kMostNamed = 4;

// "places" or, with another sentence, "count".
Argument placesArgument(const Engine& engine, const std::vector<QuotaId>& places,
                        std::string& code) {
    if (places.size() > kMostNamed) {
        code += "-many";
        return {"count", Value::ofCount(static_cast<std::int64_t>(places.size()))};
    }
    std::vector<std::string> names;
    names.reserve(places.size());
    for (const QuotaId id : places)
        names.push_back(engine.quota(id).name);
    return {"places", Value::ofList(std::move(names))};
}

Message selfSentence(const Engine& engine, QuotaId quota, const SelfPreemption& policy,
                     const Argument& name) {
    const std::vector<QuotaId> siblings = engine.siblings(quota);
    Message message{"policy-reads",
                    {name, rangeArgument("high", policy.high), modulesArgument(policy.modules),
                     rangeArgument("low", policy.low)}};
    if (siblings.empty() && policy.scope == PreemptionScope::siblings)
        return {"policy-reads.self-nobody", {name}};
    if (siblings.empty() || policy.scope == PreemptionScope::quota)
        return message;
    message.code += policy.scope == PreemptionScope::both ? ".self-both" : ".self-siblings";
    if (policy.mayTakeGuaranteed)
        message.code += "-all";
    message.arguments.push_back(placesArgument(engine, siblings, message.code));
    return message;
}

}  // namespace

Argument rangeArgument(const char* name, PriorityRange range) {
    std::string text = std::to_string(range.from);
    if (range.to != range.from)
        text += "\u2013" + std::to_string(range.to);
    return {name, Value::ofText(std::move(text))};
}

Argument modulesArgument(ModuleSet modules) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < kModules; ++i)
        if (modules.test(i))
            names.emplace_back(word(static_cast<Module>(i)));
    return {"modules", Value::ofList(std::move(names))};
}

std::vector<QuotaId> quotasBelow(const Engine& engine, QuotaId quota) {
    std::vector<QuotaId> below;
    for (QuotaId id = 0; id < engine.quotaCount(); ++id)
        for (auto above = engine.parent(id); above; above = engine.parent(*above))
            if (*above == quota) {
                below.push_back(id);
                break;
            }
    return below;
}

std::vector<QuotaId> placesOf(const Engine& engine, QuotaId quota, const PreemptionChoice& choice) {
    if (levelOf(choice) == PreemptionLevel::child)
        return quotasBelow(engine, quota);
    const auto& self = std::get<0>(choice);
    const PreemptionScope scope = self ? self->scope : PreemptionScope::both;
    std::vector<QuotaId> places;
    if (scope != PreemptionScope::siblings)
        places.push_back(quota);
    if (scope == PreemptionScope::quota)
        return places;
    for (const QuotaId sibling : engine.siblings(quota)) {
        const std::vector<QuotaId> below = quotasBelow(engine, sibling);
        places.push_back(sibling);
        places.insert(places.end(), below.begin(), below.end());
    }
    return places;
}

Message sentenceOf(const Engine& engine, QuotaId quota, const PreemptionChoice& choice) {
    const Argument name{"quota", Value::ofText(engine.quota(quota).name)};
    if (const auto* self = std::get_if<0>(&choice))
        return *self ? selfSentence(engine, quota, **self, name)
                     : Message{"policy-reads.self-off", {name}};
    const auto& child = std::get<1>(choice);
    if (!child)
        return {"policy-reads.child-off", {name}};
    const std::vector<QuotaId> below = quotasBelow(engine, quota);
    if (below.empty())
        return {"policy-reads.child-nobody", {name}};
    Message message{
        "policy-reads.child",
        {name, modulesArgument(child->modules), rangeArgument("low", child->priorities)}};
    message.arguments.push_back(placesArgument(engine, below, message.code));
    return message;
}

}  // namespace apportion
