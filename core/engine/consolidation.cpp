// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/consolidation.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "core/engine/claims.h"
#include "core/engine/clearings.h"
#include "core/engine/devices_decide.h"
#include "core/engine/gang_clearings.h"
#include "core/engine/gang_move_search.h"
#include "core/engine/move_search.h"
#include "core/engine/moves_key.h"
#include "core/engine/moves_room.h"
#include "core/engine/piece_sums.h"
#include "core/engine/shared_move_search.h"

namespace apportion {
namespace {

// Sets of movers that sums are asked about.
constexpr int kMostWeighed = 100'000;

// Off their nodes as long as it lives; the books go on counting them.
class SetGone {
public:
    SetGone(EngineState& state, const std::vector<WorkloadId>& set) : state_(state), set_(set) {
        for (const WorkloadId id : set_)
            for (const Seat& seat : state_.job(id).seats())
                state_.fleet.giveBack(seat, state_.job(id).slot());
    }
    SetGone(const SetGone&) = delete;
    SetGone& operator=(const SetGone&) = delete;
    ~SetGone() {
        for (const WorkloadId id : set_)
            for (const Seat& seat : state_.job(id).seats())
                state_.fleet.retake(seat, state_.job(id).slot());
    }

private:
    EngineState& state_;
    const std::vector<WorkloadId>& set_;
};

class Consolidator {
public:
    Consolidator(EngineState& state, WorkloadId candidate)
        : state_(state),
          candidate_(candidate),
          job_(state.jobs[candidate]),
          cordoned_(state.fleet.cordonedInUse(job_.group())) {}

    // Whether some plan failed for what the candidate's quota may hold: others may still succeed.
    bool failedByBooks() const { return byBooks_; }
    // Whether sums told that no plan works: they tell whoever asks for more CPU or memory the same.
    bool failedBySums() const { return !best_ && !cut_ && !byDevices_ && !planned_; }
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
        tryInOrder(job_.least() == 1 ? clearingsFor(state_, job_, movable_)
                                     : gangClearingsFor(state_, job_, movable_, byDevices_));
    }

    void collect() {
        auto& bound = state_.moveBounds[static_cast<std::size_t>(job_.group())];
        if (auto movers = bound.movers(state_, job_.group(), job_.slot(), job_.least()))
            movable_ = std::move(*movers);
        else
            collectAll();
        std::erase_if(movable_, [this](WorkloadId id) { return !mayMove(state_.jobs[id]); });
        plain_ = state_.asksGpusAlone(job_.slot()) &&
                 std::all_of(movable_.begin(), movable_.end(), [this](WorkloadId id) {
                     return state_.asksGpusAlone(state_.jobs[id].slot());
                 });
    }

    bool mayMove(const Job& job) {
        if (!state_.losesLittle(job)) {
            if (job.checkpoint() > 0)
                state_.movesDue = std::min(state_.movesDue,
                                           *job.start() + state_.keptWork(job) + job.checkpoint());
            return false;
        }
        return !state_.protects || protectedUntil(state_, job_, job) <= state_.now;
    }

    void collectAll() {
        for (BranchId leaf = 0; leaf < state_.tree.size(); ++leaf)
            if (state_.tree[leaf].group == job_.group())
                for (const WorkloadId id : state_.runningAt[static_cast<std::size_t>(leaf)])
                    if (const Job& job = state_.jobs[id];
                        (job.preemptible() || job.idle()) && job.heldGpu() <= job_.requestGpu())
                        movable_.push_back(id);
    }

