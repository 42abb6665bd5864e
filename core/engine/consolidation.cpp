// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/consolidation.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/engine/claims.h"
#include "core/engine/clearings.h"
#include "core/engine/devices_decide.h"
#include "core/engine/gang_move_search.h"
#include "core/engine/move_search.h"
#include "core/engine/moves_key.h"
#include "core/engine/shared_move_search.h"

namespace apportion {
namespace {

class Consolidator {
public:
    Consolidator(EngineState& state, WorkloadId candidate)
        : state_(state), job_(state.jobs[candidate]) {}

    // Whether some plan failed for what the candidate's quota may hold: others may still succeed.
    bool failedByBooks() const { return byBooks_; }
    // Whether CPU, memory and types were out of account.
    bool byDevices() const { return byDevices_; }

    MovesAnswer run() {
        find();
        return {std::move(best_), !cut_};
    }

private:
    using Set = std::vector<WorkloadId>;

    void find() {
        collect();
        if (movable_.empty())
            return;
        if (const auto answer = leastByDevices()) {
            cut_ = !answer->proven;
            carryOut(answer->who);
            return;
        }
        std::sort(movable_.begin(), movable_.end());  // file order from here on
        if (job_.least() == 1) {
            clearOneNode();
            return;
        }
        findClearing();
        for (const NodeId node : state_.fleet.nodesOf(job_.group()))
            slots_ += state_.fleet.slots(node, job_.slot());
        extend(0, {}, 0);
    }

    void collect() {
        auto& bound = state_.moveBounds[static_cast<std::size_t>(job_.group())];
        plain_ = state_.asksGpusAlone(job_.slot());
        if (auto movers = bound.movers(state_, job_.group(), job_.slot(), job_.least())) {
            movable_ = std::move(*movers);
            plain_ = plain_ && std::all_of(movable_.begin(), movable_.end(), [this](WorkloadId id) {
                         return state_.asksGpusAlone(state_.jobs[id].slot());
                     });
        } else {
            collectAll();
        }
        if (state_.protects)
            std::erase_if(movable_, [this](WorkloadId id) {
                return protectedUntil(state_, job_, state_.jobs[id]) > state_.now;
            });
    }

    void collectAll() {
        for (BranchId leaf = 0; leaf < state_.tree.size(); ++leaf)
            if (state_.tree[leaf].group == job_.group())
                for (const WorkloadId id : state_.runningAt[static_cast<std::size_t>(leaf)])
                    if (const Job& job = state_.jobs[id];
                        (job.preemptible() || job.idle()) && job.heldGpu() <= job_.requestGpu()) {
                        movable_.push_back(id);
                        plain_ = plain_ && state_.asksGpusAlone(job.slot());
                    }
    }

    // Where devices are all that matters their numbers decide. Nothing if more does.
    std::optional<LeastMoves> leastByDevices() {
        if (!state_.ground.empty() || state_.fleet.cordonedInUse(job_.group()) ||
            (!plain_ && !devicesDecide(state_, job_, movable_)))
            return std::nullopt;
        byDevices_ = true;
        if (!plain_)
            std::erase_if(movable_,
                          [this](WorkloadId id) { return state_.jobs[id].heldGpu() == 0; });
        if (auto answer = leastSharedMoves(state_, job_, movable_))
            return answer;
        std::sort(movable_.begin(), movable_.end());
        const auto counts = DeviceCounts::of(state_, job_.group());
        if (!counts || job_.slot().fraction())
            return std::nullopt;
        if (auto answer = leastMoves(state_, job_, *counts, movable_))
            return answer;
        return leastGangMoves(state_, job_, *counts, movable_);
    }

    void carryOut(const Set& set) {
        if (set.empty())
            return;
        Lifted lifted(state_);
        for (const WorkloadId id : set)
            lifted.take(id);
        tryPlan(set);
    }

    // The largest first, then by name.
    Set replacingOrder(Set set) const {
        std::sort(set.begin(), set.end(), [this](WorkloadId a, WorkloadId b) {
            const Job& left = state_.jobs[a];
            const Job& right = state_.jobs[b];
            return left.heldGpu() != right.heldGpu() ? left.heldGpu() > right.heldGpu()
                                                     : state_.namedBefore(a, b);
        });
        return set;
    }

