// SPDX-License-Identifier: GPL-3.0-or-later
// Larger guarantees, a higher rank, and a further node.
#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "core/engine/unblock_kinds.h"
#include "core/model/bounds.h"

namespace apportion {
namespace {

std::pair<std::string, Limit> target(const Quota& quota, Gpu gpu) {
    Limit limit;
    limit.gpu = gpu;
    return {quota.name, limit};
}

// What the quota above, or the nodes of the group, have beyond the guarantees of the level.
Gpu unassignedAt(const EditTrials& trials, QuotaId id) {
    const Tree& tree = trials.state().tree;
    if (const auto above = tree.parent(id))
        return tree[tree[tree.branchOf(*above)].ownPart].weight;
    Gpu unassigned = trials.state().fleet.capacity(trials.job().group());
    for (const BranchId root : tree.topLevel(trials.job().group()))
        unassigned -= tree.quotaOf(root).guaranteed.gpu;
    return unassigned;
}

// Quotas beside it; roots of other groups divide other nodes.
std::vector<QuotaId> siblingsOf(const Tree& tree, QuotaId id) {
    std::vector<QuotaId> siblings;
    for (const BranchId branch : tree.levelOf(tree.branchOf(id)))
        if (!tree[branch].own && tree[branch].quota != id)
            siblings.push_back(tree[branch].quota);
    return siblings;
}

// Of the workload's type, and chosen by the root's selector.
Node nodeFor(const EditTrials& trials) {
    const EngineState& state = trials.state();
    const Job& job = trials.job();
    Node node;
    node.name = "added";
    for (int i = 2; state.fleet.find(node.name); ++i)
        node.name = "added-" + std::to_string(i);
    node.gpuType = state.specOf(job.id)->gpuType;
    const auto& selector =
        state.tree.quotaOf(state.tree.topLevel(job.group()).front()).policy.nodes;
    if (selector) {
        node.labels = selector->labels;
        if (node.gpuType.empty())
            node.gpuType = selector->gpuType.value_or("");
    }
    // Like the pool's other nodes, where there are any.
    for (const NodeId each : state.fleet.nodesOf(job.group())) {
        const Node& other = state.fleet.nodes()[static_cast<std::size_t>(each)];
        if (!node.gpuType.empty() && other.gpuType != node.gpuType)
            continue;
        node.gpuType = other.gpuType;
        node.labels = other.labels;
        break;
    }
    return node;
}

struct Bounds {
    bool cpu = false;
    bool memory = false;
};

// What a further node must have beside GPUs: what it asks for of that which other nodes bound.
Bounds boundsOf(const EngineState& state, const Job& job, const Node& node) {
    Bounds bounds;
    for (const NodeId each : state.fleet.nodesOf(job.group())) {
        const NodeUse& use = state.fleet.use(each);
        if (state.fleet.nodes()[static_cast<std::size_t>(each)].gpuType != node.gpuType)
            continue;
        bounds.cpu |= use.cpuBound && job.slot().request.cpu > 0;
        bounds.memory |= use.memoryBound && job.slot().request.memory > 0;
    }
    return bounds;
}

// For as many replicas as the GPUs of the node hold.
Resources neededBeside(Gpu gpu, const Job& job) {
    const Resources& one = job.slot().request;
    const std::int64_t held = one.gpu > 0 ? gpu / one.gpu : job.least();
    return one * std::clamp<std::int64_t>(held, 1, job.least());
}

std::string codeOf(const Node& node) {
    std::string code = "add-node";
    if (node.cpu && node.memory)
        code += ".cpu-memory";
    else if (node.cpu)
        code += ".cpu";
    else if (node.memory)
        code += ".memory";
    return node.gpuType.empty() ? code : code + ".type";
}

// What it would have to be guaranteed more to have a claim on all that it asks for.
Gpu toDeserve(const EditTrials& trials, QuotaId id) {
    const EngineState& state = trials.state();
    const BranchId branch = state.tree.branchOf(id);
    return state.books[branch].charge + trials.job().requestGpu() - state.tree[branch].guarantee;
}

// What the form for more nodes takes, or the pool has already.
Gpu mostOfNode(const EngineState& state) {
    Gpu most = kMostGpuOfNode;
    for (const Node& node : state.fleet.nodes())
        most = std::max(most, node.gpu);
    return most;
}

// As above, of cores.
Cpu mostCpuOfNode(const EngineState& state) {
    Cpu most = kMostCpuOfNode;
    for (const Node& node : state.fleet.nodes())
        most = std::max(most, node.cpu.value_or(0));
    return most;
}

// Whether the pool could hold it, were it empty.
bool fitsBeside(const EditTrials& trials, Node node, Gpu gpu) {
    EngineState fork = trials.state();
    node.gpu = gpu;
    fork.add(node);
    return fork.fitOf(fork.job(trials.id())) == Fit::possible;
}

}  // namespace

void raiseFromUnassigned(EditTrials& trials) {
    for (const QuotaId id : trials.path()) {
        const Quota& quota = trials.quota(id);
        const auto above = trials.state().tree.parent(id);
        const Gpu from = quota.guaranteed.gpu;
        trials.least(
            trials.gpuStep(), unassignedAt(trials, id), trials.path().size(), toDeserve(trials, id),
            [&](Gpu more) {
                ScaleEvent scale;
                scale.targets = {target(quota, from + more)};
                std::vector<Argument> arguments{{"quota", Value::ofText(quota.name)},
                                                {"gpu", Value::ofGpu(more)},
                                                {"from", Value::ofGpu(from)},
                                                {"to", Value::ofGpu(from + more)}};
                if (above)
                    arguments.push_back({"parent", Value::ofText(trials.quota(*above).name)});
                return trials.event(
                    scale, {above ? "raise-quota" : "raise-quota.root", std::move(arguments)});
            });
    }
}

// Beside those of a higher rank, else before them.
void raiseRank(EditTrials& trials) {
    const Tree& tree = trials.state().tree;
    for (const QuotaId id : trials.path()) {
        const Quota& quota = trials.quota(id);
        const int from = quota.policy.rank;
        std::set<int> ranks;
        for (const BranchId branch : tree.levelOf(tree.branchOf(id)))
            if (const int rank = tree[branch].rank; rank > from) {
                ranks.insert(rank);
                if (rank < std::numeric_limits<int>::max())
                    ranks.insert(rank + 1);
            }
        for (const int to : ranks) {
            PolicyEvent event{quota.name, {}};
            event.change.rank = std::optional<int>(to);
            if (trials.event(event, {"raise-rank",
                                     {{"quota", Value::ofText(quota.name)},
                                      {"from", Value::ofCount(from)},
                                      {"to", Value::ofCount(to)}}}))
                break;
        }
    }
}

void moveFromSiblings(EditTrials& trials) {
    const Tree& tree = trials.state().tree;
    std::size_t searches = 0;
    for (const QuotaId id : trials.path())
        searches += siblingsOf(tree, id).size();
    for (const QuotaId id : trials.path())
        for (const QuotaId other : siblingsOf(tree, id)) {
            const Quota& quota = trials.quota(id);
            const Quota& sibling = trials.quota(other);
            const Gpu from = quota.guaranteed.gpu;
            const Gpu siblingFrom = sibling.guaranteed.gpu;
            trials.least(
                trials.gpuStep(), siblingFrom, searches, toDeserve(trials, id), [&](Gpu more) {
                    ScaleEvent scale;
                    scale.targets = {target(quota, from + more),
                                     target(sibling, siblingFrom - more)};
                    return trials.event(scale, {"move-from-sibling",
                                                {{"quota", Value::ofText(quota.name)},
                                                 {"sibling", Value::ofText(sibling.name)},
                                                 {"gpu", Value::ofGpu(more)},
                                                 {"from", Value::ofGpu(from)},
                                                 {"to", Value::ofGpu(from + more)},
                                                 {"siblingFrom", Value::ofGpu(siblingFrom)},
                                                 {"siblingTo", Value::ofGpu(siblingFrom - more)}}});
                });
        }
}

void addNode(EditTrials& trials) {
    const Books& books = trials.state().books;
    const GroupId group = trials.job().group();
    Node node = nodeFor(trials);
    // Others may be asked first and start there. What is charged beyond the capacity, such as after
    // a node went down, must be covered as well.
    const Gpu over =
        books.groupCharge(group) + books.groupIdle(group) - trials.state().fleet.capacity(group);
    const Gpu most = std::min(trials.all().gpu + std::max<Gpu>(over, 0) + kOneGpu - 1,
                              mostOfNode(trials.state()));
    const Bounds bounds = boundsOf(trials.state(), trials.job(), node);
    const Cpu mostCpu = mostCpuOfNode(trials.state());
    if (bounds.cpu)
        node.cpu = mostCpu;
    if (trials.job().fit != Fit::possible && !fitsBeside(trials, node, most))
        return;  // none that is proposed would do, and none is tried
    const auto with = [&](const Resources& beside) {
        std::vector<Argument> arguments{{"gpu", Value::ofGpu(node.gpu)},
                                        {"name", Value::ofText(node.name)}};
        if (!node.gpuType.empty())
            arguments.push_back({"gpuType", Value::ofText(node.gpuType)});
        if (bounds.cpu) {
            node.cpu = std::min(beside.cpu, mostCpu);
            arguments.push_back({"cpu", Value::ofCpu(*node.cpu)});
        }
        if (bounds.memory) {
            node.memory = beside.memory;
            arguments.push_back({"memory", Value::ofMemory(beside.memory)});
        }
        return trials.node(node, {codeOf(node), std::move(arguments)});
    };
    const EditTrials::Attempt attempt = [&](Gpu gpu) {
        node.gpu = gpu;
        return with(trials.all());
    };
    // Room for all that it asks for needs no victims.
    const Gpu enough = trials.job().requestGpu() + std::max<Gpu>(over, 0);
    const bool found = trials.least(kOneGpu, most, 1, enough, attempt);
    // Others may take of what it needs beside the GPUs; where nobody does, that is enough.
    if (found && (bounds.cpu || bounds.memory))
        trials.inPlaceOfLast([&](const Unblock& last) {
            node.gpu = std::get<NodesToAdd>(last.change).node.gpu;
            return with(neededBeside(node.gpu, trials.job()));
        });
}

}  // namespace apportion
