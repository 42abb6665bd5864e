// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/compare.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "core/sim/int128.h"
#include "core/sim/otherwise.h"

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

// Nothing lies beyond every moment.
template <typename T>
int order(const std::optional<T>& base, const std::optional<T>& changed) {
    if (base == changed)
        return 0;
    if (!base || !changed)
        return base ? 1 : -1;
    return *changed < *base ? -1 : 1;
}

// Of every workload the last eviction that counts as one, how often it was moved, and how often it
// gave up replicas.
struct WhatTook {
    const Eviction* evicted = nullptr;
    const Eviction* moved = nullptr;
    const Eviction* shrunk = nullptr;
    int moves = 0;
    int shrinks = 0;
    GpuTime lost = 0;
};

bool onlyMoved(const WhatTook& took) {
    return !took.evicted && !took.shrunk;
}

class TakenOf {
public:
    // The outcome must outlive it.
    explicit TakenOf(const Outcome& outcome) {
        for (const Eviction& eviction : outcome.evictions) {
            WhatTook& of = victims_[eviction.victim];
            of.lost = saturated(static_cast<Int128>(of.lost) + eviction.lost);
            if (eviction.rule == EvictionRule::consolidation) {
                of.moved = &eviction;
                ++of.moves;
                ++moves_;
            } else if (eviction.rule == EvictionRule::elastic) {
                of.shrunk = &eviction;
                ++of.shrinks;
            } else {
                of.evicted = &eviction;
            }
        }
    }
    WhatTook of(const std::string& victim) const {
        const auto found = victims_.find(victim);
        return found == victims_.end() ? WhatTook{} : found->second;
    }

    std::int64_t moves() const { return moves_; }

private:
    std::unordered_map<std::string_view, WhatTook> victims_;
    std::int64_t moves_ = 0;
};

struct Sides {
    const WorkloadOutcome& base;
    const WorkloadOutcome& changed;
    Pair<Instant> clocks;  // where each run stopped
    Pair<Instant> known;   // until when each tells what happened
    bool moved = false;    // in one of them, so that `start` may be that of the move
    bool shrunk = false;   // more often in one of them
};

// It ended, began or came then. What waits has done so since its submission where nothing was taken
// from it.
bool happenedAt(const WorkloadOutcome& workload, Instant at) {
    return workload.end == at || workload.start == at ||
           (workload.state == WorkloadState::pending && workload.waited == 0);
}

// What still runs when nothing more is to come has no end at all. Of a document it is taken for
// that where its clock stops at something that happens, as a clock does that nobody stops.
Instant knownUntil(const Outcome& outcome) {
    if (outcome.cutOff)
        return *outcome.cutOff ? outcome.time : std::numeric_limits<Instant>::max();
    const Instant at = outcome.time;
    const auto any = [](const auto& all, auto&& happened) {
        return std::any_of(all.begin(), all.end(), happened);
    };
    const bool ranOut =
        any(outcome.workloads, [&](const auto& each) { return happenedAt(each.second, at); }) ||
        any(outcome.events, [&](const EventOutcome& each) { return each.at == at; }) ||
        any(outcome.evictions, [&](const Eviction& each) { return each.at == at; });
    return ranOut ? std::numeric_limits<Instant>::max() : at;
}

// Somebody or a rule ended it before its work was done.
bool isStopped(const WorkloadOutcome& outcome) {
    return outcome.state == WorkloadState::cancelled || outcome.state == WorkloadState::rejected;
}

bool neverStarts(const WorkloadOutcome& outcome) {
    return outcome.reason && neverStarts(outcome.reason->code);
}

// Its run was lost and it never runs again: of a run that somebody stopped nobody knows that.
bool waitsForEver(const WorkloadOutcome& outcome, Instant known) {
    return outcome.state == WorkloadState::pending && outcome.start &&
           known == std::numeric_limits<Instant>::max();
}

// Whether what holds it up is another thing; other numbers of the same are none.
bool waitsForOther(const WorkloadOutcome& base, const WorkloadOutcome& changed) {
    return base.reason && changed.reason && base.reason->code != changed.reason->code;
}

// A sign as `order` gives it. What still waits on both sides counts up to where each clock stopped:
// since when it would have waited in one piece tells the two apart, whatever the clocks say.
int orderOfWaits(const Sides& sides) {
    const bool waits =
        sides.base.state == WorkloadState::pending && sides.changed.state == WorkloadState::pending;
    return order<Duration>(sides.base.waited - (waits ? sides.clocks.base : 0),
                           sides.changed.waited - (waits ? sides.clocks.changed : 0));
}

