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
#include <numeric>
#include <tuple>
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

// Those that leave one device.
struct Leavers {
    std::size_t device = 0;
    std::vector<WorkloadId> ids;
    GpuTime lost = 0;
};

// What may leave a device: all the devices that can do so are alike.
struct Departure {
    Gpu sum = 0;
    Sizes sizes;
    Gpu rest = 0;                    // before
    std::vector<std::size_t> kinds;  // of devices
    std::vector<Leavers> best;       // empty = not asked yet
    // What nothing that is free takes in, where that is the largest of those that leave.
    Gpu stuck = 0;
    auto key() const { return std::tuple(sum, sizes.size(), rest, sizes); }
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
            first_[at(node)] = devices;
            devices += use.used.size();
            if (use.state != NodeState::ready)
                continue;
            if (use.wholeFree > 0)
                return false;
            for (const int device : use.shared)
                keepLargest(kOneGpu - use.used[at(device)]);
        }
        on_.resize(devices);
        for (const WorkloadId id : movable)
            if (!add(id))
                return false;
        if (roomOf(roomiest_.size()) < request_)
            return true;
        for (const NodeId node : state_.fleet.nodesOf(group_))
            if (state_.fleet.use(node).state == NodeState::ready)
                addDevices(node);
        sortKinds();
        return true;
    }

    // Those that leave one device and find room alone; then, where that could be less, with others
    // that make room for them.
    LeastMoves least() {
        std::vector<Departure> targets = departures(
            [this](Gpu rest, Gpu sum) { return rest + sum >= request_ && sum <= request_; },
            kMostMoved);
        for (Departure& target : targets)
            if (roomy(target, target.sizes.size()) && !tooMuch(target.sum, target.sizes.size()) &&
                works({&target}))
                choose({&target});
        helpAll(targets);
        return {std::move(best_), trials_ <= kMostSharedTrials};
    }

