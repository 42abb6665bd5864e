// SPDX-License-Identifier: GPL-3.0-or-later
// Larger guarantees, a higher rank, and a further node.
#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

#include "core/engine/unblock_kinds.h"
#include "core/model/bounds.h"

namespace apportion {
namespace {

// Nodes in one edit, where others are asked first: up to twice what it needs by itself, or so many.
constexpr std::int64_t kMostOfOthers = 16;

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

// The smallest of the group's nodes on which a replica would fit, were it empty.
const Node* likeOthers(const EditTrials& trials) {
    const EngineState& state = trials.state();
    const auto size = [](const Node& node) {
        constexpr std::int64_t kUnbound = std::numeric_limits<std::int64_t>::max();
        return std::tuple(node.gpu, node.cpu.value_or(kUnbound), node.memory.value_or(kUnbound));
    };
    const Node* smallest = nullptr;
    for (const NodeId id : state.fleet.nodesOf(trials.job().group()))
        if (const Node& node = state.fleet.nodes()[static_cast<std::size_t>(id)];
            state.fleet.slotsWhenEmpty(id, trials.job().slot()) > 0 &&
            (!smallest || size(node) < size(*smallest)))
            smallest = &node;
    return smallest;
}

// For one replica: of its type, and chosen by the root's selector. Of CPU and memory what it asks
// for, where other nodes of that type bound it.
Node forOneReplica(const EditTrials& trials) {
    const EngineState& state = trials.state();
    const Job& job = trials.job();
    const Resources& request = job.slot().request;
    Node node;
    node.gpuType = state.specOf(job.id)->gpuType;
    const auto& selector =
        state.tree.quotaOf(state.tree.topLevel(job.group()).front()).policy.nodes;
    if (selector) {
        node.labels = selector->labels;
        if (node.gpuType.empty())
            node.gpuType = selector->gpuType.value_or("");
    }
    const auto& nodes = state.fleet.nodes();
    const auto& group = state.fleet.nodesOf(job.group());
    const auto like = std::find_if(group.begin(), group.end(), [&](NodeId id) {
        return node.gpuType.empty() || nodes[static_cast<std::size_t>(id)].gpuType == node.gpuType;
    });
    if (like != group.end()) {
        node.gpuType = nodes[static_cast<std::size_t>(*like)].gpuType;
        node.labels = nodes[static_cast<std::size_t>(*like)].labels;
    }
    node.gpu = (request.gpu + kOneGpu - 1) / kOneGpu * kOneGpu;
    for (const NodeId id : group) {
        const NodeUse& use = state.fleet.use(id);
        if (nodes[static_cast<std::size_t>(id)].gpuType != node.gpuType)
            continue;
        if (use.cpuBound && request.cpu > 0)
            node.cpu = request.cpu;
        if (use.memoryBound && request.memory > 0)
            node.memory = request.memory;
    }
    return node;
}

// What the form for more nodes takes, or the pool has already.
bool isProposed(const EngineState& state, const Node& node) {
    Gpu gpu = kMostGpuOfNode;
    Cpu cpu = kMostCpuOfNode;
    for (const Node& each : state.fleet.nodes()) {
        gpu = std::max(gpu, each.gpu);
        cpu = std::max(cpu, each.cpu.value_or(0));
    }
    return node.gpu <= gpu && node.cpu.value_or(0) <= cpu;
}

// So many hold the replicas of a job, were they empty; none where one holds none.
std::int64_t nodesFor(const Node& node, const Job& job, std::int64_t replicas) {
    const Resources& one = job.slot().request;
    std::int64_t slots = replicas;
    if (one.gpu >= kOneGpu)
        slots = std::min(slots, node.gpu / one.gpu);
    else if (one.gpu > 0)
        slots = std::min(slots, node.gpu / kOneGpu * (kOneGpu / one.gpu));
    if (node.cpu && one.cpu > 0)
        slots = std::min(slots, *node.cpu / one.cpu);
    if (node.memory && one.memory > 0)
        slots = std::min(slots, *node.memory / one.memory);
    return slots > 0 ? (replicas + slots - 1) / slots : 0;
}

void nameAnew(const EngineState& state, Node& node) {
    node.name = "added";
    for (int i = 2; state.fleet.find(node.name) || state.fleet.find(node.name + "-1"); ++i)
        node.name = "added-" + std::to_string(i);
}

Message addNodeMessage(const NodesToAdd& change, const Node* like) {
    const Node& node = change.node;
    Message message{"add-node",
                    {{"gpu", Value::ofGpu(node.gpu)}, {"name", Value::ofText(node.name)}}};
    if (like) {
        message.code += node.gpuType.empty() ? ".like" : ".like-type";
        message.arguments.push_back({"like", Value::ofText(like->name)});
    } else if (node.cpu || node.memory) {
        message.code += node.cpu && node.memory ? ".cpu-memory" : node.cpu ? ".cpu" : ".memory";
    }
    if (!node.gpuType.empty()) {
        message.code += like ? "" : ".type";
        message.arguments.push_back({"gpuType", Value::ofText(node.gpuType)});
    }
    if (node.cpu && !like)
        message.arguments.push_back({"cpu", Value::ofCpu(*node.cpu)});
    if (node.memory && !like)
        message.arguments.push_back({"memory", Value::ofMemory(*node.memory)});
    if (change.count > 1) {
        message.arguments.push_back({"count", Value::ofCount(change.count)});
        message.then.emplace_back("such-nodes");
    }
    return message;
}

// What it would have to be guaranteed more to have a claim on all that it asks for.
Gpu toDeserve(const EditTrials& trials, QuotaId id) {
    const EngineState& state = trials.state();
    const BranchId branch = state.tree.branchOf(id);
    return state.books[branch].charge + trials.job().requestGpu() - state.tree[branch].guarantee;
}

// Whether the pool could hold it with so many more, were it empty.
bool fitsBeside(const EditTrials& trials, const NodesToAdd& change) {
    EngineState fork = trials.state();
    fork.add(change.node, change.count);
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
    const EngineState& state = trials.state();
    const Job& job = trials.job();
    const GroupId group = job.group();
    const Node* like = likeOthers(trials);
    NodesToAdd change{like ? *like : forOneReplica(trials), 1};
    nameAnew(state, change.node);
    // As many as would hold all its replicas by themselves.
    const std::int64_t own = nodesFor(change.node, job, job.least());
    change.count = static_cast<int>(std::min<std::int64_t>(own, kMostNodes));
    if (!isProposed(state, change.node) ||
        (job.fit != Fit::possible && !fitsBeside(trials, change)))
        return;  // none that is proposed would do, and none is tried
    // Others may be asked first and start there. What is charged beyond the capacity, such as after
    // a node went down, must be covered as well.
    const Gpu over =
        std::max<Gpu>(0, state.books.groupCharge(group) + state.books.groupIdle(group) -
                             state.fleet.capacity(group));
    const std::int64_t enough =
        own + (change.node.gpu > 0 ? (over + change.node.gpu - 1) / change.node.gpu : 0);
    const std::int64_t most = std::max(2 * enough, kMostOfOthers);
    trials.least(1, std::min<std::int64_t>(most, kMostNodes), 1, enough, [&](std::int64_t count) {
        change.count = static_cast<int>(count);
        return trials.nodes(change, addNodeMessage(change, like));
    });
}

}  // namespace apportion