    // For one replica: those who make room on some node, the least first; then, where they do not
    // find room again themselves, others make way for them.
    void clearOneNode() {
        const Clearings clearings = clearingsFor(state_, job_, movable_);
        cut_ = !clearings.all;
        std::vector<const Clearing*> stuck;
        for (const Clearing& clearing : clearings.found) {
            if (tooMuch(clearing.held, clearing.who.size()))
                break;
            if (!clearing.alone || !tryWith(clearing))
                stuck.push_back(&clearing);
            if (cut_)
                return;
        }
        std::stable_sort(movable_.begin(), movable_.end(), [this](WorkloadId a, WorkloadId b) {
            return state_.jobs[a].heldGpu() < state_.jobs[b].heldGpu();
        });
        for (const Clearing* clearing : stuck)
            if (clearing->who.size() < kMostMoved && !cut_)
                helpWith(*clearing);
    }

    // More than what was found moves, or than may.
    bool tooMuch(Gpu held, std::size_t count) const {
        return held > job_.requestGpu() ||
               (best_ &&
                std::pair(held, count) > std::pair(std::get<0>(bestKey_), std::get<1>(bestKey_)));
    }

    bool mayTry() {
        cut_ = cut_ || ++trials_ > kMostMoveTrials;
        return !cut_;
    }

    bool tryWith(const Clearing& clearing) {
        if (!mayTry())
            return false;
        Lifted lifted(state_);
        for (const WorkloadId id : clearing.who)
            lifted.take(id);
        return tryPlan({clearing.who.begin(), clearing.who.end()});
    }

    void helpWith(const Clearing& clearing) {
        Lifted lifted(state_);
        for (const WorkloadId id : clearing.who)
            lifted.take(id);
        help({clearing.who.begin(), clearing.who.end()}, clearing.held, 0);
    }

    // From the mover `from` on, who holds least first.
    void help(const Set& set, Gpu moved, std::size_t from) {
        for (std::size_t i = from; i < movable_.size(); ++i) {
            const WorkloadId id = movable_[i];
            const Gpu after = moved + state_.jobs[id].heldGpu();
            if (tooMuch(after, set.size() + 1))
                return;
            if (std::find(set.begin(), set.end(), id) != set.end())
                continue;
            if (!mayTry())
                return;
            Set with = set;
            with.push_back(id);
            state_.lift(id);
            if (!tryPlan(with) && with.size() < kMostMoved)
                help(with, after, i + 1);
            state_.lower(id);
        }
    }

    void findClearing() {
        std::map<NodeId, std::vector<Gpu>> onNode;
        for (const WorkloadId id : movable_) {
            const Job& job = state_.jobs[id];
            std::map<NodeId, Gpu> here;  // a fraction may clear a whole device
            for (const Seat& seat : job.seats())
                here[seat.node] += std::max(job.slot().request.gpu, kOneGpu);
            for (const auto& [node, gpu] : here)
                onNode[node].push_back(gpu);
        }
        // A node is worth clearing only if three of the largest gone could make room on it. CPU and
        // memory may be what is short, so where they are bound every node is worth it.
        std::map<NodeId, bool> worth;
        for (auto& [node, sizes] : onNode) {
            if (!state_.fleet.eligible(node, job_.slot()))
                continue;
            std::sort(sizes.rbegin(), sizes.rend());
            Gpu most = 0;
            for (std::size_t i = 0; i < std::min(kMostMoved, sizes.size()); ++i)
                most += sizes[i];
            const NodeUse& use = state_.fleet.use(node);
            worth[node] = use.cpuBound || use.memoryBound ||
                          use.wholeFree * kOneGpu + most >= job_.slot().request.gpu;
        }
        for (const WorkloadId id : movable_)
            for (const Seat& seat : state_.jobs[id].seats())
                if (const auto it = worth.find(seat.node); it != worth.end() && it->second) {
                    clearing_.push_back(id);
                    break;
                }
    }

