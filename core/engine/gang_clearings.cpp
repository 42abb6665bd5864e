// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever moves is worth the slots that it leaves, where devices decide less those that it takes
// again wherever it goes. A set grows by those who could be worth most, whoever goes with them, and
// only while as many as may still join could be worth what is missing. What somebody is worth
// changes on nodes alone that others leave as well.
#include "core/engine/gang_clearings.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "core/engine/piece_sums.h"
#include "core/engine/trial_nodes.h"

namespace apportion {
namespace {

constexpr int kMostGangClearingSteps = 100'000;

class GangClearingFinder {
public:
    GangClearingFinder(const EngineState& state, const Job& candidate, bool byDevices)
        : state_(state),
          job_(candidate),
          slot_(candidate.slot()),
          byDevices_(byDevices),
          nodes_(state, candidate.group()),
          on_(state.fleet.nodes().size()) {}

    Clearings run(const std::vector<WorkloadId>& movable) {
        missing_ = job_.least();
        for (const NodeId node : state_.fleet.nodesOf(job_.group()))
            missing_ -= slotsOn(node);
        collect(movable);
        grow(0, {}, 0, missing_);
        std::sort(clearings_.found.begin(), clearings_.found.end(),
                  [](const Clearing& a, const Clearing& b) {
                      const std::pair left(a.held, a.who.size());
                      const std::pair right(b.held, b.who.size());
                      return left != right ? left < right : a.who < b.who;
                  });
        return std::move(clearings_);
    }

private:
    using Chosen = boost::container::static_vector<std::size_t, kMostMoved>;
    struct Mover {
        WorkloadId id = kNobody;
        const Job* job = nullptr;
        boost::container::small_vector<NodeId, 8> nodes;
        std::int64_t most = 0;   // that it could be worth
        std::int64_t alone = 0;  // if nobody beside it leaves
    };
    // How near a mover is to those chosen: on a node with one of them, or with somebody who is.
    enum class Near : std::uint8_t { no, byOne, beside };
    struct Next {
        std::size_t mover = 0;
        Near near = Near::no;
    };

    static std::size_t at(NodeId node) { return static_cast<std::size_t>(node); }
    std::int64_t slotsOn(NodeId node) const {
        return byDevices_ ? nodes_.slotsByDevices(node, slot_.request.gpu)
                          : nodes_.slots(node, slot_);
    }

    void collect(const std::vector<WorkloadId>& movable) {
        std::vector<std::int64_t> most = mostOnNodes(movable);
        for (const WorkloadId id : movable) {
            Mover mover{id, &state_.job(id), nodesUnder(state_.job(id)), 0, 0};
            mover.most = -owed(*mover.job);
            for (const NodeId node : mover.nodes)
                mover.most += std::min(most[at(node)], mostBy(*mover.job, node));
            if (mover.most <= 0)
                continue;
            mover.alone = worth(mover);
            movers_.push_back(std::move(mover));
        }
        std::stable_sort(movers_.begin(), movers_.end(),
                         [](const Mover& a, const Mover& b) { return a.most > b.most; });
        for (std::size_t i = 0; i < movers_.size(); ++i)
            for (const NodeId node : movers_[i].nodes)
                on_[at(node)].push_back(i);
        near_.assign(movers_.size(), Near::no);
        byAlone_.resize(movers_.size());
        std::iota(byAlone_.begin(), byAlone_.end(), 0);
        std::stable_sort(byAlone_.begin(), byAlone_.end(), [this](std::size_t a, std::size_t b) {
            return movers_[a].alone > movers_[b].alone;
        });
    }

    // Slots that all who may move gain there together.
    std::vector<std::int64_t> mostOnNodes(const std::vector<WorkloadId>& movable) {
        std::vector<std::int64_t> most(on_.size(), 0);
        for (const NodeId node : state_.fleet.nodesOf(job_.group()))
            most[at(node)] -= slotsOn(node);
        for (const WorkloadId id : movable)
            nodes_.giveBack(state_.job(id));
        for (const NodeId node : state_.fleet.nodesOf(job_.group()))
            most[at(node)] += slotsOn(node);
        for (const WorkloadId id : movable)
            nodes_.retake(state_.job(id));
        return most;
    }

    // What it takes again, wherever it goes.
    std::int64_t owed(const Job& job) const {
        return byDevices_ ? piecesIn(job.slot(), static_cast<std::int64_t>(job.seats().size()),
                                     slot_.request.gpu)
                          : 0;
    }

    // Slots on one node, whoever else leaves: of the measures one is what binds.
    std::int64_t mostBy(const Job& job, NodeId node) const {
        const auto replicas = static_cast<std::int64_t>(
            std::count_if(job.seats().begin(), job.seats().end(),
                          [node](const Seat& seat) { return seat.node == node; }));
        const auto parts = [](std::int64_t amount, std::int64_t size) {
            return size > 0 ? (amount + size - 1) / size : 0;
        };
        const Resources& held = job.slot().request;
        const Resources& wanted = slot_.request;
        std::int64_t most =
            wanted.gpu >= kOneGpu
                ? parts(replicas * job.slot().devices(), slot_.devices())
                : replicas * job.slot().devices() * parts(std::min(held.gpu, kOneGpu), wanted.gpu);
        if (byDevices_)
            return most;
        most = std::max(most, parts(replicas * held.cpu, wanted.cpu));
        return std::max(most, parts(replicas * held.memory, wanted.memory));
    }

