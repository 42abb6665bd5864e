// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/validation/index.h"

#include <algorithm>

#include "core/model/bounds.h"
#include "core/model/nearest.h"

namespace apportion::validation {

namespace {

std::vector<Node> expandWithinBounds(const std::vector<NodeGroup>& groups) {
    std::int64_t count = 0;
    for (const auto& group : groups) {
        if (group.count < 1 || group.count > kMostNodes)
            return {};
        count += group.count;
    }
    return count > kMostNodes ? std::vector<Node>{} : expand(groups);
}

}  // namespace

Index::Index(const Scenario& checked)
    : scenario(checked),
      nodes(expandWithinBounds(checked.nodes)),
      nodeNames(namesOf(nodes)),
      quotaNames(namesOf(checked.quotas)),
      workspaceNames(namesOf(checked.workspaces)),
      workloadNames(namesOf(checked.workloads)),
      pools(divide(checked.quotas, nodes)),
      nodesKnown(checked.nodes.empty() || !nodes.empty()) {
    findPools();
}

// Every quota's pool is that of its parent; each is looked up once.
void Index::findPools() {
    const auto& quotas = scenario.quotas;
    poolsOfQuotas_.resize(quotas.size(), nullptr);
    for (const auto& pool : pools.pools)
        for (const auto root : pool.roots)
            poolsOfQuotas_[root] = &pool;
    std::vector<bool> done(quotas.size(), false);
    std::vector<std::size_t> way;
    for (std::size_t i = 0; i < quotas.size(); ++i) {
        way.clear();
        std::optional<std::size_t> at = i;
        while (at && !done[*at] && !poolsOfQuotas_[*at]) {
            done[*at] = true;  // a circle ends here, without a pool
            way.push_back(*at);
            at = find(quotaNames, quotas[*at].parent);
        }
        for (const auto quota : way)
            poolsOfQuotas_[quota] = at ? poolsOfQuotas_[*at] : nullptr;
    }
}

const Quota* Index::quotaOf(const Workload& workload) const {
    std::string_view name = workload.quota;
    if (name.empty()) {
        const auto workspace = find(workspaceNames, workload.workspace);
        if (!workspace || scenario.workspaces[*workspace].quotas.size() != 1)
            return nullptr;
        name = scenario.workspaces[*workspace].quotas.front();
    }
    const auto quota = find(quotaNames, name);
    return quota ? &scenario.quotas[*quota] : nullptr;
}

const Pool* Index::poolOf(std::size_t quota) const {
    return poolsOfQuotas_[quota];
}

std::size_t Index::positionOf(const Quota& quota) const {
    return static_cast<std::size_t>(&quota - scenario.quotas.data());
}

std::optional<std::size_t> find(const Names& names, std::string_view name) {
    return names.find(name);
}

std::string Index::nearest(const Names& names, std::string_view name) const {
    constexpr std::size_t kMostNames = 200;
    if (const auto known = nearest_.find(name); known != nearest_.end())
        return known->second;
    if (nearest_.size() >= kMostNames || names.empty())
        return "another name";
    // In file order, so that the answer does not depend on the hash.
    std::vector<std::pair<std::size_t, std::string_view>> sorted;
    sorted.reserve(names.size());
    names.each([&](std::string_view known, std::size_t position) {
        sorted.emplace_back(position, known);
    });
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::string_view> inOrder;
    inOrder.reserve(sorted.size());
    for (const auto& [position, known] : sorted)
        inOrder.push_back(known);
    return nearest_.emplace(name, nearestWord(name, inOrder)).first->second;
}

}  // namespace apportion::validation
