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

// Neither side starts it: how long it waited says only when the clock stopped.
std::optional<Change> changeOfWaiting(const WorkloadOutcome& base, const WorkloadOutcome& changed) {
    const bool waits = base.state == WorkloadState::pending;
    const bool stillWaits = changed.state == WorkloadState::pending;
    if (waits != stillWaits)
        return stillWaits ? Change::starts : Change::never;
    if (const int sign = order(base.position, changed.position); sign != 0)
        return sign < 0 ? Change::earlier : Change::later;
    return {};
}

// Whether it came earlier or later. Of a workload that was evicted, `start` is that of its last
// run, and says only when it was moved; how long it waited says it. Where it still waits on both
// sides, that counts up to where each clock stopped.
int orderOf(const WorkloadOutcome& base, const WorkloadOutcome& changed, bool sameClock) {
    const bool waits = base.state == WorkloadState::pending && changed.state == base.state;
    const int start = base.preemptions > 0 ? 0 : order(base.start, changed.start);
    const int waited = waits && !sameClock ? 0 : order<Duration>(base.waited, changed.waited);
    for (const int sign :
         {start, order(base.end, changed.end), waited, order(base.position, changed.position)})
        if (sign != 0)
            return sign;
    return 0;
}

std::optional<Change> changeOf(const WorkloadOutcome& base, const WorkloadOutcome& changed,
                               bool sameClock) {
    if (!base.start && !changed.start && base.preemptions == changed.preemptions)
        return changeOfWaiting(base, changed);
    if (base.start.has_value() != changed.start.has_value())
        return changed.start ? Change::starts : Change::never;
    if (base.preemptions != changed.preemptions)
        return changed.preemptions > base.preemptions ? Change::evicted : Change::spared;
    if (const int sign = orderOf(base, changed, sameClock); sign != 0)
        return sign < 0 ? Change::earlier : Change::later;
    if (changed.state == WorkloadState::rejected && base.state != changed.state)
        return Change::never;
    if (base.state == WorkloadState::rejected && base.state != changed.state)
        return Change::starts;
    if (base.placements != changed.placements || base.state != changed.state ||
        base.start != changed.start)
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
        difference.waited.base = base->waited;
        difference.preemptions.base = base->preemptions;
        difference.reason.base = reasonOf(*base);
    }
    if (changed) {
        difference.start.changed = changed->start;
        difference.waited.changed = changed->waited;
        difference.preemptions.changed = changed->preemptions;
        difference.reason.changed = reasonOf(*changed);
    }
    return difference;
}

// The last eviction of every workload that was evicted.
std::unordered_map<std::string_view, const Eviction*> lastEvictions(const Outcome& outcome) {
    std::unordered_map<std::string_view, const Eviction*> last;
    for (const Eviction& eviction : outcome.evictions)
        last[eviction.victim] = &eviction;
    return last;
}

// Where a side evicts a workload more often and it does not wait there: why it was evicted.
void explainEvictions(const Outcome& base, const Outcome& changed,
                      std::vector<WorkloadDifference>& workloads) {
    const auto before = lastEvictions(base), after = lastEvictions(changed);
    const auto explain = [](const auto& evictions, const std::string& name, int count, int other,
                            std::optional<Message>& reason) {
        const auto found = evictions.find(name);
        if (reason || count <= other || found == evictions.end())
            return;
        reason = found->second->why;
        if (reason->code.empty())  // read back from a document, which has the sentence alone
            reason->code = ruleText(found->second->rule);
    };
    for (WorkloadDifference& workload : workloads) {
        const int less = workload.preemptions.base.value_or(0);
        const int more = workload.preemptions.changed.value_or(0);
        explain(before, workload.name, less, more, workload.reason.base);
        explain(after, workload.name, more, less, workload.reason.changed);
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
