// SPDX-License-Identifier: GPL-3.0-or-later
// No device is wholly free, or the candidate would have it. So where a part goes is decided by what
// the shared devices have left (rule 13: the fullest that has room), and whether a set of moves
// works by nothing but what leaves which rest: such sets are tried by numbers, once for all that
// look alike, and who they are is asked only of those that work.
#include "core/engine/shared_move_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <utility>

#include <boost/container/small_vector.hpp>
#include <boost/container/static_vector.hpp>

#include "core/engine/moves_key.h"

namespace apportion {
namespace {

// Beyond it a pool has thousands of rests, no two alike.
constexpr int kMostSharedTrials = 20'000;

// How many shared devices have how much left.
class Rests {
public:
    void add(Gpu rest) {
        ++count_[at(rest)];
        words_[at(rest) / 64] |= bit(rest);
    }
    bool remove(Gpu rest) {
        if (count_[at(rest)] == 0)
            return false;
        if (--count_[at(rest)] == 0)
            words_[at(rest) / 64] &= ~bit(rest);
        return true;
    }
    // On the fullest device that has room.
    bool place(Gpu size) {
        const auto rest = leastFrom(size);
        if (!rest)
            return false;
        remove(*rest);
        add(*rest - size);
        return true;
    }

private:
    static std::size_t at(Gpu gpu) { return static_cast<std::size_t>(gpu); }
    static std::uint64_t bit(Gpu rest) { return std::uint64_t{1} << (at(rest) % 64); }
    std::optional<Gpu> leastFrom(Gpu size) const {
        std::uint64_t word = words_[at(size) / 64] & ~(bit(size) - 1);
        for (std::size_t i = at(size) / 64;; word = words_[i]) {
            if (word != 0)
                return static_cast<Gpu>(i * 64) + std::countr_zero(word);
            if (++i == words_.size())
                return std::nullopt;
        }
    }

    std::array<std::int32_t, kOneGpu + 1> count_{};
    std::array<std::uint64_t, (kOneGpu + 64) / 64> words_{};  // which there are
};

using Sizes = boost::container::static_vector<Gpu, kMostMoved>;  // the largest first

// What may leave a device: all the devices that can do so are alike.
struct Departure {
    Gpu rest = 0;  // before
    Sizes sizes;
    Gpu sum = 0;
    std::vector<std::size_t> kinds;  // of devices
    bool clears(Gpu request) const { return rest + sum >= request; }
};

// Those that leave one device.
struct Leavers {
    std::size_t device = 0;
    std::vector<WorkloadId> ids;
    GpuTime lost = 0;
};

class SharedMoveSearch {
public:
    SharedMoveSearch(const EngineState& state, const Job& candidate)
        : state_(state), group_(candidate.group()), request_(candidate.requestGpu()) {}

    // False if something else matters.
    bool collect(const std::vector<WorkloadId>& movable) {
        first_.resize(state_.fleet.nodes().size());
        std::size_t devices = 0;
        for (const NodeId node : state_.fleet.nodesOf(group_)) {
            const NodeUse& use = state_.fleet.use(node);
            if (use.state == NodeState::ready && use.wholeFree > 0)
                return false;
            first_[at(node)] = devices;
            devices += use.used.size();
        }
        on_.resize(devices);
        for (const WorkloadId id : movable)
            if (!add(id))
                return false;
        for (const NodeId node : state_.fleet.nodesOf(group_))
            if (state_.fleet.use(node).state == NodeState::ready)
                sortKinds(node);
        findLeaving();
        return true;
    }

    std::vector<WorkloadId> least() {
        for (std::size_t target = 0; target < leaving_.size(); ++target)
            if (leaving_[target].clears(request_))
                clear(target);
        return best_;
    }

private:
    using Set = boost::container::static_vector<std::size_t, kMostMoved>;  // indexes of leaving_
    using Kind = std::pair<Gpu, boost::container::small_vector<Gpu, 4>>;   // rest, sizes

    static std::size_t at(int id) { return static_cast<std::size_t>(id); }

    // A whole device that leaves needs another, and there is none.
    bool add(WorkloadId id) {
        const Job& job = state_.job(id);
        if (job.seats().size() != 1 || !state_.asksGpusAlone(job.slot()))
            return false;
        if (job.slot().fraction()) {
            const Seat& seat = job.seats().front();
            on_[first_[at(seat.node)] + at(seat.devices.front())].push_back(id);
        }
        return true;
    }

