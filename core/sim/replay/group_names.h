// SPDX-License-Identifier: GPL-3.0-or-later
// What the quotas of a trace's groups are called.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/model/trace.h"

namespace apportion {

class GroupNames {
public:
    // Groups that `guarantees` puts together share a quota. None is called as the root is: such a
    // one is NAME (group), or NAME (group 2) and so on where that is taken. All arguments must
    // outlive it.
    GroupNames(const Trace& trace, std::string_view root,
               const std::vector<GroupGuarantee>& guarantees);

    std::string_view quotaOf(std::string_view group) const;

private:
    std::string_view root_;
    std::string besideRoot_;
    std::unordered_map<std::string_view, std::string_view> shared_;
};

}  // namespace apportion
