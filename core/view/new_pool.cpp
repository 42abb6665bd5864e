// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/new_pool.h"

#include <algorithm>
#include <numeric>
#include <string_view>

#include "core/model/validate.h"

namespace apportion {

namespace {

Gpu capacityOf(const NewPool& wanted) {
    return Gpu{kOneGpu} * wanted.nodes * wanted.gpusPerNode;
}

}  // namespace

Gpu unassignedOf(const NewPool& wanted) {
    Gpu left = capacityOf(wanted);
    for (const NewPool::Team& team : wanted.teams)
        left -= team.gpu;
    return left;
}

Result<Scenario> poolOf(const NewPool& wanted) {
    Scenario pool;
    pool.name = wanted.name;
    const auto add = [&](const std::string& name, int count) {
        NodeGroup group;
        group.node.name = name;
        group.node.gpu = Gpu{kOneGpu} * wanted.gpusPerNode;
        group.node.gpuType = wanted.gpuType;
        group.count = count;
        pool.nodes.push_back(std::move(group));
    };
    const int here = wanted.here.empty() ? 0 : 1;
    if (here > 0)
        add(wanted.here, 1);
    if (wanted.nodes > here)
        add(wanted.nodeName, wanted.nodes - here);
    Quota root;
    root.name = wanted.root;
    root.guaranteed.gpu = capacityOf(wanted);
    pool.quotas.push_back(std::move(root));
    for (const NewPool::Team& team : wanted.teams) {
        Quota quota;
        quota.name = team.name;
        quota.parent = wanted.root;
        quota.guaranteed.gpu = team.gpu;
        pool.quotas.push_back(std::move(quota));
    }
    Problems problems = validate(pool);
    // Below a root without a name stands nothing: each team would be one over all nodes.
    const bool derived = wanted.root.empty() && unassignedOf(wanted) >= 0;
    std::erase_if(problems, [&](const Problem& problem) {
        return problem.warning ||
               (derived && placeOf(wanted, problem).part == NewPoolPlace::Part::teamGpu);
    });
    if (!problems.empty())
        return tl::unexpected(std::move(problems));
    return pool;
}

NewPoolPlace placeOf(const NewPool& wanted, const Problem& problem) {
    using Part = NewPoolPlace::Part;
    const std::string_view pointer = problem.pointer;
    const auto is = [&](const std::string& place) {
        return pointer == place || pointer.substr(0, place.size() + 1) == place + "/";
    };
    if (is("/quotas/0/name") || is("/name"))
        return {Part::name, 0};
    if (is("/nodes/0/gpuType") || is("/nodes/1/gpuType"))
        return {Part::gpuType, 0};
    if (is("/nodes/0/name") || is("/nodes/1/name"))
        return {Part::nodeName, 0};
    for (std::size_t team = 0; team < wanted.teams.size(); ++team) {
        const std::string quota = "/quotas/" + std::to_string(team + 1);
        if (is(quota + "/name"))
            return {Part::teamName, team};
        if (is(quota + "/guaranteed"))
            return {Part::teamGpu, team};
    }
    return {Part::pool, 0};
}

std::vector<Gpu> divided(const NewPool& wanted, const std::vector<Gpu>& parts) {
    const std::int64_t all = std::int64_t{wanted.nodes} * wanted.gpusPerNode;
    const Gpu whole = std::accumulate(parts.begin(), parts.end(), Gpu{0});
    std::vector<Gpu> sizes(parts.size(), 0);
    if (whole <= 0)
        return sizes;
    std::int64_t left = all;
    std::vector<std::size_t> order(parts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto remainder = [&](std::size_t i) { return all * parts[i] % whole; };
    for (std::size_t i = 0; i < parts.size(); ++i) {
        sizes[i] = all * parts[i] / whole * kOneGpu;
        left -= all * parts[i] / whole;
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return remainder(a) > remainder(b); });
    for (std::size_t i = 0; left > 0; ++i, --left)
        sizes[order[i]] += kOneGpu;
    return sizes;
}

}  // namespace apportion
