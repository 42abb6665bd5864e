// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/gang_move_search.h"

#include <algorithm>
#include <array>
#include <compare>
#include <numeric>
#include <span>
#include <utility>

#include <boost/container/static_vector.hpp>

#include "core/engine/moves_key.h"

namespace apportion {
namespace {

// How many pieces of so many devices find room on so many free ones: a division is what the search
// would do most.
constexpr auto kPieces = [] {
    std::array<std::array<int, DeviceCounts::kLargestNode + 1>, DeviceCounts::kLargestNode + 1>
        pieces{};
    for (std::size_t size = 1; size < pieces.size(); ++size)
        for (std::size_t free = 0; free < pieces.size(); ++free)
            pieces[size][free] = static_cast<int>(free / size);
    return pieces;
}();
int piecesOf(int size, int free) {
    return kPieces[static_cast<std::size_t>(size)][static_cast<std::size_t>(free)];
}

// What a workload has on one node.
struct Share {
    NodeId node = -1;
    int devices = 0;
    friend auto operator<=>(const Share&, const Share&) = default;
};

struct Mover {
    WorkloadId id = kNobody;
    const Job* job = nullptr;
    int size = 0;  // devices of a replica
    int replicas = 0;
    Gpu held = 0;
    int gain = 0;  // slots by moving it, at most, whoever goes with it
    GpuTime lost = 0;
    std::size_t firstShare = 0;  // of shares_
    std::size_t shares = 0;
    bool ambiguous = false;  // some of another size hold as much
    std::size_t twin = 0;    // the one before it that is like it; itself = none
};

using Set = boost::container::static_vector<std::size_t, kMostMoved>;  // indexes of movers

class GangMoveSearch {
public:
    GangMoveSearch(const EngineState& state, const Job& candidate, DeviceCounts counts)
        : state_(state),
          job_(candidate),
          counts_(std::move(counts)),
          slot_(candidate.slot().devices()),
          needed_(candidate.least()) {}

    void collect(const std::vector<WorkloadId>& movable) {
        here_.assign(state_.fleet.nodes().size(), 0);
        movers_.reserve(movable.size());
        for (const WorkloadId id : movable) {
            const Job& job = state_.job(id);
            movers_.push_back({id, &job, job.slot().devices(), static_cast<int>(job.seats().size()),
                               job.heldGpu()});
            addShares(movers_.back());
            largest_ = std::max(largest_, movers_.back().replicas);
        }
        for (const NodeId node : state_.fleet.nodesOf(job_.group()))
            slots_ += slotsOn(node);
        boundGains();
    }

    LeastMoves least() {
        if (!mayReach())
            return {};
        std::sort(clearing_.begin(), clearing_.end(), [this](std::size_t a, std::size_t b) {
            return movers_[a].gain != movers_[b].gain ? movers_[a].gain > movers_[b].gain : a < b;
        });
        weigh();
        if (!mayClear(0, {}, 0, slots_, missing_))
            return {};
        sort();
        clear(0, {}, 0, slots_);
        return {std::move(best_), trials_ <= kMostMoveTrials};
    }

private:
    static std::size_t at(NodeId node) { return static_cast<std::size_t>(node); }
    int slotsOn(NodeId node) const { return piecesOf(slot_, std::max(counts_.free(node), 0)); }

    // It leaves whole slots and takes as many elsewhere.
    bool isNeutral(const Mover& mover) const { return mover.size % slot_ == 0; }

    // The nodes that it sits on, once each, with the devices it has there.
    std::span<const Share> sharesOf(const Mover& mover) const {
        return std::span(shares_).subspan(mover.firstShare, mover.shares);
    }

    void addShares(Mover& mover) {
        mover.firstShare = shares_.size();
        for (const Seat& seat : mover.job->seats())
            here_[at(seat.node)] += mover.size;
        for (const Seat& seat : mover.job->seats())
            if (const int devices = std::exchange(here_[at(seat.node)], 0); devices > 0)
                shares_.push_back({seat.node, devices});
        mover.shares = shares_.size() - mover.firstShare;
        std::sort(shares_.end() - static_cast<std::ptrdiff_t>(mover.shares), shares_.end());
    }

