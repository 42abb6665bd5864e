// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 24: rejected, or at a cap.
#include <algorithm>

#include "core/engine/reason_finder.h"
#include "core/engine/submission.h"

namespace apportion {

Reason ReasonFinder::rejected() const {
    const auto kept = state_.specOf(id_);
    const Workload& spec = *kept;
    if (!forbidden(state_, job_))
        return maxPriority();
    bool listed = false;
    for (const Workspace& workspace : state_.workspaces)
        if (workspace.name == spec.workspace)
            listed = std::find(workspace.quotas.begin(), workspace.quotas.end(), quotaName()) !=
                     workspace.quotas.end();
    return {ReasonCode::forbidden,
            Rule::access,
            {listed ? "forbidden.user" : "forbidden.quota",
             {{"user", text(spec.user)},
              {"workspace", text(spec.workspace)},
              {"quota", text(quotaName())}}}};
}

Reason ReasonFinder::maxPriority() const {
    const auto spec = state_.specOf(id_);
    return {ReasonCode::maxPriority,
            Rule::access,
            {"max-priority",
             {{"user", text(spec->user)},
              {"workspace", text(spec->workspace)},
              {"priority", Value::ofCount(job_.priority)},
              {"requested", Value::ofGpu(job_.requestGpu())},
              {"bound", Value::ofGpu(0)}}}};
}

Reason ReasonFinder::cap() const {
    const auto missing = [this](const Account& account) {
        return account.used + job_.requestGpu() - account.bound;
    };
    const auto stricter = [&](AccountId a, AccountId b) {
        const Gpu left = missing(state_.caps[a]);
        const Gpu right = missing(state_.caps[b]);
        return left != right ? left > right : state_.caps[a].bound < state_.caps[b].bound;
    };
    const AccountId strictest =
        *std::min_element(job_.accounts.begin(), job_.accounts.end(), stricter);
    const Account& account = state_.caps[strictest];
    const auto count = std::count_if(job_.accounts.begin(), job_.accounts.end(),
                                     [&](AccountId id) { return missing(state_.caps[id]) > 0; });
    const char* code = job_.requestGpu() > account.bound ? "cap.request"
                       : count > 1                       ? "cap.several"
                                                         : "cap";
    return {ReasonCode::cap,
            Rule::access,
            {code,
             {{"user", text(account.user)},
              {"workspace", text(state_.specOf(id_)->workspace)},
              {"resource", text("gpu")},
              {"placed", Value::ofGpu(account.used)},
              {"requested", Value::ofGpu(job_.requestGpu())},
              {"bound", Value::ofGpu(account.bound)},
              {"short", Value::ofGpu(missing(account))},
              {"count", Value::ofCount(count)}}}};
}

}  // namespace apportion
