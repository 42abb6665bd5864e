// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/pass.h"

#include <algorithm>
#include <set>
#include <utility>

#include <boost/container/small_vector.hpp>

#include "core/engine/kept_back.h"
#include "core/engine/takeback.h"

namespace apportion {

Pass::Pass(EngineState& state, GroupId group)
    : state_(state), group_(group), asking_(state, group) {
    ++state_.round;
    state_.capChanges.clear();
    state_.turned.clear();
}

bool Pass::run() {
    askAll();
    asking_.startAgain();
    return changed_;
}

void Pass::askAll() {
    while (const auto asked = state_.abandoned.stop_requested() ? std::nullopt : asking_.next()) {
        const Job& job = state_.job(asked->id());
        state_.job(asked->id()).askedInRound = state_.round;
        // Who may do less than others of its shape says nothing about them when it fails.
        const bool ordinary = job.evictedInPass() != state_.pass && job.runningVictims() == 0;
        const bool searched = mayTake(state_, job);
        const Place place = Place::of(job, asked->id());
        if (ask(asked->id(), searched)) {
            asking_.left(*asked, place);
        } else {
            asking_.failed(*asked, place);
            Queue::Line& line = state_.queueOf(job).lineOf(job);
            line.unproven = unproven_;
            if (ordinary)
                state_.sleep.failed(state_, job, line, searched);
        }
        if (!state_.capChanges.empty())
            for (const WorkloadId id : std::exchange(state_.capChanges, {}))
                joined(id);
    }
}

bool Pass::allowed(const Job& job) const {
    return state_.books.allowed(state_.tree, state_.startOf(job), state_.capacityFor(job));
}

bool Pass::startInFreeRoom(WorkloadId id) {
    const Job& job = state_.job(id);
    if (!state_.fleet.takeAll(job.group(), job.slot(), job.least(), state_.seatsFound))
        return false;
    asking_.beforeChange(job);
    startIn(id, std::move(state_.seatsFound));
    return true;
}

bool Pass::ask(WorkloadId id, bool search) {
    constexpr std::int64_t kOfOneAsk = 20;  // with the way to whoever is the next
    unproven_ = 0;
    movesProven_ = true;
    state_.searched += kOfOneAsk;
    const Job& job = state_.job(id);
    if (!search && state_.fleet.freeOnReady(group_) < job.requestGpu())
        return false;  // moves make no room either
    const bool allowedNow = allowed(job);
    if (allowedNow && startInFreeRoom(id))
        return true;
    if (job.evictedInPass() == state_.pass)
        return false;  // takes nothing from anyone, moves nobody
    if (state_.settings.consolidation && allowedNow) {
        MovesAnswer answer = consolidate(state_, id);
        movesProven_ = answer.proven;
        if (answer.plan) {
            apply(id, std::move(*answer.plan));
            return true;
        }
    }
    return search && takeFromOthers(id);
}

namespace {

// What decides from whom a workload may take, but for how much it asks.
VictimsTable::Key victimsKey(const EngineState& state, const Job& job) {
    const bool policies = state.preempts;
    return {job.quota(),
            job.slot().type,
            job.least(),
            job.preemptible() ? 1 : 0,
            policies ? job.priority() : 0,
            policies ? static_cast<std::int64_t>(job.module()) : 0};
}

bool asksForNoLess(const Resources& a, const Resources& b) {
    return a.gpu >= b.gpu && a.cpu >= b.cpu && a.memory >= b.memory;
}

}  // namespace

// Many waiting workloads differ in nothing that matters here, or ask for more than one that was
// searched for in vain: while nothing has changed, one search answers for all of them.
bool Pass::takeFromOthers(WorkloadId id) {
    const Job& job = state_.job(id);
    const Resources request = state_.asked(job.slot().request);
    // Rule 26 is about the preemptor itself.
    const bool shared = job.runningVictims() == 0 && !state_.sleepless;
    const VictimsTable::Key key = victimsKey(state_, job);
    if (shared)
        if (const SearchesInVain* known = state_.noVictims.find(key);
            known != nullptr && known->round == state_.round && known->places == state_.places)
            for (const auto& [asked, unproven] : known->requests)
                if (asked == request || (unproven == 0 && asksForNoLess(request, asked))) {
                    unproven_ = unproven;
                    return false;
                }
    const VictimAnswer answer = chooseVictims(state_, id);
    if (!answer.proven)
        unproven_ = answer.steps;
    if (answer.choice) {
        apply(id, *answer.choice);
        return true;
    }
    if (!shared)
        return false;
    SearchesInVain& known = *state_.noVictims.tryEmplace(key, {}).first;
    if (known.round != state_.round || known.places != state_.places)
        known = {state_.round, state_.places, {}};
    if (unproven_ == 0)
        std::erase_if(known.requests,
                      [&](const auto& each) { return asksForNoLess(each.first, request); });
    known.requests.emplace_back(request, unproven_);
    return false;
}

void Pass::startIn(WorkloadId id, std::vector<Seat>&& seats) {
    state_.settle(id, std::move(seats));
    changed_ = true;
}

void Pass::apply(WorkloadId id, Consolidation plan) {
    asking_.beforeChange(state_.job(id));
    for (const auto& [moved, seats] : plan.moves) {
        const Job& job = state_.job(moved);
        Taken record;
        record.serial = state_.nextRecord++;
        record.victim = moved;
        record.taker = id;
        record.rule = EvictionRule::consolidation;
        record.quota = state_.job(id).quota();
        record.gpu = job.heldGpu();
        record.lost = state_.lostWork(job);
        record.proven = movesProven_;
        state_.log.moved(record);
    }
    // All off at once, then the candidate, then they again.
    for (const auto& [moved, seats] : plan.moves)
        for (const Seat& seat : state_.job(moved).seats())
            state_.fleet.giveBack(seat, state_.job(moved).slot());
    for (const Seat& seat : plan.seats)
        state_.fleet.retake(seat, state_.job(id).slot());
    for (auto& [moved, seats] : plan.moves)
        for (const Seat& seat : seats)
            state_.fleet.retake(seat, state_.job(moved).slot());
    for (auto& [moved, seats] : plan.moves)
        state_.move(moved, std::move(seats));
    startIn(id, std::move(plan.seats));
}

void Pass::apply(WorkloadId id, const VictimChoice& choice) {
    Asking::Leaves leaves;
    for (const Candidate& victim : choice.victims)
        if (victim.replica == kWhole)
            leaves.push_back(state_.job(victim.id).leaf());
    asking_.beforeChange(state_.job(id), leaves);
    Gpu freed = 0;
    constexpr std::size_t kUsual = 4;
    // All as things stood before the first goes.
    boost::container::small_vector<Taken, kUsual> records;
    // Of replicas: their seats shift while others go.
    boost::container::small_vector<int, kUsual> places;
    for (const Candidate& victim : choice.victims) {
        freed += victim.gpu;
        records.push_back(recordOf(id, victim, choice));
        const Job& job = state_.job(victim.id);
        places.push_back(victim.replica == kWhole
                             ? kWhole
                             : job.marks()[static_cast<std::size_t>(victim.replica)].place);
    }
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (places[i] == kWhole) {
            evict(std::move(records[i]));
            continue;
        }
        const Job& job = state_.job(records[i].victim);
        const auto mark = std::find_if(job.marks().begin(), job.marks().end(),
                                       [&](const auto& each) { return each.place == places[i]; });
        takeReplica(state_, std::move(records[i]), static_cast<int>(mark - job.marks().begin()));
    }
    const Job& job = state_.job(id);
    state_.fleet.takeAll(job.group(), job.slot(), job.least(), state_.seatsFound);
    startIn(id, std::move(state_.seatsFound));
    for (const Candidate& victim : choice.victims)
        if (victim.replica == kWhole)
            joined(victim.id);
    if (freed > state_.job(id).requestGpu())
        askAgain();
}

