// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/move_search.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include <boost/container/flat_map.hpp>
#include <boost/container/static_vector.hpp>

#include "core/engine/moves_key.h"

namespace apportion {
namespace {

struct Piece {
    WorkloadId id = kNobody;
    NodeId node = -1;
    int size = 0;  // devices
    GpuTime lost = 0;
    Instant start = 0;
};

// Who moves together: sizes where so much is free; `also` sits on the same node, or on another with
// so much free.
struct Helpers {
    int free = 0;
    int size = 0;
    int also = 0;       // 0 = nobody
    int otherFree = 0;  // -1 = the same node
    int devices() const { return size + also; }
    int count() const { return also > 0 ? 2 : 1; }
};

// What a node gives up for the candidate, by what is free there and the sizes, largest first.
struct Clearing {
    int free = 0;
    std::array<int, kMostMoved> sizes{};
    friend auto operator<=>(const Clearing&, const Clearing&) = default;
};

struct Moves {
    boost::container::static_vector<std::size_t, kMostMoved> members;  // indexes of pieces
    int devices = 0;
    GpuTime lost = 0;
};

class MoveSearch {
public:
    MoveSearch(const EngineState& state, const Job& candidate, const DeviceCounts& counts)
        : state_(state), job_(candidate), counts_(counts) {}

    // False if something else matters.
    bool collect(const std::vector<WorkloadId>& movable) {
        pieces_.reserve(movable.size());
        for (const WorkloadId id : movable) {
            const Job& job = state_.job(id);
            if (job.seats().size() != 1)
                return false;
            pieces_.push_back({id, job.seats().front().node, job.slot().devices(),
                               state_.lostWork(job), *job.start()});
        }
        groupByNode();
        for (const NodeId node : state_.fleet.nodesOf(job_.group()))
            if (counts_.free(node) >= 0)
                groupTwins(node);
        findClasses();
        return true;
    }

    std::optional<Moves> least() {
        for (const NodeId node : state_.fleet.nodesOf(job_.group()))
            if (counts_.free(node) >= 0)
                clear(node, 0, {});
        return best_;
    }

    std::vector<WorkloadId> idsOf(const Moves& moves) const {
        std::vector<WorkloadId> ids;
        for (const std::size_t piece : moves.members)
            ids.push_back(pieces_[piece].id);
        return ids;
    }

private:
    static std::size_t at(int id) { return static_cast<std::size_t>(id); }
    int freeOn(NodeId node) const { return counts_.free(node); }

    // The pieces of a node, the largest first once groupTwins() was there.
    std::span<const std::size_t> on(NodeId node) const {
        const Range& range = onNode_[at(node)];
        return {order_.data() + range.begin, range.count};
    }

    void groupByNode() {
        onNode_.resize(state_.fleet.nodes().size());
        for (const Piece& piece : pieces_)
            ++onNode_[at(piece.node)].count;
        std::size_t begin = 0;
        for (Range& range : onNode_) {
            range.begin = begin;
            begin += std::exchange(range.count, 0);
        }
        order_.resize(begin);
        for (std::size_t i = 0; i < pieces_.size(); ++i) {
            Range& range = onNode_[at(pieces_[i].node)];
            order_[range.begin + range.count++] = i;
        }
    }

    // Of equal size on one node: less lost, later started, by name.
    bool before(std::size_t a, std::size_t b) const {
        const Piece& left = pieces_[a];
        const Piece& right = pieces_[b];
        if (left.lost != right.lost)
            return left.lost < right.lost;
        return left.start != right.start ? left.start > right.start
                                         : state_.namedBefore(pieces_[a].id, pieces_[b].id);
    }

    // By size, the largest first; of equal ones the first few can be in a least set.
    void groupTwins(NodeId node) {
        Range& range = onNode_[at(node)];
        const std::span<std::size_t> here{order_.data() + range.begin, range.count};
        std::sort(here.begin(), here.end(), [this](std::size_t a, std::size_t b) {
            return pieces_[a].size != pieces_[b].size ? pieces_[a].size > pieces_[b].size
                                                      : before(a, b);
        });
        std::size_t kept = 0;
        for (std::size_t i = 0; i < here.size(); ++i)
            if (kept < kMostMoved || pieces_[here[kept - kMostMoved]].size != pieces_[here[i]].size)
                here[kept++] = here[i];
        range.count = kept;
    }

