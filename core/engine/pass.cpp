// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/pass.h"

#include <algorithm>

#include "core/engine/takeback.h"

namespace apportion {

Pass::Pass(EngineState& state, GroupId group)
    : state_(state),
      group_(group),
      turns_(static_cast<std::size_t>(state.tree.size())),
      picks_(turns_.size()),
      known_(turns_.size(), false) {
    ++state_.pass;
    for (BranchId id = 0; id < state_.tree.size(); ++id)
        if (state_.tree[id].leaf() && state_.tree[id].group == group)
            turn(id) = Turn(&state_, id);
}

// Rule 9: whose candidate would leave it with the lowest (placed + request)/share; ties by
// placed/share, then the first created. Own part first where child-level preemption is on.
std::optional<Pass::Pick> Pass::pickOfLevel(const std::vector<BranchId>& level) {
    std::optional<Pick> best;
    Fraction bestAfter;
    Fraction bestBefore;
    for (const BranchId branch : level) {
        const auto here = pick(branch);
        if (!here)
            continue;
        if (state_.tree[branch].own && state_.tree.childPreemption(branch))
            return here;
        const Gpu placed = state_.books[branch].placed.sum();
        const Gpu share = state_.shareOf(branch);
        const Fraction after{placed + here->request, share};
        const Fraction before{placed, share};
        if (!best || after < bestAfter || (after == bestAfter && before < bestBefore)) {
            best = here;
            bestAfter = after;
            bestBefore = before;
        }
    }
    return best;
}

std::optional<Pass::Pick> Pass::pick(BranchId branch) {
    const auto at = static_cast<std::size_t>(branch);
    if (known_[at])
        return picks_[at];
    known_[at] = true;
    if (!state_.tree[branch].leaf())
        return picks_[at] = pickOfLevel(state_.tree[branch].level);
    const auto id = turn(branch).candidate();
    if (!id)
        return picks_[at] = std::nullopt;
    return picks_[at] = Pick{branch, *id, state_.job(*id).gpu()};
}

void Pass::forget(BranchId leaf) {
    for (BranchId id = leaf; id != kNoBranch; id = state_.tree[id].parent)
        known_[static_cast<std::size_t>(id)] = false;
}

bool Pass::run() {
    while (const auto next = pickOfLevel(state_.tree.topLevel(group_))) {
        const Job& job = state_.job(next->id);
        auto& line = state_.queueOf(job).line(job.shape);
        if (line.barred == state_.stamp) {
            turn(next->leaf).skipBarred(next->id);
            forget(next->leaf);
            continue;
        }
        turn(next->leaf).asked(next->id);
        forget(next->leaf);
        // Who may do less than others of its shape says nothing about them when it fails.
        const bool ordinary = job.evictedInPass != state_.pass && job.runningVictims == 0;
        const ShapeId shape = job.shape;
        if (!ask(next->id) && ordinary)
            state_.queueOf(job).line(shape).barred = state_.stamp;
    }
    return changed_;
}

bool Pass::ask(WorkloadId id) {
    const Job& job = state_.job(id);
    const bool allowed =
        state_.books.allowed(state_.tree, state_.startOf(job), state_.capacityFor(job));
    if (allowed) {
        std::vector<Seat> seats;
        if (state_.fleet.takeAll(job.group, job.slot, job.spec->replicas, seats)) {
            startIn(id, std::move(seats));
            return true;
        }
    }
    if (job.evictedInPass == state_.pass)
        return false;  // takes nothing from anyone, moves nobody
    if (allowed && state_.settings.consolidation)
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
    const Job before = state_.job(id);
    state_.dequeue(id);
    state_.log.started(id, before);
    state_.run(id, std::move(seats));
    changed_ = true;
}

void Pass::apply(WorkloadId id, Consolidation plan) {
    std::vector<Taken> records;
    for (const auto& [moved, seats] : plan.moves) {
        const Job& job = state_.job(moved);
        Taken record;
        record.victim = moved;
        record.taker = id;
        record.rule = EvictionRule::consolidation;
        record.quota = state_.job(id).quota;
        record.gpu = job.gpu();
        record.lost = state_.lostWork(job);
        records.push_back(std::move(record));
    }
    for (const auto& [moved, seats] : plan.moves) {
        Job& job = state_.job(moved);
        job.done += state_.keptWork(job);
        state_.stop(moved);
    }
    for (const Seat& seat : plan.seats)
        state_.fleet.retake(seat, state_.job(id).slot);
    startIn(id, std::move(plan.seats));
    for (auto& [moved, seats] : plan.moves) {
        Job& job = state_.job(moved);
        for (const Seat& seat : seats)
            state_.fleet.retake(seat, job.slot);
        const std::uint32_t started = job.startedInPass;
        state_.run(moved, std::move(seats));
        job.startedInPass = started;  // a move is no start
    }
    for (const Taken& record : records)
        state_.log.moved(record);
}

void Pass::apply(WorkloadId id, const VictimChoice& choice) {
    Gpu freed = 0;
    for (const Candidate& victim : choice.victims)
        freed += state_.job(victim.id).gpu();
    std::vector<Taken> records;  // all as things stood before the first goes
    for (const Candidate& victim : choice.victims)
        records.push_back(recordOf(id, victim, choice));
    for (Taken& record : records)
        evict(std::move(record));
    std::vector<Seat> seats;
    const Job& job = state_.job(id);
    state_.fleet.takeAll(job.group, job.slot, job.spec->replicas, seats);
    startIn(id, std::move(seats));
    for (const Candidate& victim : choice.victims) {
        const BranchId leaf = state_.job(victim.id).leaf;
        turn(leaf).joined(victim.id);
        forget(leaf);
    }
    if (freed > state_.job(id).gpu())
        for (BranchId leaf = 0; leaf < state_.tree.size(); ++leaf) {
            turn(leaf).start();
            forget(leaf);
        }
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
    Job& victim = state_.job(record.victim);
    takeBack(state_, std::move(record));
    victim.lastTaker = taker;
    victim.evictedInPass = state_.pass;
}

}  // namespace apportion
