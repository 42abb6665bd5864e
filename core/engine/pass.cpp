// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/pass.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/engine/takeback.h"

namespace apportion {

Pass::Pass(EngineState& state, GroupId group)
    : state_(state),
      group_(group),
      turns_(static_cast<std::size_t>(state.tree.size())),
      order_(state, group, [this](BranchId leaf) -> std::optional<Pick> {
          const auto id = turn(leaf).candidate();
          if (!id)
              return std::nullopt;
          return Pick{leaf, *id, state_.job(*id).requestGpu()};
      }) {
    ++state_.pass;
    ++state_.round;
    state_.capChanges.clear();
    for (BranchId id = 0; id < state_.tree.size(); ++id)
        if (state_.tree[id].leaf() && state_.tree[id].group == group)
            turn(id) = Turn(&state_, id);
}

bool Pass::run() {
    askAll();
    grow();
    startIdle();
    return changed_;
}

void Pass::askAll() {
    while (const auto next = order_.next()) {
        const Job& job = state_.job(next->id);
        auto& line = state_.queueOf(job).line(job.shape);
        if (line.barred == state_.stamp) {
            turn(next->leaf).skipBarred(next->id);
            order_.forget(next->leaf);
            continue;
        }
        turn(next->leaf).asked(next->id);
        state_.job(next->id).askedInRound = state_.round;
        order_.forget(next->leaf);
        // Who may do less than others of its shape says nothing about them when it fails.
        const bool ordinary = job.evictedInPass != state_.pass && job.runningVictims == 0;
        const ShapeId shape = job.shape;
        if (!ask(next->id) && ordinary)
            state_.queueOf(job).line(shape).barred = state_.stamp;
        for (const WorkloadId id : std::exchange(state_.capChanges, {}))
            joined(id);
    }
}

bool Pass::startInFreeRoom(WorkloadId id) {
    const Job& job = state_.job(id);
    std::vector<Seat> seats;
    if (!state_.books.allowed(state_.tree, state_.startOf(job), state_.capacityFor(job)) ||
        !state_.fleet.takeAll(job.group, job.slot, job.least(), seats))
        return false;
    startIn(id, std::move(seats));
    return true;
}

bool Pass::ask(WorkloadId id) {
    const Job& job = state_.job(id);
    if (startInFreeRoom(id))
        return true;
    if (job.evictedInPass == state_.pass)
        return false;  // takes nothing from anyone, moves nobody
    if (state_.settings.consolidation &&
        state_.books.allowed(state_.tree, state_.startOf(job), state_.capacityFor(job)))
        if (auto plan = consolidate(state_, id)) {
            apply(id, std::move(*plan));
            return true;
        }
    const VictimAnswer answer = chooseVictims(state_, id);
    if (!answer.choice)
        return false;
    apply(id, *answer.choice);
    return true;
}

void Pass::startIn(WorkloadId id, std::vector<Seat> seats) {
    const BranchId leaf = state_.job(id).leaf;
    state_.settle(id, std::move(seats));
    order_.forget(leaf);
    changed_ = true;
}

void Pass::apply(WorkloadId id, Consolidation plan) {
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
        else
            order_.forget(victim.leaf);
    if (freed > state_.job(id).requestGpu())
        askAgain();
}

void Pass::askAgain() {
    ++state_.round;
    for (BranchId leaf = 0; leaf < state_.tree.size(); ++leaf) {
        turn(leaf).start();
        order_.forget(leaf);
    }
}

void Pass::joined(WorkloadId id) {
    const Job& job = state_.job(id);
    order_.forget(job.leaf);
    if (job.phase == Phase::waiting && !job.idle() && !job.atCap && job.fit == Fit::possible &&
        job.askedInRound != state_.round)
        turn(job.leaf).joined(id);
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
    Order order(state_, group_, [&](BranchId leaf) -> std::optional<Pick> {
        for (const Place& place : state_.hungry[leaf])
            if (!full.contains(place.id))
                return Pick{leaf, place.id, state_.job(place.id).slot.request.gpu};
        return std::nullopt;
    });
    while (const auto next = order.next()) {
        const Job& job = state_.job(next->id);
        order.forget(next->leaf);
        const Start more{job.leaf, job.slot.request, job.preemptible, false};
        const bool capped =
            std::any_of(job.accounts.begin(), job.accounts.end(), [&](AccountId id) {
                return state_.caps[id].used + job.slot.request.gpu > state_.caps[id].bound;
            });
        std::optional<Seat> seat;
        if (!capped && state_.books.allowed(state_.tree, more, state_.capacityFor(job)))
            seat = state_.fleet.take(job.group, job.slot);
        if (seat && !state_.ground.clear(state_.fleet, {&*seat, 1})) {
            state_.fleet.giveBack(*seat, job.slot);
            seat.reset();
        }
        if (!seat) {
            full.insert(next->id);
            continue;
        }
        state_.grow(next->id, std::move(*seat));
        state_.log.grown(next->id);
        changed_ = true;
    }
}

void Pass::startIdle() {
    if (state_.idleWaiting.empty())
        return;
    std::set<WorkloadId> failed;
    Order order(state_, group_, [&](BranchId leaf) -> std::optional<Pick> {
        for (const Place& place : state_.idleWaiting[leaf])
            if (!failed.contains(place.id))
                return Pick{leaf, place.id, state_.job(place.id).requestGpu()};
        return std::nullopt;
    });
    while (const auto next = order.next()) {
        order.forget(next->leaf);
        if (!startInFreeRoom(next->id))
            failed.insert(next->id);
    }
}

}  // namespace apportion
