// SPDX-License-Identifier: GPL-3.0-or-later
// What an open project tells beside its engine: what was taken, and what waits for an approval.
#include <algorithm>
#include <unordered_map>

#include "core/access/access.h"
#include "core/session/live/reclaims_owed.h"
#include "core/session/open_project.h"
#include "core/session/size_changes.h"
#include "core/session/taken_marks.h"

namespace apportion {

// Names as this person may know them.
std::vector<Mark> OpenProject::marksOfEvictions(const Project& project) const {
    if (evictions_.empty())
        return {};
    // Of those that were taken from: all work may be a crowd.
    std::unordered_map<std::string_view, std::string_view> quotas;
    for (const Eviction& each : evictions_)
        quotas.try_emplace(each.victim);
    const auto isOf = [&](const std::string& workload, const std::string& quota) {
        if (const auto found = quotas.find(workload); found != quotas.end())
            found->second = quota;
    };
    for (auto row = ended_.rbegin(); row != ended_.rend(); ++row)
        isOf(row->name, row->quota);
    for (const ProjectWorkload& work : project.work)
        isOf(work.spec.name, work.spec.quota);
    std::vector<Mark> marks = takenMarks(
        evictions_, [&](const std::string& victim) { return std::string(quotas.at(victim)); });
    const Alias known = alias();
    for (Mark& mark : marks)
        if (auto other = known(mark.subject))
            mark.subject = std::move(*other);
    return marks;
}

void OpenProject::keepOwnEvictions(PastWork over) {
    over_ = std::make_shared<const PastWork>(std::move(over));
    const Alias known = alias();
    std::erase_if(evictions_, [&](const Eviction& each) {
        return known(each.victim) && (each.preemptor.empty() || known(each.preemptor));
    });
}

// Only where there may be something.
void OpenProject::findReclaims(const Project& project) {
    if (live_)
        return;
    const bool scaled = std::any_of(journal_.begin(), journal_.end(), [&](const JournalRow& row) {
        return row.n > reclaimsOf_ && changesSizes(row.action);
    });
    if (reclaims_.empty() && !scaled)
        return;
    const Moment now = desk_->now();
    auto ahead = apportion::reclaimsAhead(desk_->file(), project, now);
    if (!ahead)
        return;  // the next load tries again
    reclaims_ = std::move(*ahead);
    for (PendingReclaim& each : reclaims_)
        each.at += now;
    reclaimsOf_ = project.revision;
}

std::vector<PendingReclaim> OpenProject::reclaimsAhead(const Engine* live) const {
    if (live != nullptr)
        return live->pendingReclaims();
    std::vector<PendingReclaim> ahead;
    for (PendingReclaim each : reclaims_) {
        if (holder_ && each.at <= at_)
            continue;  // done by now, which is about to be read
        each.at -= base_;
        ahead.push_back(each);
    }
    return ahead;
}

void OpenProject::findUnapproved(const Project& project) {
    unapproved_.clear();
    for (const ProjectWorkload& work : project.work)
        if (work.needsApproval())
            unapproved_.push_back(
                {work.spec.quota, work.spec.request.gpu * work.spec.leastReplicas()});
}

}  // namespace apportion