    // Which helpers there are, by class; who represents one: of different nodes the first three.
    void findClasses() {
        for (const NodeId node : state_.fleet.nodesOf(job_.group())) {
            if (counts_.free(node) < 0)
                continue;
            const auto here = on(node);
            for (std::size_t i = 0; i < here.size(); ++i) {
                const int size = pieces_[here[i]].size;
                if (i > 0 && pieces_[here[i - 1]].size == size)
                    continue;
                representatives_[{freeOn(node), size}].push_back(here[i]);
            }
        }
        for (auto& [key, pieces] : representatives_) {
            std::sort(pieces.begin(), pieces.end(),
                      [this](std::size_t a, std::size_t b) { return before(a, b); });
            pieces.resize(std::min(pieces.size(), kMostMoved));
        }
    }

    // All ways to clear a node by at most three, from `from` on in the order of its pieces.
    void clear(NodeId node, std::size_t from, const Moves& chosen) {
        const int missing = job_.slot().devices() - freeOn(node);
        if (!chosen.members.empty() && chosen.devices >= missing)
            place(node, chosen);
        if (chosen.members.size() == kMostMoved)
            return;
        const auto here = on(node);
        for (std::size_t i = from; i < here.size(); ++i) {
            // Of twins the first ones.
            if (i > from && pieces_[here[i]].size == pieces_[here[i - 1]].size)
                continue;
            if (auto with = added(chosen, here[i]))
                clear(node, i + 1, *with);
        }
    }

    // Nothing if that is no better than what was found, or more than may be moved.
    std::optional<Moves> added(const Moves& chosen, std::size_t piece) const {
        const int devices = chosen.devices + pieces_[piece].size;
        if (devices > job_.slot().devices() || (best_ && devices > best_->devices))
            return std::nullopt;
        Moves with = chosen;
        with.members.push_back(piece);
        with.devices = devices;
        with.lost += pieces_[piece].lost;
        return with;
    }

    // If they cannot run again as they are, others make way for them.
    void place(NodeId node, const Moves& chosen) {
        Clearing clearing;
        clearing.free = freeOn(node);
        for (std::size_t i = 0; i < chosen.members.size(); ++i)
            clearing.sizes[i] = pieces_[chosen.members[i]].size;
        const Outcome& outcome = outcomeOf(clearing, chosen);
        if (outcome.alone) {
            offer(chosen);
            return;
        }
        for (const Helpers& helpers : outcome.helped) {
            if (best_ && chosen.devices + helpers.devices() > best_->devices)
                break;
            help(node, chosen, helpers);
        }
    }

    struct Outcome {
        bool alone = false;
        std::vector<Helpers> helped;  // by devices
    };

    const Outcome& outcomeOf(const Clearing& clearing, const Moves& chosen) {
        const auto [found, fresh] = outcomes_.try_emplace(clearing);
        Outcome& outcome = found->second;
        if (!fresh)
            return outcome;
        outcome.alone = works(clearing, chosen.devices, nullptr);
        const std::size_t left = kMostMoved - chosen.members.size();
        if (outcome.alone || left == 0)
            return outcome;
        const auto consider = [&](const Helpers& helpers) {
            if (chosen.devices + helpers.devices() <= job_.slot().devices() &&
                works(clearing, chosen.devices, &helpers))
                outcome.helped.push_back(helpers);
        };
        for (auto one = representatives_.begin(); one != representatives_.end(); ++one) {
            const auto [free, size] = one->first;
            consider({free, size, 0, 0});
            if (left < 2)
                continue;
            for (auto two = one; two != representatives_.end(); ++two)
                consider({free, size, two->first.second, two->first.first});
            for (auto two = one; two != representatives_.end() && two->first.first == free; ++two)
                consider({free, two->first.second, size, -1});
        }
        std::stable_sort(
            outcome.helped.begin(), outcome.helped.end(),
            [](const Helpers& a, const Helpers& b) { return a.devices() < b.devices(); });
        return outcome;
    }

