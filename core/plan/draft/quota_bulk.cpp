// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/quota_bulk.h"

#include <algorithm>

#include "core/model/policy_keys.h"

namespace apportion {

namespace {

// Every key, as the policy has it.
PolicyChange allOf(const QuotaPolicy& policy) {
    PolicyChange keys;
    eachPolicyKey([&](auto PolicyChange::*key) { (keys.*key).emplace(); });
    return keys.reversed(policy);
}

}  // namespace

PolicyChange commonPolicy(const std::vector<const QuotaRow*>& rows) {
    PolicyChange common;
    if (rows.empty())
        return common;
    common = allOf(rows.front()->policy);
    for (const QuotaRow* row : rows) {
        const PolicyChange other = allOf(row->policy);
        eachPolicyKey([&](auto PolicyChange::*key) {
            if (common.*key != other.*key)
                (common.*key).reset();
        });
    }
    return common;
}

bool limitsMore(const std::vector<const QuotaRow*>& rows) {
    return std::any_of(rows.begin(), rows.end(), [](const QuotaRow* row) {
        return row->policy.limit.cpu || row->policy.limit.memory;
    });
}

MoveBounds moveBounds(const QuotaRow& from) {
    const Gpu guaranteed = from.numbers.guaranteed;
    const Gpu kept = std::max(from.childrenGuaranteed, from.policy.lend.value_or(0));
    MoveBounds bounds;
    bounds.most = std::max<Gpu>(0, guaranteed - kept);
    // Work of a quota above it runs on its guarantee, too.
    const Gpu used = from.numbers.subtree + from.numbers.above;
    const Gpu idle = std::clamp<Gpu>(guaranteed - used, 0, bounds.most);
    bounds.idle = idle / kOneGpu * kOneGpu;
    bounds.promised = guaranteed - used > bounds.most;
    // What waits there may yet start on them.
    bounds.spare = std::max<Gpu>(0, idle - from.numbers.pending) / kOneGpu * kOneGpu;
    return bounds;
}

std::optional<Message> moveRefusal(const QuotaRow& from, Gpu gpu) {
    const Gpu most = moveBounds(from).most;
    if (gpu <= most)
        return std::nullopt;
    return Message{"move-too-many",
                   {{"quota", Value::ofText(from.name)},
                    {"gpu", Value::ofGpu(gpu)},
                    {"most", Value::ofGpu(most)}}};
}

ScaleTargets moved(const QuotaRow& from, const QuotaRow& to, Gpu gpu) {
    return {{from.name, from.numbers.guaranteed - gpu}, {to.name, to.numbers.guaranteed + gpu}};
}

std::vector<const QuotaRow*> siblingsOf(const View& view, const QuotaRow& row) {
    std::vector<const QuotaRow*> siblings;
    for (const QuotaRow& other : view.quotas)
        if (other.parent == row.parent && other.name != row.name &&
            (row.parent >= 0 || other.policy.nodes == row.policy.nodes))
            siblings.push_back(&other);
    return siblings;
}

}  // namespace apportion
