// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/issues/issue_ages.h"

#include <algorithm>

namespace apportion {

void IssueAges::keep(std::vector<Issue>& issues) {
    const auto before = std::exchange(since_, {});
    for (Issue& issue : issues) {
        if (!issue.atLeastSince || !issue.since)
            continue;
        const std::pair key{issue.validator, issue.subject};
        if (const auto seen = before.find(key); seen != before.end())
            issue.since = std::min(*issue.since, seen->second);
        since_.emplace(key, *issue.since);
    }
}

}  // namespace apportion