    void sortKinds(NodeId node) {
        const NodeUse& use = state_.fleet.use(node);
        for (std::size_t i = 0; i < use.used.size(); ++i) {
            const Gpu rest = kOneGpu - use.used[i];
            auto& here = on_[first_[at(node)] + i];
            if (rest > 0 || !here.empty())
                rests_.add(rest);
            if (here.empty())
                continue;
            std::sort(here.begin(), here.end(), [this](WorkloadId a, WorkloadId b) {
                return sizeOf(a) != sizeOf(b) ? sizeOf(a) > sizeOf(b) : a < b;
            });
            Kind kind{rest, {}};
            for (const WorkloadId id : here)
                kind.second.push_back(sizeOf(id));
            const auto found = kindOf_.try_emplace(std::move(kind), kinds_.size());
            if (found.second)
                kinds_.emplace_back();
            kinds_[found.first->second].push_back(first_[at(node)] + i);
        }
    }

    void findLeaving() {
        std::map<std::pair<Gpu, Sizes>, std::size_t> known;
        const auto offer = [&](const Kind& kind, std::size_t index, const Sizes& sizes) {
            Gpu sum = 0;
            for (const Gpu size : sizes)
                sum += size;
            const auto found = known.try_emplace({kind.first, sizes}, leaving_.size());
            if (found.second)
                leaving_.push_back({kind.first, sizes, sum, {}});
            leaving_[found.first->second].kinds.push_back(index);
        };
        for (const auto& [kind, index] : kindOf_)
            eachSubset(kind.second, 0, {}, 0,
                       [&](const Sizes& sizes) { offer(kind, index, sizes); });
        std::sort(leaving_.begin(), leaving_.end(), [](const Departure& a, const Departure& b) {
            return std::pair(a.sum, a.sizes.size()) < std::pair(b.sum, b.sizes.size());
        });
        choices_.resize(leaving_.size());
    }

    // Of up to three that together are no more than the request; of twins the first.
    template <typename Each>
    void eachSubset(const boost::container::small_vector<Gpu, 4>& of, std::size_t from,
                    const Sizes& chosen, Gpu sum, Each&& each) const {
        if (!chosen.empty())
            each(chosen);
        if (chosen.size() == kMostMoved)
            return;
        for (std::size_t i = from; i < of.size(); ++i) {
            if ((i > from && of[i] == of[i - 1]) || sum + of[i] > request_)
                continue;
            Sizes with = chosen;
            with.push_back(of[i]);
            eachSubset(of, i + 1, with, sum + of[i], each);
        }
    }

    // Alone, then with others that make room for those who leave.
    void clear(std::size_t target) {
        const Departure& leaving = leaving_[target];
        if (tooMuch(leaving.sum, leaving.sizes.size()))
            return;
        if (works({target})) {
            choose({target});
            return;
        }
        const std::size_t left = kMostMoved - leaving.sizes.size();
        const std::size_t end = left == 0 ? 0 : leaving_.size();
        for (std::size_t one = 0; one < end; ++one) {
            const std::size_t count = leaving.sizes.size() + leaving_[one].sizes.size();
            if (leaving_[one].sizes.size() > left)
                continue;
            if (tooMuch(leaving.sum + leaving_[one].sum, count))
                break;
            if (works({target, one})) {
                choose({target, one});
                continue;
            }
            if (count < kMostMoved)
                withTwo(target, one);
        }
    }

    void withTwo(std::size_t target, std::size_t one) {
        const Gpu sum = leaving_[target].sum + leaving_[one].sum;
        for (std::size_t two = one; two < leaving_.size(); ++two) {
            if (leaving_[two].sizes.size() > 1)
                continue;
            if (tooMuch(sum + leaving_[two].sum, kMostMoved))
                break;
            if (works({target, one, two}))
                choose({target, one, two});
        }
    }

    // More than may be moved, or than what was found moves.
    bool tooMuch(Gpu sum, std::size_t count) const {
        return sum > request_ ||
               (!best_.empty() && std::pair(sum, count) > std::pair(bestSum_, best_.size()));
    }

