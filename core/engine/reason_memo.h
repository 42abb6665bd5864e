// SPDX-License-Identifier: GPL-3.0-or-later
// What the reasons of many workloads have in common, looked up once while nothing happens: what is
// free for work of one kind, who runs below a branch, who holds back. Good for one state; whoever
// changes the state makes another.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/engine/outranked.h"
#include "core/engine/state.h"
#include "core/model/explanation.h"

namespace apportion {

// GPUs, cores or GiB, by the name of the resource.
Value amountOf(std::string_view resource, std::int64_t value);
std::int64_t amountOf(const Resources& resources, std::string_view resource);

class ReasonMemo {
public:
    // What ready nodes of its type have for one replica.
    struct Room {
        Gpu free = 0;                   // with the free parts of shared devices
        std::int64_t slots = 0;         // replicas that fit
        NodeId largest = -1;            // has most in one piece; -1 = there is no such node
        Gpu most = 0;                   // on that
        Gpu all = 0;                    // what these nodes have, in use or not
        bool otherTypes = false;        // some nodes with GPUs are of another type
        std::vector<std::string> away;  // the first few of its type that are not ready
        // CPU or memory that is missing where GPUs are free: on most of those nodes, and the node
        // of them that has most of it.
        struct Narrow {
            const char* resource = "gpu";
            NodeId node = -1;  // -1 = none is missing
            std::int64_t requested = 0;
            std::int64_t free = 0;
            std::int64_t total = 0;
        } narrow;
        std::int64_t byDevices = 0;  // replicas that fit by GPUs alone
    };
    const Room& room(const EngineState& state, const Job& job);

    // Of those that count at or below a branch and hold that resource the first in file order; with
    // `fixedOnly` those alone that may not be preempted.
    const std::vector<std::string>& holdersAt(const EngineState& state, BranchId branch,
                                              bool fixedOnly, std::string_view resource);

    // Of those that run on the nodes that the workload could use, or on one node: the first in file
    // order that hold GPUs, or that resource.
    const std::vector<std::string>& holdersOf(const EngineState& state, const Job& job);
    // Of those the one that comes nearest to an eviction for it: see no_victims.h.
    const std::optional<Holder>& nearest(EngineState& state, const Job& job);
    static std::vector<std::string> holdersOn(const EngineState& state, GroupId group, NodeId node,
                                              std::string_view resource);
    // Of those the ones that rule 10 would move for it, but that would lose more than `moveLoss`.
    const std::vector<std::string>& unmoved(const EngineState& state, const Job& job);

    // At or below a branch, or in the whole group: the branches that hold back most of what they do
    // not use and are not above the leaf nor one another, as many as it takes to have so much.
    std::vector<BranchId> lenders(const EngineState& state, GroupId group, BranchId below,
                                  BranchId leaf, Gpu enough);

    // By whom a leaf is outranked.
    const std::optional<Outranked>& outranked(const EngineState& state, BranchId leaf);

    // On all nodes that a group divides.
    Gpu placed(const EngineState& state, GroupId group);

private:
    std::map<std::tuple<GroupId, GpuTypeId, Gpu, Cpu, Memory>, Room> rooms_;
    std::map<std::tuple<BranchId, bool, std::string_view>, std::vector<std::string>> holders_;
    std::map<std::pair<GroupId, GpuTypeId>, std::vector<std::string>> users_;
    std::map<std::tuple<GroupId, GpuTypeId, Gpu>, std::vector<std::string>> unmoved_;
    // Of those who may evict the same; of one alone where it took from somebody who runs again.
    using Evictor = std::tuple<BranchId, GpuTypeId, Gpu, int, Module, bool, bool, WorkloadId>;
    std::map<Evictor, std::optional<Holder>> nearest_;
    std::map<std::pair<GroupId, BranchId>, std::vector<BranchId>> lenders_;  // most first
    std::map<BranchId, std::optional<Outranked>> outranked_;
    std::map<GroupId, Gpu> placed_;
};

}  // namespace apportion
