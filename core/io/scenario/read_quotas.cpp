// SPDX-License-Identifier: GPL-3.0-or-later
// Quotas and the policy keys that they share with policy events.
#include "core/io/scenario/enum_field.h"
#include "core/io/scenario/parts.h"

namespace apportion::scenario {

using json::Field;
using json::Object;

namespace {

// A key that may be null: null sets the inner nothing.
template <typename T, typename Read>
void readChange(const Field& field, std::optional<std::optional<T>>& change, Read read) {
    if (!field)
        return;
    if (field.isNull()) {
        change.emplace();
        return;
    }
    T value{};
    if (read(field, value))
        change.emplace(std::move(value));
}

bool readSelector(const Field& field, NodeSelector& selector) {
    constexpr std::array<std::string_view, 2> kKeys{"gpuType", "labels"};
    const Object object(field, kKeys);
    if (!object.valid())
        return false;
    if (std::string type; readReference(object.given("gpuType"), type))
        selector.gpuType = std::move(type);
    readLabels(object["labels"], selector.labels);
    return true;
}

bool readLend(const Field& field, Gpu& lend) {
    constexpr std::array<std::string_view, 1> kKeys{"gpu"};
    const Object object(field, kKeys);
    return object.valid() && json::readGpu(object.required("gpu"), lend);
}

bool readSelf(const Field& field, SelfPreemption& policy) {
    constexpr std::array<std::string_view, 5> kKeys{"high", "low", "modules", "scope",
                                                    "mayTakeGuaranteed"};
    const Object object(field, kKeys);
    if (!object.valid())
        return false;
    readRange(object.required("high"), policy.high);
    readRange(object.required("low"), policy.low);
    readModules(object.required("modules"), policy.modules);
    readEnum(object["scope"], policy.scope);
    json::readFlag(object["mayTakeGuaranteed"], policy.mayTakeGuaranteed);
    return true;
}

bool readChild(const Field& field, ChildPreemption& policy) {
    constexpr std::array<std::string_view, 2> kKeys{"priorities", "modules"};
    const Object object(field, kKeys);
    if (!object.valid())
        return false;
    readRange(object.required("priorities"), policy.priorities);
    readModules(object.required("modules"), policy.modules);
    return true;
}

bool readBudget(const Field& field, Budget& budget) {
    constexpr std::array<std::string_view, 2> kKeys{"gpuHours", "period"};
    const Object object(field, kKeys);
    return object.valid() &&
           json::readDecimal(object.required("gpuHours"), 100, 2, budget.gpuHours) &&
           readEnum(object.required("period"), budget.period);
}

}  // namespace

void readPolicyKeys(const Object& object, PolicyChange& change) {
    readChange(object["team"], change.team, readReference);
    readChange(object["nodes"], change.nodes, readSelector);
    readChange(object["limit"], change.limit, [](const Field& field, Limit& limit) {
        readLimit(field, limit);
        return true;
    });
    readChange(object["weight"], change.weight, [](const Field& field, std::int64_t& weight) {
        return json::readWhole(field, weight);
    });
    readChange(object["rank"], change.rank,
               [](const Field& field, int& rank) { return json::readWhole(field, rank); });
    readChange(object["overQuota"], change.overQuota, readEnum<OverQuota>);
    readChange(object["lend"], change.lend, readLend);
    readChange(object["priorityPreemption"], change.priorityPreemption, json::readFlag);
    readChange(object["queueing"], change.queueing, readEnum<Queueing>);
    readChange(object["minRuntime"], change.minRuntime, json::readSeconds);
    readChange(object["selfPreemption"], change.selfPreemption, readSelf);
    readChange(object["childPreemption"], change.childPreemption, readChild);
    readChange(object["budget"], change.budget, readBudget);
}

void readPolicyChange(const Field& field, PolicyChange& change) {
    const Object object(field, kPolicyKeys, Object::Misplaced{"guaranteed", "unknown-key.policy"});
    readPolicyKeys(object, change);
}

void readQuota(const Field& field, Quota& quota) {
    constexpr std::array<std::string_view, 16> kKeys{"name",
                                                     "parent",
                                                     "guaranteed",
                                                     "team",
                                                     "nodes",
                                                     "limit",
                                                     "weight",
                                                     "rank",
                                                     "overQuota",
                                                     "lend",
                                                     "priorityPreemption",
                                                     "queueing",
                                                     "minRuntime",
                                                     "selfPreemption",
                                                     "childPreemption",
                                                     "budget"};
    const Object object(field, kKeys);
    if (!object.valid())
        return;
    json::readText(object.required("name"), quota.name);
    readReference(object.given("parent"), quota.parent);
    readResources(object["guaranteed"], quota.guaranteed);
    PolicyChange policy;
    readPolicyKeys(object, policy);
    quota.policy = policy.appliedTo({});
}

}  // namespace apportion::scenario
