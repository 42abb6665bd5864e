// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reason_memo.h"

#include <algorithm>

#include "core/engine/kept_back.h"
#include "core/engine/no_victims.h"

namespace apportion {

namespace {

// `visit` for a branch and all below it.
template <typename Visit>
void eachBelow(const Tree& tree, BranchId branch, Visit&& visit) {
    std::vector<BranchId> open{branch};
    while (!open.empty()) {
        const BranchId id = open.back();
        open.pop_back();
        visit(id);
        open.insert(open.end(), tree[id].level.begin(), tree[id].level.end());
    }
}

// The most that one replica finds in one piece: whole devices, or part of one.
Gpu freeTogether(const NodeUse& use, const Slot& slot) {
    if (!slot.fraction())
        return use.wholeFree * kOneGpu;
    Gpu most = 0;
    for (const Gpu used : use.used)
        most = std::max(most, kOneGpu - used);
    return most;
}

constexpr std::size_t kMostAway = 5;
constexpr std::size_t kMostHolders = 20;

// CPU or memory of one node, where it holds fewer replicas than its free GPUs do.
struct Lack {
    const char* resource;
    std::int64_t requested;
    std::int64_t free;
    std::int64_t total;
    int nodes = 0;
    NodeId best = -1;
};

class Lacks {
public:
    void add(NodeId node, const NodeUse& use, const Resources& request, std::int64_t byDevices) {
        if (use.cpuBound && request.cpu > 0 && use.cpuFree / request.cpu < byDevices)
            count(cpu_, node, request.cpu, use.cpuFree, use.total.cpu);
        if (use.memoryBound && request.memory > 0 && use.memoryFree / request.memory < byDevices)
            count(memory_, node, request.memory, use.memoryFree, use.total.memory);
    }
    ReasonMemo::Room::Narrow narrowest() const {
        const Lack& most = memory_.nodes > cpu_.nodes ? memory_ : cpu_;
        return {most.best < 0 ? "gpu" : most.resource, most.best, most.requested, most.free,
                most.total};
    }

private:
    static void count(Lack& lack, NodeId node, std::int64_t requested, std::int64_t free,
                      std::int64_t total) {
        ++lack.nodes;
        lack.requested = requested;
        if (lack.best >= 0 && free <= lack.free)
            return;
        lack.best = node;
        lack.free = free;
        lack.total = total;
    }

