// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/quota_draft.h"

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

Change addOf(const QuotaDraft& draft) {
    CreateQuota add{draft.name, draft.parent, draft.guaranteed};
    if (PolicyChange keys = differencesOf(draft.policy); keys != PolicyChange{})
        add.set = std::move(keys);
    add.take.assign(draft.take.begin(), draft.take.end());
    add.workspace = draft.workspace;
    return add;
}

Gpu QuotaRoom::unassigned() const {
    Gpu left = whole;
    for (const Part& part : parts)
        left -= part.guaranteed;
    return left;
}

}  // namespace apportion
