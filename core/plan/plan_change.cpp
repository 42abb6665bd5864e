// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_change.h"

#include <algorithm>
#include <utility>

namespace apportion {

namespace {

std::string freeName(const std::vector<ChangeSet>& sets, const std::string& name) {
    const auto taken = [&](const std::string& of) {
        return std::any_of(sets.begin(), sets.end(),
                           [&](const ChangeSet& each) { return each.name == of; });
    };
    std::string free = name;
    for (int number = 2; taken(free); ++number)
        free = name + " (" + std::to_string(number) + ")";
    return free;
}

template <typename T>
bool moveTo(std::vector<T>& list, std::size_t from, std::size_t to) {
    if (from == to || to >= list.size())
        return false;
    const auto first = list.begin() + static_cast<std::ptrdiff_t>(std::min(from, to));
    const auto last = list.begin() + static_cast<std::ptrdiff_t>(std::max(from, to)) + 1;
    from < to ? std::rotate(first, first + 1, last) : std::rotate(first, last - 1, last);
    return true;
}

bool insertSet(PlanDraft& draft, std::size_t place, ChangeSet set) {
    const auto at = static_cast<std::ptrdiff_t>(place);
    set.name = freeName(draft.plan.sets, set.name);
    draft.plan.sets.insert(draft.plan.sets.begin() + at, std::move(set));
    draft.muted.insert(draft.muted.begin() + at, false);
    return true;
}

bool changeSet(PlanDraft& draft, const PlanChange& by) {
    std::vector<ChangeSet>& sets = draft.plan.sets;
    const auto at = static_cast<std::ptrdiff_t>(by.set);
    switch (by.kind) {
        case PlanChange::Kind::duplicateSet:
            return insertSet(draft, by.set + 1, sets[by.set]);
        case PlanChange::Kind::removeSet:
            sets.erase(sets.begin() + at);
            draft.muted.erase(draft.muted.begin() + at);
            return true;
        case PlanChange::Kind::renameSet:
            if (by.name.empty() || by.name == sets[by.set].name)
                return false;
            sets[by.set].name = freeName(sets, by.name);
            return true;
        case PlanChange::Kind::moveSet:
            return moveTo(sets, by.set, by.to) && moveTo(draft.muted, by.set, by.to);
        case PlanChange::Kind::muteSet:
            draft.muted[by.set] = !draft.muted[by.set];
            return true;
        default:
            return false;
    }
}

bool changeEdits(std::vector<PlanEdit>& edits, const PlanChange& by) {
    if (by.kind == PlanChange::Kind::addEdits) {
        edits.insert(edits.end(), by.edits.begin(), by.edits.end());
        return !by.edits.empty();
    }
    if (by.edit >= edits.size())
        return false;
    switch (by.kind) {
        case PlanChange::Kind::replaceEdit:
            if (by.edits.size() != 1 || by.edits[0] == edits[by.edit])
                return false;
            edits[by.edit] = by.edits[0];
            return true;
        case PlanChange::Kind::removeEdit:
            edits.erase(edits.begin() + static_cast<std::ptrdiff_t>(by.edit));
            return true;
        case PlanChange::Kind::moveEdit:
            return moveTo(edits, by.edit, by.to);
        default:
            return false;
    }
}

}  // namespace

std::size_t PlanDraft::shownSets() const {
    return static_cast<std::size_t>(std::count(muted.begin(), muted.end(), false));
}

bool change(PlanDraft& draft, const PlanChange& by) {
    if (by.kind == PlanChange::Kind::addSet) {
        insertSet(draft, draft.plan.sets.size(), {by.name, by.taken ? by.taken->edits : by.edits});
        if (by.taken)
            draft.plan.advice.emplace_back(*by.taken).name = draft.plan.sets.back().name;
        return true;
    }
    if (by.kind == PlanChange::Kind::setFutures) {
        const bool changes = draft.plan.futures != by.futures;
        draft.plan.futures = by.futures;
        return changes;
    }
    if (by.set >= draft.plan.sets.size())
        return false;
    return by.kind < PlanChange::Kind::addEdits ? changeSet(draft, by)
                                                : changeEdits(draft.plan.sets[by.set].edits, by);
}

Plan shownPlan(const PlanDraft& draft, std::vector<std::size_t>& places) {
    Plan plan = draft.plan;
    plan.sets.clear();
    places.clear();
    for (std::size_t i = 0; i < draft.plan.sets.size(); ++i) {
        if (draft.muted[i])
            continue;
        plan.sets.push_back(draft.plan.sets[i]);
        places.push_back(i);
    }
    return plan;
}

}  // namespace apportion
