// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/view/issues/issue.h"

namespace apportion {

// Since when issues are there whose beginning the present state does not tell: from one look to the
// next the earlier moment holds.
class IssueAges {
public:
    void keep(std::vector<Issue>& issues);

private:
    std::map<std::pair<std::string_view, std::string>, Instant> since_;  // validator, subject
};

}  // namespace apportion
