// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/node_options.h"

#include <algorithm>
#include <functional>

namespace apportion {
namespace {

constexpr std::size_t kMostOptions = 400;  // of one node; a fat node has too many to list

// Candidates of a node that differ in keys (g) to (i) only, the better first: of such, a least set
// takes the first few.
struct Twins {
    std::vector<std::size_t> members;
    int devices = 0;  // of one
};

std::vector<Twins> groupTwins(const EngineState& state, const std::vector<Candidate>& all,
                              std::vector<std::size_t> here) {
    const auto key = [&](std::size_t index) {
        const Job& job = state.job(all[index].id);
        return std::tuple(all[index].victimClass, job.leaf(), all[index].gpu, job.effective,
                          job.priority(), job.module(), job.preemptible());
    };
    std::sort(here.begin(), here.end(), [&](std::size_t a, std::size_t b) {
        if (key(a) != key(b))
            return key(a) < key(b);
        if (all[a].lost != all[b].lost)
            return all[a].lost < all[b].lost;
        if (all[a].start != all[b].start)
            return all[a].start > all[b].start;
        return state.namedBefore(all[a].id, all[b].id);
    });
    std::vector<Twins> groups;
    for (const std::size_t index : here) {
        if (groups.empty() || key(groups.back().members.front()) != key(index))
            groups.push_back({{}, static_cast<int>(all[index].gpu / kOneGpu)});
        groups.back().members.push_back(index);
    }
    return groups;
}

}  // namespace

template <typename CostOf>
NodeOptions::Costs NodeOptions::suffixes(CostOf&& costOf) const {
    Costs rows(cell(nodes_.size() + 1, 0));
    rows[cell(nodes_.size(), 0)] = 0;
    for (std::size_t at = nodes_.size(); at-- > 0;) {
        const auto next = rows.begin() + static_cast<std::ptrdiff_t>(cell(at + 1, 0));
        const auto here = rows.begin() + static_cast<std::ptrdiff_t>(cell(at, 0));
        std::copy(next, next + most_ + 1, here);
        for (const NodeOption& option : nodes_[at]) {
            const Gpu gpu = costOf(option);
            for (int gain = 1; gain <= most_; ++gain) {
                const auto& rest = next[std::max(0, gain - option.gain)];
                if (auto& best = here[gain]; rest && (!best || *rest + gpu < *best))
                    best = *rest + gpu;
            }
        }
    }
    return rows;
}

NodeOptions::NodeOptions(const EngineState& state, const Job& taker,
                         const std::vector<Candidate>& all, const std::vector<std::size_t>& local,
                         int most)
    : most_(most) {
    std::map<NodeId, std::vector<std::size_t>> onNode;
    for (const std::size_t index : local) {
        const NodeId node = seatsOf(state.job(all[index].id), all[index]).front().node;
        if (state.fleet.eligible(node, taker.slot()))
            onNode[node].push_back(index);
    }
    for (const auto& [node, here] : onNode)
        build(state, taker, all, here);
    // Cheap nodes first: good answers come early and cut the rest.
    std::stable_sort(nodes_.begin(), nodes_.end(), [&](const auto& a, const auto& b) {
        return compareCosts(state, all, a.front().set, b.front().set).order < 0;
    });

    for (const std::size_t index : local)
        if (std::find(leaves_.begin(), leaves_.end(), all[index].leaf) == leaves_.end())
            leaves_.push_back(all[index].leaf);
    for (auto& options : nodes_)
        for (NodeOption& option : options)
            option.losses = lossesOf(all, option.set);
    for (const auto& options : nodes_)
        cells_ += static_cast<std::int64_t>(options.size());
    cells_ *= (most + 1) * static_cast<std::int64_t>(leaves_.size() + 1);
    inAll_ = suffixes([&](const NodeOption& option) {
        Gpu gpu = 0;
        for (const std::size_t index : option.set.members)
            gpu += all[index].gpu;
        return gpu;
    });
    for (std::size_t leaf = 0; leaf < leaves_.size(); ++leaf)
        ofLeaf_.push_back(suffixes([leaf](const NodeOption& option) {
            for (const LeafLoss& loss : option.losses)
                if (loss.leaf == leaf)
                    return loss.gpu;
            return Gpu{0};
        }));
}

std::vector<LeafLoss> NodeOptions::lossesOf(const std::vector<Candidate>& all,
                                            const VictimSet& set) const {
    std::vector<LeafLoss> losses;
    for (const std::size_t index : set.members) {
        const Candidate& candidate = all[index];
        if (candidate.victimClass == VictimClass::idle)
            continue;
        const auto place = static_cast<std::size_t>(
            std::find(leaves_.begin(), leaves_.end(), candidate.leaf) - leaves_.begin());
        auto loss = std::find_if(losses.begin(), losses.end(),
                                 [place](const LeafLoss& each) { return each.leaf == place; });
        if (loss == losses.end())
            loss = losses.insert(losses.end(), {place, 0, 0, false});
        loss->gpu += candidate.gpu;
        loss->largest = std::max(loss->largest, candidate.gpu);
        loss->reclaimed = loss->reclaimed || candidate.victimClass == VictimClass::reclaim;
    }
    return losses;
}

void NodeOptions::build(const EngineState& state, const Job& taker,
                        const std::vector<Candidate>& all, const std::vector<std::size_t>& here) {
    const std::vector<Twins> groups = groupTwins(state, all, here);
    const NodeId node = seatsOf(state.job(all[here.front()].id), all[here.front()]).front().node;
    const int devices = static_cast<int>(taker.slot().request.gpu / kOneGpu);
    const int whole = state.fleet.use(node).wholeFree;
    const int base = whole / devices;
    std::vector<NodeOption> options;
    VictimSet chosen;
    // `smallest`: of what was chosen; without it the gain must be lost, or the set is not minimal.
    const std::function<void(std::size_t, int, int)> choose = [&](std::size_t at, int freed,
                                                                  int smallest) {
        const int gain = std::min(most_, (whole + freed) / devices - base);
        if (gain > 0 && (whole + freed - smallest) / devices - base < gain) {
            if (options.size() == kMostOptions) {
                cut_ = true;
                return;
            }
            options.push_back({gain, chosen, {}});
        }
        if (gain >= most_)
            return;
        for (std::size_t group = at; group < groups.size(); ++group) {
            const VictimSet before = chosen;
            int more = 0;
            for (const std::size_t index : groups[group].members) {
                chosen.add(state, all, index);
                more += groups[group].devices;
                choose(group + 1, freed + more, std::min(smallest, groups[group].devices));
            }
            chosen = before;
        }
    };
    choose(0, 0, whole + 1'000'000);
    if (options.empty())
        return;
    std::stable_sort(options.begin(), options.end(), [&](const NodeOption& a, const NodeOption& b) {
        return compareCosts(state, all, a.set, b.set).order < 0;
    });
    nodes_.push_back(std::move(options));
}

std::optional<Gpu> NodeOptions::leastGpu(std::size_t at, int gain) const {
    return inAll_[cell(at, gain)];
}

Gpu NodeOptions::leastGpuOf(std::size_t leaf, std::size_t at, int gain) const {
    return ofLeaf_[leaf][cell(at, gain)].value_or(0);
}

}  // namespace apportion
