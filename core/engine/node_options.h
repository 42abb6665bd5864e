// SPDX-License-Identifier: GPL-3.0-or-later
// The minimal ways in which each node can take more replicas of a gang, and the least that the
// nodes from one on must give for so many replicas: the bounds of the search over gangs.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "core/engine/victim_set.h"

namespace apportion {

// What a leaf loses, idle work aside: in all, and the largest part of it.
struct LeafLoss {
    std::size_t leaf = 0;  // by place in leaves()
    Gpu gpu = 0;
    Gpu largest = 0;
    bool reclaimed = false;  // some of it by rule 14, so that the leaf's bound counts
};

struct NodeOption {
    int gain = 0;  // replicas more
    VictimSet set;
    std::vector<LeafLoss> losses;
};

class NodeOptions {
public:
    // `local`: candidates that sit on one node each, on whole devices.
    NodeOptions(const EngineState& state, const Job& taker, const std::vector<Candidate>& all,
                const std::vector<std::size_t>& local, int most);

    std::size_t size() const { return nodes_.size(); }
    // What it took to list them, in steps of the search that asks for them.
    int steps() const { return static_cast<int>(cells_ / kCellsOfAStep); }
    // A node had too many ways to list: what is found may not be the least.
    bool cut() const { return cut_; }
    // Cheapest first.
    const std::vector<NodeOption>& operator[](std::size_t at) const { return nodes_[at]; }
    const std::vector<BranchId>& leaves() const { return leaves_; }

    // The GPUs that the nodes from `at` on give at least for `gain` replicas; nothing if they
    // cannot. Of one leaf, by place in leaves(): 0 if it is not needed.
    std::optional<Gpu> leastGpu(std::size_t at, int gain) const;
    Gpu leastGpuOf(std::size_t leaf, std::size_t at, int gain) const;

private:
    using Costs = std::vector<std::optional<Gpu>>;  // by first node and gain, row after row
    void build(const EngineState& state, const Job& taker, const std::vector<Candidate>& all,
               const std::vector<std::size_t>& here);
    std::vector<LeafLoss> lossesOf(const std::vector<Candidate>& all, const VictimSet& set) const;
    // Row `at` = the cheapest of the nodes from `at` on.
    template <typename CostOf>
    Costs suffixes(CostOf&& costOf) const;
    std::size_t cell(std::size_t at, int gain) const {
        return at * static_cast<std::size_t>(most_ + 1) + static_cast<std::size_t>(gain);
    }

    static constexpr std::int64_t kCellsOfAStep = 128;

    std::int64_t cells_ = 0;  // of all tables
    std::vector<std::vector<NodeOption>> nodes_;
    std::vector<BranchId> leaves_;
    bool cut_ = false;
    int most_ = 0;  // the largest gain that is asked for
    Costs inAll_;
    std::vector<Costs> ofLeaf_;
};

}  // namespace apportion
