// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/team_colours.h"

#include <set>

#include "core/view/history/recording.h"

namespace apportion {

namespace {

int firstWithout(const std::set<int>& taken) {
    int colour = 0;
    while (taken.contains(colour))
        ++colour;
    return colour;
}

}  // namespace

void TeamColours::give(std::vector<TeamInfo>& teams) {
    std::set<int> now;
    std::set<int> ever;
    for (const auto& [quota, colour] : known_)
        ever.insert(colour);
    for (TeamInfo& team : teams)
        if (const auto known = known_.find(team.quota); known != known_.end())
            now.insert(team.colour = known->second);
    for (TeamInfo& team : teams) {
        if (known_.contains(team.quota))
            continue;
        if (ever.contains(team.colour) || team.colour >= kMostColours) {
            const int fresh = firstWithout(ever);
            team.colour = fresh < kMostColours ? fresh : firstWithout(now);
        }
        // Who had it has it no more: two would share it when that one comes back.
        std::erase_if(known_, [&](const auto& each) { return each.second == team.colour; });
        known_.emplace(team.quota, team.colour);
        now.insert(team.colour);
        ever.insert(team.colour);
    }
}

void TeamColours::rename(const std::vector<TeamInfo>& from, const std::vector<TeamInfo>& to) {
    std::map<std::string, int> renamed;
    for (std::size_t i = 0; i < from.size() && i < to.size(); ++i)
        if (const auto known = known_.find(from[i].quota);
            known != known_.end() && from[i].quota != to[i].quota) {
            renamed.emplace(to[i].quota, known->second);
            known_.erase(known);
        }
    for (auto& [quota, colour] : renamed)
        known_.insert_or_assign(quota, colour);
}

}  // namespace apportion