    // Slots on a node if the three largest of those that gain any by leaving it were gone.
    void boundGains() {
        std::vector<std::array<int, kMostMoved>> leaving(here_.size());  // the largest first
        for (const Mover& mover : movers_)
            if (!isNeutral(mover))
                for (auto [node, devices] : sharesOf(mover))
                    for (int& other : leaving[at(node)])
                        if (devices > other)
                            std::swap(devices, other);
        std::vector<int> gains(here_.size());
        for (const NodeId node : state_.fleet.nodesOf(job_.group()))
            if (const auto& largest = leaving[at(node)]; largest.front() > 0)
                gains[at(node)] = piecesOf(slot_, std::accumulate(largest.begin(), largest.end(),
                                                                  counts_.free(node))) -
                                  slotsOn(node);
        for (std::size_t i = 0; i < movers_.size(); ++i) {
            Mover& mover = movers_[i];
            if (isNeutral(mover))
                continue;
            mover.gain = -owed(mover);
            for (const Share& share : sharesOf(mover))
                mover.gain += gains[at(share.node)];
            clearing_.push_back(i);
        }
    }

    // Whether any three could gain as much as is missing.
    bool mayReach() const {
        std::array<int, kMostMoved> most{};
        for (const std::size_t i : clearing_) {
            int gain = movers_[i].gain;
            for (int& other : most)
                if (gain > other)
                    std::swap(gain, other);
        }
        return std::accumulate(most.begin(), most.end(), slots_) >= needed_;
    }

    // Slots that it takes at least, wherever it goes.
    int owed(const Mover& mover) const { return mover.replicas * (mover.size / slot_); }

    bool before(const Mover& a, const Mover& b) const {
        if (a.lost != b.lost)
            return a.lost < b.lost;
        return *a.job->start() != *b.job->start() ? *a.job->start() > *b.job->start()
                                                  : state_.namedBefore(a.id, b.id);
    }

    void sort() {
        for (Mover& mover : movers_)
            mover.lost = state_.lostWork(*mover.job);
        std::sort(clearing_.begin(), clearing_.end(), [this](std::size_t a, std::size_t b) {
            const Mover& left = movers_[a];
            const Mover& right = movers_[b];
            return left.gain != right.gain ? left.gain > right.gain : before(left, right);
        });
        findTwins();
        for (std::size_t i = 0; i < movers_.size(); ++i)
            helpers_.push_back(i);
        std::stable_sort(helpers_.begin(), helpers_.end(), [this](std::size_t a, std::size_t b) {
            return movers_[a].held < movers_[b].held;
        });
    }

    // Of those on the same nodes with the same size a least set takes the first few.
    void findTwins() {
        std::vector<std::size_t> order(movers_.size());
        std::iota(order.begin(), order.end(), 0);
        std::sort(order.begin(), order.end(),
                  [this](std::size_t a, std::size_t b) { return before(movers_[a], movers_[b]); });
        findAmbiguous();
        const auto sameShares = [this](std::size_t a, std::size_t b) {
            const auto left = sharesOf(movers_[a]);
            const auto right = sharesOf(movers_[b]);
            return std::equal(left.begin(), left.end(), right.begin(), right.end());
        };
        std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
            if (movers_[a].size != movers_[b].size)
                return movers_[a].size < movers_[b].size;
            const auto left = sharesOf(movers_[a]);
            const auto right = sharesOf(movers_[b]);
            return std::lexicographical_compare(left.begin(), left.end(), right.begin(),
                                                right.end());
        });
        for (std::size_t i = 0; i < order.size(); ++i) {
            Mover& mover = movers_[order[i]];
            const bool twin = i > 0 && mover.size == movers_[order[i - 1]].size &&
                              !mover.ambiguous && sameShares(order[i], order[i - 1]);
            mover.twin = order[twin ? i - 1 : i];
        }
    }

    // Where two shapes hold as much it is the name who is placed first.
    void findAmbiguous() {
        std::vector<std::pair<Gpu, int>> shapes;
        for (const Mover& mover : movers_)
            shapes.emplace_back(mover.held, mover.size);
        std::sort(shapes.begin(), shapes.end());
        std::vector<Gpu> ambiguous;
        for (std::size_t i = 1; i < shapes.size(); ++i)
            if (shapes[i].first == shapes[i - 1].first && shapes[i].second != shapes[i - 1].second)
                ambiguous.push_back(shapes[i].first);
        for (Mover& mover : movers_)
            mover.ambiguous = std::binary_search(ambiguous.begin(), ambiguous.end(), mover.held);
    }

    bool mayJoin(const Set& set, std::size_t i, Gpu after) const {
        const auto has = [&set](std::size_t mover) {
            return std::find(set.begin(), set.end(), mover) != set.end();
        };
        return after <= job_.requestGpu() && (best_.empty() || after <= std::get<0>(bestKey_)) &&
               !has(i) && (movers_[i].twin == i || has(movers_[i].twin));
    }

