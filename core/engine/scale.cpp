// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 21: absolute targets for one or more quotas, atomic.
#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "core/engine/instant.h"
#include "core/engine/kept_back.h"
#include "core/engine/reason_memo.h"
#include "core/engine/takeback.h"
#include "core/engine/victim_set.h"

namespace apportion {
namespace {

std::optional<Message> refuseSums(const EngineState& state, const std::vector<Quota>& quotas) {
    std::vector<Gpu> sums(quotas.size());
    for (QuotaId id = 0; id < quotas.size(); ++id)
        if (const auto parent = state.tree.parent(id))
            sums[*parent] += quotas[id].guaranteed.gpu;
    for (QuotaId parent = 0; parent < quotas.size(); ++parent) {
        const Gpu sum = sums[parent];
        const Gpu guaranteed = quotas[parent].guaranteed.gpu;
        if (sum <= guaranteed)
            continue;
        std::vector<std::string> children;
        for (QuotaId id = 0; id < quotas.size(); ++id)
            if (state.tree.parent(id) == parent)
                children.push_back(quotas[id].name);
        return Message{"sum-of-children",
                       {{"quota", Value::ofText(quotas[parent].name)},
                        {"guaranteed", Value::ofGpu(guaranteed)},
                        {"sum", Value::ofGpu(sum)},
                        {"short", Value::ofGpu(sum - guaranteed)},
                        {"children", Value::ofList(std::move(children))}}};
    }
    for (GroupId group = 0; group < state.tree.groups(); ++group) {
        Gpu before = 0;
        Gpu after = 0;
        for (const BranchId root : state.tree.topLevel(group)) {
            before += state.tree.quotaOf(root).guaranteed.gpu;
            after += quotas[state.tree[root].quota].guaranteed.gpu;
        }
        const Gpu capacity = state.fleet.capacity(group);
        if (after > before && after > capacity) {
            const BranchId first = state.tree.topLevel(group).front();
            return Message{"above-capacity",
                           {{"quota", Value::ofText(state.tree.quotaOf(first).name)},
                            {"sum", Value::ofGpu(after)},
                            {"capacity", Value::ofGpu(capacity)},
                            {"short", Value::ofGpu(after - capacity)}}};
        }
    }
    return std::nullopt;
}

// What a limit of the branch counts, in the unit of the resource.
std::int64_t countedBy(const BranchBook& book, Resource resource) {
    return resource == Resource::gpu   ? book.charge
           : resource == Resource::cpu ? book.cpu
                                       : book.memory;
}

std::optional<std::int64_t> limitOf(const Branch& branch, Resource resource) {
    return resource == Resource::gpu   ? branch.limit.gpu
           : resource == Resource::cpu ? branch.limit.cpu
                                       : branch.limit.memory;
}

// By how much what is placed breaks a bound of rule 3 that depends on sizes or limits, in the unit
// of its resource.
std::int64_t excess(const Tree& tree, const Books& books, const Fleet& fleet,
                    const ScaledBound& bound) {
    const Branch& branch = tree[bound.branch];
    const BranchBook& book = books[bound.branch];
    switch (bound.kind) {
        case BoundKind::nonPreemptible:
            return std::max<Gpu>(0, book.placed.nonPreemptible - branch.guarantee);
        case BoundKind::overQuota:
            if (branch.own || tree.quotaOf(bound.branch).policy.overQuota == OverQuota::on)
                return 0;
            return std::max<Gpu>(0, book.placed.sum() - branch.guarantee);
        case BoundKind::limit: {
            const auto limit = limitOf(branch, bound.resource);
            return limit ? std::max<std::int64_t>(0, countedBy(book, bound.resource) - *limit) : 0;
        }
        // The top level of the branch's group: a larger guarantee may keep more back.
        case BoundKind::capacity:
            return std::max<Gpu>(0, books.groupCharge(branch.group) +
                                        books.groupIdle(branch.group) -
                                        fleet.capacity(branch.group));
    }
    return 0;
}

bool countsFor(const EngineState& state, const Job& job, const ScaledBound& bound) {
    if (bound.kind == BoundKind::capacity)
        return job.group() == state.tree[bound.branch].group;
    return !job.idle() && state.tree.contains(bound.branch, job.leaf()) &&
           (bound.kind != BoundKind::nonPreemptible || !job.preemptible());
}

std::vector<WorkloadId> counted(const EngineState& state, const ScaledBound& bound) {
    std::vector<WorkloadId> ids;
    for (const auto& running : state.runningAt)
        for (const WorkloadId id : running)
            if (countsFor(state, state.job(id), bound))
                ids.push_back(id);
    for (const WorkloadId id : state.bookings)
        if (countsFor(state, state.job(id), bound))
            ids.push_back(id);
    std::sort(ids.begin(), ids.end());
    return ids;
}

// A whole workload; what is booked has lost nothing yet.
Candidate victimOf(const EngineState& state, WorkloadId id) {
    const Job& job = state.job(id);
    Candidate victim;
    victim.id = id;
    victim.gpu = job.heldGpu();
    victim.leaf = job.leaf();
    victim.start = job.phase == Phase::running ? *job.start() : state.now;
    victim.lost = job.phase == Phase::running ? state.lostWork(job) : 0;
    return victim;
}

// The bounds that a changed tree breaks newly or by more; of a policy the limits alone.
std::vector<ScaledBound> newlyBroken(const EngineState& state, const Tree& tree, const Books& books,
                                     bool limitsAlone) {
    std::vector<ScaledBound> broken;
    const auto look = [&](const ScaledBound& bound) {
        if (excess(tree, books, state.fleet, bound) >
            excess(state.tree, state.books, state.fleet, bound))
            broken.push_back(bound);
    };
    for (BranchId id = 0; id < tree.size(); ++id) {
        if (!limitsAlone) {
            look({id, BoundKind::nonPreemptible});
            look({id, BoundKind::overQuota});
        }
        for (const Resource resource : {Resource::gpu, Resource::cpu, Resource::memory})
            look({id, BoundKind::limit, resource});
    }
    for (GroupId group = 0; group < tree.groups() && !limitsAlone; ++group)
        look({tree.topLevel(group).front(), BoundKind::capacity});
    return broken;
}

// Idle work too.
Gpu heldIn(const Tree& tree, const Books& books, GroupId group) {
    Gpu held = books.groupIdle(group);
    for (const BranchId root : tree.topLevel(group))
        held += books[root].placed.sum();
    return held;
}

const char* nameOf(Resource resource) {
    constexpr const char* kNames[] = {"gpu", "cpu", "memory"};
    return kNames[static_cast<std::size_t>(resource)];
}

Message belowUsage(const EngineState& state, const Tree& tree, const Books& books,
                   const ScaledBound& bound, bool ofLimit) {
    const BranchBook& book = books[bound.branch];
    const GroupId group = tree[bound.branch].group;
    const std::int64_t placed = bound.kind == BoundKind::nonPreemptible ? book.placed.nonPreemptible
                                : bound.kind == BoundKind::overQuota    ? book.placed.sum()
                                : bound.kind == BoundKind::capacity
                                    ? books.groupCharge(group) + books.groupIdle(group)
                                    : countedBy(book, bound.resource);
    std::vector<std::string> names;
    for (const WorkloadId id : counted(state, bound))
        names.push_back(state.name(id));
    const std::int64_t more = excess(tree, books, state.fleet, bound);
    const auto amount = [&](std::int64_t value) { return amountOf(nameOf(bound.resource), value); };
    Message message{"below-usage",
                    {{"quota", Value::ofText(tree.quotaOf(bound.branch).name)},
                     {"resource", Value::ofText(nameOf(bound.resource))},
                     {"placed", amount(placed)},
                     {"bound", amount(placed - more)},
                     {"short", amount(more)},
                     {"workloads", Value::ofList(std::move(names))}}};
    if (bound.resource != Resource::gpu) {
        message.code += ".limit";
        return message;
    }
    // A limit and the nodes bound what is kept back as well, which is nobody's work.
    const bool ofNodes = bound.kind == BoundKind::capacity;
    const Gpu held = ofNodes ? heldIn(tree, books, group) : book.placed.sum();
    if ((ofNodes || bound.kind == BoundKind::limit) && placed > held) {
        message.code += ofNodes ? ".kept-of-nodes" : ".kept";
        message.arguments.push_back({"held", Value::ofGpu(held)});
        addKeptBack(message.arguments, tree,
                    ofNodes ? keepersOf(tree, books, group) : keepersAt(tree, books, bound.branch),
                    held, placed);
    } else if (ofLimit) {
        message.code += ".limit";
    }
    return message;
}

// The least set, by keys (c) to (i) of rule 19, after which none of the bounds is broken. Branch
// and bound over "goes" and "stays"; the first answer found is a cheap one, since the lowest
// priorities come first.
class ScaleVictims {
public:
    ScaleVictims(EngineState& state, const std::vector<ScaledBound>& bounds)
        : state_(state), lifted_(state) {
        for (const ScaledBound& bound : bounds)
            if (excess(state.tree, state.books, state.fleet, bound) > 0)
                bounds_.push_back(bound);
        std::set<WorkloadId> ids;
        for (const ScaledBound& bound : bounds_)
            for (const WorkloadId id : counted(state, bound))
                ids.insert(id);
        for (const WorkloadId id : ids)
            all_.push_back(victimOf(state, id));
        std::sort(all_.begin(), all_.end(), [this](const Candidate& a, const Candidate& b) {
            const int left = state_.job(a.id).effective;
            const int right = state_.job(b.id).effective;
            if (left != right)
                return left < right;
            return a.gpu != b.gpu ? a.gpu > b.gpu : a.id < b.id;
        });
    }