    Lack cpu_{"cpu", 0, 0, 0};
    Lack memory_{"memory", 0, 0, 0};
};

ReasonMemo::Room roomOf(const EngineState& state, const Job& job) {
    ReasonMemo::Room room;
    Lacks lacks;
    Slot devices = job.slot();
    devices.request.cpu = 0;
    devices.request.memory = 0;
    for (const NodeId node : state.fleet.nodesOf(job.group())) {
        const NodeUse& use = state.fleet.use(node);
        if (!state.fleet.eligible(node, job.slot())) {
            const bool ofType = job.slot().type == kAnyType || job.slot().type == use.type;
            room.otherTypes |= !ofType && use.total.gpu > 0;
            if (ofType && room.away.size() < kMostAway)
                room.away.push_back(state.fleet.nodes()[static_cast<std::size_t>(node)].name);
            continue;
        }
        room.all += use.total.gpu;
        room.free += use.free;
        room.slots += state.fleet.slots(node, job.slot());
        const int byDevices = state.fleet.slots(node, devices);
        room.byDevices += byDevices;
        lacks.add(node, use, job.slot().request, byDevices);
        const Gpu most = freeTogether(use, job.slot());
        if (room.largest < 0 || most > room.most) {
            room.largest = node;
            room.most = most;
        }
    }
    room.narrow = lacks.narrowest();
    return room;
}

// The first in file order of those that run in a group and are `wanted`.
template <typename Wanted>
std::vector<std::string> firstRunning(const EngineState& state, GroupId group, Wanted&& wanted) {
    std::vector<WorkloadId> ids;
    for (const BranchId root : state.tree.topLevel(group))
        eachBelow(state.tree, root, [&](BranchId leaf) {
            for (const WorkloadId id : state.runningAt[static_cast<std::size_t>(leaf)])
                if (wanted(state.job(id)))
                    ids.push_back(id);
        });
    const auto end = ids.begin() + static_cast<std::ptrdiff_t>(std::min(kMostHolders, ids.size()));
    std::partial_sort(ids.begin(), end, ids.end());
    std::vector<std::string> names;
    for (auto id = ids.begin(); id != end; ++id)
        names.push_back(state.name(*id));
    return names;
}

std::vector<BranchId> lendersOf(const EngineState& state, GroupId group, BranchId below) {
    std::vector<std::pair<Gpu, BranchId>> found;
    const auto look = [&](BranchId id) {
        const Branch& branch = state.tree[id];
        const Gpu held = branch.keep - state.books[id].placed.sum();
        if (!branch.own && held > 0 && keepsItself(state.tree, state.books, id))
            found.emplace_back(-held, id);
    };
    if (below != kNoBranch)
        eachBelow(state.tree, below, look);
    else
        for (const BranchId root : state.tree.topLevel(group))
            eachBelow(state.tree, root, look);
    std::sort(found.begin(), found.end());
    std::vector<BranchId> lenders;
    lenders.reserve(found.size());
    for (const auto& [held, id] : found)
        lenders.push_back(id);
    return lenders;
}

}  // namespace

Value amountOf(std::string_view resource, std::int64_t value) {
    return resource == "cpu"      ? Value::ofCpu(value)
           : resource == "memory" ? Value::ofMemory(value)
                                  : Value::ofGpu(value);
}

std::int64_t amountOf(const Resources& resources, std::string_view resource) {
    return resource == "cpu"      ? resources.cpu
           : resource == "memory" ? resources.memory
                                  : resources.gpu;
}

const ReasonMemo::Room& ReasonMemo::room(const EngineState& state, const Job& job) {
    const Resources& request = job.slot().request;
    const auto [found, fresh] = rooms_.try_emplace(
        {job.group(), job.slot().type, request.gpu, request.cpu, request.memory});
    if (fresh)
        found->second = roomOf(state, job);
    return found->second;
}

const std::vector<std::string>& ReasonMemo::holdersAt(const EngineState& state, BranchId branch,
                                                      bool fixedOnly, std::string_view resource) {
    const auto [found, fresh] = holders_.try_emplace({branch, fixedOnly, resource});
    if (!fresh)
        return found->second;
    std::vector<WorkloadId> ids;
    eachBelow(state.tree, branch, [&](BranchId leaf) {
        for (const WorkloadId id : state.runningAt[static_cast<std::size_t>(leaf)])
            if (const Job& job = state.job(id); !job.idle() && (!fixedOnly || !job.preemptible()) &&
                                                amountOf(job.slot().request, resource) > 0)
                ids.push_back(id);
    });
    const auto end = ids.begin() + static_cast<std::ptrdiff_t>(std::min(kMostHolders, ids.size()));
    std::partial_sort(ids.begin(), end, ids.end());
    for (auto id = ids.begin(); id != end; ++id)
        found->second.push_back(state.name(*id));
    return found->second;
}

const std::vector<std::string>& ReasonMemo::holdersOf(const EngineState& state, const Job& job) {
    const auto [found, fresh] = users_.try_emplace({job.group(), job.slot().type});
    if (fresh)
        found->second = firstRunning(state, job.group(), [&](const Job& other) {
            return other.slot().request.gpu > 0 &&
                   std::any_of(other.seats().begin(), other.seats().end(), [&](const Seat& seat) {
                       return state.fleet.eligible(seat.node, job.slot());
                   });
        });
    return found->second;
}

const std::optional<Holder>& ReasonMemo::nearest(EngineState& state, const Job& job) {
    const Evictor key{job.leaf(),
                      job.slot().type,
                      job.requestGpu(),
                      job.priority(),
                      job.module(),
                      job.preemptible(),
                      job.slot().fraction(),
                      job.runningVictims() > 0 ? job.id : kNobody};
    const auto known = nearest_.find(key);
    if (known != nearest_.end())
        return known->second;
    return nearest_.emplace(key, nearestHolder(state, job.id)).first->second;
}

const std::vector<std::string>& ReasonMemo::unmoved(const EngineState& state, const Job& job) {
    const auto [found, fresh] =
        unmoved_.try_emplace({job.group(), job.slot().type, job.requestGpu()});
    if (fresh && state.settings.consolidation)
        found->second = firstRunning(state, job.group(), [&](const Job& other) {
            return (other.preemptible() || other.idle()) && other.heldGpu() <= job.requestGpu() &&
                   !state.losesLittle(other) &&
                   std::any_of(other.seats().begin(), other.seats().end(), [&](const Seat& seat) {
                       return state.fleet.eligible(seat.node, job.slot());
                   });
        });
    return found->second;
}

std::vector<std::string> ReasonMemo::holdersOn(const EngineState& state, GroupId group, NodeId node,
                                               std::string_view resource) {
    return firstRunning(state, group, [&](const Job& other) {
        return amountOf(other.slot().request, resource) > 0 &&
               std::any_of(other.seats().begin(), other.seats().end(),
                           [&](const Seat& seat) { return seat.node == node; });
    });
}

std::vector<BranchId> ReasonMemo::lenders(const EngineState& state, GroupId group, BranchId below,
                                          BranchId leaf, Gpu enough) {
    const auto [found, fresh] = lenders_.try_emplace({group, below});
    if (fresh)
        found->second = lendersOf(state, group, below);
    std::vector<BranchId> lenders;
    Gpu held = 0;
    for (const BranchId id : found->second) {
        const bool counted = std::any_of(lenders.begin(), lenders.end(), [&](BranchId other) {
            return state.tree.contains(id, other) || state.tree.contains(other, id);
        });
        if (counted || (leaf != kNoBranch && state.tree.contains(id, leaf)))
            continue;
        lenders.push_back(id);
        held += state.tree[id].keep - state.books[id].placed.sum();
        if (held >= enough)
            break;
    }
    return lenders;
}

Gpu ReasonMemo::placed(const EngineState& state, GroupId group) {
    const auto [found, fresh] = placed_.try_emplace(group);
    if (fresh) {
        found->second = state.books.groupIdle(group);
        for (const BranchId root : state.tree.topLevel(group))
            found->second += state.books[root].placed.sum();
    }
    return found->second;
}

const std::optional<Outranked>& ReasonMemo::outranked(const EngineState& state, BranchId leaf) {
    const auto known = outranked_.find(leaf);
    if (known != outranked_.end())
        return known->second;
    return outranked_.emplace(leaf, outrankedAt(state, leaf)).first->second;
}

}  // namespace apportion
