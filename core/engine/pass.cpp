// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/pass.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/engine/takeback.h"

namespace apportion {

Pass::Pass(EngineState& state, GroupId group) : state_(state), group_(group) {
    ++state_.pass;
    ++state_.round;
    state_.capChanges.clear();
    state_.turned.clear();
}

bool Pass::run() {
    askAll();
    for (const BranchId leaf : state_.turned) {
        turn(leaf).start();
        state_.order.outdate(leaf);
    }
    grow();
    startIdle();
    return changed_;
}

std::optional<Pick> Pass::pickOf(BranchId leaf) const {
    const auto at = static_cast<std::size_t>(leaf);
    const auto next = state_.turns[at].candidate(state_);
    if (!next)
        return std::nullopt;
    // The job itself may be far away in memory: what is asked at every step stands in its line.
    return Pick{leaf, *next, state_.queues[at].lines()[next->line].gpu};
}

void Pass::keepUp() {
    for (const BranchId leaf : state_.sleep.takeTouched()) {
        state_.sleep.settle(state_, leaf);
        state_.order.outdate(leaf);
    }
}

// The order is brought up to date when it is asked: often a single leaf has any hope.
std::optional<Pick> Pass::next(std::optional<Pick> of) {
    for (const BranchId leaf : state_.order.takeOutdated())
        state_.order.set(state_, leaf, of && of->leaf == leaf ? of : pickOf(leaf));
    state_.order.upToDate();
    return state_.order.next(group_);
}

// Whose turn it is changes the order, not who sleeps.
void Pass::changedTurn(BranchId leaf) {
    if (state_.turned.empty() || state_.turned.back() != leaf)
        state_.turned.push_back(leaf);
    state_.order.outdate(leaf);
}

void Pass::skip(const Pick& pick) {
    turn(pick.leaf).skipSleeping(state_, pick.who);
    changedTurn(pick.leaf);
}

std::optional<Pick> Pass::nextAwake(const Sleep::Hopeful& hopeful) {
    for (;;) {
        const auto pick = alone_ ? pickOf(hopeful.only) : next();
        if (!pick)
            return std::nullopt;
        const Queue& queue = state_.queues[static_cast<std::size_t>(pick->leaf)];
        if (!state_.sleep.asleep(state_, queue.lines()[pick->who.line]))
            return pick;
        inVain(*pick);
        skip(*pick);
    }
}

bool Pass::othersWait(BranchId leaf) const {
    int waiting = -state_.books[leaf].pendingWorkloads;
    for (const BranchId root : state_.tree.topLevel(group_))
        waiting += state_.books[root].pendingWorkloads;
    return waiting > 0;
}

void Pass::inVain(const Pick& pick) {
    if (alone_)
        largest_ = std::max(largest_, pick.request);
}

// Whoever stood before it at its leaf was asked in vain first, and the larger the later.
void Pass::catchUp(const Job& job) {
    const Gpu largest = std::max(std::exchange(largest_, 0), job.requestGpu());
    if (!alone_ || !othersWait(job.leaf))
        return;
    const Pick last{
        job.leaf, {Place::of(job, job.id), static_cast<std::size_t>(job.line)}, largest};
    state_.order.outdate(job.leaf);
    for (auto first = next(last); first && first->id() != job.id; first = next(last))
        skip(*first);
}

void Pass::askAll() {
    for (;;) {
        keepUp();
        const Sleep::Hopeful hopeful = state_.sleep.hopeful(state_, group_);
        if (!hopeful.any) {
            state_.sleep.quieten(state_, group_);
            return;
        }
        alone_ = hopeful.only != kNoBranch;
        const auto asked = nextAwake(hopeful);
        if (!asked)
            return;
        const Job& job = state_.job(asked->id());
        state_.job(asked->id()).askedInRound = state_.round;
        // Who may do less than others of its shape says nothing about them when it fails.
        const bool ordinary = job.evictedInPass != state_.pass && job.runningVictims == 0;
        const bool searched = mayTake(state_, job);
        const Place place = Place::of(job, asked->id());
        if (ask(asked->id(), searched)) {
            turn(asked->leaf).left(place);
        } else {
            turn(asked->leaf).asked(place);
            inVain(*asked);
            Queue::Line& line = state_.queueOf(job).lineOf(job);
            line.unproven = unproven_;
            if (ordinary)
                state_.sleep.failed(state_, job, line, searched);
        }
        changedTurn(asked->leaf);
        if (!state_.capChanges.empty())
            for (const WorkloadId id : std::exchange(state_.capChanges, {}))
                joined(id);
    }
}

bool Pass::allowed(const Job& job) const {
    return state_.books.allowed(state_.tree, state_.startOf(job), state_.capacityFor(job));
}

bool Pass::startInFreeRoom(WorkloadId id) {
    Job& job = state_.job(id);
    if (!state_.fleet.takeAll(job.group, job.slot, job.least(), job.seats))
        return false;
    // Out of the job while others are looked at.
    std::vector<Seat> seats = std::move(job.seats);
    catchUp(job);
    startIn(id, std::move(seats));
    return true;
}

bool Pass::ask(WorkloadId id, bool search) {
    unproven_ = 0;
    const Job& job = state_.job(id);
    if (!search && state_.fleet.freeOnReady(group_) < job.requestGpu())
        return false;  // moves make no room either
    const bool allowedNow = allowed(job);
    if (allowedNow && startInFreeRoom(id))
        return true;
    if (job.evictedInPass == state_.pass)
        return false;  // takes nothing from anyone, moves nobody
    if (state_.settings.consolidation && allowedNow)
        if (auto plan = consolidate(state_, id)) {
            apply(id, std::move(*plan));
            return true;
        }
    return search && takeFromOthers(id);
}

// Many who wait differ in nothing that decides whom they may take from: while nothing has changed
// one of them is searched for.
bool Pass::takeFromOthers(WorkloadId id) {
    const Job& job = state_.job(id);
    SearchInVain* known = nullptr;
    // Rule 26 is about the taker itself.
    if (job.runningVictims == 0 && !state_.sleepless) {
        const bool policies = state_.preempts;
        known = state_.noVictims
                    .tryEmplace({job.quota, state_.queueOf(job).lineOf(job).request,
                                 job.preemptible ? 1 : 0, policies ? job.priority : 0,
                                 policies ? static_cast<std::int64_t>(job.module) : 0},
                                {})
                    .first;
        if (known->round == state_.round && known->places == state_.places) {
            unproven_ = known->unproven;
            return false;
        }
    }
    const VictimAnswer answer = chooseVictims(state_, id);
    if (!answer.proven)
        unproven_ = answer.steps;
    if (!answer.choice) {
        if (known != nullptr)
            *known = {state_.round, state_.places, unproven_};
        return false;
    }
    apply(id, *answer.choice);
    return true;
}

void Pass::startIn(WorkloadId id, std::vector<Seat> seats) {
    state_.settle(id, std::move(seats));
    changed_ = true;
}

void Pass::apply(WorkloadId id, Consolidation plan) {
    catchUp(state_.job(id));
    for (const auto& [moved, seats] : plan.moves) {
        const Job& job = state_.job(moved);
        Taken record;
        record.serial = state_.nextRecord++;
        record.victim = moved;
        record.taker = id;
        record.rule = EvictionRule::consolidation;
        record.quota = state_.job(id).quota;
        record.gpu = job.heldGpu();
        record.lost = state_.lostWork(job);
        state_.log.moved(record);
    }
    // All off at once, then the candidate, then they again.
    for (const auto& [moved, seats] : plan.moves)
        for (const Seat& seat : state_.job(moved).seats)
            state_.fleet.giveBack(seat, state_.job(moved).slot);
    for (const Seat& seat : plan.seats)
        state_.fleet.retake(seat, state_.job(id).slot);
    for (auto& [moved, seats] : plan.moves)
        for (const Seat& seat : seats)
            state_.fleet.retake(seat, state_.job(moved).slot);
    for (auto& [moved, seats] : plan.moves)
        state_.move(moved, std::move(seats));
    startIn(id, std::move(plan.seats));
}

void Pass::apply(WorkloadId id, const VictimChoice& choice) {
    catchUp(state_.job(id));
    Gpu freed = 0;
    std::vector<Taken> records;  // all as things stood before the first goes
    std::vector<int> places;     // of replicas: their seats shift while others go
    for (const Candidate& victim : choice.victims) {
        freed += victim.gpu;
        records.push_back(recordOf(id, victim, choice));
        const Job& job = state_.job(victim.id);
        places.push_back(victim.replica == kWhole
                             ? kWhole
                             : job.marks[static_cast<std::size_t>(victim.replica)].place);
    }
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (places[i] == kWhole) {
            evict(std::move(records[i]));
            continue;
        }
        const Job& job = state_.job(records[i].victim);
        const auto mark = std::find_if(job.marks.begin(), job.marks.end(),
                                       [&](const auto& each) { return each.place == places[i]; });
        takeReplica(state_, std::move(records[i]), static_cast<int>(mark - job.marks.begin()));
    }
    std::vector<Seat> seats;
    const Job& job = state_.job(id);
    state_.fleet.takeAll(job.group, job.slot, job.least(), seats);
    startIn(id, std::move(seats));
    for (const Candidate& victim : choice.victims)
        if (victim.replica == kWhole)
            joined(victim.id);
    if (freed > state_.job(id).requestGpu())
        askAgain();
}

