// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/session/recording.h"

namespace apportion {

namespace {

constexpr std::size_t kMostColours = 16;

TeamInfo team(const Quota& quota, std::size_t colour) {
    return {quota.name, quota.displayName(), static_cast<int>(colour)};
}

bool isRoot(const Quota& quota) {
    return quota.parent.empty();
}

}  // namespace

std::vector<TeamInfo> teamsOf(const std::vector<Quota>& quotas) {
    std::vector<TeamInfo> teams;
    for (const Quota& quota : quotas)
        if (isRoot(quota))
            teams.push_back(team(quota, teams.size()));
    const std::size_t roots = teams.size();
    std::vector<const Quota*> children;
    for (std::size_t root = 0; root < roots; ++root)
        for (const Quota& quota : quotas)
            if (quota.parent == teams[root].quota)
                children.push_back(&quota);
    if (roots > 1 && roots + children.size() > kMostColours)
        return teams;
    for (const Quota* child : children)
        teams.push_back(team(*child, teams.size()));
    return teams;
}

}  // namespace apportion
