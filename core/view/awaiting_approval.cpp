// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/awaiting_approval.h"

#include <set>

namespace apportion {

bool waitsForApproval(const WorkloadRow& row) {
    return row.status.reason && row.status.reason->code == ReasonCode::needsApproval;
}

std::vector<std::string> awaitingApproval(const View& view,
                                          const std::vector<std::string>& chosen) {
    const std::set<std::string> wanted(chosen.begin(), chosen.end());
    std::vector<std::string> names;
    for (const WorkloadRow& row : view.waiting) {
        if (!waitsForApproval(row) || (!wanted.empty() && !wanted.contains(row.name)))
            continue;
        names.push_back(row.name);
        if (wanted.empty())
            break;
    }
    return names;
}

bool neverStarts(const WorkloadRow& row) {
    return row.status.state == WorkloadState::pending && row.status.reason &&
           neverStarts(row.status.reason->code);
}

}  // namespace apportion