// What runs where one run stopped ends later than what had ended by then; of what ends beyond that
// moment nobody knows.
int orderOfEnds(const Sides& sides) {
    const auto& base = sides.base.end;
    const auto& changed = sides.changed.end;
    const bool unknown = (base && !changed && *base > sides.known.changed) ||
                         (changed && !base && *changed > sides.known.base);
    return unknown ? 0 : order(base, changed);
}

// One run stopped before the other came to the end of the work: till then all is alike.
bool isCutOff(const Sides& sides) {
    const auto& [base, changed, clocks, known, moved, shrunk] = sides;
    const auto cut = [](const WorkloadOutcome& ended, const WorkloadOutcome& runs, Instant until) {
        return ended.state == WorkloadState::finished && runs.state == WorkloadState::running &&
               *ended.end > until && !runs.stopping;
    };
    return base.start == changed.start &&
           (cut(base, changed, known.changed) || cut(changed, base, known.base));
}

// Of a workload that was evicted, `start` is that of its last run, and says only when it was moved.
int orderOfRuns(const Sides& sides) {
    const auto& [base, changed, clocks, known, moved, shrunk] = sides;
    // What starts on neither side and is stopped in another way has no end to compare.
    if (!base.start && base.state != changed.state)
        return 0;
    // What was moved, waited as long and started at another moment was moved at another moment.
    const bool started = base.preemptions == 0 && !(moved && base.waited == changed.waited);
    const int start = started ? order(base.start, changed.start) : 0;
    return start != 0 ? start : orderOfEnds(sides);
}

// What to call that. Beside numbers that say the contrary, as one of the runs ends later, it is not
// the wait that tells them apart: only work that never ran tells what does then.
WaitChange waitChangeOf(const Sides& sides) {
    const auto& [base, changed, clocks, known, moved, shrunk] = sides;
    const int sign = orderOfWaits(sides);
    if (sign == 0)
        return WaitChange::none;
    if (sign == order<Duration>(base.waited, changed.waited))
        return sign < 0 ? WaitChange::less : WaitChange::longer;
    if (base.start || base.preemptions > 0)
        return WaitChange::none;
    return sign < 0 ? WaitChange::submittedLater : WaitChange::submittedEarlier;
}

struct Difference {
    WorkloadChange change = WorkloadChange::moved;
    WaitChange waitAlone = WaitChange::none;
};

