// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/policy_rights.h"

#include "core/change/refuse.h"

namespace apportion {

namespace {

bool takesFromSiblings(const std::optional<SelfPreemption>& policy) {
    return policy && policy->scope != PreemptionScope::quota;
}

}  // namespace

Result<PolicyChange> keysOf(const SetPolicy& policy) {
    PolicyChange keys;
    // Who mends one of them need not come back for the next.
    Problems wrong;
    const auto take = [&](const auto& given, auto use) {
        if (given && *given)
            use(**given);
        else if (given)
            wrong.insert(wrong.end(), given->error().begin(), given->error().end());
    };
    take(policy.set, [&](const PolicyChange& set) { keys = set; });
    take(policy.self, [&](const auto& self) { keys.selfPreemption = self; });
    take(policy.child, [&](const auto& child) { keys.childPreemption = child; });
    if (!wrong.empty())
        return tl::unexpected(std::move(wrong));
    if (keys == PolicyChange{})
        return refuse("argument-missing", {textArgument("argument", "--self, --child or --set")});
    return keys;
}

Result<PolicyChange> keysOf(const MaybeRead<PolicyChange>& set) {
    return keysOf(SetPolicy{.quota = {}, .set = set});
}

std::vector<Need> policyRights(const Project& project, const std::string& quota,
                               const PolicyChange& change) {
    std::vector<Need> needs{{Right::changePolicy, {quota}}};
    bool given = change.nodes || change.limit || change.weight || change.rank || change.lend ||
                 change.overQuota || change.minRuntime || change.budget;
    if (change.selfPreemption) {
        const Quota* present = findQuota(project, quota);
        given = given || takesFromSiblings(*change.selfPreemption) ||
                (present != nullptr && takesFromSiblings(present->policy.selfPreemption));
    }
    if (given)
        needs.push_back({Right::resizeQuota, {quota}});
    return needs;
}

}  // namespace apportion
