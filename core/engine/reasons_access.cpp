// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 24: rejected or without the right to start again, or at a cap.
#include <algorithm>

#include "core/engine/reason_finder.h"
#include "core/engine/submission.h"
#include "core/model/zero_caps.h"

namespace apportion {

Reason ReasonFinder::notAllowed() const {
    if (!forbidden(state_, job_))
        return maxPriority();
    const auto kept = state_.specOf(id_);
    const Workload& spec = *kept;
    const bool again = job_.phase != Phase::rejected;
    bool listed = false;
    for (const Workspace& workspace : state_.workspaces)
        if (workspace.name == spec.workspace)
            listed = std::find(workspace.quotas.begin(), workspace.quotas.end(), quotaName()) !=
                     workspace.quotas.end();
    return {ReasonCode::forbidden,
            Rule::access,
            {listed ? (again ? "forbidden.user-again" : "forbidden.user")
                    : (again ? "forbidden.quota-again" : "forbidden.quota"),
             {{"user", text(spec.user)},
              {"workspace", text(spec.workspace)},
              {"quota", text(quotaName())}}}};
}

Reason ReasonFinder::maxPriority() const {
    std::vector<const Cap*> caps;
    for (const AccountId id : job_.accounts())
        if (const Account& account = state_.caps[id]; account.bound == 0)
            caps.push_back(&state_.workspaces[account.workspace].caps[account.cap]);
    return {ReasonCode::maxPriority, Rule::access,
            noGpusReason(caps, *state_.specOf(id_), job_.requestGpu())};
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
    return capOf(*std::min_element(job_.accounts().begin(), job_.accounts().end(), stricter));
}

std::optional<Reason> ReasonFinder::aboveCap() const {
    const auto lowest = std::min_element(
        job_.accounts().begin(), job_.accounts().end(),
        [&](AccountId a, AccountId b) { return state_.caps[a].bound < state_.caps[b].bound; });
    if (job_.idle() || lowest == job_.accounts().end() ||
        job_.requestGpu() <= state_.caps[*lowest].bound)
        return std::nullopt;
    return capOf(*lowest);
}

Reason ReasonFinder::capOf(AccountId strictest) const {
    const auto missing = [this](const Account& account) {
        return account.used + job_.requestGpu() - account.bound;
    };
    const Account& account = state_.caps[strictest];
    std::vector<std::string> others;
    for (const AccountId id : job_.accounts())
        if (id != strictest && missing(state_.caps[id]) > 0)
            others.push_back(formatValue(Value::ofGpu(state_.caps[id].bound)));
    Message message{"cap",
                    {{"user", text(account.user)},
                     {"workspace", text(state_.specOf(id_)->workspace)},
                     {"resource", text("gpu")},
                     {"placed", Value::ofGpu(account.used)},
                     {"requested", Value::ofGpu(job_.requestGpu())},
                     {"bound", Value::ofGpu(account.bound)},
                     {"short", Value::ofGpu(missing(account))},
                     {"count", Value::ofCount(static_cast<std::int64_t>(others.size()) + 1)}}};
    if (job_.requestGpu() > account.bound)
        message.arguments.push_back({"least", Value::ofGpu(job_.requestGpu() - account.bound)});
    if (!others.empty()) {
        message.arguments.push_back({"others", Value::ofList(std::move(others))});
        message.then.emplace_back("further-caps");
    }
    return {ReasonCode::cap, Rule::access, std::move(message)};
}

}  // namespace apportion