    // With some gone already.
    std::int64_t worth(const Mover& mover) {
        std::int64_t worth = -owed(*mover.job);
        for (const NodeId node : mover.nodes)
            worth -= slotsOn(node);
        nodes_.giveBack(*mover.job);
        for (const NodeId node : mover.nodes)
            worth += slotsOn(node);
        nodes_.retake(*mover.job);
        return worth;
    }

    // Adds those from `from` on to whom `missing` is left to be worth.
    void grow(std::size_t from, const Chosen& chosen, Gpu held, std::int64_t missing) {
        if (!chosen.empty() && missing <= 0) {
            found(chosen, held);
            return;
        }
        const auto left = static_cast<std::int64_t>(kMostMoved - chosen.size());
        if (left == 0)
            return;
        for (const Next& next : nextTo(chosen, from, missing)) {
            const Mover& mover = movers_[next.mover];
            const Gpu after = held + mover.job->heldGpu();
            if (after > job_.requestGpu() || left * mover.most < missing)
                continue;
            if (!clearings_.all || ++steps_ > kMostGangClearingSteps) {
                clearings_.all = false;
                return;
            }
            const std::int64_t rest =
                missing - (next.near == Near::beside ? worth(mover) : mover.alone);
            if (left == 1 && rest > 0)
                continue;
            Chosen with = chosen;
            with.push_back(next.mover);
            nodes_.giveBack(*mover.job);
            grow(next.mover + 1, with, after, rest);
            nodes_.retake(*mover.job);
        }
    }

    // Who may join, from this one on. Far from the others somebody is worth what he is worth alone.
    // So the last one has to be worth what is missing; and where the first is worth nothing, it
    // needs one of two near it, and the other is in vain unless he is worth something, but not all.
    std::vector<Next> nextTo(const Chosen& chosen, std::size_t from, std::int64_t missing) {
        std::vector<Next> next;
        if (chosen.empty() ||
            (chosen.size() + 1 < kMostMoved && movers_[chosen.front()].alone > 0)) {
            markNear(chosen);
            for (std::size_t i = from; i < movers_.size(); ++i)
                next.push_back({i, near_[i]});
        } else {
            const bool last = chosen.size() + 1 == kMostMoved;
            markNear(chosen);
            for (const std::size_t i : marked_)
                if (i >= from && (!last || near_[i] == Near::beside))
                    next.push_back({i, near_[i]});
            for (const std::size_t i : byAlone_) {
                const std::int64_t alone = movers_[i].alone;
                if (alone <= 0 || (last && alone < missing))
                    break;
                const bool known = near_[i] == Near::beside || (!last && near_[i] == Near::byOne);
                if (i >= from && !known && (last || alone < missing))
                    next.push_back({i, Near::no});
            }
        }
        for (const std::size_t i : std::exchange(marked_, {}))
            near_[i] = Near::no;
        return next;
    }

    void markNear(const Chosen& chosen) {
        const auto mark = [this](std::size_t i, Near near, auto&& each) {
            for (const NodeId node : movers_[i].nodes)
                for (const std::size_t other : on_[at(node)]) {
                    if (near_[other] == Near::no)
                        marked_.push_back(other);
                    near_[other] = std::max(near_[other], near);
                    each(other);
                }
        };
        for (const std::size_t i : chosen)
            mark(i, Near::beside, [&](std::size_t other) {
                if (movers_[other].nodes.size() > 1)
                    mark(other, Near::byOne, [](std::size_t) {});
            });
    }

    void found(const Chosen& chosen, Gpu held) {
        Clearing clearing{held, {}, true};
        for (const std::size_t i : chosen)
            clearing.who.push_back(movers_[i].id);
        std::sort(clearing.who.begin(), clearing.who.end());
        clearings_.found.push_back(std::move(clearing));
    }

    const EngineState& state_;
    const Job& job_;
    const Slot& slot_;
    const bool byDevices_;
    TrialNodes nodes_;
    std::int64_t missing_ = 0;
    std::vector<Mover> movers_;                 // who could be worth anything, the most first
    std::vector<std::size_t> byAlone_;          // the same, who is worth most alone first
    std::vector<std::vector<std::size_t>> on_;  // by node: movers
    // By mover, while it is asked who may join; and who is near.
    std::vector<Near> near_;
    std::vector<std::size_t> marked_;
    int steps_ = 0;
    Clearings clearings_;
};

}  // namespace

Clearings gangClearingsFor(const EngineState& state, const Job& candidate,
                           const std::vector<WorkloadId>& movable, bool byDevices) {
    return GangClearingFinder(state, candidate, byDevices).run(movable);
}

}  // namespace apportion
