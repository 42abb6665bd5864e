// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/quota_draft.h"

#include <algorithm>
#include <utility>

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

QuotaDraft draftOf(const std::string& name, const std::string& parent, Gpu guaranteed,
                   const QuotaPolicy& policy) {
    QuotaDraft draft{parent, name, guaranteed, policy, {}, {}};
    draft.edits = {name};
    return draft;
}

namespace {

// Calls `use` with what gives that field of a draft.
template <typename Use>
void withField(QuotaField field, Use use) {
    switch (field) {
        case QuotaField::name:
            return use([](auto& draft) -> auto& { return draft.name; });
        case QuotaField::team:
            return use([](auto& draft) -> auto& { return draft.policy.team; });
        case QuotaField::guaranteed:
            return use([](auto& draft) -> auto& { return draft.guaranteed; });
        case QuotaField::limit:
            return use([](auto& draft) -> auto& { return draft.policy.limit; });
        case QuotaField::weight:
            return use([](auto& draft) -> auto& { return draft.policy.weight; });
        case QuotaField::overQuota:
            return use([](auto& draft) -> auto& { return draft.policy.overQuota; });
        case QuotaField::rank:
            return use([](auto& draft) -> auto& { return draft.policy.rank; });
        case QuotaField::lend:
            return use([](auto& draft) -> auto& { return draft.policy.lend; });
        case QuotaField::queueing:
            return use([](auto& draft) -> auto& { return draft.policy.queueing; });
        case QuotaField::minRuntime:
            return use([](auto& draft) -> auto& { return draft.policy.minRuntime; });
        case QuotaField::budget:
            return use([](auto& draft) -> auto& { return draft.policy.budget; });
    }
}

// The key of a policy, to be set.
void addKey(QuotaField field, PolicyChange& keys) {
    switch (field) {
        case QuotaField::team:
            keys.team.emplace();
            break;
        case QuotaField::limit:
            keys.limit.emplace();
            break;
        case QuotaField::weight:
            keys.weight.emplace();
            break;
        case QuotaField::overQuota:
            keys.overQuota.emplace();
            break;
        case QuotaField::rank:
            keys.rank.emplace();
            break;
        case QuotaField::lend:
            keys.lend.emplace();
            break;
        case QuotaField::queueing:
            keys.queueing.emplace();
            break;
        case QuotaField::minRuntime:
            keys.minRuntime.emplace();
            break;
        case QuotaField::budget:
            keys.budget.emplace();
            break;
        case QuotaField::name:
        case QuotaField::guaranteed:
            break;
    }
}

bool isIn(std::span<const QuotaField> fields, QuotaField field) {
    return std::find(fields.begin(), fields.end(), field) != fields.end();
}

}  // namespace

void setField(QuotaDraft& draft, QuotaField field, const QuotaDraft& from) {
    withField(field, [&](auto of) { of(draft) = of(from); });
}

std::vector<QuotaField> changedFields(const std::vector<QuotaDraft>& before,
                                      const QuotaDraft& after, std::span<const QuotaField> fields) {
    std::vector<QuotaField> changed;
    for (const QuotaField field : kQuotaFields) {
        bool differs = false;
        for (const QuotaDraft& each : before)
            withField(field, [&](auto of) { differs = differs || of(each) != of(after); });
        if (differs && isIn(fields, field))
            changed.push_back(field);
    }
    return changed;
}

std::vector<Change> editsOf(const QuotaDraft& draft, const std::vector<QuotaField>& fields) {
    SetQuotas set{.quotas = draft.edits};
    PolicyChange keys;
    for (const QuotaField field : fields)
        addKey(field, keys);
    std::vector<Change> edits;
    if (keys != PolicyChange{})
        set.set = keys.reversed(draft.policy);
    const bool sized = isIn(fields, QuotaField::guaranteed);
    if (sized && draft.give)
        edits.emplace_back(ScaleQuotas{
            {QuotaSize{draft.edits.front(), draft.guaranteed}, *draft.give}, draft.mode});
    else if (sized)
        set.guaranteed = draft.guaranteed;
    if (set.guaranteed || keys.limit)
        set.mode = draft.mode;
    if (set.set || set.guaranteed)
        edits.emplace_back(std::move(set));
    if (isIn(fields, QuotaField::name) && draft.edits.size() == 1)
        edits.emplace_back(RenameQuota{draft.edits.front(), draft.name});
    return edits;
}

Gpu QuotaRoom::unassigned() const {
    Gpu left = whole;
    for (const Part& part : parts)
        left -= part.guaranteed;
    return left;
}

}  // namespace apportion
