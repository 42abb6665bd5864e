// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reclaim_search.h"

#include <algorithm>
#include <tuple>

#include "core/engine/freeing_table.h"

namespace apportion {
namespace {

constexpr int kMostSets = 4'000;  // beyond it the tables of the general search are faster

bool onlyReclaim(Trial& trial) {
    const EngineState& state = trial.state();
    const Job& taker = trial.taker();
    const auto group = static_cast<std::size_t>(taker.group());
    return taker.least() == 1 && state.asksDevicesAlone(taker.slot()) &&
           !trial.claims().anyPolicy() && state.elasticRunning == 0 &&
           state.idleRunning[group] == 0 && state.fractionsRunning[group] == 0 &&
           !state.fleet.cordonedInUse(taker.group()) && trial.onlyRoomMissing();
}

// Candidates with a device on a node, as a chain through links: a search for each decision has no
// time to make a list for every node.
struct OnNode {
    int first = -1;
    int last = -1;
    int freed = 0;       // devices, if all of them go
    bool fresh = false;  // listed in touched
};
struct Link {
    std::size_t candidate = 0;
    int next = -1;
};

struct Leaf {
    Fraction saturation;
    std::size_t order = 0;  // as they came
    BranchId id = kNoBranch;
    bool operator<(const Leaf& b) const {
        const auto by = b.saturation <=> saturation;
        return by != 0 ? by < 0 : order < b.order;
    }
};

// Of those on a node that differ in keys (g) to (i) alone.
struct TwinRange {
    std::size_t begin = 0;  // in `here`
    std::size_t end = 0;
    int devices = 0;  // of one, on the node
};

// What a search fills, kept for its memory: there is one for each decision.
struct Kept {
    std::vector<Candidate> all;
    std::vector<OnNode> nodes;
    std::vector<Link> links;
    std::vector<NodeId> touched;
    std::vector<NodeId> cleared;
    std::vector<std::size_t> here;
    std::vector<TwinRange> twins;
    std::vector<Leaf> leaves;
    std::vector<int> priorities;
    void begin(std::size_t nodeCount) {
        all.clear();
        nodes.assign(nodeCount, {});
        links.clear();
        touched.clear();
        priorities.clear();
    }
};

class ReclaimSearch {
public:
    ReclaimSearch(Trial& trial, WorkloadId spared, Kept& kept)
        : kept_(kept),
          trial_(trial),
          spared_(spared),
          state_(trial.state()),
          taker_(trial.taker()),
          devices_(taker_.slot().devices()) {
        kept_.begin(state_.fleet.nodes().size());
    }

    bool gaveUp() const { return sets_ > kMostSets; }

    // Key (b): the most saturated leaves first.
    std::optional<VictimSet> least() {
        std::vector<Leaf>& leaves = kept_.leaves;
        leaves.clear();
        for (const BranchId leaf : trial_.claims().reclaimable())
            leaves.push_back({trial_.claims().saturation(leaf), leaves.size(), leaf});
        std::sort(leaves.begin(), leaves.end());
        for (std::size_t at = 0; at < leaves.size() && !gaveUp();) {
            const Fraction level = leaves[at].saturation;
            const std::size_t before = all_.size();
            for (; at < leaves.size() && leaves[at].saturation == level; ++at)
                admit(leaves[at].id);
            if (auto set = leastWith(before))
                return set;
        }
        return std::nullopt;
    }

    const std::vector<Candidate>& all() const { return all_; }

private:
    template <typename Each>
    void eachOn(NodeId id, Each&& each) const {
        for (int link = nodes_[at(id)].first; link >= 0; link = links_[at(link)].next)
            each(links_[at(link)].candidate);
    }

    void admit(BranchId leaf) {
        const std::size_t before = all_.size();
        trial_.claims().reclaimFrom(leaf, spared_, all_);
        for (std::size_t index = before; index < all_.size(); ++index)
            if (const int level = priority(all_[index]);
                std::find(priorities_.begin(), priorities_.end(), level) == priorities_.end())
                priorities_.push_back(level);
        std::sort(priorities_.begin(), priorities_.end());
    }

