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
    return taker.least() == 1 && state.asksGpusAlone(taker.slot()) &&
           (taker.requestGpu() <= kOneGpu || state.fractionsRunning[group] == 0) &&
           !trial.claims().anyPolicy() && state.elasticRunning == 0 &&
           state.idleRunning[group] == 0 && !state.fleet.cordonedInUse(taker.group()) &&
           trial.onlyRoomMissing();
}

// A spot is where the taker may find room once others have gone: a node; or a device, where it
// wants no more than one and others may have parts of it.
using SpotId = std::size_t;

// Candidates at a spot, as a chain through links: a search for each decision has no time to make a
// list for every one.
struct Spot {
    int first = -1;
    int last = -1;
    Gpu need = 0;        // more than is free there
    Gpu freed = 0;       // if all of them go
    bool fresh = false;  // listed in touched
};
struct Link {
    std::size_t candidate = 0;
    Gpu freed = 0;  // there
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

// Of those at a spot that differ in keys (g) to (i) alone.
struct TwinRange {
    std::size_t begin = 0;  // in `here`
    std::size_t end = 0;
    Gpu freed = 0;  // by one of them, there
};

// What a search fills, kept for its memory: there is one for each decision.
struct Kept {
    std::vector<Candidate> all;
    std::vector<Spot> spots;
    std::vector<SpotId> firstOfNode;  // where devices are spots
    std::vector<Link> links;
    std::vector<SpotId> touched;
    std::vector<SpotId> cleared;
    std::vector<Link> here;
    std::vector<TwinRange> twins;
    std::vector<Leaf> leaves;
    std::vector<int> priorities;
    void begin(std::size_t count) {
        all.clear();
        spots.assign(count, {});
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
          request_(taker_.requestGpu()),
          byDevice_(request_ <= kOneGpu &&
                    (taker_.slot().fraction() ||
                     state_.fractionsRunning[static_cast<std::size_t>(taker_.group())] > 0)) {
        kept_.begin(byDevice_ ? numberDevices() : state_.fleet.nodes().size());
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
    std::size_t numberDevices() {
        kept_.firstOfNode.resize(state_.fleet.nodes().size());
        std::size_t devices = 0;
        for (const NodeId node : state_.fleet.nodesOf(taker_.group())) {
            kept_.firstOfNode[at(node)] = devices;
            devices += state_.fleet.use(node).used.size();
        }
        return devices;
    }

    template <typename Each>
    void eachOn(SpotId id, Each&& each) const {
        for (int link = spots_[id].first; link >= 0; link = links_[at(link)].next)
            each(links_[at(link)]);
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
        std::fill(spots_.begin(), spots_.end(), Spot{});
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
        std::vector<SpotId>& cleared = kept_.cleared;
        cleared.clear();
        for (const SpotId id : touched_) {
            spots_[id].fresh = false;
            if (spots_[id].need <= spots_[id].freed)
                cleared.push_back(id);
        }
        touched_.clear();
        if (cleared.empty())
            return std::nullopt;
        // A spot that lacks less may do with less.
        if (cleared.size() > 1)
            std::stable_sort(cleared.begin(), cleared.end(), [this](SpotId a, SpotId b) {
                return spots_[a].need < spots_[b].need;
            });
        for (const SpotId id : cleared)
            alone(id);
        for (const SpotId id : cleared)
            if (!best_ || spots_[id].need < best_->gpu[kReclaim] + (best_->count > 1 ? 1 : 0))
                together(id);
        return best_;
    }

    void add(std::size_t index) {
        const Job& job = state_.job(all_[index].id);
        const Gpu part = std::min(job.slot().request.gpu, kOneGpu);
        for (const Seat& seat : job.seats()) {
            if (!state_.fleet.eligible(seat.node, taker_.slot()))
                continue;
            const NodeUse& use = state_.fleet.use(seat.node);
            if (byDevice_)
                for (const int device : seat.devices)
                    addAt(kept_.firstOfNode[at(seat.node)] + at(device), index, part,
                          kOneGpu - use.used[at(device)]);
            else
                addAt(at(seat.node), index, part * static_cast<Gpu>(seat.devices.size()),
                      use.wholeFree * kOneGpu);
        }
    }

    void addAt(SpotId id, std::size_t index, Gpu freed, Gpu free) {
        Spot& spot = spots_[id];
        if (spot.last < 0 || links_[at(spot.last)].candidate != index) {
            const int link = static_cast<int>(links_.size());
            links_.emplace_back().candidate = index;
            (spot.last < 0 ? spot.first : links_[at(spot.last)].next) = link;
            spot.last = link;
        }
        links_[at(spot.last)].freed += freed;
        spot.freed += freed;
        spot.need = request_ - free;
        if (!std::exchange(spot.fresh, true))
            touched_.push_back(id);
    }

    // At once, where keys (d) to (g) say that it is worse than the best so far, a single one too.
    bool losesMore(std::size_t index) const {
        const Candidate& best = all_[best_->members.front()];
        const Candidate& other = all_[index];
        return best_->count == 1 && other.gpu == best.gpu &&
               std::pair(priority(other), other.lost) > std::pair(priority(best), best.lost);
    }

    // One victim: it is above its bound, so it may go.
    void alone(SpotId id) {
        eachOn(id, [this, need = spots_[id].need](const Link& link) {
            const std::size_t index = link.candidate;
            if ((best_ && all_[index].gpu > best_->gpu[kReclaim]) || link.freed < need ||
                (best_ && best_->members.front() == index) || (best_ && losesMore(index)))
                return;
            VictimSet set;
            set.add(state_, all_, index);
            if (cheaper(state_, all_, set, best_))
                best_ = std::move(set);
        });
    }

    // Several at a spot. Of those that differ in keys (g) to (i) alone a least set takes the first
    // few.
    void findTwins(SpotId id) {
        std::vector<Link>& here = kept_.here;
        here.clear();
        eachOn(id, [&here](const Link& link) { here.push_back(link); });
        const auto key = [&](const Link& link) {
            const Candidate& candidate = all_[link.candidate];
            return std::tuple(candidate.leaf, candidate.gpu, link.freed, priority(candidate));
        };
        std::sort(here.begin(), here.end(), [&](const Link& one, const Link& other) {
            if (key(one) != key(other))
                return key(one) < key(other);
            const Candidate& a = all_[one.candidate];
            const Candidate& b = all_[other.candidate];
            if (a.lost != b.lost)
                return a.lost < b.lost;
            return a.start != b.start ? a.start > b.start : state_.namedBefore(a.id, b.id);
        });
        twins_.clear();
        for (std::size_t i = 0; i < here.size(); ++i) {
            if (i == 0 || key(here[i - 1]) != key(here[i]))
                twins_.push_back({i, i, here[i].freed});
            ++twins_.back().end;
        }
    }

    void together(SpotId id) {
        findTwins(id);
        need_ = spots_[id].need;
        chosen_ = {};
        choose(0, 0);
    }

    void choose(std::size_t from, Gpu freed) {
        if (freed >= need_) {
            if (chosen_.members.size() > 1 && cheaper(state_, all_, chosen_, best_) && holds())
                best_ = chosen_;
            return;
        }
        for (std::size_t group = from; group < twins_.size() && !gaveUp(); ++group) {
            const std::size_t before = chosen_.members.size();
            Gpu more = 0;
            for (std::size_t i = twins_[group].begin; i < twins_[group].end; ++i) {
                const std::size_t index = kept_.here[i].candidate;
                // Whoever is added may free all that is missing; no set takes less than it frees.
                if (++sets_ > kMostSets ||
                    (best_ && chosen_.gpu[kReclaim] + all_[index].gpu > best_->gpu[kReclaim]))
                    break;
                chosen_.add(state_, all_, index);
                more += twins_[group].freed;
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

    static std::size_t at(int id) { return static_cast<std::size_t>(id); }
    int priority(const Candidate& candidate) const { return state_.job(candidate.id).effective; }

    static constexpr auto kReclaim = static_cast<std::size_t>(VictimClass::reclaim);

    Kept& kept_;
    Trial& trial_;
    WorkloadId spared_;
    EngineState& state_;
    const Job& taker_;
    Gpu request_;
    bool byDevice_;
    std::vector<Candidate>& all_ = kept_.all;
    std::vector<Spot>& spots_ = kept_.spots;
    std::vector<Link>& links_ = kept_.links;
    std::vector<SpotId>& touched_ = kept_.touched;
    std::vector<int>& priorities_ =
        kept_.priorities;  // of all that are admitted, ascending, each once
    std::optional<VictimSet> best_;
    std::vector<TwinRange>& twins_ = kept_.twins;
    Gpu need_ = 0;
    VictimSet chosen_;
    int sets_ = 0;
};

}  // namespace

namespace {

// As the claims are set to spare shares or not. Nothing if there are too many sets to compare.
std::optional<ReclaimAnswer> search(Trial& trial, WorkloadId spared) {
    thread_local Kept kept;
    ReclaimSearch search(trial, spared, kept);
    const auto set = search.least();
    if (search.gaveUp())
        return std::nullopt;
    ReclaimAnswer answer;
    if (!set)
        return answer;
    answer.victims.reserve(set->members.size());
    for (const std::size_t member : set->members)
        answer.victims.push_back(search.all()[member]);
    return answer;
}

}  // namespace

std::optional<ReclaimAnswer> leastReclaim(Trial& trial, WorkloadId spared) {
    if (!onlyReclaim(trial))
        return std::nullopt;
    trial.claims().spareShares(true);
    auto answer = search(trial, spared);
    if (answer && answer->victims.empty() && trial.claims().reachesBelowShares()) {
        trial.claims().spareShares(false);
        answer = search(trial, spared);
        if (answer)
            answer->belowShare = !answer->victims.empty();
    }
    trial.claims().spareShares(false);
    return answer;
}

}  // namespace apportion