    // Of those who gain slots, the most first, `left` of them from this one on.
    bool fallsShort(const Mover& mover, std::int64_t slots, std::int64_t left) const {
        return slots + left * mover.gain < needed_;
    }

    // Grows the set by those who gain slots until there is room for the candidate: `slots` are
    // there without the set, beyond what it takes again.
    void clear(std::size_t from, const Set& set, Gpu moved, std::int64_t slots) {
        if (!set.empty() && slots >= needed_) {
            replace(set, moved);
            return;
        }
        const auto left = static_cast<std::int64_t>(kMostMoved - set.size());
        for (std::size_t i = from; i < clearing_.size(); ++i) {
            const Mover& mover = movers_[clearing_[i]];
            if (left == 0 || fallsShort(mover, slots, left))
                return;
            const Gpu after = moved + mover.held;
            if (!mayJoin(set, clearing_[i], after))
                continue;
            if (++trials_ > kMostMoveTrials)
                return;
            Set with = set;
            with.push_back(clearing_[i]);
            const std::int64_t gain = gainOf(mover, slot_);
            counts_.giveBack(*mover.job);
            clear(i + 1, with, after, slots + gain);
            counts_.retake(*mover.job);
        }
    }

    // How many more pieces of a size find room when it leaves than it takes again at least.
    std::int64_t gainOf(const Mover& mover, int size) const {
        std::int64_t gain = -static_cast<std::int64_t>(mover.replicas) * (mover.size / size);
        for (const auto [node, devices] : sharesOf(mover))
            gain +=
                piecesOf(size, counts_.free(node) + devices) - piecesOf(size, counts_.free(node));
        return gain;
    }

    // Most searches are in vain, and sums tell it: pieces are weighed so that what is nearly a node
    // is a whole one and what fits beside it nothing, as in MoveBound, in one way a lane.
    static constexpr std::size_t kLanes = DeviceCounts::kLargestNode / 2;
    using Lanes = std::array<int, kLanes>;