    // Key (c): the lowest priorities first, of all that are admitted. `before` of them were looked
    // at already; as long as they are of one priority that need not be done again.
    std::optional<VictimSet> leastWith(std::size_t before) {
        if (priorities_.size() <= 1)
            return leastAmongAdded(before, [](const Candidate&) { return true; });
        std::fill(nodes_.begin(), nodes_.end(), OnNode{});
        links_.clear();
        for (const int level : priorities_) {
            auto set = leastAmongAdded(
                0, [&](const Candidate& candidate) { return priority(candidate) == level; });
            if (set || gaveUp())
                return set;
        }
        return std::nullopt;
    }

    template <typename Counts>
    std::optional<VictimSet> leastAmongAdded(std::size_t from, Counts&& counts) {
        for (std::size_t index = from; index < all_.size(); ++index)
            if (counts(all_[index]))
                add(index);
        best_.reset();
        std::vector<NodeId>& cleared = kept_.cleared;
        cleared.clear();
        for (const NodeId id : touched_) {
            nodes_[at(id)].fresh = false;
            if (state_.fleet.eligible(id, taker_.slot()) && need(id) <= nodes_[at(id)].freed)
                cleared.push_back(id);
        }
        touched_.clear();
        if (cleared.empty())
            return std::nullopt;
        // A node that lacks less may do with less.
        if (cleared.size() > 1)
            std::stable_sort(cleared.begin(), cleared.end(),
                             [this](NodeId a, NodeId b) { return need(a) < need(b); });
        for (const NodeId id : cleared)
            alone(id);
        for (const NodeId id : cleared)
            if (!best_ || need(id) * kOneGpu < best_->gpu[kReclaim] + (best_->count > 1 ? 1 : 0))
                together(id);
        return best_;
    }

    void add(std::size_t index) {
        for (const Seat& seat : state_.job(all_[index].id).seats()) {
            OnNode& node = nodes_[at(seat.node)];
            if (node.last < 0 || links_[at(node.last)].candidate != index) {
                const int link = static_cast<int>(links_.size());
                links_.push_back({index, -1});
                (node.last < 0 ? node.first : links_[at(node.last)].next) = link;
                node.last = link;
            }
            node.freed += static_cast<int>(seat.devices.size());
            if (!std::exchange(node.fresh, true))
                touched_.push_back(seat.node);
        }
    }

    // At once, where keys (d) to (g) say that it is worse than the best so far, a single one too.
    bool losesMore(std::size_t index) const {
        const Candidate& best = all_[best_->members.front()];
        const Candidate& other = all_[index];
        return best_->count == 1 && other.gpu == best.gpu &&
               std::pair(priority(other), other.lost) > std::pair(priority(best), best.lost);
    }

    // One victim: it is above its bound, so it may go.
    void alone(NodeId id) {
        eachOn(id, [this, id](std::size_t index) {
            if ((best_ && all_[index].gpu > best_->gpu[kReclaim]) ||
                devicesOn(id, index) < need(id) || (best_ && best_->members.front() == index) ||
                (best_ && losesMore(index)))
                return;
            VictimSet set;
            set.add(state_, all_, index);
            if (cheaper(state_, all_, set, best_))
                best_ = std::move(set);
        });
    }

    // Several of a node. Of those that differ in keys (g) to (i) alone a least set takes the first
    // few.
    void findTwins(NodeId id) {
        std::vector<std::size_t>& here = kept_.here;
        here.clear();
        eachOn(id, [&here](std::size_t index) { here.push_back(index); });
        const auto key = [&](std::size_t index) {
            return std::tuple(all_[index].leaf, all_[index].gpu, devicesOn(id, index),
                              priority(all_[index]));
        };
        std::sort(here.begin(), here.end(), [&](std::size_t a, std::size_t b) {
            if (key(a) != key(b))
                return key(a) < key(b);
            if (all_[a].lost != all_[b].lost)
                return all_[a].lost < all_[b].lost;
            if (all_[a].start != all_[b].start)
                return all_[a].start > all_[b].start;
            return state_.namedBefore(all_[a].id, all_[b].id);
        });
        twins_.clear();
        for (std::size_t i = 0; i < here.size(); ++i) {
            if (i == 0 || key(here[i - 1]) != key(here[i]))
                twins_.push_back({i, i, devicesOn(id, here[i])});
            ++twins_.back().end;
        }
    }