    // Grows the set by workloads that clear nodes, in their order, until there is room.
    void extend(std::size_t from, const Set& set, Gpu moved) {
        if (slots_ >= job_.least() && !set.empty()) {
            replaceOrHelp(set, moved);
            return;
        }
        if (set.size() == kMostMoved)
            return;
        for (std::size_t i = from; i < clearing_.size(); ++i) {
            const WorkloadId id = clearing_[i];
            const Gpu after = moved + state_.jobs[id].heldGpu();
            if (after > job_.requestGpu() || (best_ && after > std::get<0>(bestKey_)))
                continue;
            if (!mayTry())
                return;
            Set with = set;
            with.push_back(id);
            const auto before = slots_;
            slots_ -= slotsUnder(id);
            state_.lift(id);
            slots_ += slotsUnder(id);
            extend(i + 1, with, after);
            state_.lower(id);
            slots_ = before;
        }
    }

    std::int64_t slotsUnder(WorkloadId id) const {
        std::int64_t slots = 0;
        std::vector<NodeId> nodes;
        for (const Seat& seat : state_.jobs[id].seats())
            if (std::find(nodes.begin(), nodes.end(), seat.node) == nodes.end())
                nodes.push_back(seat.node);
        for (const NodeId node : nodes)
            slots += state_.fleet.slots(node, job_.slot());
        return slots;
    }

    // There is room with the set gone. If the set itself does not fit again, others may make way
    // for it in turn.
    void replaceOrHelp(const Set& set, Gpu moved) {
        if (tryPlan(set) || set.size() == kMostMoved)
            return;
        for (const WorkloadId id : movable_) {
            const Gpu after = moved + state_.jobs[id].heldGpu();
            if (after > job_.requestGpu() || (best_ && after > std::get<0>(bestKey_)) ||
                std::find(set.begin(), set.end(), id) != set.end())
                continue;
            if (!mayTry())
                return;
            Set with = set;
            with.push_back(id);
            state_.lift(id);
            replaceOrHelp(with, after);
            state_.lower(id);
        }
    }

    // With the set lifted: the candidate, then the set again, largest first, then by name.
    bool tryPlan(const Set& set) {
        if (!allowedWithAllBack(set)) {
            byBooks_ = true;
            return false;
        }
        Consolidation plan;
        bool done = state_.fleet.takeAll(job_.group(), job_.slot(), job_.least(), plan.seats);
        const Set order = replacingOrder(set);
        for (std::size_t i = 0; done && i < order.size(); ++i) {
            const Job& job = state_.jobs[order[i]];
            std::vector<Seat> seats;
            done = state_.fleet.takeAll(job.group(), job.slot(),
                                        static_cast<int>(job.seats().size()), seats);
            if (!done)
                break;
            plan.moves.emplace_back(order[i], std::move(seats));
        }
        done = done && groundClear(plan);
        std::for_each(plan.moves.rbegin(), plan.moves.rend(), [this](const auto& move) {
            giveBack(state_.jobs[move.first].slot(), move.second);
        });
        giveBack(job_.slot(), plan.seats);
        if (!done)
            return false;
        MovesKey key = movesKey(state_, set);
        if (!best_ || key < bestKey_) {
            best_ = std::move(plan);
            bestKey_ = std::move(key);
        }
        return true;
    }

    // Moves are immediate: what still has to stop must not stand in their way. The candidate may
    // wait for it.
    bool groundClear(const Consolidation& plan) {
        if (state_.ground.empty())
            return true;
        for (const Seat& seat : plan.seats)
            state_.ground.booked(seat, job_.slot(), +1);
        const bool clear = std::all_of(
            plan.moves.begin(), plan.moves.end(),
            [this](const auto& move) { return state_.ground.clear(state_.fleet, move.second); });
        for (const Seat& seat : plan.seats)
            state_.ground.booked(seat, job_.slot(), -1);
        return clear;
    }

    void giveBack(const Slot& slot, const std::vector<Seat>& seats) {
        std::for_each(seats.rbegin(), seats.rend(),
                      [&](const Seat& seat) { state_.fleet.giveBack(seat, slot); });
    }

