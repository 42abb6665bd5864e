// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <utility>

#include "core/view/history/recording.h"
#include "core/view/teams_held.h"

namespace apportion {

namespace {

TeamInfo team(const Quota& quota, int above = -1) {
    return {quota.name, quota.displayName(), 0, above};
}

// By their order in the file, which is that of creation: a later quota takes no colour of another
// one, whoever opens the file when.
std::vector<TeamInfo> inColours(std::vector<TeamInfo> teams, const std::vector<Quota>& quotas) {
    std::map<std::string_view, TeamInfo*> byName;
    for (TeamInfo& one : teams)
        byName.emplace(one.quota, &one);
    int next = 0;
    for (const Quota& quota : quotas)
        if (const auto known = byName.find(quota.name); known != byName.end())
            known->second->colour = next++;
    return teams;
}

bool isRoot(const Quota& quota) {
    return quota.parent.empty();
}

}  // namespace

std::vector<TeamInfo> teamsOf(const std::vector<Quota>& quotas) {
    std::vector<TeamInfo> teams;
    for (const Quota& quota : quotas)
        if (isRoot(quota))
            teams.push_back(team(quota));
    const std::size_t roots = teams.size();
    std::map<std::string_view, std::size_t> rootOf;
    for (std::size_t root = 0; root < roots; ++root)
        rootOf.emplace(teams[root].quota, root);
    std::vector<std::pair<std::size_t, const Quota*>> below;  // by root, else in file order
    for (const Quota& quota : quotas)
        if (const auto root = rootOf.find(quota.parent); root != rootOf.end())
            below.emplace_back(root->second, &quota);
    if (roots > 1 && roots + below.size() > std::size_t{kMostColours})
        return inColours(std::move(teams), quotas);
    std::stable_sort(below.begin(), below.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [root, child] : below)
        teams.push_back(team(*child, static_cast<int>(root)));
    return inColours(std::move(teams), quotas);
}

TeamsHeld teamsHeld(const Engine& engine, const std::vector<TeamInfo>& teams) {
    TeamsHeld held;
    held.own.resize(teams.size());
    held.subtree.resize(teams.size());
    held.fairShare.resize(teams.size());
    held.guaranteed.resize(teams.size());
    for (std::size_t team = 0; team < teams.size(); ++team)
        if (const auto id = engine.findQuota(teams[team].quota)) {
            const QuotaNumbers numbers = engine.numbers(*id);
            held.own[team] = held.subtree[team] = numbers.subtree + numbers.idle;
            held.fairShare[team] = numbers.fairShare;
            held.guaranteed[team] = numbers.guaranteed;
            held.waiting += teams[team].above < 0 ? numbers.pendingWorkloads : 0;
        }
    for (std::size_t team = 0; team < teams.size(); ++team)
        if (const int above = teams[team].above; above >= 0)
            held.own[static_cast<std::size_t>(above)] -= held.subtree[team];
    return held;
}

}  // namespace apportion