    struct Answer {
        std::vector<WorkloadId> victims;
        std::vector<WorkloadId> runnerUp;  // empty = no other set would do, or nobody asked
        char worseBy = 0;
    };

    Answer run() {
        Answer answer;
        const std::optional<VictimSet> best = least(kNone);
        if (!best)
            return answer;
        answer.victims = idsOf(*best);
        if (!state_.keepRunnerUp)
            return answer;
        if (const std::optional<VictimSet> second = runnerUp(*best)) {
            answer.runnerUp = idsOf(*second);
            answer.worseBy = compareSets(state_, all_, *best, *second).key;
        }
        return answer;
    }

private:
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    std::vector<WorkloadId> idsOf(const VictimSet& set) const {
        std::vector<WorkloadId> ids;
        ids.reserve(set.members.size());
        for (const std::size_t member : set.members)
            ids.push_back(all_[member].id);
        std::sort(ids.begin(), ids.end());
        return ids;
    }

    // The least set without one of them.
    std::optional<VictimSet> least(std::size_t spared) {
        best_.reset();
        steps_ = 0;
        spared_ = spared;
        if (!bounds_.empty())
            descend(0, VictimSet{});
        return std::exchange(best_, std::nullopt);
    }

    // The next best set lacks at least one of the best: more than all of it is never needed.
    std::optional<VictimSet> runnerUp(const VictimSet& best) {
        constexpr std::size_t kMost = 8;  // of a larger set the first few are tried
        std::optional<VictimSet> second;
        for (std::size_t i = 0; i < std::min(best.members.size(), kMost); ++i) {
            const auto set = least(best.members[i]);
            if (set && (!second || compareSets(state_, all_, *set, *second).order < 0))
                second = set;
        }
        return second;
    }

