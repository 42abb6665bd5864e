// SPDX-License-Identifier: GPL-3.0-or-later
// What keeps a quota from being deleted, one by one, each with the command that takes it away.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/change/change.h"
#include "core/model/problem.h"

namespace apportion {

struct QuotaBlocker {
    enum class Kind { child, workspace, workload, temporary, timetable };
    Kind kind = Kind::child;
    std::string name;
    std::optional<Change> mend;  // nothing for a child: it has blockers of its own
};

// Of the refusal of "quota.delete"; empty where it says something else.
std::vector<QuotaBlocker> blockersOf(const Problems& refusal, const std::string& quota);

}  // namespace apportion
