// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/effect.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "core/change/entry_inputs.h"
#include "core/engine/engine.h"
#include "core/model/message_moments.h"
#include "core/plan/draft/estimate.h"
#include "core/plan/draft/grace_end.h"
#include "core/sim/eviction_message.h"
#include "core/store/project_values.h"
#include "core/view/explain/replicas_before.h"
#include "core/view/snapshot.h"

namespace apportion {

namespace {

// Far enough to see who comes later, and soon answered.
constexpr int kStepsAhead = 400;
// Less is the order of things that happen together.
constexpr Duration kShift = kSecond;

using Names = std::set<std::string>;

Names startedIn(const Engine& engine, const Decisions& made) {
    Names names;
    for (const auto* list : {&made.started, &made.booked})
        for (const WorkloadId id : *list)
            names.insert(engine.workload(id).name);
    return names;
}

std::vector<std::string> bookedAmong(const std::vector<std::string>& started, const Engine& engine,
                                     const Decisions& made) {
    Names booked;
    for (const WorkloadId id : made.booked)
        booked.insert(engine.workload(id).name);
    std::vector<std::string> names;
    std::copy_if(started.begin(), started.end(), std::back_inserter(names),
                 [&](const std::string& name) { return booked.contains(name); });
    return names;
}

// Who is moved, or who is evicted.
Names takenIn(const Engine& engine, const Decisions& made, bool moved) {
    Names names;
    for (const Taken& each : made.taken)
        if ((each.rule == EvictionRule::consolidation) == moved)
            names.insert(engine.workload(each.victim).name);
    return names;
}

Names rejectedIn(const Engine& engine, const Decisions& made) {
    Names names;
    for (const Ended& each : made.ended)
        if (engine.state(each.workload) == WorkloadState::rejected)
            names.insert(engine.workload(each.workload).name);
    return names;
}

std::vector<Effect::Numbers> numbersBetween(const Engine& plain, const Engine& changed) {
    std::vector<Effect::Numbers> all;
    for (QuotaId id = 0; id < changed.quotaCount(); ++id) {
        const std::string& name = changed.quota(id).name;
        const auto old = plain.findQuota(name);
        Effect::Numbers each{name, old ? plain.numbers(*old) : QuotaNumbers{}, changed.numbers(id)};
        if (each.before != each.after)
            all.push_back(std::move(each));
    }
    return all;
}

std::vector<std::string> without(const Names& names, const Names& others) {
    std::vector<std::string> rest;
    std::set_difference(names.begin(), names.end(), others.begin(), others.end(),
                        std::back_inserter(rest));
    return rest;
}

Effect::Submitted fateOf(const Engine& engine, const Decisions& made, WorkloadId id) {
    using Fate = Effect::Submitted::Fate;
    Effect::Submitted work;
    work.workload = engine.workload(id).name;
    work.quota = engine.quota(engine.quotaOf(id)).name;
    const WorkloadState state = engine.state(id);
    const bool booked = std::find(made.booked.begin(), made.booked.end(), id) != made.booked.end();
    work.fate = state == WorkloadState::running    ? Fate::starts
                : state == WorkloadState::rejected ? Fate::rejected
                : booked                           ? Fate::startsAfterGrace
                                                   : Fate::waits;
    for (const DeviceSeat& seat : engine.seats(id))
        if (const std::string& node = engine.nodes()[seat.node].name;
            std::find(work.nodes.begin(), work.nodes.end(), node) == work.nodes.end())
            work.nodes.push_back(node);
    if (work.fate == Fate::waits || work.fate == Fate::rejected)
        work.reason = engine.reason(id);
    if (work.fate == Fate::waits)
        work.position = engine.status(id).position;
    return work;
}

std::vector<Effect::Shift> shiftsBetween(const Engine& plain, const Engine& changed, Instant at) {
    std::vector<Effect::Shift> shifts;
    const Estimates before = estimateStarts(plain, at, kStepsAhead, {}, Naming::all);
    const Estimates after = estimateStarts(changed, at, kStepsAhead, {}, Naming::all);
    for (const StartEstimate& then : before.waiting)
        if (const StartEstimate* now = after.of(then.workload);
            now != nullptr && then.start && now->start &&
            std::max(*now->start, *then.start) - std::min(*now->start, *then.start) >= kShift)
            shifts.push_back({then.workload, then.quota, *now->start - *then.start});
    return shifts;
}

// Replicas of one go one by one, and perhaps the rest of it at last.
void add(Effect::Hit hit, std::vector<Effect::Hit>& hits) {
    const auto found = std::find_if(hits.begin(), hits.end(), [&](const Effect::Hit& each) {
        return each.workload == hit.workload;
    });
    if (found == hits.end()) {
        hits.push_back(std::move(hit));
        return;
    }
    hit.gpu += found->gpu;
    hit.lost += found->lost;
    hit.replicas = hit.replicas > 0 && found->replicas > 0 ? hit.replicas + found->replicas : 0;
    *found = std::move(hit);
}

// The pool as it is and with the change, each after its next instant; without shifts.
Effect compared(const Engine& plain, const Decisions& anyway, const Engine& changed,
                const ReplicasBefore& ran, const Decisions& made, Instant at,
                const std::vector<WorkloadId>& submitted) {
    Effect trial;
    std::map<std::uint64_t, GpuTime> lost;  // beyond what the instant itself cost
    if (const auto until = graceEndOf(changed, made.taken, at)) {
        Engine ahead = changed;
        lost = runTo(ahead, *until);
    }
    const Names movedAnyway = takenIn(plain, anyway, true);
    const Names evictedAnyway = takenIn(plain, anyway, false);
    for (const Taken& each : made.taken) {
        const std::string name = changed.workload(each.victim).name;
        const bool moves = each.rule == EvictionRule::consolidation;
        if ((moves ? movedAnyway : evictedAnyway).contains(name))
            continue;
        if (moves)
            trial.moved.push_back(name);
        else
            add({name, changed.quota(changed.quotaOf(each.victim)).name, each.gpu,
                 each.lost + lost[each.serial], each.rule == EvictionRule::elastic ? 1 : 0,
                 ran.of(each.victim), evictionRecord(changed, each, at).why},
                trial.evicted);
    }
    const Names startedAnyway = startedIn(plain, anyway);
    Names started = startedIn(changed, made);
    trial.neverAgain = neverAgainBetween(plain, changed, made);
    trial.quotas = numbersBetween(plain, changed);
    trial.rejected = without(rejectedIn(changed, made), rejectedIn(plain, anyway));
    trial.waitsOn = without(startedAnyway, started);
    std::erase_if(trial.waitsOn, [&](const std::string& name) {  // what the change ends
        const auto id = changed.findWorkload(name);
        return !id || changed.state(*id) != WorkloadState::pending;
    });
    for (const WorkloadId id : submitted) {
        trial.submitted.push_back(fateOf(changed, made, id));
        started.erase(changed.workload(id).name);
    }
    trial.started = without(started, startedAnyway);
    trial.booked = bookedAmong(trial.started, changed, made);
    trial.grace = changed.settings().gracePeriod;
    trial.capacityBefore = plain.capacity();
    trial.capacityAfter = changed.capacity();
    trial.before = nodeMapOf(plain, {}).room;
    trial.after = nodeMapOf(changed, {}).room;
    return trial;
}

// Takes the delays of reclaims out of events, and gives the longest.
Duration undelayed(std::vector<EventAction>& events) {
    Duration longest = 0;
    const auto take = [&](Duration& after) {
        longest = std::max(longest, std::exchange(after, 0));
    };
    for (EventAction& event : events) {
        if (auto* scale = std::get_if<ScaleEvent>(&event))
            take(scale->after);
        if (auto* policy = std::get_if<PolicyEvent>(&event))
            take(policy->after);
    }
    return longest;
}

Workload comingAt(Instant at, const Workload& asked) {
    Workload spec(asked);
    spec.submit = at;
    spec.running.reset();
    return spec;
}

}  // namespace

GpuTime Effect::lost() const {
    return std::accumulate(evicted.begin(), evicted.end(), GpuTime{0},
                           [](GpuTime sum, const Hit& hit) { return sum + hit.lost; });
}

std::vector<std::string> startedNow(const Effect& effect) {
    std::vector<std::string> names = effect.started;
    std::erase_if(names, [&](const std::string& name) {
        return std::find(effect.booked.begin(), effect.booked.end(), name) != effect.booked.end();
    });
    return names;
}

bool allRefused(const std::vector<Problems>& refusals) {
    return !refusals.empty() && std::none_of(refusals.begin(), refusals.end(),
                                             [](const Problems& each) { return each.empty(); });
}

void shiftTimes(Effect& trial, Duration by) {
    for (Effect::Hit& hit : trial.evicted)
        shiftMoments(hit.why, by);
    for (Effect::Submitted& each : trial.submitted)
        if (each.reason)
            shiftMoments(each.reason->message, by);
}

TrialInputs trialInputsOf(const JournalEntry& entry) {
    TrialInputs inputs;
    inputs.events = inputsOf(entry).events;
    for (const Fact& fact : entry.facts) {
        if (fact.kind == ObjectKind::workload && fact.before.empty()) {
            if (auto work = store::workloadFrom(fact.after))
                inputs.submitted.push_back(engineSpec(*work));
        }
    }
    return inputs;
}

TrialInputs trialInputsOf(std::span<const JournalEntry> entries) {
    TrialInputs all;
    for (const JournalEntry& entry : entries) {
        TrialInputs each = trialInputsOf(entry);
        std::move(each.events.begin(), each.events.end(), std::back_inserter(all.events));
        std::move(each.submitted.begin(), each.submitted.end(), std::back_inserter(all.submitted));
    }
    return all;
}

Effect effectOf(const Engine& engine, Instant at, const TrialInputs& inputs) {
    Effect trial;
    Engine plain = engine;
    Engine changed = engine;
    plain.keepRunnerUp(false);
    changed.keepRunnerUp(false);
    std::vector<EventAction> events = inputs.events;
    const Duration delay = undelayed(events);
    std::vector<Input> told(events.begin(), events.end());
    std::vector<WorkloadId> submitted;
    for (const Workload& each : inputs.submitted) {
        submitted.push_back(changed.add(comingAt(at, each)));
        told.emplace_back(Submit{submitted.back()});
    }
    const Decisions anyway = plain.step(at, {});
    const Decisions made = changed.step(at, told);
    for (const auto& refusal : made.events)
        if (refusal) {
            trial.refusal.push_back(Problem{});
            trial.refusal.back().message = *refusal;
            return trial;
        }
    trial = compared(plain, anyway, changed, ReplicasBefore(engine), made, at, submitted);
    if (submitted.empty())
        trial.shifted = shiftsBetween(plain, changed, at);
    trial.delay = delay;
    return trial;
}

Effect effectBetween(const Project& before, const Project& after, Moment now) {
    Engine plain = engineOf(before, now);
    Engine changed = engineOf(after, now);
    expectStated(plain, before, plain.now());
    expectStated(changed, after, changed.now());
    plain.keepRunnerUp(false);
    changed.keepRunnerUp(false);
    const ReplicasBefore ran(changed);
    const Decisions anyway = plain.step(plain.now(), {});
    const Decisions made = changed.step(changed.now(), {});
    Effect trial = compared(plain, anyway, changed, ran, made, changed.now(), {});
    trial.shifted = shiftsBetween(plain, changed, changed.now());
    return trial;
}

Effect effectOfInstant(const Engine& before, const Engine& after, const Decisions& made) {
    return compared(before, {}, after, ReplicasBefore(before), made, after.now(), {});
}

}  // namespace apportion
