// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/effect.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

#include "core/change/entry_inputs.h"
#include "core/engine/engine.h"
#include "core/model/message_moments.h"
#include "core/model/runner_up.h"
#include "core/plan/draft/estimate.h"
#include "core/plan/draft/scale_visible.h"
#include "core/plan/fork_run.h"
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

// A run that is taken.
struct Gone {
    Eviction record;  // of replicas that go one by one the first, with what each cost
    WorkloadId id = kNobody;
    Instant stops = 0;
    int replicas = 0;  // that go one by one; 0 = the whole run
    bool moves() const { return record.rule == EvictionRule::consolidation; }
};

Instant stopOf(const ForkRun::TakenRun& run, const Engine& engine) {
    return run.record.at + (run.taken.stopping ? engine.settings().gracePeriod : 0);
}

// Up to a moment, in the order of decision.
std::vector<Gone> goneIn(const ForkRun& fork, Instant until) {
    std::vector<Gone> all;
    std::map<std::pair<WorkloadId, bool>, std::size_t> places;
    for (const ForkRun::TakenRun& each : fork.taken()) {
        if (each.record.at > until)
            break;
        const int replicas = each.taken.rule == EvictionRule::elastic ? 1 : 0;
        Gone gone{each.record, each.taken.victim, stopOf(each, fork.engine()), replicas};
        const auto [place, isFirst] =
            places.try_emplace(std::pair(gone.id, gone.moves()), all.size());
        if (isFirst) {
            all.push_back(std::move(gone));
            continue;
        }
        Gone& known = all[place->second];
        const bool isRest = known.replicas > 0 && replicas == 0;
        const Gpu gpu = known.replicas > 0 || replicas > 0 ? known.record.gpu + each.record.gpu
                                                           : known.record.gpu;
        const GpuTime lost = known.record.lost + each.record.lost;
        known.replicas = known.replicas > 0 && replicas > 0 ? known.replicas + 1 : 0;
        known.stops = gone.stops;
        if (isRest)
            known.record = std::move(gone.record);
        known.record.gpu = gpu;
        known.record.lost = lost;
    }
    return all;
}

Names namesOf(const std::vector<Gone>& all, bool moved) {
    Names names;
    for (const Gone& each : all)
        if (each.moves() == moved)
            names.insert(each.record.victim);
    return names;
}