private:
    using Set = boost::container::static_vector<Departure*, kMostMoved>;
    struct Kind {
        Gpu rest = 0;
        boost::container::small_vector<Gpu, 4> sizes;  // the largest first
        std::size_t device = 0;                        // until they are sorted, then the first
        std::size_t end = 0;
        auto key() const { return std::tie(rest, sizes); }
    };

    static std::size_t at(int id) { return static_cast<std::size_t>(id); }

    // All in all the devices lose as much room as the candidate takes, and only those that somebody
    // comes to lose any: the candidate's and one for each who moves.
    Gpu roomOf(std::size_t devices) const {
        return std::accumulate(roomiest_.begin(),
                               roomiest_.begin() + static_cast<std::ptrdiff_t>(devices), Gpu{0});
    }
    bool roomy(const Departure& target, std::size_t moved) const {
        return target.rest + roomOf(moved) >= request_;
    }
    void keepLargest(Gpu rest) {
        for (Gpu& other : roomiest_)
            if (rest > other)
                std::swap(rest, other);
    }

    // A whole device that leaves needs another, and there is none.
    bool add(WorkloadId id) {
        const Job& job = state_.job(id);
        if (job.seats().size() != 1)
            return false;
        if (job.slot().fraction()) {
            const Seat& seat = job.seats().front();
            on_[first_[at(seat.node)] + at(seat.devices.front())].push_back(id);
            smallest_ = std::min(smallest_, sizeOf(id));
        }
        return true;
    }

    void addDevices(NodeId node) {
        const NodeUse& use = state_.fleet.use(node);
        for (std::size_t i = 0; i < use.used.size(); ++i) {
            const std::size_t device = first_[at(node)] + i;
            const Gpu rest = kOneGpu - use.used[i];
            if (rest > 0 || !on_[device].empty())
                rests_.add(rest);
            if (on_[device].empty())
                continue;
            Kind kind{rest, {}, device, 0};
            for (const WorkloadId id : on_[device])
                kind.sizes.push_back(sizeOf(id));
            std::sort(kind.sizes.rbegin(), kind.sizes.rend());
            kinds_.push_back(std::move(kind));
        }
    }

    void sortKinds() {
        std::sort(kinds_.begin(), kinds_.end(),
                  [](const Kind& a, const Kind& b) { return a.key() < b.key(); });
        std::size_t kept = 0;
        for (Kind& kind : kinds_) {
            devices_.push_back(kind.device);
            kind.device = devices_.size() - 1;
            if (kept == 0 || kinds_[kept - 1].key() != kind.key()) {
                if (&kinds_[kept] != &kind)
                    kinds_[kept] = std::move(kind);
                ++kept;
            }
            kinds_[kept - 1].end = devices_.size();
        }
        kinds_.resize(kept);
    }

    // All that the rest of a device and the sum of those who leave say yes to, the least first.
    template <typename Wanted>
    std::vector<Departure> departures(Wanted&& wanted, std::size_t most) const {
        std::vector<Departure> found;
        for (std::size_t i = 0; i < kinds_.size(); ++i)
            eachSubset(kinds_[i].sizes, 0, {}, 0, most, [&](const Sizes& sizes, Gpu sum) {
                if (wanted(kinds_[i].rest, sum))
                    found.push_back({sum, sizes, kinds_[i].rest, {i}, {}, 0});
            });
        std::sort(found.begin(), found.end(),
                  [](const Departure& a, const Departure& b) { return a.key() < b.key(); });
        std::size_t kept = 0;
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (kept > 0 && found[kept - 1].key() == found[i].key()) {
                found[kept - 1].kinds.push_back(found[i].kinds.front());
                continue;
            }
            if (kept != i)
                found[kept] = std::move(found[i]);
            ++kept;
        }
        found.resize(kept);
        return found;
    }

    // Of up to so many that together are no more than the request; of twins the first.
    template <typename Each>
    void eachSubset(const boost::container::small_vector<Gpu, 4>& of, std::size_t from,
                    const Sizes& chosen, Gpu sum, std::size_t most, Each&& each) const {
        if (!chosen.empty())
            each(chosen, sum);
        if (chosen.size() == most)
            return;
        for (std::size_t i = from; i < of.size(); ++i) {
            if ((i > from && of[i] == of[i - 1]) || sum + of[i] > request_)
                continue;
            Sizes with = chosen;
            with.push_back(of[i]);
            eachSubset(of, i + 1, with, sum + of[i], most, each);
        }
    }

    bool mayBeHelped(const Departure& target) const {
        return target.best.empty() && target.sizes.size() < kMostMoved &&
               roomy(target, kMostMoved) &&
               !tooMuch(target.sum + smallest_, target.sizes.size() + 1);
    }

    void helpAll(std::vector<Departure>& targets) {
        const auto first =
            std::find_if(targets.begin(), targets.end(),
                         [this](const Departure& target) { return mayBeHelped(target); });
        if (first == targets.end())
            return;
        const Gpu most = (best_.empty() ? request_ : bestSum_) - first->sum;
        std::vector<Departure> helpers =
            departures([most](Gpu, Gpu sum) { return sum <= most; }, kMostMoved - 1);
        for (auto target = first; target != targets.end(); ++target)
            if (mayBeHelped(*target))
                help(*target, helpers);
    }

    void help(Departure& target, std::vector<Departure>& helpers) {
        const std::size_t left = kMostMoved - target.sizes.size();
        for (auto one = helpers.begin(); one != helpers.end(); ++one) {
            const std::size_t count = target.sizes.size() + one->sizes.size();
            if (one->sizes.size() > left)
                continue;
            if (tooMuch(target.sum + one->sum, count))
                break;
            const bool roomy = one->rest + one->sum >= target.stuck;
            if (roomy && works({&target, &*one})) {
                choose({&target, &*one});
                continue;
            }
            if (count < kMostMoved)
                helpByTwo(target, one, roomy, helpers);
        }
    }

    void helpByTwo(Departure& target, std::vector<Departure>::iterator one, bool roomy,
                   std::vector<Departure>& helpers) {
        for (auto two = one; two != helpers.end(); ++two) {
            if (two->sizes.size() > 1)
                continue;
            if (tooMuch(target.sum + one->sum + two->sum, kMostMoved))
                break;
            if ((roomy || two->rest + two->sum >= target.stuck) && works({&target, &*one, &*two}))
                choose({&target, &*one, &*two});
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
        for (const Departure* each : set) {
            if (!rests.remove(each->rest))
                return false;
            rests.add(each->rest + each->sum);
            sizes.insert(sizes.end(), each->sizes.begin(), each->sizes.end());
        }
        std::sort(sizes.rbegin(), sizes.rend());
        if (!rests.place(request_))
            return false;
        const auto stuck =
            std::find_if(sizes.begin(), sizes.end(), [&](Gpu size) { return !rests.place(size); });
        // Whoever helps the largest has to leave such room.
        if (set.size() == 1 && stuck == sizes.begin())
            set.front()->stuck = *stuck;
        return stuck == sizes.end();
    }

    // Of each the best, on devices of their own.
    void choose(const Set& set) { choose(set, {}, {}); }

    void choose(const Set& set, const std::vector<WorkloadId>& ids,
                const boost::container::static_vector<std::size_t, kMostMoved>& devices) {
        if (devices.size() == set.size()) {
            offer(ids);
            return;
        }
        for (const Leavers& leavers : bestOf(*set[devices.size()])) {
            if (std::find(devices.begin(), devices.end(), leavers.device) != devices.end())
                continue;
            auto with = ids;
            with.insert(with.end(), leavers.ids.begin(), leavers.ids.end());
            auto taken = devices;
            taken.push_back(leavers.device);
            choose(set, with, taken);
        }
    }

    // The best few: others of a set take no more than two of their devices.
    const std::vector<Leavers>& bestOf(Departure& departure) const {
        std::vector<Leavers>& best = departure.best;
        if (!best.empty())
            return best;
        for (const std::size_t kind : departure.kinds)
            for (std::size_t i = kinds_[kind].device; i < kinds_[kind].end; ++i)
                best.push_back(leaversOf(devices_[i], departure.sizes));
        const auto kept = std::min(best.size(), kMostMoved);
        std::partial_sort(best.begin(), best.begin() + static_cast<std::ptrdiff_t>(kept),
                          best.end(), [this](const Leavers& a, const Leavers& b) {
                              return a.lost != b.lost
                                         ? a.lost < b.lost
                                         : movesKey(state_, a.ids) < movesKey(state_, b.ids);
                          });
        best.resize(kept);
        return best;
    }

    Leavers leaversOf(std::size_t device, const Sizes& sizes) const {
        Leavers leavers{device, {}, 0};
        for (const Gpu size : sizes) {
            WorkloadId best = kNobody;
            for (const WorkloadId id : on_[device])
                if (sizeOf(id) == size &&
                    std::find(leavers.ids.begin(), leavers.ids.end(), id) == leavers.ids.end() &&
                    (best == kNobody || before(id, best)))
                    best = id;
            leavers.ids.push_back(best);
            leavers.lost += state_.lostWork(state_.job(best));
        }
        return leavers;
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
    Gpu smallest_ = kOneGpu;
    Rests rests_;
    std::array<Gpu, kMostMoved + 1> roomiest_{};  // the largest rests
    std::vector<Kind> kinds_;
    std::vector<std::size_t> devices_;  // those of a kind behind each other
    int trials_ = 0;
    std::vector<WorkloadId> best_;
    Gpu bestSum_ = 0;
};

}  // namespace

std::optional<LeastMoves> leastSharedMoves(const EngineState& state, const Job& candidate,
                                           const std::vector<WorkloadId>& movable) {
    if (candidate.least() != 1 || candidate.requestGpu() > kOneGpu ||
        state.fractionsRunning[static_cast<std::size_t>(candidate.group())] == 0)
        return std::nullopt;
    SharedMoveSearch search(state, candidate);
    if (!search.collect(movable))
        return std::nullopt;
    return search.least();
}

}  // namespace apportion