void Pass::askAgain() {
    ++state_.round;
    for (const BranchId leaf : state_.turned) {
        turn(leaf).start();
        state_.order.outdate(leaf);
    }
}

void Pass::joined(WorkloadId id) {
    const Job& job = state_.job(id);
    if (job.phase != Phase::waiting || job.idle() || job.atCap || job.fit != Fit::possible ||
        job.askedInRound == state_.round)
        return;
    turn(job.leaf).joined(state_, id);
    changedTurn(job.leaf);
}

Taken Pass::recordOf(WorkloadId id, const Candidate& victim, const VictimChoice& choice) const {
    Taken record;
    record.victim = victim.id;
    record.taker = id;
    record.quota = victim.rule;
    record.runnerUp = choice.runnerUp;
    record.worseBy = choice.worseBy;
    record.proven = choice.proven;
    switch (victim.victimClass) {
        case VictimClass::idle:
            record.rule = EvictionRule::idle;
            break;
        case VictimClass::elastic:
            record.rule = EvictionRule::elastic;
            break;
        case VictimClass::reclaim:
            record.rule = EvictionRule::reclaim;
            record.from = state_.tree[victim.top].quota;
            record.placed = state_.books[victim.top].placed.sum();
            record.bound = state_.tree[victim.top].guarantee;
            if (!victim.deserved)
                record.bound = std::max(record.bound, state_.shareOf(victim.top));
            break;
        case VictimClass::selfLevel:
            record.rule = EvictionRule::selfLevel;
            break;
        case VictimClass::childLevel:
            record.rule = EvictionRule::childLevel;
            break;
    }
    return record;
}

