// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 1: the tree of quotas over the nodes.
#include <algorithm>

#include "core/model/bounds.h"
#include "core/model/nearest.h"
#include "core/model/validation/checks.h"

namespace apportion::validation {

namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// A guarantee as the sums take it: what is out of bounds is told elsewhere and must not overflow.
Gpu countable(Gpu gpu) {
    return std::clamp<Gpu>(gpu, 0, kMostGpu);
}

class Tree {
public:
    Tree(const std::vector<Quota>& quotas, const Names& names, Findings& findings)
        : quotas_(quotas), names_(names), findings_(findings), parents_(quotas.size(), kNone) {}

    void check() {
        findParents();
        findCycles();
        for (std::size_t i = 0; i < quotas_.size(); ++i)
            checkBoundsOf(i);
        checkSums();
    }

    void checkPools(const Pools& pools, const std::vector<Node>& nodes) {
        for (const auto& overlap : pools.overlaps) {
            const auto root = pools.pools[overlap.pool].roots.front();
            findings_.error(at(root) + "/nodes", "selectors-overlap",
                            {{"quota", name(root)},
                             {"other", name(pools.pools[overlap.other].roots.front())},
                             {"node", Value::ofText(nodes[overlap.node].name)}});
        }
        for (const auto& pool : pools.pools)
            checkCapacity(pool);
    }

private:
    std::string at(std::size_t quota) const { return pointerTo("/quotas", quota); }
    Value name(std::size_t quota) const { return Value::ofText(quotas_[quota].name); }

    void findParents() {
        for (std::size_t i = 0; i < quotas_.size(); ++i) {
            const auto& parent = quotas_[i].parent;
            if (parent.empty())
                continue;
            if (const auto found = names_.find(parent)) {
                parents_[i] = *found;
                continue;
            }
            std::vector<std::string_view> known;
            for (const auto& quota : quotas_)
                if (quota.name != quotas_[i].name)
                    known.push_back(quota.name);
            auto nearest = nearestWord(parent, known);
            findings_.error(
                at(i) + "/parent", "unknown-parent",
                {{"quota", name(i)},
                 {"parent", Value::ofText(parent)},
                 {"nearest", Value::ofText(nearest.empty() ? "another name" : nearest)}});
        }
    }

    // Each circle once, told at the first of its quotas; its links are then cut.
    void findCycles() {
        std::vector<std::size_t> seenFrom(quotas_.size(), kNone);
        for (std::size_t i = 0; i < quotas_.size(); ++i) {
            auto quota = i;
            while (quota != kNone && seenFrom[quota] == kNone) {
                seenFrom[quota] = i;
                quota = parents_[quota];
            }
            if (quota == kNone || seenFrom[quota] != i)
                continue;
            std::vector<std::size_t> circle{quota};
            for (auto next = parents_[quota]; next != quota; next = parents_[next])
                circle.push_back(next);
            std::vector<std::string> way;
            for (const auto member : circle) {
                way.push_back(quotas_[parents_[member]].name);
                seenFrom[member] = i;
            }
            findings_.error(at(quota) + "/parent", "parent-cycle",
                            {{"quota", name(quota)}, {"quotas", Value::ofList(way)}});
            for (const auto member : circle)
                parents_[member] = kNone;
        }
    }

    void checkBoundsOf(std::size_t i) {
        const auto& quota = quotas_[i];
        const auto& policy = quota.policy;
        const auto below = [&](const auto& limit, std::int64_t guaranteed, const char* resource,
                               Value (*value)(std::int64_t)) {
            if (!limit || *limit >= guaranteed)
                return;
            findings_.error(at(i) + "/limit/" + resource, "limit-below-guarantee",
                            {{"quota", name(i)},
                             {"resource", Value::ofText(resource)},
                             {"bound", value(*limit)},
                             {"guaranteed", value(guaranteed)}});
        };
        below(policy.limit.gpu, quota.guaranteed.gpu, "gpu", Value::ofGpu);
        below(policy.limit.cpu, quota.guaranteed.cpu, "cpu", Value::ofCpu);
        below(policy.limit.memory, quota.guaranteed.memory, "memory", Value::ofMemory);
        if (policy.lend && *policy.lend > quota.guaranteed.gpu)
            findings_.error(at(i) + "/lend/gpu", "lend-above-guarantee",
                            {{"quota", name(i)},
                             {"lend", Value::ofGpu(*policy.lend)},
                             {"guaranteed", Value::ofGpu(quota.guaranteed.gpu)}});
        if (policy.nodes && !quota.parent.empty())
            findings_.error(at(i) + "/nodes", "nodes-below-root",
                            {{"quota", name(i)}, {"parent", Value::ofText(quota.parent)}});
    }

    // Told at the child with which the sum first goes beyond the parent's guarantee.
    void checkSums() {
        std::vector<Gpu> sums(quotas_.size(), 0);
        std::vector<std::size_t> crossing(quotas_.size(), kNone);
        for (std::size_t i = 0; i < quotas_.size(); ++i) {
            const auto parent = parents_[i];
            if (parent == kNone)
                continue;
            sums[parent] += countable(quotas_[i].guaranteed.gpu);
            if (crossing[parent] == kNone &&
                sums[parent] > countable(quotas_[parent].guaranteed.gpu))
                crossing[parent] = i;
        }
        for (std::size_t i = 0; i < quotas_.size(); ++i) {
            const auto parent = parents_[i];
            if (parent == kNone || crossing[parent] != i)
                continue;
            const auto guaranteed = countable(quotas_[parent].guaranteed.gpu);
            findings_.error(at(i) + "/guaranteed/gpu", "sum-of-children",
                            {{"quota", name(parent)},
                             {"guaranteed", Value::ofGpu(guaranteed)},
                             {"sum", Value::ofGpu(sums[parent])},
                             {"short", Value::ofGpu(sums[parent] - guaranteed)},
                             {"children", Value::ofList(childrenOf(parent))}});
        }
    }

    std::vector<std::string> childrenOf(std::size_t parent) const {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < quotas_.size(); ++i)
            if (parents_[i] == parent)
                names.push_back(quotas_[i].name);
        return names;
    }

    void checkCapacity(const Pool& pool) {
        Gpu sum = 0;
        auto crossing = kNone;
        for (const auto root : pool.roots) {
            sum += countable(quotas_[root].guaranteed.gpu);
            if (crossing == kNone && sum > pool.capacity)
                crossing = root;
        }
        if (crossing == kNone)
            return;
        findings_.error(at(crossing) + "/guaranteed/gpu", "above-capacity",
                        {{"quota", name(crossing)},
                         {"sum", Value::ofGpu(sum)},
                         {"capacity", Value::ofGpu(pool.capacity)},
                         {"short", Value::ofGpu(sum - pool.capacity)}});
    }

    const std::vector<Quota>& quotas_;
    const Names& names_;
    Findings& findings_;
    std::vector<std::size_t> parents_;  // kNone for roots and broken links
};

}  // namespace

void checkTree(const std::vector<Quota>& quotas, const Names& names, const std::vector<Node>* nodes,
               const Pools& pools, Findings& findings) {
    Tree tree(quotas, names, findings);
    tree.check();
    if (nodes != nullptr)
        tree.checkPools(pools, *nodes);
}

}  // namespace apportion::validation
