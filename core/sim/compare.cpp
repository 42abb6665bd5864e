// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/compare.h"

#include <algorithm>
#include <unordered_map>

namespace apportion {

namespace {

// Both sides by name: order of the base, then what is new in `changed`. visit(name, base, changed)
// gets null pointers for what is not there.
template <typename T, typename Visit>
void forBoth(const std::vector<std::pair<std::string, T>>& base,
             const std::vector<std::pair<std::string, T>>& changed, Visit&& visit) {
    std::unordered_map<std::string_view, const T*> others;
    for (const auto& [name, value] : changed)
        others.emplace(name, &value);
    for (const auto& [name, value] : base) {
        const auto other = others.find(name);
        if (other == others.end()) {
            visit(name, &value, static_cast<const T*>(nullptr));
            continue;
        }
        visit(name, &value, other->second);
        others.erase(other);
    }
    for (const auto& [name, value] : changed)
        if (others.count(name) > 0)
            visit(name, static_cast<const T*>(nullptr), &value);
}

// Nothing lies beyond every moment: what never ends ends later than what does.
template <typename T>
int order(const std::optional<T>& base, const std::optional<T>& changed) {
    if (base == changed)
        return 0;
    if (!base || !changed)
        return base ? 1 : -1;
    return *changed < *base ? -1 : 1;
}

std::optional<Change> changeOf(const WorkloadOutcome& base, const WorkloadOutcome& changed) {
    if (base.start.has_value() != changed.start.has_value())
        return changed.start ? Change::starts : Change::never;
    if (base.preemptions != changed.preemptions)
        return changed.preemptions > base.preemptions ? Change::evicted : Change::spared;
    for (const int sign :
         {order(base.start, changed.start), order(base.end, changed.end),
          order<Duration>(base.waited, changed.waited), order(base.position, changed.position)})
        if (sign != 0)
            return sign < 0 ? Change::earlier : Change::later;
    if (changed.state == WorkloadState::rejected && base.state != changed.state)
        return Change::never;
    if (base.state == WorkloadState::rejected && base.state != changed.state)
        return Change::starts;
    if (base.placements != changed.placements || base.state != changed.state)
        return Change::moved;
    return {};
}

std::optional<WorkloadDifference> difference(const std::string& name, const WorkloadOutcome* base,
                                             const WorkloadOutcome* changed) {
    std::optional<Change> change = !base      ? Change::added
                                   : !changed ? Change::removed
                                              : changeOf(*base, *changed);
    if (!change)
        return {};
    WorkloadDifference difference;
    difference.name = name;
    difference.change = *change;
    if (base) {
        difference.start.base = base->start;
        difference.waited.base = base->waited;
        difference.preemptions.base = base->preemptions;
        difference.reason.base = base->reason;
    }
    if (changed) {
        difference.start.changed = changed->start;
        difference.waited.changed = changed->waited;
        difference.preemptions.changed = changed->preemptions;
        difference.reason.changed = changed->reason;
    }
    return difference;
}

}  // namespace

Comparison compare(const Outcome& base, const Outcome& changed) {
    Comparison comparison;
    comparison.summary = {base.summary, changed.summary};
    comparison.same = base.time == changed.time && base.summary == changed.summary;
    forBoth(base.quotas, changed.quotas,
            [&](const std::string& name, const QuotaNumbers* before, const QuotaNumbers* after) {
                QuotaDifference& entry = comparison.quotas.emplace_back();
                entry.name = name;
                if (before)
                    entry.base = *before;
                if (after)
                    entry.changed = *after;
                if (entry.base != entry.changed)
                    comparison.same = false;
            });
    forBoth(
        base.workloads, changed.workloads,
        [&](const std::string& name, const WorkloadOutcome* before, const WorkloadOutcome* after) {
            if (auto entry = difference(name, before, after)) {
                comparison.workloads.push_back(std::move(*entry));
                comparison.same = false;
            }
        });
    return comparison;
}

}  // namespace apportion