    std::int64_t excessOf(const ScaledBound& bound) const {
        return excess(state_.tree, state_.books, state_.fleet, bound);
    }

    void descend(std::size_t at, const VictimSet& chosen) {
        if (std::all_of(bounds_.begin(), bounds_.end(),
                        [this](const ScaledBound& bound) { return excessOf(bound) <= 0; })) {
            if (!best_ || compareSets(state_, all_, chosen, *best_).order < 0)
                best_ = chosen;
            return;
        }
        constexpr int kMostSteps = 200'000;
        if (at == all_.size() || (best_ && ++steps_ > kMostSteps) || beyond(chosen) ||
            !reachable(at))
            return;
        if (at != spared_) {
            VictimSet with = chosen;
            with.add(state_, all_, at);
            lifted_.take(all_[at].id);
            descend(at + 1, with);
            lifted_.putBack();
        }
        descend(at + 1, chosen);
    }

    // Keys (c) and (d) only grow with a further victim, and the rest come in order of priority.
    bool beyond(const VictimSet& chosen) const {
        if (!best_)
            return false;
        const SetOrder order = compareSets(state_, all_, chosen, *best_);
        return order.order > 0 && (order.key == 'c' || order.key == 'd');
    }

    // A victim lowers no bound by more than it holds.
    bool reachable(std::size_t at) const {
        return std::all_of(bounds_.begin(), bounds_.end(), [&](const ScaledBound& bound) {
            std::int64_t left = excessOf(bound);
            for (std::size_t j = at; j < all_.size() && left > 0; ++j)
                if (const Job& job = state_.job(all_[j].id);
                    j != spared_ && countsFor(state_, job, bound)) {
                    const Resources held = job.held();
                    left -= bound.resource == Resource::gpu   ? held.gpu
                            : bound.resource == Resource::cpu ? held.cpu
                                                              : held.memory;
                }
            return left <= 0;
        });
    }