Names startedIn(const ForkRun& fork, Instant until) {
    Names names;
    for (const auto& [id, began] : fork.began())
        if (began.at <= until)
            names.insert(fork.engine().workload(id).name);
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

std::vector<std::string> withoutThese(std::vector<std::string> names,
                                      const std::vector<std::string>& others) {
    const std::set<std::string_view> known(others.begin(), others.end());
    std::erase_if(names, [&](const std::string& name) { return known.contains(name); });
    return names;
}

std::vector<std::string> without(const Names& names, const Names& others) {
    std::vector<std::string> rest;
    std::set_difference(names.begin(), names.end(), others.begin(), others.end(),
                        std::back_inserter(rest));
    return rest;
}

std::vector<std::string> nodesOf(const Engine& engine, WorkloadId id) {
    std::vector<std::string> names;
    for (const DeviceSeat& seat : engine.seats(id))
        if (const std::string& node = engine.nodes()[seat.node].name;
            std::find(names.begin(), names.end(), node) == names.end())
            names.push_back(node);
    return names;
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
    const Workload spec = engine.workload(id);
    work.gpu =
        state == WorkloadState::running ? engine.held(id) : spec.request.gpu * spec.leastReplicas();
    work.nodes = nodesOf(engine, id);
    if (work.fate == Fate::waits || work.fate == Fate::rejected)
        work.reason = engine.reason(id);
    if (work.fate == Fate::waits)
        work.position = engine.status(id).position;
    return work;
}

std::vector<Effect::Shift> shiftsBetween(const Engine& plain, const Engine& changed, Instant at) {
    std::vector<Effect::Shift> shifts;
    const Estimates before = estimateStarts(plain, at, kStepsAhead, {}, Naming::nobody);
    const Estimates after = estimateStarts(changed, at, kStepsAhead, {}, Naming::nobody);
    for (const StartEstimate& then : before.waiting)
        if (const StartEstimate* now = after.of(then.workload);
            now != nullptr && then.start && now->start &&
            std::max(*now->start, *then.start) - std::min(*now->start, *then.start) >= kShift)
            shifts.push_back({then.workload, then.quota, *now->start - *then.start});
    return shifts;
}

// Where it is when it has stopped, not what was done to it on the way (rule 25).
Effect::Hit hitOf(const ForkRun& fork, const Gone& gone, int of) {
    using Fate = Effect::Hit::Fate;
    const Engine& after = fork.engine();
    const Eviction& record = gone.record;
    Effect::Hit hit;
    hit.workload = record.victim;
    hit.quota = after.quota(after.quotaOf(gone.id)).name;
    hit.gpu = record.gpu;
    hit.lost = record.lost;
    hit.replicas = gone.replicas;
    hit.of = of;
    hit.why = record.why;
    hit.rule = record.rule;
    hit.preemptor = tookIt(record);
    const WorkloadState state = after.state(gone.id);
    const bool shrinks = gone.replicas > 0 && after.replicasRunning(gone.id) < of;
    hit.fate = state == WorkloadState::finished  ? Fate::ends
               : state != WorkloadState::running ? Fate::waits
               : shrinks                         ? Fate::shrinks
                                                 : Fate::runsOn;
    hit.stopsAfter = gone.stops - fork.begin();
    if (hit.fate == Fate::runsOn)
        hit.nodes = nodesOf(after, gone.id);
    return hit;
}

Effect::PoolNumbers poolNumbersOf(const Engine& engine) {
    Effect::PoolNumbers pool{engine.capacity(), 0, 0, 0, nodeMapOf(engine, {}).room};
    for (QuotaId id = 0; id < engine.quotaCount(); ++id) {
        if (engine.parent(id))
            continue;
        const QuotaNumbers numbers = engine.numbers(id);
        pool.used += numbers.subtree + numbers.idle;
        pool.waiting += numbers.pendingWorkloads;
        pool.waitingGpu += numbers.pending;
    }
    return pool;
}

// The pool as it is and with the change, each after its next instant. Not `anyway`: without the
// change nothing would be decided.
void compare(Effect& trial, ForkRun plain, ForkRun changed, const ReplicasBefore& ran,
             const std::vector<WorkloadId>& submitted, bool anyway = true) {
    // To where all have stopped that are told to; those who are told on the way later.
    if (anyway && plain.runGraceOut())
        changed.runTo(plain.now());
    changed.runGraceOut();
    const Instant until = changed.now();
    changed.runGraceOut();
    if (anyway)
        plain.runTo(changed.now());
    const Engine& after = changed.engine();
    const std::vector<Gone> goneAnyway = goneIn(plain, until);
    const Names movedAnyway = namesOf(goneAnyway, true);
    const Names evictedAnyway = namesOf(goneAnyway, false);
    std::set<WorkloadId> victims;
    for (const Gone& each : goneIn(changed, until)) {
        if (!each.moves() && each.replicas == 0)
            victims.insert(each.id);
        if (!(each.moves() ? movedAnyway : evictedAnyway).contains(each.record.victim))
            (each.moves() ? trial.moved : trial.evicted)
                .push_back(hitOf(changed, each, ran.of(each.id)));
    }
    trial.neverAgain = neverAgainBetween(plain.engine(), after, victims);
    trial.quotas = numbersBetween(plain.engine(), after);
    Names started = startedIn(changed, until);
    const Names startedAnyway = startedIn(plain, until);
    trial.waitsOn = without(startedAnyway, started);
    std::erase_if(trial.waitsOn, [&](const std::string& name) {  // what the change ends
        const auto id = after.findWorkload(name);
        return !id || after.state(*id) != WorkloadState::pending;
    });
    for (const WorkloadId id : submitted)
        started.erase(after.workload(id).name);
    trial.started = without(started, startedAnyway);
    for (const std::string& name : trial.started)
        if (changed.beganOf(*after.findWorkload(name))->at > changed.begin())
            trial.booked.push_back(name);
    trial.grace = after.settings().gracePeriod;
    trial.before = poolNumbersOf(plain.engine());
    trial.after = poolNumbersOf(after);
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
    return lostIn(evicted);
}

GpuTime lostIn(const std::vector<Effect::Hit>& hits) {
    return std::accumulate(hits.begin(), hits.end(), GpuTime{0},
                           [](GpuTime sum, const Effect::Hit& hit) { return sum + hit.lost; });
}

std::vector<std::string> namesIn(const std::vector<Effect::Hit>& hits) {
    std::vector<std::string> names;
    names.reserve(hits.size());
    for (const Effect::Hit& hit : hits)
        names.push_back(hit.workload);
    return names;
}

std::vector<std::string> startedNow(const Effect& effect) {
    return withoutThese(effect.started, effect.booked);
}

std::vector<std::string> restartedIn(const Effect& effect) {
    std::vector<std::string> whole;
    for (const Effect::Hit& hit : effect.evicted)
        if (hit.replicas == 0)
            whole.push_back(hit.workload);
    return withoutThese(whole, withoutThese(whole, effect.started));
}

std::vector<std::string> startedAnew(const Effect& effect) {
    return withoutThese(effect.started, restartedIn(effect));
}

bool allRefused(const std::vector<Problems>& refusals) {
    return !refusals.empty() && std::none_of(refusals.begin(), refusals.end(),
                                             [](const Problems& each) { return each.empty(); });
}

void shiftTimes(Effect& trial, Duration by) {
    for (auto* hits : {&trial.evicted, &trial.moved})
        for (Effect::Hit& hit : *hits)
            shiftMoments(hit.why, by);
    for (Effect::Submitted& each : trial.submitted)
        if (each.reason)
            shiftMoments(each.reason->message, by);
    if (trial.outlook)
        shiftTimes(*trial.outlook, by);
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

Effect effectOf(const Engine& engine, Instant at, const TrialInputs& inputs, Horizon horizon) {
    Effect trial;
    ForkRun plain(engine, at);
    ForkRun changed(engine, at);
    plain.keepRunnerUp(false);
    changed.keepRunnerUp(false);
    std::vector<EventAction> events = inputs.events;
    trial.delay = undelayed(events);
    std::vector<Input> told(events.begin(), events.end());
    std::vector<WorkloadId> submitted;
    for (const Workload& each : inputs.submitted) {
        submitted.push_back(changed.add(comingAt(at, each)));
        told.emplace_back(Submit{submitted.back()});
    }
    const Decisions& anyway = plain.apply({});
    const Decisions& made = changed.apply(told);
    for (const auto& refusal : made.events)
        if (refusal) {
            Effect refused;
            refused.refusal.emplace_back().message = *refusal;
            return refused;
        }
    for (const WorkloadId id : submitted)
        trial.submitted.push_back(fateOf(changed.engine(), made, id));
    trial.rejected =
        without(rejectedIn(changed.engine(), made), rejectedIn(plain.engine(), anyway));
    if (submitted.empty() && horizon == Horizon::starts)
        trial.shifted = shiftsBetween(plain.engine(), changed.engine(), at);
    compare(trial, std::move(plain), std::move(changed), ReplicasBefore(engine), submitted);
    return trial;
}

Effect effectBetween(const Project& before, const Project& after, Moment now) {
    Engine first = engineOf(before, now);
    Engine second = engineOf(after, now);
    expectStated(first, before, first.now());
    expectStated(second, after, second.now());
    const Instant at = second.now();
    ForkRun plain(first, at);
    ForkRun changed(second, at);
    plain.keepRunnerUp(false);
    changed.keepRunnerUp(false);
    const Decisions& anyway = plain.apply({});
    const Decisions& made = changed.apply({});
    Effect trial;
    trial.rejected =
        without(rejectedIn(changed.engine(), made), rejectedIn(plain.engine(), anyway));
    trial.shifted = shiftsBetween(plain.engine(), changed.engine(), at);
    compare(trial, std::move(plain), std::move(changed), ReplicasBefore(second), {});
    return trial;
}

Effect effectOfInstant(const Engine& before, const Engine& after, const Decisions& made) {
    ForkRun changed(after, after.now());
    changed.applied(made);
    Effect trial;
    trial.rejected = without(rejectedIn(after, made), {});
    compare(trial, ForkRun(before, after.now()), std::move(changed), ReplicasBefore(before), {},
            false);
    return trial;
}

}  // namespace apportion
