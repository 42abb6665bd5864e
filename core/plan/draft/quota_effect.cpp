// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/quota_effect.h"

#include <algorithm>

namespace apportion {

namespace {

using Numbers = QuotaEffect::Numbers;

// As the row has it, and as the trial leaves it: at rest the trial begins before anything is
// decided.
Numbers numbersOf(const QuotaRow& row, const Effect& trial) {
    Numbers numbers{row.name, row.colour, row.numbers, row.numbers};
    for (const Effect::Numbers& each : trial.quotas)
        if (each.quota == row.name)
            numbers.after = each.after;
    return numbers;
}

bool isEdited(const QuotaDraft& draft, const std::string& quota) {
    return std::find(draft.edits.begin(), draft.edits.end(), quota) != draft.edits.end();
}

// Roots divide the nodes that both select.
bool isOfLevel(const View& view, const QuotaRow& row, const QuotaDraft& draft) {
    return row.parent < 0 ? draft.parent.empty() && row.policy.nodes == draft.policy.nodes
                          : view.quotas[static_cast<std::size_t>(row.parent)].name == draft.parent;
}

}  // namespace

QuotaEffect quotaEffect(const View& view, const QuotaDraft& draft, const Effect& trial) {
    QuotaEffect effect;
    Gpu guaranteedBefore = 0;
    Gpu guaranteedAfter = 0;
    for (const QuotaRow& row : view.quotas) {
        Numbers numbers = numbersOf(row, trial);
        const bool edited = isEdited(draft, row.name);
        const bool changes = numbers.before.guaranteed != numbers.after.guaranteed ||
                             numbers.before.fairShare != numbers.after.fairShare;
        if (isOfLevel(view, row, draft)) {
            guaranteedBefore += numbers.before.guaranteed;
            guaranteedAfter += numbers.after.guaranteed;
            effect.level.push_back({row.name, row.colour, {}, {}});
            effect.level.back().before.subtree = numbers.before.subtree;
            effect.level.back().after.subtree = numbers.after.subtree;
        }
        if (row.name == draft.parent) {
            effect.whole = numbers.after.guaranteed;
            Numbers own{row.name, row.colour, {}, {}};
            own.before.subtree = numbers.before.own;
            own.after.subtree = numbers.after.own;
            effect.level.insert(effect.level.begin(), std::move(own));
        }
        if (edited)
            effect.edited.push_back(std::move(numbers));
        else if (changes)
            effect.others.push_back(std::move(numbers));
    }
    if (draft.edits.empty())
        for (const Effect::Numbers& each : trial.quotas)
            if (each.quota == draft.name)
                effect.edited.push_back({each.quota, -1, each.before, each.after});
    if (draft.parent.empty())
        effect.whole = view.key.capacity;
    effect.unassignedBefore = effect.whole - guaranteedBefore;
    effect.unassignedAfter = effect.whole - guaranteedAfter;
    if (draft.edits.empty())
        effect.unassignedAfter -= draft.guaranteed;
    const Gpu left = effect.unassignedAfter - std::max<Gpu>(0, effect.unassignedBefore);
    if (draft.edits.size() != 1 || left <= 0)
        return effect;
    const QuotaRow* most = nullptr;
    for (const QuotaRow& row : view.quotas)
        if (isOfLevel(view, row, draft) && !isEdited(draft, row.name) &&
            (most == nullptr || row.numbers.pending > most->numbers.pending))
            most = &row;
    if (most != nullptr)
        effect.give.emplace(most->name, numbersOf(*most, trial).after.guaranteed + left);
    return effect;
}

}  // namespace apportion
