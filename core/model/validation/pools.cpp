// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/validation/pools.h"

#include <algorithm>
#include <set>
#include <utility>

namespace apportion::validation {

namespace {

void addRoot(Pools& pools, std::size_t root, const std::optional<NodeSelector>& selector) {
    auto& all = pools.pools;
    auto pool =
        std::find_if(all.begin(), all.end(), [&](const Pool& p) { return p.selector == selector; });
    if (pool == all.end()) {
        all.push_back({selector, {}, {}, 0});
        pool = std::prev(all.end());
    }
    pool->roots.push_back(root);
}

}  // namespace

std::optional<std::size_t> Pools::poolOf(std::size_t root) const {
    for (std::size_t i = 0; i < pools.size(); ++i)
        if (std::binary_search(pools[i].roots.begin(), pools[i].roots.end(), root))
            return i;
    return std::nullopt;
}

Pools divide(const std::vector<Quota>& quotas, const std::vector<Node>& nodes) {
    Pools result;
    for (std::size_t i = 0; i < quotas.size(); ++i)
        if (quotas[i].parent.empty())
            addRoot(result, i, quotas[i].policy.nodes);

    auto& pools = result.pools;
    const auto rest =
        std::find_if(pools.begin(), pools.end(), [](const Pool& p) { return !p.selector; });
    std::set<std::pair<std::size_t, std::size_t>> told;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        std::optional<std::size_t> owner;
        for (std::size_t p = 0; p < pools.size(); ++p) {
            if (!pools[p].selector || !pools[p].selector->matches(nodes[n]))
                continue;
            if (!owner)
                owner = p;
            else if (told.emplace(p, *owner).second)
                result.overlaps.push_back({p, *owner, n});
        }
        if (!owner && rest != pools.end())
            owner = static_cast<std::size_t>(rest - pools.begin());
        if (!owner) {
            result.undivided.push_back(n);
            continue;
        }
        pools[*owner].nodes.push_back(n);
        pools[*owner].capacity += nodes[n].gpu;
    }
    return result;
}

}  // namespace apportion::validation
