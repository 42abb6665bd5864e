// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/quota_table.h"

#include <algorithm>
#include <utility>

#include "core/model/validation/pools.h"
#include "core/view/history/recording.h"

namespace apportion::report {

void QuotaTable::divide(const std::vector<Quota>& quotas, const std::vector<Node>& nodes) {
    for (const validation::Pool& pool : validation::divide(quotas, nodes).pools)
        selectors_.push_back(pool.selector);
    // Nodes that no root divides are capacity all the same.
    if (std::find(selectors_.begin(), selectors_.end(), std::nullopt) == selectors_.end())
        selectors_.emplace_back();
    usage_.groups = static_cast<std::uint32_t>(selectors_.size());
    typed_.resize(selectors_.size());
    capacity_.assign(selectors_.size(), 0);
    down_.assign(selectors_.size(), 0);
}

std::optional<std::uint32_t> QuotaTable::onlyTypeOf(std::uint32_t quota) const {
    const auto& types = typed_[usage_.quotas[quota].group];
    return types.size() == 1 ? std::optional(types.begin()->first) : std::nullopt;
}

TypedGpus QuotaTable::typed(const std::vector<Placement>& placements, Moment at) const {
    TypedGpus typed;
    for (const Placement& placement : placements) {
        std::uint32_t type = 0;
        if (const auto known = nodeTypes_.find(placement.node); known != nodeTypes_.end()) {
            type = known->second.front().second;
            for (const auto& [since, each] : known->second)
                if (since <= at)
                    type = each;
        }
        const auto found = std::find_if(typed.begin(), typed.end(),
                                        [&](const auto& each) { return each.first == type; });
        if (found == typed.end())
            typed.emplace_back(type, placement.gpu);
        else
            found->second += placement.gpu;
    }
    return typed;
}

std::uint32_t QuotaTable::groupOf(const Node& node) const {
    std::uint32_t rest = 0;
    for (std::uint32_t group = 0; group < selectors_.size(); ++group) {
        if (!selectors_[group])
            rest = group;
        else if (selectors_[group]->matches(node))
            return group;
    }
    return rest;
}

std::optional<std::uint32_t> QuotaTable::find(std::string_view name) const {
    const auto found = places_.find(name);
    return found == places_.end() ? std::nullopt : std::optional(found->second);
}

std::uint32_t QuotaTable::groupOf(const Quota& root) const {
    const auto own = std::find(selectors_.begin(), selectors_.end(), root.policy.nodes);
    return own == selectors_.end() ? 0 : static_cast<std::uint32_t>(own - selectors_.begin());
}

void QuotaTable::set(Moment at, std::span<const Quota> quotas) {
    std::vector<std::uint32_t> added;
    for (const Quota& quota : quotas) {
        const auto next = static_cast<std::uint32_t>(usage_.quotas.size());
        if (!places_.try_emplace(quota.name, next).second)
            continue;
        usage_.quotas.push_back({quota.name, {}, kNone, groupOf(quota), static_cast<int>(next)});
        sizes_.emplace_back();
        added.push_back(next);
    }
    for (const Quota& quota : quotas) {
        UsageQuota& known = usage_.quotas[places_.find(quota.name)->second];
        known.team = quota.displayName();
        known.budget = quota.policy.budget;
        known.parent = find(quota.parent).value_or(kNone);
    }
    for (const std::uint32_t quota : added) {
        std::uint32_t root = quota;
        while (usage_.quotas[root].parent != kNone)
            root = usage_.quotas[root].parent;
        usage_.quotas[quota].group = usage_.quotas[root].group;
    }
    for (const Quota& quota : quotas)
        resize(at, places_.find(quota.name)->second, quota.guaranteed.gpu, quota.policy.lend);
}

void QuotaTable::remove(Moment at, std::string_view name) {
    if (const auto quota = find(name))
        resize(at, *quota, 0, {});
}

void QuotaTable::colour(const std::vector<Quota>& quotas) {
    std::map<std::string_view, int> colours;
    const std::vector<TeamInfo> teams = teamsOf(quotas);
    for (const TeamInfo& team : teams)
        colours.emplace(team.quota, team.colour);
    for (const Quota& quota : quotas) {
        std::optional<std::uint32_t> above = find(quota.name);
        UsageQuota* coloured = above ? &usage_.quotas[*above] : nullptr;
        while (above && *above != kNone && !colours.contains(usage_.quotas[*above].name))
            above = usage_.quotas[*above].parent;
        if (coloured != nullptr && above && *above != kNone)
            coloured->colour = colours.at(usage_.quotas[*above].name);
    }
}

void QuotaTable::rename(std::string_view from, const std::string& to) {
    const auto found = places_.find(from);
    if (found == places_.end())
        return;
    const std::uint32_t quota = found->second;
    UsageQuota& renamed = usage_.quotas[quota];
    if (renamed.team == renamed.name)
        renamed.team = to;
    renamed.name = to;
    places_.erase(found);
    places_.insert_or_assign(to, quota);
}

void QuotaTable::resize(Moment at, std::uint32_t quota, Gpu guaranteed, std::optional<Gpu> lend) {
    Size& size = sizes_[quota];
    const std::uint32_t parent = usage_.quotas[quota].parent;
    if (parent != kNone && guaranteed != size.guaranteed) {
        sizes_[parent].children += guaranteed - size.guaranteed;
        write(at, parent);
    }
    size.guaranteed = guaranteed;
    size.lend = lend;
    write(at, quota);
}

void QuotaTable::write(Moment at, std::uint32_t quota) {
    Size& size = sizes_[quota];
    const Gpu own = std::max<Gpu>(0, size.guaranteed - size.children);
    const Gpu kept = size.lend && size.children == 0 ? std::max<Gpu>(0, own - *size.lend) : Gpu{0};
    if (std::exchange(size.own, own) != own)
        usage_.guarantees.push_back({at, quota, own});
    if (std::exchange(size.kept, kept) != kept)
        usage_.kept.push_back({at, quota, kept});
}

void QuotaTable::nodesAre(Moment at, const std::vector<Node>& nodes,
                          const std::map<std::string, NodeState, std::less<>>& states) {
    std::vector<Gpu> capacity(capacity_.size(), 0), down(capacity_.size(), 0);
    std::vector<std::map<std::uint32_t, Gpu>> typed = typed_;
    for (auto& types : typed)
        for (auto& [type, gpu] : types)
            gpu = 0;
    for (const Node& node : nodes) {
        const std::uint32_t group = groupOf(node);
        const std::uint32_t type = types_.of(node.gpuType);
        capacity[group] += node.gpu;
        typed[group][type] += node.gpu;
        auto& known = nodeTypes_[node.name];
        if (known.empty() || known.back().second != type)
            known.emplace_back(at, type);
        const auto state = states.find(node.name);
        if (state != states.end() && state->second == NodeState::down)
            down[group] += node.gpu;
    }
    for (std::uint32_t group = 0; group < capacity.size(); ++group) {
        if (capacity[group] != capacity_[group])
            usage_.capacity.push_back({at, group, capacity[group]});
        if (down[group] != down_[group])
            usage_.down.push_back({at, group, down[group]});
        for (const auto& [type, gpu] : typed[group])
            if (const auto before = typed_[group].find(type);
                before == typed_[group].end() || before->second != gpu)
                usage_.types.push_back({at, group, type, gpu});
    }
    typed_ = std::move(typed);
    capacity_ = std::move(capacity);
    down_ = std::move(down);
}

}  // namespace apportion::report
