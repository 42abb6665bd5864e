// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/quota_blockers.h"

#include <string_view>

#include "core/model/message_arguments.h"

namespace apportion {

namespace {

using Kind = QuotaBlocker::Kind;

// By the code of the refusal that names it.
std::optional<QuotaBlocker> blockerOf(std::string_view code, const std::string& name,
                                      const std::string& quota) {
    if (code == "quota-blocked.children")
        return QuotaBlocker{Kind::child, name, {}};
    if (code == "quota-blocked.workspaces")
        return QuotaBlocker{Kind::workspace, name, UntieQuota{name, quota}};
    if (code == "quota-blocked.workloads")
        return QuotaBlocker{Kind::workload, name, CancelWork{name}};
    if (code == "quota-blocked.temporary")
        return QuotaBlocker{Kind::temporary, name, EndTemporary{name}};
    if (code == "quota-blocked.timetables")
        return QuotaBlocker{Kind::timetable, name, DeleteTimetable{name}};
    return {};
}

}  // namespace

std::vector<QuotaBlocker> blockersOf(const Problems& refusal, const std::string& quota) {
    std::vector<QuotaBlocker> blockers;
    for (const Problem& problem : refusal)
        if (const Value* names = argumentOf(problem.message, "names"))
            for (const std::string& name : names->list)
                if (auto blocker = blockerOf(problem.message.code, name, quota))
                    blockers.push_back(std::move(*blocker));
    return blockers;
}

}  // namespace apportion
