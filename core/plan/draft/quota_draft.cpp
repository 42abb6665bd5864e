// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/quota_draft.h"

#include <nlohmann/json.hpp>

#include "core/io/scenario_parts.h"
#include "core/model/number_text.h"

namespace apportion {

void usePreset(QuotaDraft& draft, QuotaPreset preset) {
    QuotaPolicy& policy = draft.policy;
    policy.limit.gpu.reset();
    policy.weight.reset();
    policy.lend.reset();
    policy.overQuota = OverQuota::on;
    if (preset == QuotaPreset::fixedShare) {
        policy.overQuota = OverQuota::off;
        policy.lend = 0;
    } else if (preset == QuotaPreset::idleOnly) {
        policy.overQuota = OverQuota::idleOnly;
        draft.guaranteed = 0;
        draft.take.clear();
    }
}

std::optional<QuotaPreset> presetOf(const QuotaDraft& draft) {
    for (const QuotaPreset preset :
         {QuotaPreset::fairSurplus, QuotaPreset::fixedShare, QuotaPreset::idleOnly}) {
        QuotaDraft same = draft;
        usePreset(same, preset);
        if (same == draft)
            return preset;
    }
    return {};
}

std::string policyText(const PolicyChange& change) {
    auto keys = nlohmann::json::parse(partText(Event{0, PolicyEvent{"q", change}}), nullptr, false);
    for (const char* key : {"at", "do", "quota"})
        keys.erase(key);
    return keys.dump();
}

CommandRequest addCommand(const QuotaDraft& draft) {
    CommandRequest request;
    request.id = "quota.add";
    request.arguments.set("name", draft.name);
    if (!draft.parent.empty())
        request.arguments.set("parent", draft.parent);
    request.arguments.set("gpu", gpuText(draft.guaranteed));
    if (const PolicyChange change = differencesOf(draft.policy); change != PolicyChange{})
        request.arguments.set("set", policyText(change));
    std::vector<std::string> take;
    take.reserve(draft.take.size());
    for (const auto& [quota, gpu] : draft.take)
        take.push_back(quota + "=" + gpuText(gpu));
    if (!take.empty())
        request.arguments.set("take", std::move(take));
    if (!draft.workspace.empty())
        request.arguments.set("workspace", draft.workspace);
    return request;
}

Gpu QuotaRoom::unassigned() const {
    Gpu left = whole;
    for (const Part& part : parts)
        left -= part.guaranteed;
    return left;
}

}  // namespace apportion
