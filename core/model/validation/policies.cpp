// SPDX-License-Identifier: GPL-3.0-or-later
// Quotas one by one: names, bounds, policies, and what can never have an effect.
#include "core/model/bounds.h"
#include "core/model/validation/checks.h"

namespace apportion::validation {

namespace {

struct Family {
    std::vector<bool> hasChildren;
    std::unordered_map<std::string_view, int> childrenOf;  // by parent name; "" = the roots
};

Family familyOf(const Index& index) {
    const auto& quotas = index.scenario.quotas;
    Family family;
    family.hasChildren.resize(quotas.size(), false);
    for (const auto& quota : quotas) {
        ++family.childrenOf[quota.parent];
        if (const auto parent = find(index.quotaNames, quota.parent))
            family.hasChildren[*parent] = true;
    }
    return family;
}

// The tightest limit above a quota, and whose it is.
void warnOfLooserLimit(const Index& index, std::size_t i, const std::string& pointer,
                       Findings& findings) {
    const auto& quota = index.scenario.quotas[i];
    const auto own = quota.policy.limit.gpu;
    if (!own)
        return;
    // Bounded, as a broken tree may have circles.
    constexpr int kMostSteps = 100;
    auto above = find(index.quotaNames, quota.parent);
    for (int steps = 0; above && steps < kMostSteps; ++steps) {
        const auto& parent = index.scenario.quotas[*above];
        if (const auto bound = parent.policy.limit.gpu; bound && *bound < *own) {
            findings.warning(pointer + "/limit/gpu", "limit-above-parent",
                             {{"quota", Value::ofText(quota.name)},
                              {"parent", Value::ofText(parent.name)},
                              {"resource", Value::ofText("gpu")},
                              {"bound", Value::ofGpu(*bound)},
                              {"limit", Value::ofGpu(*own)}});
            return;
        }
        above = find(index.quotaNames, parent.parent);
    }
}

void warnOfIdlePolicies(const Index& index, std::size_t i, const Family& family,
                        const std::string& pointer, Findings& findings) {
    const auto& quota = index.scenario.quotas[i];
    if (quota.policy.childPreemption && !family.hasChildren[i])
        findings.warning(pointer + "/childPreemption", "policy-never-fires.no-children",
                         {{"quota", Value::ofText(quota.name)}});
    const auto siblings = [&] {
        if (!quota.parent.empty())
            return family.childrenOf.at(quota.parent) - 1;
        const auto pool = index.pools.poolOf(i);
        return pool ? static_cast<int>(index.pools.pools[*pool].roots.size()) - 1 : 0;
    };
    if (quota.policy.selfPreemption &&
        quota.policy.selfPreemption->scope == PreemptionScope::siblings && siblings() == 0)
        findings.warning(pointer + "/selfPreemption", "policy-never-fires.no-siblings",
                         {{"quota", Value::ofText(quota.name)}});
}

}  // namespace

void checkPolicies(const Index& index, Findings& findings) {
    const auto& quotas = index.scenario.quotas;
    const auto family = familyOf(index);
    for (std::size_t i = 0; i < quotas.size(); ++i) {
        const auto& quota = quotas[i];
        const auto pointer = pointerTo("/quotas", i);
        if (checkName(quota.name, pointer + "/name", findings))
            if (const auto first = find(index.quotaNames, quota.name); first != i)
                findings.error(pointer + "/name", "duplicate-name",
                               {{"name", Value::ofText(quota.name)},
                                {"first", Value::ofText(pointerTo("/quotas", *first))}});
        const auto& guaranteed = quota.guaranteed;
        // Places are named only where something is wrong: this is done at every command.
        const auto bound = [&](std::int64_t amount, auto valueOf, std::int64_t most,
                               const char* key) {
            if (amount < 0 || amount > most)
                checkBounds(valueOf(amount), 0, most, pointer + "/guaranteed" + key, findings);
        };
        bound(guaranteed.gpu, Value::ofGpu, kMostGpu, "/gpu");
        bound(guaranteed.cpu, Value::ofCpu, kMostCpu, "/cpu");
        bound(guaranteed.memory, Value::ofMemory, kMostMemory, "/memory");
        checkPolicyValues(quota.policy, quota.name, pointer, findings);
        warnOfLooserLimit(index, i, pointer, findings);
        warnOfIdlePolicies(index, i, family, pointer, findings);
    }
    for (const auto& pool : index.pools.pools)
        if (index.nodesKnown && index.pools.overlaps.empty() && pool.selector && pool.nodes.empty())
            for (const auto root : pool.roots)
                findings.warning(pointerTo("/quotas", root) + "/nodes", "selector-matches-nothing",
                                 {{"quota", Value::ofText(quotas[root].name)}});
}

}  // namespace apportion::validation
