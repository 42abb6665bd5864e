// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/replay/base_quotas.h"

#include <unordered_map>

namespace apportion {

Result<std::vector<std::string>> quotasInBase(const Scenario& base,
                                              const std::vector<std::string>& groups) {
    std::unordered_map<std::string_view, std::string_view> byName, byTeam;
    for (const Quota& quota : base.quotas) {
        byName.emplace(quota.name, quota.name);
        if (!quota.policy.team.empty())
            byTeam.emplace(quota.policy.team, quota.name);
    }
    std::vector<std::string> quotas;
    Problems problems;
    for (const std::string& group : groups) {
        if (const auto named = byName.find(group); named != byName.end())
            quotas.emplace_back(named->second);
        else if (const auto team = byTeam.find(group); team != byTeam.end())
            quotas.emplace_back(team->second);
        else if (base.quotas.size() == 1)
            quotas.push_back(base.quotas.front().name);
        else
            problems.emplace_back().message = {"replay-group-without-quota",
                                               {{"value", Value::ofText(group)}}};
    }
    if (problems.empty())
        return quotas;
    return tl::unexpected(std::move(problems));
}

}  // namespace apportion
