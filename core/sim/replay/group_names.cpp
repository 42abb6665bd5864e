// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/replay/group_names.h"

#include <unordered_set>

namespace apportion {

GroupNames::GroupNames(const Trace& trace, std::string_view root,
                       const std::vector<GroupGuarantee>& guarantees)
    : root_(root), besideRoot_(std::string(root) + " (group)") {
    std::unordered_set<std::string_view> taken(trace.groups.begin(), trace.groups.end());
    for (const GroupGuarantee& guarantee : guarantees)
        if (!guarantee.quota.empty()) {
            shared_.emplace(guarantee.group, guarantee.quota);
            taken.insert(guarantee.quota);
        }
    for (int number = 2; taken.count(besideRoot_) > 0; ++number)
        besideRoot_ = std::string(root) + " (group " + std::to_string(number) + ")";
}

std::string_view GroupNames::quotaOf(std::string_view group) const {
    const auto shared = shared_.find(group);
    const std::string_view name = shared == shared_.end() ? group : shared->second;
    return name == root_ ? besideRoot_ : name;
}

}  // namespace apportion
