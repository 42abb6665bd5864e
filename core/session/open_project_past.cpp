// SPDX-License-Identifier: GPL-3.0-or-later
// What an open project tells beside its engine: what was taken, and what waits for an approval.
#include <map>

#include "core/access/access.h"
#include "core/session/open_project.h"
#include "core/session/taken_marks.h"

namespace apportion {

// Names as this person may know them.
std::vector<Mark> OpenProject::marksOfEvictions(const Project& project) const {
    const Roster roster(project);
    std::map<std::string_view, std::string_view> quotas;
    for (const WorkloadRow& row : ended_)
        quotas.emplace(row.name, row.quota);
    for (const ProjectWorkload& work : project.work)
        quotas[work.spec.name] = work.spec.quota;
    std::vector<Mark> marks = takenMarks(evictions_, [&](const std::string& victim) {
        const auto found = quotas.find(victim);
        return found != quotas.end() &&
                       roster.may(desk_->who(), Right::readQuota, {std::string(found->second)})
                   ? std::string(found->second)
                   : std::string();
    });
    const Alias alias = desk_->alias();
    for (Mark& mark : marks)
        if (auto other = alias(mark.subject))
            mark.subject = std::move(*other);
    return marks;
}

std::vector<PoolSource::Unapproved> OpenProject::unapproved() {
    std::vector<PoolSource::Unapproved> all;
    if (const auto project = desk_->project())
        for (const ProjectWorkload& work : (*project)->work)
            if (work.needsApproval())
                all.push_back({work.spec.quota, work.spec.request.gpu * work.spec.leastReplicas()});
    return all;
}

}  // namespace apportion