    // With them gone: the candidate, then they, the largest first (rule 13).
    bool works(const Set& set) {
        if (++trials_ > kMostSharedTrials)
            return false;
        Rests rests = rests_;
        Sizes sizes;
        for (const std::size_t i : set) {
            if (!rests.remove(leaving_[i].rest))
                return false;
            rests.add(leaving_[i].rest + leaving_[i].sum);
            sizes.insert(sizes.end(), leaving_[i].sizes.begin(), leaving_[i].sizes.end());
        }
        std::sort(sizes.rbegin(), sizes.rend());
        return rests.place(request_) &&
               std::all_of(sizes.begin(), sizes.end(), [&](Gpu size) { return rests.place(size); });
    }

    // Of each the best, on devices of their own.
    void choose(const Set& set) { choose(set, {}, {}); }

    void choose(const Set& set, const std::vector<WorkloadId>& ids,
                const boost::container::static_vector<std::size_t, kMostMoved>& devices) {
        if (devices.size() == set.size()) {
            offer(ids);
            return;
        }
        for (const Leavers& choice : choicesOf(set[devices.size()])) {
            if (std::find(devices.begin(), devices.end(), choice.device) != devices.end())
                continue;
            auto with = ids;
            with.insert(with.end(), choice.ids.begin(), choice.ids.end());
            auto taken = devices;
            taken.push_back(choice.device);
            choose(set, with, taken);
        }
    }

    // The best few: others of a set take no more than two of their devices.
    const std::vector<Leavers>& choicesOf(std::size_t leaving) {
        std::vector<Leavers>& choices = choices_[leaving];
        if (!choices.empty())
            return choices;
        for (const std::size_t kind : leaving_[leaving].kinds)
            for (const std::size_t device : kinds_[kind])
                choices.push_back(choiceOn(device, leaving_[leaving].sizes));
        const auto kept = std::min(choices.size(), kMostMoved);
        std::partial_sort(choices.begin(), choices.begin() + static_cast<std::ptrdiff_t>(kept),
                          choices.end(), [this](const Leavers& a, const Leavers& b) {
                              return a.lost != b.lost
                                         ? a.lost < b.lost
                                         : movesKey(state_, a.ids) < movesKey(state_, b.ids);
                          });
        choices.resize(kept);
        return choices;
    }

    Leavers choiceOn(std::size_t device, const Sizes& sizes) const {
        Leavers choice{device, {}, 0};
        for (const Gpu size : sizes) {
            WorkloadId best = kNobody;
            for (const WorkloadId id : on_[device])
                if (sizeOf(id) == size &&
                    std::find(choice.ids.begin(), choice.ids.end(), id) == choice.ids.end() &&
                    (best == kNobody || before(id, best)))
                    best = id;
            choice.ids.push_back(best);
            choice.lost += state_.lostWork(state_.job(best));
        }
        return choice;
    }

    // Of equal size: less lost, later started, by name.
    bool before(WorkloadId a, WorkloadId b) const {
        const std::array one{a};
        const std::array other{b};
        return movesKey(state_, one) < movesKey(state_, other);
    }

    void offer(const std::vector<WorkloadId>& ids) {
        if (!best_.empty() && !(movesKey(state_, ids) < movesKey(state_, best_)))
            return;
        best_ = ids;
        bestSum_ = 0;
        for (const WorkloadId id : ids)
            bestSum_ += sizeOf(id);
    }

    Gpu sizeOf(WorkloadId id) const { return state_.job(id).slot().request.gpu; }

    const EngineState& state_;
    GroupId group_;
    Gpu request_;
    std::vector<std::size_t> first_;  // of the node's devices, by node
    std::vector<boost::container::small_vector<WorkloadId, 4>> on_;  // by device: who may leave
    Rests rests_;
    std::map<Kind, std::size_t> kindOf_;
    std::vector<std::vector<std::size_t>> kinds_;  // devices
    std::vector<Departure> leaving_;               // the least first
    std::vector<std::vector<Leavers>> choices_;    // likewise; empty = not asked yet
    int trials_ = 0;
    std::vector<WorkloadId> best_;
    Gpu bestSum_ = 0;
};

}  // namespace

std::optional<std::vector<WorkloadId>> leastSharedMoves(const EngineState& state,
                                                        const Job& candidate,
                                                        const std::vector<WorkloadId>& movable) {
    if (candidate.least() != 1 || !state.asksGpusAlone(candidate.slot()) ||
        candidate.requestGpu() > kOneGpu || !state.ground.empty() ||
        state.fleet.cordonedInUse(candidate.group()))
        return std::nullopt;
    SharedMoveSearch search(state, candidate);
    if (!search.collect(movable))
        return std::nullopt;
    return search.least();
}

}  // namespace apportion