    // Where devices are all that matters their numbers decide. Nothing if more does.
    std::optional<LeastMoves> leastByDevices() {
        if (!state_.ground.empty() || cordoned_ ||
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
        if (!set.empty())
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

    // Those who make room, the least first; then, where they do not find room again themselves,
    // others make way for them.
    void tryInOrder(const Clearings& clearings) {
        if (clearings.found.empty()) {
            cut_ = !clearings.all;
            return;
        }
        std::stable_sort(movable_.begin(), movable_.end(), [this](WorkloadId a, WorkloadId b) {
            return state_.jobs[a].heldGpu() < state_.jobs[b].heldGpu();
        });
        for (const WorkloadId id : movable_)
            movers_.push_back(movableOf(state_, id));
        std::array steps{stepOf(), stepOf()};
        std::vector<const Clearing*> stuck;
        for (const Clearing& clearing : clearings.found) {
            if (cut_ || tooMuch(clearing.held, clearing.who.size()))
                break;
            if (!clearing.alone || !tryAlone(steps.front(), clearing))
                stuck.push_back(&clearing);
        }
        for (const Clearing* clearing : stuck)
            if (clearing->who.size() < kMostMoved && !cut_)
                help(steps, {clearing->who.begin(), clearing->who.end()}, clearing->held, 0);
        cut_ = cut_ || !clearings.all;
    }

    // More than what was found moves, or than may.
    bool tooMuch(Gpu held, std::size_t count) const {
        return held > job_.requestGpu() ||
               (best_ &&
                std::pair(held, count) > std::pair(std::get<0>(bestKey_), std::get<1>(bestKey_)));
    }

    // What is told of a set before it is tried.
    struct Step {
        PieceSums sums;
        MovesRoom room;
        void setOff(const Set& set) {
            sums.setOff(set);
            room.setOff(set);
        }
    };
    Step stepOf() {
        return {PieceSums(state_, job_, movable_), MovesRoom(state_, candidate_, homes_)};
    }

    bool tryAlone(Step& step, const Clearing& clearing) {
        const Set set(clearing.who.begin(), clearing.who.end());
        step.setOff(set);
        return step.sums.mayWork() && mayTry() && step.room.mayWork() && tryPlan(set);
    }

    // Whether the bound has a trial left, which is then one less.
    bool mayTry() {
        cut_ = cut_ || ++trials_ > kMostMoveTrials;
        return !cut_;
    }

    // There is room with the set gone, and it does not fit again: others make way for it, from the
    // mover `from` on, who holds least first. There is a step for each of them.
    void help(std::span<Step> each, const Set& set, Gpu moved, std::size_t from) {
        const bool last = set.size() + 1 == kMostMoved;
        Step& step = each.front();
        step.setOff(set);
        Set with = set;
        with.push_back(kNobody);
        for (std::size_t i = from; i < movable_.size() && !cut_; ++i) {
            const WorkloadId id = movers_[i].id;
            const Gpu after = moved + movers_[i].held;
            if (tooMuch(after, set.size() + 1))
                return;
            if (std::find(set.begin(), set.end(), id) != set.end())
                continue;
            cut_ = cut_ || ++weighed_ > kMostWeighed;
            if (cut_ || !step.sums.mayWorkWith(i, !last))
                continue;
            with.back() = id;
            if (((last || step.sums.mayWorkWith(i, false)) && mayTry() &&
                 step.room.mayWorkWith(movers_[i]) && tryPlan(with)) ||
                last || i + 1 == movable_.size() ||
                tooMuch(after + movers_[i + 1].held, with.size() + 1))
                continue;
            help(each.subspan(1), with, after, i + 1);
        }
    }

    // With the set gone: the candidate, then the set again, largest first, then by name.
    bool tryPlan(const Set& set) {
        planned_ = true;
        const SetGone gone(state_, set);
        if (!allowedWithAllBack()) {
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
    bool allowedWithAllBack() const {
        return !cordoned_ ||
               state_.books.allowed(state_.tree, state_.startOf(job_), state_.capacityFor(job_));
    }

    EngineState& state_;
    const WorkloadId candidate_;
    const Job& job_;
    const bool cordoned_;  // some run on cordoned nodes
    Set movable_;
    std::vector<Movable> movers_;  // the same, who holds least first
    HomesTable homes_;
    int trials_ = 0;
    int weighed_ = 0;
    std::optional<Consolidation> best_;
    MovesKey bestKey_;
    bool planned_ = false;  // some set came so far
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

// What is the same for all for whom sums may decide.
MovesTable::Key keyBySums(MovesTable::Key key) {
    key[2] = key[3] = -2;
    return key;
}

// Whether sums told as things stand that no moves make room for one that asks for no more.
bool failsBySums(const EngineState& state, const MovesTable::Key& key) {
    const MovesInVain* known = state.notConsolidated.find(keyBySums(key));
    return known != nullptr && known->places == state.places &&
           std::any_of(known->least.begin(), known->least.end(), [&](const auto& asked) {
               return asked.first <= key[2] && asked.second <= key[3];
           });
}

void noteBySums(EngineState& state, const MovesTable::Key& key) {
    MovesInVain& known = *state.notConsolidated.tryEmplace(keyBySums(key), {}).first;
    if (known.places != state.places)
        known.least.clear();
    known.places = state.places;
    std::erase_if(known.least, [&](const auto& asked) {
        return asked.first >= key[2] && asked.second >= key[3];
    });
    known.least.emplace_back(key[2], key[3]);
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
    *state.notConsolidated.tryEmplace(key, {}).first = {state.places, proven, 0, 0, {}};
    if (!byDevices || (!state.cpuMatters && !state.memoryMatters))
        return;
    MovesInVain& known = *state.notConsolidated.tryEmplace(keyByDevices(key), {}).first;
    if (known.places != state.places)
        known = {state.places, proven, key[2], key[3], {}};
    else if (key[2] >= known.cpu && key[3] >= known.memory)
        known = {state.places, proven && known.proven, key[2], key[3], {}};
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
    if (failsBySums(state, key)) {
        noteInVain(state, key, true, false);
        return {};
    }
    Consolidator search(state, candidate);
    MovesAnswer answer = search.run();
    if (!answer.plan && !search.failedByBooks())
        noteInVain(state, key, answer.proven, search.byDevices());
    if (search.failedBySums())
        noteBySums(state, key);
    return answer;
}

bool movesUnproven(const EngineState& state, const Job& job) {
    const MovesInVain* known =
        inVain(state, keyOf(state, job.group(), job.slot(), job.least(), job.leaf()));
    return known != nullptr && !known->proven;
}

}  // namespace apportion