void Pass::evict(Taken record) {
    const WorkloadId taker = record.taker;
    const bool byRule = record.rule != EvictionRule::idle;  // 14 to 16
    Job& victim = state_.job(record.victim);
    takeBack(state_, std::move(record), Grace::asSet);
    if (byRule)
        victim.lastTaker = taker;
    victim.evictedInPass = state_.pass;
}

// Rule 10: into free room, a replica at a time, in the order of 9 without queueing policies.
void Pass::grow() {
    if (state_.hungry.empty())
        return;
    std::set<WorkloadId> full;
    const auto pick = [&](BranchId leaf) -> std::optional<Pick> {
        for (const Place& place : state_.hungry[leaf])
            if (!full.contains(place.id))
                return Pick{leaf, {place}, state_.job(place.id).slot.request.gpu};
        return std::nullopt;
    };
    AskOrder order(state_.tree);
    for (const BranchId leaf : state_.hungry.leaves())
        order.set(state_, leaf, pick(leaf));
    while (const auto next = order.next(group_)) {
        if (auto seat = seatToGrow(state_.job(next->id()))) {
            state_.grow(next->id(), std::move(*seat));
            state_.log.grown(next->id());
            changed_ = true;
        } else {
            full.insert(next->id());
        }
        order.set(state_, next->leaf, pick(next->leaf));
    }
}

std::optional<Seat> Pass::seatToGrow(const Job& job) {
    const Start more{job.leaf, job.slot.request, job.preemptible, false};
    if (state_.overCap(job, job.slot.request.gpu) ||
        !state_.books.allowed(state_.tree, more, state_.capacityFor(job)))
        return std::nullopt;
    std::vector<Seat> seats;
    if (!state_.fleet.take(job.group, job.slot, seats))
        return std::nullopt;
    if (!state_.ground.clear(state_.fleet, seats)) {
        state_.fleet.giveBack(seats.front(), job.slot);
        return std::nullopt;
    }
    return std::move(seats.front());
}

void Pass::startIdle() {
    if (state_.idleWaiting.empty())
        return;
    // What failed once fails for the rest of the pass: room only shrinks.
    struct Failure {
        BranchId leaf = kNoBranch;
        Slot slot;
        int replicas = 0;
        bool operator==(const Failure&) const = default;
    };
    const auto failureOf = [](const Job& job) { return Failure{job.leaf, job.slot, job.least()}; };
    std::vector<Failure> failures;
    std::map<BranchId, Place> last;  // of each leaf: who was looked at last
    const auto pick = [&](BranchId leaf) -> std::optional<Pick> {
        const std::set<Place>& waiting = state_.idleWaiting[leaf];
        const auto looked = last.find(leaf);
        for (auto at = looked == last.end() ? waiting.begin() : waiting.upper_bound(looked->second);
             at != waiting.end(); ++at) {
            const Job& job = state_.job(at->id);
            if (std::find(failures.begin(), failures.end(), failureOf(job)) != failures.end())
                continue;
            last[leaf] = *at;
            return Pick{leaf, {*at}, job.requestGpu()};
        }
        return std::nullopt;
    };
    AskOrder order(state_.tree);
    for (const BranchId leaf : state_.idleWaiting.leaves())
        order.set(state_, leaf, pick(leaf));
    alone_ = false;
    while (const auto next = order.next(group_)) {
        const Job& job = state_.job(next->id());
        if (!allowed(job) || !startInFreeRoom(next->id()))
            failures.push_back(failureOf(job));
        order.set(state_, next->leaf, pick(next->leaf));
    }
}

}  // namespace apportion