    // The moved run again, so the books count them; what they held on cordoned nodes has left the
    // capacity.
    bool allowedWithAllBack(const Set& set) {
        book(set, +1);
        const bool allowed =
            state_.books.allowed(state_.tree, state_.startOf(job_), state_.capacityFor(job_));
        book(set, -1);
        return allowed;
    }

    void book(const Set& set, int sign) {
        for (const WorkloadId id : set) {
            const Job& job = state_.jobs[id];
            state_.books.place(state_.tree, state_.placedBy(job), sign);
        }
    }

    EngineState& state_;
    const Job& job_;
    Set movable_;
    Set clearing_;
    std::int64_t slots_ = 0;
    int trials_ = 0;
    std::optional<Consolidation> best_;
    MovesKey bestKey_;
    bool byBooks_ = false;
    bool cut_ = false;  // a bound on the trials was met
    bool byDevices_ = false;
    bool plain_ = true;  // nobody names CPU, memory or a type that matters
};

// Who may be moved depends on where the candidate stands only where work is protected.
MovesTable::Key keyOf(const EngineState& state, GroupId group, const Slot& slot, int replicas,
                      BranchId leaf) {
    const Resources request = state.asked(slot.request);
    return {group,
            request.gpu,
            request.cpu,
            request.memory,
            slot.type,
            replicas,
            state.protects ? leaf : kNoBranch};
}

// What is the same for all for whom devices decide: no request has less than no CPU.
MovesTable::Key keyByDevices(MovesTable::Key key) {
    key[2] = key[3] = -1;
    key[4] = kAnyType;
    return key;
}

// Whether it was looked for in vain as things stand, for such a request or one that is no less.
const MovesInVain* inVain(const EngineState& state, const MovesTable::Key& key) {
    const auto asOfNow = [&](const MovesTable::Key& of) -> const MovesInVain* {
        const MovesInVain* known = state.notConsolidated.find(of);
        return known != nullptr && known->places == state.places ? known : nullptr;
    };
    if (const MovesInVain* known = asOfNow(key))
        return known;
    if (!state.cpuMatters && !state.memoryMatters)
        return nullptr;
    const MovesInVain* known = key[4] == kAnyType ? asOfNow(keyByDevices(key)) : nullptr;
    return known != nullptr && key[2] <= known->cpu && key[3] <= known->memory ? known : nullptr;
}

void noteInVain(EngineState& state, const MovesTable::Key& key, bool proven, bool byDevices) {
    *state.notConsolidated.tryEmplace(key, {}).first = {state.places, proven, 0, 0};
    if (!byDevices || (!state.cpuMatters && !state.memoryMatters))
        return;
    MovesInVain& known = *state.notConsolidated.tryEmplace(keyByDevices(key), {}).first;
    if (known.places != state.places)
        known = {state.places, proven, key[2], key[3]};
    else if (key[2] >= known.cpu && key[3] >= known.memory)
        known = {state.places, proven && known.proven, key[2], key[3]};
}

}  // namespace

bool mayConsolidate(const EngineState& state, GroupId group, const Slot& slot, int replicas) {
    if (!state.settings.consolidation ||
        state.fleet.freeOnReady(group) < slot.request.gpu * replicas)
        return false;
    if (!state.protects && inVain(state, keyOf(state, group, slot, replicas, kNoBranch)) != nullptr)
        return false;
    return state.moveBounds[static_cast<std::size_t>(group)].mayMakeRoom(state, group, slot,
                                                                         replicas);
}

MovesAnswer consolidate(EngineState& state, WorkloadId candidate) {
    const Job& job = state.jobs[candidate];
    if (state.fleet.freeOnReady(job.group()) < job.requestGpu())
        return {};
    const MovesTable::Key key = keyOf(state, job.group(), job.slot(), job.least(), job.leaf());
    if (const MovesInVain* known = inVain(state, key))
        return {std::nullopt, known->proven};
    Consolidator search(state, candidate);
    MovesAnswer answer = search.run();
    if (!answer.plan && !search.failedByBooks())
        noteInVain(state, key, answer.proven, search.byDevices());
    return answer;
}

}  // namespace apportion