std::optional<Difference> differenceOf(const Sides& sides) {
    const auto& [base, changed, clocks, known, moved, shrunk] = sides;
    if (base.start.has_value() != changed.start.has_value())
        return Difference{changed.start ? WorkloadChange::starts : WorkloadChange::never};
    if (isStopped(changed) && !isStopped(base))
        return Difference{WorkloadChange::never};
    if (base.preemptions != changed.preemptions)
        return Difference{changed.preemptions > base.preemptions ? WorkloadChange::evicted
                                                                 : WorkloadChange::spared};
    if (isStopped(base) && !isStopped(changed))
        return Difference{WorkloadChange::spared};
    if (base.state == WorkloadState::finished && waitsForEver(changed, known.changed))
        return Difference{WorkloadChange::never};
    if (changed.state == WorkloadState::finished && waitsForEver(base, known.base))
        return Difference{WorkloadChange::spared};
    if (const int sign = orderOfRuns(sides); sign != 0)
        return Difference{sign < 0 ? WorkloadChange::earlier : WorkloadChange::later};
    const int wait = orderOfWaits(sides);
    const WaitChange waitAlone = waitChangeOf(sides);
    // How long it waited between its runs is all that says how what was evicted fared.
    if (waitAlone != WaitChange::none && base.start && base.preemptions > 0)
        return Difference{wait < 0 ? WorkloadChange::earlier : WorkloadChange::later, waitAlone};
    if (neverStarts(changed) && !neverStarts(base) && changed.state == base.state)
        return Difference{WorkloadChange::never};
    // Evicted as often, it waited as long and ran for the last time at another moment.
    if (base.start != changed.start && !moved)
        return Difference{*changed.start < *base.start ? WorkloadChange::earlier
                                                       : WorkloadChange::later};
    if (isCutOff(sides) && wait == 0 && !shrunk)
        return {};
    if (shrunk || base.placements != changed.placements || base.state != changed.state ||
        base.start != changed.start || base.position != changed.position ||
        base.stopping != changed.stopping || waitsForOther(base, changed))
        return Difference{WorkloadChange::moved};
    if (wait != 0)
        return Difference{WorkloadChange::moved, waitAlone};
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
                                             const WorkloadOutcome* changed,
                                             const Pair<Instant>& clocks,
                                             const Pair<Instant>& known, const WhatTook& here,
                                             const WhatTook& there) {
    const bool moved = here.moves > 0 || there.moves > 0;
    const bool shrunk = here.shrinks != there.shrinks;
    std::optional<Difference> found =
        !base      ? Difference{WorkloadChange::added}
        : !changed ? Difference{WorkloadChange::removed}
                   : differenceOf({*base, *changed, clocks, known, moved, shrunk});
    if (here.lost != there.lost && !found)
        found = Difference{WorkloadChange::moved};
    if (!found)
        return {};
    WorkloadDifference difference;
    difference.name = name;
    difference.change = found->change;
    difference.waitAlone = found->waitAlone;
    difference.lost = {here.lost, there.lost};
    if (base && changed)
        difference.otherwise = otherwiseOf(*base, *changed, clocks,
                                           {difference.lost, onlyMoved(here) && onlyMoved(there)});
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

// Where a side evicts or moves a workload, or takes replicas of it, more often and it does not wait
// there: why.
void explainEvictions(const TakenOf& before, const TakenOf& after,
                      std::vector<WorkloadDifference>& workloads) {
    const auto explain = [](const Eviction* eviction, bool more, std::optional<Message>& reason) {
        if (reason || !more || !eviction)
            return;
        reason = eviction->why;
        if (reason->code.empty())  // read back from a document, which has the sentence alone
            reason->code = ruleText(eviction->rule);
    };
    const auto explainShrinks = [&](const WhatTook& took, bool more,
                                    std::optional<Message>& reason) {
        if (reason || !more || took.shrinks < 2 || took.shrunk->preemptor.empty())
            return explain(took.shrunk, more, reason);
        reason = Message{"evicted-elastic.often",
                         {{"victim", Value::ofText(took.shrunk->victim)},
                          {"count", Value::ofCount(took.shrinks)},
                          {"taker", Value::ofText(took.shrunk->preemptor)}}};
    };
    // That it waits says neither that it ran nor what ended that.
    const auto tellWhen = [](const Eviction* eviction, WorkloadDifference& workload) {
        if (workload.change != WorkloadChange::evicted || !workload.reason.changed || !eviction)
            return;
        workload.otherwise.push_back({"compare-evicted", {{"at", Value::ofSeconds(eviction->at)}}});
        Message& why = workload.otherwise.emplace_back(eviction->why);
        if (why.code.empty())
            why.code = ruleText(eviction->rule);
    };
    for (WorkloadDifference& workload : workloads) {
        const int less = workload.preemptions.base.value_or(0);
        const int more = workload.preemptions.changed.value_or(0);
        const WhatTook here = before.of(workload.name), there = after.of(workload.name);
        tellWhen(there.evicted, workload);
        explain(here.evicted, less > more, workload.reason.base);
        explain(there.evicted, more > less, workload.reason.changed);
        explain(here.moved, here.moves > there.moves, workload.reason.base);
        explain(there.moved, there.moves > here.moves, workload.reason.changed);
        explainShrinks(here, here.shrinks > there.shrinks, workload.reason.base);
        explainShrinks(there, there.shrinks > here.shrinks, workload.reason.changed);
        if (workload.change == WorkloadChange::moved && !workload.reason.base &&
            !workload.reason.changed && !workload.otherwise.empty())
            workload.reason.changed = workload.otherwise.front();
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
    const TakenOf takenBefore(base), takenAfter(changed);
    comparison.moves = {takenBefore.moves(), takenAfter.moves()};
    const Pair<Instant> known{knownUntil(base), knownUntil(changed)};
    forBoth(
        base.workloads, changed.workloads,
        [&](const std::string& name, const WorkloadOutcome* before, const WorkloadOutcome* after) {
            if (auto entry = difference(name, before, after, {base.time, changed.time}, known,
                                        takenBefore.of(name), takenAfter.of(name))) {
                comparison.workloads.push_back(std::move(*entry));
                comparison.same = false;
            }
        });
    explainEvictions(takenBefore, takenAfter, comparison.workloads);
    return comparison;
}

}  // namespace apportion