    void together(NodeId id) {
        findTwins(id);
        need_ = need(id);
        chosen_ = {};
        choose(0, 0);
    }

    void choose(std::size_t from, int freed) {
        if (freed >= need_) {
            if (chosen_.members.size() > 1 && cheaper(state_, all_, chosen_, best_) && holds())
                best_ = chosen_;
            return;
        }
        for (std::size_t group = from; group < twins_.size() && !gaveUp(); ++group) {
            const std::size_t before = chosen_.members.size();
            int more = 0;
            for (std::size_t i = twins_[group].begin; i < twins_[group].end; ++i) {
                const std::size_t index = kept_.here[i];
                // Whoever is added may free all that is missing; no set takes less than it frees.
                if (++sets_ > kMostSets ||
                    (best_ && chosen_.gpu[kReclaim] + all_[index].gpu > best_->gpu[kReclaim]))
                    break;
                chosen_.add(state_, all_, index);
                more += twins_[group].devices;
                choose(group + 1, freed + more);
                if (freed + more >= need_)
                    break;
            }
            while (chosen_.members.size() > before)
                chosen_.takeBack(state_, all_);
        }
    }

    // The bounds of 14 with all of them gone from the books; they do not ask where it runs.
    bool holds() {
        const auto book = [this](int sign) {
            for (const std::size_t index : chosen_.members)
                state_.books.place(state_.tree, state_.placedBy(state_.job(all_[index].id)), sign);
        };
        book(-1);
        const bool held = trial_.claims().holds(all_, chosen_.each());
        book(+1);
        return held;
    }

    static std::size_t at(NodeId id) { return static_cast<std::size_t>(id); }
    int need(NodeId id) const { return devices_ - state_.fleet.use(id).wholeFree; }
    int devicesOn(NodeId id, std::size_t index) const {
        int devices = 0;
        for (const Seat& seat : state_.job(all_[index].id).seats())
            devices += seat.node == id ? static_cast<int>(seat.devices.size()) : 0;
        return devices;
    }
    int priority(const Candidate& candidate) const { return state_.job(candidate.id).effective; }

    static constexpr auto kReclaim = static_cast<std::size_t>(VictimClass::reclaim);

    Kept& kept_;
    Trial& trial_;
    WorkloadId spared_;
    EngineState& state_;
    const Job& taker_;
    int devices_;
    std::vector<Candidate>& all_ = kept_.all;
    std::vector<OnNode>& nodes_ = kept_.nodes;
    std::vector<Link>& links_ = kept_.links;
    std::vector<NodeId>& touched_ = kept_.touched;
    std::vector<int>& priorities_ =
        kept_.priorities;  // of all that are admitted, ascending, each once
    std::optional<VictimSet> best_;
    std::vector<TwinRange>& twins_ = kept_.twins;
    int need_ = 0;
    VictimSet chosen_;
    int sets_ = 0;
};

}  // namespace

std::optional<ReclaimAnswer> leastReclaim(Trial& trial, WorkloadId spared) {
    if (!onlyReclaim(trial))
        return std::nullopt;
    thread_local Kept kept;
    ReclaimSearch search(trial, spared, kept);
    const auto set = search.least();
    if (search.gaveUp())
        return std::nullopt;
    ReclaimAnswer answer;
    if (set)
        for (const std::size_t member : set->members)
            answer.victims.push_back(search.all()[member]);
    return answer;
}

}  // namespace apportion
