// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/returning.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/model/bounds.h"

namespace apportion {

namespace {

struct Known {
    Node node;
    bool left = false;
};

// In the order in which they take effect.
std::vector<std::size_t> byTime(const std::vector<PlanEdit>& edits) {
    std::vector<std::size_t> order(edits.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return edits[a].at < edits[b].at; });
    return order;
}

}  // namespace

ReturningNodes returningNodes(const PlanBase& base, const ChangeSet& set) {
    ReturningNodes returning;
    const auto any = [&set](auto&& is) {
        return std::any_of(set.edits.begin(), set.edits.end(), is);
    };
    if (!any([](const PlanEdit& edit) {
            return std::holds_alternative<RemoveNodes>(edit.action);
        }) ||
        !any([](const PlanEdit& edit) { return std::holds_alternative<AddNodes>(edit.action); }))
        return returning;
    std::unordered_map<std::string, Known> known;
    for (Node& node : expand(base.scenario()->nodes))
        known.try_emplace(node.name, Known{node, false});
    for (const std::size_t i : byTime(set.edits)) {
        const PlanAction& action = set.edits[i].action;
        if (const auto* remove = std::get_if<RemoveNodes>(&action))
            for (const std::string& name : remove->nodes)
                if (const auto found = known.find(name); found != known.end())
                    found->second.left = true;
        const auto* add = std::get_if<AddNodes>(&action);
        if (add == nullptr || add->group.count <= 0 || add->group.count > kMostNodes)
            continue;
        for (const Node& node : expand({add->group})) {
            const auto [found, fresh] = known.try_emplace(node.name, Known{node, false});
            if (fresh || !std::exchange(found->second.left, false))
                continue;
            returning.names[i].insert(node.name);
            if (found->second.node != node)
                returning.changed[i].insert(node.name);
        }
    }
    return returning;
}

}  // namespace apportion