    // With them gone: the candidate, then they, the largest first (rule 13).
    bool works(const Clearing& clearing, int devices, const Helpers* helpers) const {
        DeviceCounts::ByFree counts = counts_.byFree();
        std::array<int, kMostMoved> sizes = clearing.sizes;
        const auto leave = [&counts](int free, int freed) {
            --counts[at(free)];
            ++counts[at(free + freed)];
            return counts[at(free)] >= 0 && free + freed <= DeviceCounts::kLargestNode;
        };
        if (!leave(clearing.free, devices))
            return false;
        if (helpers) {
            const std::size_t first = clearing.sizes[1] > 0 ? 2 : 1;
            sizes[first] = helpers->size;
            if (helpers->also > 0)
                sizes[first + 1] = helpers->also;
            const bool same = helpers->otherFree < 0;
            const int freed = helpers->size + (same ? helpers->also : 0);
            if (!leave(helpers->free, freed) ||
                (helpers->also > 0 && !same && !leave(helpers->otherFree, helpers->also)))
                return false;
            std::sort(sizes.rbegin(), sizes.rend());
        }
        return fits(counts, job_.slot().devices()) &&
               std::all_of(sizes.begin(), sizes.end(),
                           [&](int size) { return size == 0 || fits(counts, size); });
    }

    bool fits(DeviceCounts::ByFree& counts, int size) const {
        return DeviceCounts::place(counts, size, state_.settings.placement);
    }

    // Of each class the best that sit elsewhere.
    void help(NodeId node, const Moves& chosen, const Helpers& helpers) {
        if (helpers.otherFree < 0) {
            helpFromOneNode(node, chosen, helpers);
            return;
        }
        for (const std::size_t one : representatives_.at({helpers.free, helpers.size})) {
            if (pieces_[one].node == node)
                continue;
            const auto with = added(chosen, one);
            if (!with)
                continue;
            if (helpers.also == 0) {
                offer(*with);
                continue;
            }
            for (const std::size_t two : representatives_.at({helpers.otherFree, helpers.also}))
                if (pieces_[two].node != node && pieces_[two].node != pieces_[one].node)
                    if (const auto both = added(*with, two))
                        offer(*both);
        }
    }

    void helpFromOneNode(NodeId node, const Moves& chosen, const Helpers& helpers) {
        for (const NodeId other : state_.fleet.nodesOf(job_.group())) {
            if (other == node || freeOn(other) != helpers.free)
                continue;
            const auto here = on(other);
            const auto one = std::find_if(here.begin(), here.end(), [&](std::size_t piece) {
                return pieces_[piece].size == helpers.size;
            });
            if (one == here.end())
                continue;
            const auto two = std::find_if(one + 1, here.end(), [&](std::size_t piece) {
                return pieces_[piece].size == helpers.also;
            });
            if (two == here.end())
                continue;
            if (const auto with = added(chosen, *one))
                if (const auto both = added(*with, *two))
                    offer(*both);
        }
    }

    void offer(const Moves& moves) {
        if (!best_ || less(moves, *best_))
            best_ = moves;
    }

    // By (GPUs moved, how many, lost GPU-seconds, youngest, name).
    bool less(const Moves& a, const Moves& b) const {
        if (a.devices != b.devices)
            return a.devices < b.devices;
        if (a.members.size() != b.members.size())
            return a.members.size() < b.members.size();
        if (a.lost != b.lost)
            return a.lost < b.lost;
        return movesKey(state_, idsOf(a)) < movesKey(state_, idsOf(b));
    }

    const EngineState& state_;
    const Job& job_;
    std::vector<Piece> pieces_;
    struct Range {
        std::size_t begin = 0;
        std::size_t count = 0;
    };
    std::vector<std::size_t> order_;  // pieces, node after node
    std::vector<Range> onNode_;       // in order_
    const DeviceCounts& counts_;
    // By free and size.
    boost::container::flat_map<std::pair<int, int>, std::vector<std::size_t>> representatives_;
    std::map<Clearing, Outcome> outcomes_;
    std::optional<Moves> best_;
};

}  // namespace

std::optional<LeastMoves> leastMoves(const EngineState& state, const Job& candidate,
                                     const DeviceCounts& counts,
                                     const std::vector<WorkloadId>& movable) {
    if (candidate.least() != 1)
        return std::nullopt;
    MoveSearch search(state, candidate, counts);
    if (!search.collect(movable))
        return std::nullopt;
    const auto moves = search.least();
    return LeastMoves{moves ? search.idsOf(*moves) : std::vector<WorkloadId>()};
}

}  // namespace apportion
