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

// Somebody or a rule ended it before its work was done.
bool isStopped(const WorkloadOutcome& outcome) {
    return outcome.state == WorkloadState::cancelled || outcome.state == WorkloadState::rejected;
}

bool neverFits(const WorkloadOutcome& outcome) {
    return outcome.reason && (outcome.reason->code == ReasonCode::neverFits ||
                              outcome.reason->code == ReasonCode::gpuType);
}

// Whether what holds it up is another thing; other numbers of the same are none.
bool waitsForOther(const WorkloadOutcome& base, const WorkloadOutcome& changed) {
    return base.reason && changed.reason && base.reason->code != changed.reason->code;
}

// Whether it came earlier or later. Of a workload that was evicted, `start` is that of its last
// run, and says only when it was moved; how long it waited says it. Where it still waits on both
// sides, that counts up to where each clock stopped.
int orderOf(const WorkloadOutcome& base, const WorkloadOutcome& changed, bool sameClock) {
    const bool waits = base.state == WorkloadState::pending && changed.state == base.state;
    // Who waited as long and started at another moment was moved at another moment.
    const int start = base.preemptions > 0 || base.waited == changed.waited
                          ? 0
                          : order(base.start, changed.start);
    const int waited = waits && !sameClock ? 0 : order<Duration>(base.waited, changed.waited);
    for (const int sign : {start, order(base.end, changed.end), waited})
        if (sign != 0)
            return sign;
    return 0;
}

std::optional<Change> changeOf(const WorkloadOutcome& base, const WorkloadOutcome& changed,
                               bool sameClock) {
    if (base.start.has_value() != changed.start.has_value())
        return changed.start ? Change::starts : Change::never;
    if (isStopped(changed) && !isStopped(base))
        return Change::never;
    if (base.preemptions != changed.preemptions)
        return changed.preemptions > base.preemptions ? Change::evicted : Change::spared;
    if (isStopped(base) && !isStopped(changed))
        return Change::spared;
    // What starts on neither side comes neither earlier nor later.
    if (base.start)
        if (const int sign = orderOf(base, changed, sameClock); sign != 0)
            return sign < 0 ? Change::earlier : Change::later;
    if (neverFits(changed) && !neverFits(base) && changed.state == base.state)
        return Change::never;
    if (base.placements != changed.placements || base.state != changed.state ||
        base.start != changed.start || base.position != changed.position ||
        waitsForOther(base, changed))
        return Change::moved;
    return {};
}

std::optional<Message> reasonOf(const WorkloadOutcome& outcome) {
    if (outcome.reason)
        return outcome.reason->message;
    if (outcome.state == WorkloadState::cancelled && outcome.end)
        return Message{"compare-cancelled", {{"at", Value::ofSeconds(*outcome.end)}}};
    return {};
}

std::optional<WorkloadDifference> difference(const std::string& name, const WorkloadOutcome* base,
                                             const WorkloadOutcome* changed, bool sameClock) {
    std::optional<Change> change = !base      ? Change::added
                                   : !changed ? Change::removed
                                              : changeOf(*base, *changed, sameClock);
    if (!change)
        return {};
    WorkloadDifference difference;
    difference.name = name;
    difference.change = *change;
    if (base) {
        difference.start.base = base->start;
        difference.end.base = base->end;
        difference.waited.base = base->waited;
        difference.preemptions.base = base->preemptions;
        difference.reason.base = reasonOf(*base);
    }
    if (changed) {
        difference.start.changed = changed->start;
        difference.end.changed = changed->end;
        difference.waited.changed = changed->waited;
        difference.preemptions.changed = changed->preemptions;
        difference.reason.changed = reasonOf(*changed);
    }
    return difference;
}

// Of every workload the last eviction that counts as one, and how often it was moved.
struct WhatTook {
    const Eviction* evicted = nullptr;
    const Eviction* moved = nullptr;
    int moves = 0;
};

std::unordered_map<std::string_view, WhatTook> takenOf(const Outcome& outcome) {
    std::unordered_map<std::string_view, WhatTook> taken;
    for (const Eviction& eviction : outcome.evictions) {
        WhatTook& of = taken[eviction.victim];
        if (eviction.rule != EvictionRule::consolidation) {
            of.evicted = &eviction;
            continue;
        }
        of.moved = &eviction;
        ++of.moves;
    }
    return taken;
}

// Where a side evicts or moves a workload more often and it does not wait there: why.
void explainEvictions(const Outcome& base, const Outcome& changed,
                      std::vector<WorkloadDifference>& workloads) {
    const auto before = takenOf(base), after = takenOf(changed);
    const auto find = [](const auto& taken, const std::string& name) {
        const auto found = taken.find(name);
        return found == taken.end() ? WhatTook{} : found->second;
    };
    const auto explain = [](const Eviction* eviction, bool more, std::optional<Message>& reason) {
        if (reason || !more || !eviction)
            return;
        reason = eviction->why;
        if (reason->code.empty())  // read back from a document, which has the sentence alone
            reason->code = ruleText(eviction->rule);
    };
    for (WorkloadDifference& workload : workloads) {
        const int less = workload.preemptions.base.value_or(0);
        const int more = workload.preemptions.changed.value_or(0);
        const WhatTook here = find(before, workload.name), there = find(after, workload.name);
        explain(here.evicted, less > more, workload.reason.base);
        explain(there.evicted, more > less, workload.reason.changed);
        explain(here.moved, here.moves > there.moves, workload.reason.base);
        explain(there.moved, there.moves > here.moves, workload.reason.changed);
    }
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
            if (auto entry = difference(name, before, after, base.time == changed.time)) {
                comparison.workloads.push_back(std::move(*entry));
                comparison.same = false;
            }
        });
    explainEvictions(base, changed, comparison.workloads);
    return comparison;
}

}  // namespace apportion