void Pass::askAgain() {
    ++state_.round;
    asking_.startAgain();
}

void Pass::joined(WorkloadId id) {
    const Job& job = state_.job(id);
    if (job.phase != Phase::waiting || job.idle() || !job.startable() ||
        job.askedInRound == state_.round)
        return;
    asking_.joined(id);
}

Taken Pass::recordOf(WorkloadId id, const Candidate& victim, const VictimChoice& choice) const {
    Taken record;
    record.victim = victim.id;
    record.taker = id;
    record.quota = victim.rule;
    record.runnerUp = choice.runnerUp;
    record.worseBy = choice.worseBy;
    record.proven = choice.proven && movesProven_;
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
            record.charge = state_.books[victim.top].charge;
            record.keepers = keepersAt(state_.tree, state_.books, victim.top);
            record.bound = state_.tree[victim.top].guarantee;
            record.deserved = victim.deserved;
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
    const WorkloadId victim = record.victim;
    takeBack(state_, std::move(record), Grace::asSet);
    JobRuns& runs = state_.jobs.runsOf(victim);
    if (byRule)
        runs.lastTaker = taker;
    runs.evictedInPass = state_.pass;
}

namespace {

// The seat of one more replica, taken on its node; nothing where it may not grow.
std::optional<Seat> seatToGrow(EngineState& state, const Job& job) {
    const Start more{job.leaf(), job.slot().request, job.preemptible(), false};
    if (state.overCap(job, job.slot().request.gpu) ||
        !state.books.allowed(state.tree, more, state.capacityFor(job)))
        return std::nullopt;
    std::vector<Seat> seats;
    if (!state.fleet.take(job.group(), job.slot(), seats))
        return std::nullopt;
    if (!state.ground.clear(state.fleet, seats)) {
        state.fleet.giveBack(seats.front(), job.slot());
        return std::nullopt;
    }
    return std::move(seats.front());
}

}  // namespace