    void weigh() {
        int largest = 0;
        for (const NodeId node : state_.fleet.nodesOf(job_.group()))
            largest = std::max(largest, static_cast<int>(state_.fleet.use(node).used.size()));
        largest = std::min(largest, DeviceCounts::kLargestNode);
        for (int lane = 0; lane + 2 <= largest / 2; ++lane)
            for (int size = lane + 2; size <= DeviceCounts::kLargestNode; ++size)
                weights_[at(size)][at(lane)] = size > largest - lane - 2 ? largest : size;
        for (std::size_t free = 1; free < room_.size(); ++free)
            for (std::size_t size = 1; size <= free; ++size)
                for (std::size_t lane = 0; lane < kLanes; ++lane)
                    room_[free][lane] = std::max(room_[free][lane],
                                                 weights_[size][lane] + room_[free - size][lane]);
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            missing_[lane] = needed_ * weights_[at(slot_)][lane];
            for (std::size_t free = 1; free < room_.size(); ++free)
                missing_[lane] -= counts_.byFree()[free] * room_[free][lane];
        }
        findNeighbours();
        gains_.reserve(movers_.size());
        for (const Mover& mover : movers_) {
            gains_.push_back(gainOf(mover));
            for (std::size_t lane = 0; lane < kLanes; ++lane)
                most_[lane] = std::max(most_[lane], gains_.back()[lane]);
        }
    }

    void findNeighbours() {
        firstOn_.assign(here_.size() + 1, 0);
        for (const Share& share : shares_)
            ++firstOn_[at(share.node) + 1];
        std::partial_sum(firstOn_.begin(), firstOn_.end(), firstOn_.begin());
        on_.resize(shares_.size());
        std::vector<std::size_t> next(firstOn_.begin(), firstOn_.end() - 1);
        for (std::size_t i = 0; i < movers_.size(); ++i)
            for (const Share& share : sharesOf(movers_[i]))
                on_[next[at(share.node)]++] = i;
        // Until it matters who goes first: of those with one seat alone.
        for (std::size_t i = 0; i < movers_.size(); ++i) {
            Mover& mover = movers_[i];
            mover.twin = i;
            if (mover.replicas > 1)
                continue;
            const NodeId node = shares_[mover.firstShare].node;
            for (std::size_t k = firstOn_[at(node)]; on_[k] < i; ++k)
                if (movers_[on_[k]].size == mover.size && movers_[on_[k]].replicas == 1)
                    mover.twin = on_[k];
        }
    }

    // What it leaves less what it takes again.
    Lanes gainOf(const Mover& mover) const {
        Lanes gain{};
        for (const auto [node, devices] : sharesOf(mover)) {
            const Lanes& before = room_[at(counts_.free(node))];
            const Lanes& after = room_[at(counts_.free(node) + devices)];
            for (std::size_t lane = 0; lane < kLanes; ++lane)
                gain[lane] += after[lane] - before[lane];
        }
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            gain[lane] -= mover.replicas * weights_[at(mover.size)][lane];
        return gain;
    }
    static Lanes without(const Lanes& missing, const Lanes& gain) {
        Lanes left{};
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            left[lane] = missing[lane] - gain[lane];
        return left;
    }
    static bool covers(const Lanes& gain, const Lanes& missing) {
        int less = 0;
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            less |= gain[lane] < missing[lane] ? 1 : 0;
        return less == 0;
    }

    // Whether clear() or replace() might find a set; if they must try too many, they might.
    bool mayClear(std::size_t from, const Set& set, Gpu moved, std::int64_t slots,
                  const Lanes& missing) {
        if (!set.empty() && slots >= needed_)
            return mayReplace(set, moved, missing);
        const auto left = static_cast<std::int64_t>(kMostMoved - set.size());
        for (std::size_t i = from; i < clearing_.size(); ++i) {
            const Mover& mover = movers_[clearing_[i]];
            if (left == 0 || fallsShort(mover, slots, left))
                return false;
            const Gpu after = moved + mover.held;
            if (!mayJoin(set, clearing_[i], after))
                continue;
            if (++weighed_ > kMostMoveTrials)
                return true;
            const Lanes still = without(missing, gainOf(mover));
            Set with = set;
            with.push_back(clearing_[i]);
            const std::int64_t gain = gainOf(mover, slot_);
            counts_.giveBack(*mover.job);
            const bool may = mayClear(i + 1, with, after, slots + gain, still);
            counts_.retake(*mover.job);
            if (may)
                return true;
        }
        return false;
    }

    bool mayReplace(const Set& set, Gpu moved, const Lanes& missing) {
        if (covers({}, missing))
            return true;
        if (set.size() == kMostMoved)
            return false;
        if (set.size() + 1 == kMostMoved)
            return mayHelp(set, moved, missing);
        for (std::size_t i = 0; i < movers_.size(); ++i) {
            const Mover& mover = movers_[i];
            const Gpu after = moved + mover.held;
            if (!mayJoin(set, i, after))
                continue;
            if (++weighed_ > kMostMoveTrials)
                return true;
            const Lanes still = without(missing, gainOf(mover));
            Set with = set;
            with.push_back(i);
            counts_.giveBack(*mover.job);
            const bool may = mayReplace(with, after, still);
            counts_.retake(*mover.job);
            if (may)
                return true;
        }
        return false;
    }

    // The last one. What somebody gains has changed only on the nodes of the set.
    bool mayHelp(const Set& set, Gpu moved, const Lanes& missing) const {
        const auto may = [&](std::size_t i) {
            return moved + movers_[i].held <= job_.requestGpu() &&
                   std::find(set.begin(), set.end(), i) == set.end();
        };
        for (const std::size_t member : set)
            for (const Share& share : sharesOf(movers_[member]))
                for (std::size_t k = firstOn_[at(share.node)]; k < firstOn_[at(share.node) + 1];
                     ++k)
                    if (may(on_[k]) && covers(gainOf(movers_[on_[k]]), missing))
                        return true;
        if (!covers(most_, missing))
            return false;
        for (std::size_t i = 0; i < movers_.size(); ++i)
            if (covers(gains_[i], missing) && may(i))
                return true;
        return false;
    }

    // There is room with the set gone. If the set itself does not fit again, others may make way
    // for it in turn.
    void replace(const Set& set, Gpu moved) {
        const Shortage shortage = shortageOf(set);
        if (shortage.empty() && fitsAgain(set)) {
            offer(set);
            return;
        }
        if (set.size() == kMostMoved)
            return;
        const bool last = set.size() + 1 == kMostMoved;
        for (const std::size_t i : helpers_) {
            const Mover& mover = movers_[i];
            const Gpu after = moved + mover.held;
            if (after > job_.requestGpu() || (!best_.empty() && after > std::get<0>(bestKey_)))
                return;
            if (!mayFill(shortage, mover, last) || !mayJoin(set, i, after))
                continue;
            if (++trials_ > kMostMoveTrials)
                return;
            Set with = set;
            with.push_back(i);
            counts_.giveBack(*mover.job);
            if (!last)
                replace(with, after);
            else if (fitsAgain(with))
                offer(with);
            counts_.retake(*mover.job);
        }
    }

    // How many pieces of a size too few find room, counted as if nothing else were in the way:
    // whatever is at least as large takes one, or several.
    struct Missing {
        int size = 0;
        std::int64_t pieces = 0;
    };
    using Shortage = boost::container::static_vector<Missing, kMostMoved + 1>;

    std::int64_t roomFor(int size) const {
        const DeviceCounts::ByFree& byFree = counts_.byFree();
        std::int64_t room = 0;
        for (int free = size; free <= DeviceCounts::kLargestNode; ++free)
            room += static_cast<std::int64_t>(byFree[static_cast<std::size_t>(free)]) *
                    piecesOf(size, free);
        return room;
    }

    Shortage shortageOf(const Set& set) const {
        Shortage shortage;
        const auto consider = [&](int size) {
            std::int64_t pieces = static_cast<std::int64_t>(needed_) * (slot_ / size);
            for (const std::size_t i : set)
                pieces += static_cast<std::int64_t>(movers_[i].replicas) * (movers_[i].size / size);
            if (const std::int64_t room = roomFor(size); room < pieces)
                shortage.push_back({size, pieces - room});
        };
        consider(slot_);
        for (const std::size_t i : set)
            consider(movers_[i].size);
        return shortage;
    }

    // Whether its leaving is enough, as the last one; or could be with another, each of whose
    // replicas makes room for one piece more than it takes again, at most. Of the sizes that are
    // not short none is short then.
    bool mayFill(const Shortage& shortage, const Mover& mover, bool last) const {
        return std::all_of(shortage.begin(), shortage.end(), [&](const Missing& missing) {
            return last ? gainOf(mover, missing.size) >= missing.pieces
                        : (mover.size % missing.size != 0 ? mover.replicas : 0) + largest_ >=
                              missing.pieces;
        });
    }

    // With the set gone: the candidate, then the set, the largest first, then by name (rule 13).
    bool fitsAgain(const Set& set) const {
        DeviceCounts::ByFree free = counts_.byFree();
        const auto place = [&](int devices, int replicas) {
            for (int i = 0; i < replicas; ++i)
                if (!DeviceCounts::place(free, devices, state_.settings.placement))
                    return false;
            return true;
        };
        Set order = set;
        std::sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
            const Mover& left = movers_[a];
            const Mover& right = movers_[b];
            if (left.held != right.held)
                return left.held > right.held;
            return left.ambiguous && state_.namedBefore(left.id, right.id);
        });
        return place(slot_, needed_) && std::all_of(order.begin(), order.end(), [&](std::size_t i) {
                   return place(movers_[i].size, movers_[i].replicas);
               });
    }

    void offer(const Set& set) {
        std::vector<WorkloadId> ids;
        for (const std::size_t i : set)
            ids.push_back(movers_[i].id);
        MovesKey key = movesKey(state_, ids);
        if (best_.empty() || key < bestKey_) {
            best_ = std::move(ids);
            bestKey_ = std::move(key);
        }
    }

    const EngineState& state_;
    const Job& job_;
    DeviceCounts counts_;
    const int slot_;    // devices of one replica of the candidate
    const int needed_;  // slots
    std::int64_t slots_ = 0;
    std::vector<Mover> movers_;
    std::vector<Share> shares_;
    std::vector<int> here_;              // by node, 0 between uses
    int largest_ = 0;                    // replicas
    std::vector<std::size_t> clearing_;  // who gains slots, the most first
    std::vector<std::size_t> helpers_;   // all, the smallest first
    std::array<Lanes, DeviceCounts::kLargestNode + 1> weights_{};  // of a piece, by size
    std::array<Lanes, DeviceCounts::kLargestNode + 1> room_{};     // by what is free on a node
    Lanes missing_{};
    std::vector<Lanes> gains_;          // by mover, with nobody gone
    Lanes most_{};                      // of them
    std::vector<std::size_t> firstOn_;  // by node: of on_
    std::vector<std::size_t> on_;       // movers
    int weighed_ = 0;
    int trials_ = 0;
    std::vector<WorkloadId> best_;
    MovesKey bestKey_;
};

}  // namespace

LeastMoves leastGangMoves(const EngineState& state, const Job& candidate, DeviceCounts counts,
                          const std::vector<WorkloadId>& movable) {
    GangMoveSearch search(state, candidate, std::move(counts));
    search.collect(movable);
    return search.least();
}

}  // namespace apportion