    EngineState& state_;
    std::vector<ScaledBound> bounds_;  // those that are broken still
    std::vector<Candidate> all_;
    Lifted lifted_;
    std::optional<VictimSet> best_;
    std::size_t spared_ = kNone;
    int steps_ = 0;
};

}  // namespace

std::optional<Message> refuseSizes(const Quota& quota) {
    const Resources& guaranteed = quota.guaranteed;
    const Limit& limit = quota.policy.limit;
    const auto below = [&quota](const char* resource, Value bound, Value wanted) {
        return Message{"invalid.limit",
                       {{"quota", Value::ofText(quota.name)},
                        {"resource", Value::ofText(resource)},
                        {"bound", std::move(bound)},
                        {"guaranteed", std::move(wanted)}}};
    };
    if (limit.gpu && *limit.gpu < guaranteed.gpu)
        return below("gpu", Value::ofGpu(*limit.gpu), Value::ofGpu(guaranteed.gpu));
    if (limit.cpu && *limit.cpu < guaranteed.cpu)
        return below("cpu", Value::ofCpu(*limit.cpu), Value::ofCpu(guaranteed.cpu));
    if (limit.memory && *limit.memory < guaranteed.memory)
        return below("memory", Value::ofMemory(*limit.memory), Value::ofMemory(guaranteed.memory));
    if (quota.policy.lend && *quota.policy.lend > guaranteed.gpu)
        return Message{"invalid.lend",
                       {{"quota", Value::ofText(quota.name)},
                        {"lend", Value::ofGpu(*quota.policy.lend)},
                        {"guaranteed", Value::ofGpu(guaranteed.gpu)}}};
    return std::nullopt;
}

std::optional<Message> applyScale(EngineState& state, const ScaleEvent& event) {
    std::vector<Quota> quotas = state.tree.quotas();
    std::vector<QuotaId> changed;
    for (const auto& [name, target] : event.targets) {
        const auto id = state.tree.find(name);
        if (!id)
            return Message{"not-found.quota", {{"name", Value::ofText(name)}}};
        Resources& guaranteed = quotas[*id].guaranteed;
        guaranteed.gpu = target.gpu.value_or(guaranteed.gpu);
        guaranteed.cpu = target.cpu.value_or(guaranteed.cpu);
        guaranteed.memory = target.memory.value_or(guaranteed.memory);
        changed.push_back(*id);
    }
    if (auto refusal = refuseSums(state, quotas))
        return refusal;
    for (const QuotaId id : changed)
        if (auto refusal = refuseSizes(quotas[id]))
            return refusal;

    Tree tree = state.tree;
    for (const QuotaId id : changed)
        tree.change(id, quotas[id]);
    return adopt(state, std::move(tree), {event.mode, event.after, false});
}

std::optional<Message> adopt(EngineState& state, Tree tree, const BelowUsage& below) {
    Books books = state.books;
    books.recharge(tree);
    std::vector<ScaledBound> broken = newlyBroken(state, tree, books, below.limitsAlone);
    if (!broken.empty() && below.mode == ScaleMode::refuse)
        return belowUsage(state, tree, books, broken.front(), below.limitsAlone);

    state.tree = std::move(tree);
    state.refresh();
    if (broken.empty() || below.mode != ScaleMode::reclaim)
        return std::nullopt;
    state.pendingScales.push_back({std::move(broken), state.now + below.after, below.limitsAlone});
    if (below.after <= 0)
        finishScale(state, state.pendingScales.back());
    else
        state.setTimer({state.now + below.after, Timer::Kind::scale,
                        static_cast<WorkloadId>(state.pendingScales.size() - 1), 0});
    return std::nullopt;
}

std::vector<PendingReclaim> pendingReclaims(const EngineState& state) {
    std::vector<PendingReclaim> found;
    for (const PendingScale& scale : state.pendingScales)
        for (const ScaledBound& bound : scale.bounds) {
            const Gpu gpu = bound.resource == Resource::gpu
                                ? excess(state.tree, state.books, state.fleet, bound)
                                : 0;
            if (gpu <= 0)
                continue;
            const PendingReclaim each{
                state.tree[bound.branch].quota, scale.at, gpu,
                bound.kind == BoundKind::nonPreemptible || bound.kind == BoundKind::overQuota};
            const auto same =
                std::find_if(found.begin(), found.end(),
                             [&](const PendingReclaim& one) { return one.quota == each.quota; });
            if (same == found.end()) {
                found.push_back(each);
            } else if (each.at < same->at) {
                *same = each;
            } else if (each.at == same->at) {
                same->gpu = std::max(same->gpu, gpu);
                same->bySize = same->bySize && each.bySize;
            }
        }
    return found;
}

void finishScale(EngineState& state, PendingScale& pending) {
    const ScaleVictims::Answer answer = ScaleVictims(state, pending.bounds).run();
    std::vector<std::int64_t> placed;  // before any of them goes
    for (const ScaledBound& bound : pending.bounds)
        placed.push_back(countedBy(state.books[bound.branch], bound.resource));
    for (const WorkloadId id : answer.victims) {
        if (state.job(id).phase == Phase::booked) {
            state.lapse(id);
            forgetTaker(state, id);
            continue;
        }
        Taken record;
        record.victim = id;
        record.rule = EvictionRule::scale;
        record.runnerUp = answer.runnerUp;
        record.worseBy = answer.worseBy;
        const auto bound = std::find_if(
            pending.bounds.begin(), pending.bounds.end(),
            [&](const ScaledBound& each) { return countsFor(state, state.job(id), each); });
        if (bound != pending.bounds.end()) {
            const Branch& branch = state.tree[bound->branch];
            record.quota = branch.quota;
            if (pending.ofLimit) {
                record.resource = nameOf(bound->resource);
                record.placed = placed[static_cast<std::size_t>(bound - pending.bounds.begin())];
                record.bound = limitOf(branch, bound->resource).value_or(0);
            }
        }
        takeBack(state, std::move(record), Grace::none);
        forgetTaker(state, id);
    }
    pending.bounds.clear();
}

}  // namespace apportion