bool growElastic(EngineState& state, GroupId group) {
    if (state.hungry.empty())
        return false;
    bool changed = false;
    std::set<WorkloadId> full;
    const auto pick = [&](BranchId leaf) -> std::optional<Pick> {
        for (const Place& place : state.hungry[leaf])
            if (!full.contains(place.id) && !state.leaving.contains(place.id))
                return Pick{leaf, {place}, state.job(place.id).slot().request.gpu};
        return std::nullopt;
    };
    AskOrder order(state.tree);
    for (const BranchId leaf : state.hungry.leaves())
        order.set(state, leaf, pick(leaf));
    while (const auto next = order.next(group)) {
        if (auto seat = seatToGrow(state, state.job(next->id()))) {
            state.grow(next->id(), std::move(*seat));
            state.log.grown(next->id());
            changed = true;
        } else {
            full.insert(next->id());
        }
        order.set(state, next->leaf, pick(next->leaf));
    }
    return changed;
}

bool startIdle(EngineState& state, GroupId group) {
    std::uint64_t& inVain = state.idleInVain[static_cast<std::size_t>(group)];
    if (state.idleWaiting.empty() || (inVain == state.places && !state.sleepless))
        return false;
    bool changed = false;
    // What failed once fails for the rest of the pass: room only shrinks.
    std::set<std::pair<BranchId, ShapeId>> failed;
    const auto pick = [&](BranchId leaf) -> std::optional<Pick> {
        const Queue& queue = state.idleWaiting[leaf];
        const auto next = queue.first(Place::begin(), [&](const Queue::Line& line) {
            return !failed.contains({leaf, line.shape});
        });
        if (!next)
            return std::nullopt;
        return Pick{leaf, *next, queue.lines()[next->line].gpu};
    };
    const auto starts = [&state](WorkloadId id) {
        const Job& job = state.job(id);
        if (!state.books.allowed(state.tree, state.startOf(job), state.capacityFor(job)) ||
            !state.fleet.takeAll(job.group(), job.slot(), job.least(), state.seatsFound))
            return false;
        state.settle(id, std::move(state.seatsFound));
        return true;
    };
    AskOrder order(state.tree);
    for (const BranchId leaf : state.idleWaiting.leaves())
        order.set(state, leaf, pick(leaf));
    while (const auto next = order.next(group)) {
        const ShapeId shape = state.job(next->id()).shape;
        if (starts(next->id()))
            changed = true;
        else
            failed.insert({next->leaf, shape});
        order.set(state, next->leaf, pick(next->leaf));
    }
    inVain = state.places;
    return changed;
}

}  // namespace apportion
