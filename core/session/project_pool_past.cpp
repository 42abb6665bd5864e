// SPDX-License-Identifier: GPL-3.0-or-later
// What the pool of a project tells beside its engine: what is over, what was taken, and what waits
// for an approval.
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/access/access.h"
#include "core/session/live/reclaims_owed.h"
#include "core/session/project_pool.h"
#include "core/store/project_values.h"
#include "core/view/explain/taken_marks.h"
#include "core/view/history/size_changes.h"
#include "core/view/visible_rows.h"
#include "core/view/work_row.h"

namespace apportion {

Result<void> ProjectPool::loadPast() {
    auto ended = desk_->file().latest(ObjectKind::ended, View::kMostRows);
    auto evictions = desk_->file().latest(ObjectKind::eviction, View::kMostRows);
    if (!ended || !evictions)
        return tl::unexpected(ended ? evictions.error() : ended.error());
    olderEnded_ = ended->size() >= View::kMostRows;
    evictions_.clear();
    evictions_.reserve(evictions->size());
    for (auto each = evictions->rbegin(); each != evictions->rend(); ++each)
        if (auto eviction = store::evictionFrom(each->second.body))
            evictions_.push_back(std::move(*eviction));
    auto project = desk_->project();
    if (!project)
        return tl::unexpected(std::move(project.error()));
    std::vector<ProjectWorkload> over;
    over.reserve(ended->size());
    const QuotaNames& names = desk_->quotaNames();
    for (auto each = ended->rbegin(); each != ended->rend(); ++each)
        if (auto work = store::endedFrom(each->second.body)) {
            names.nameNow(*work);
            over.push_back(std::move(*work));
        }
    takePast(over, **project);
    std::vector<PastJobs::Job> jobs;
    jobs.reserve(over.size());
    for (ProjectWorkload& work : over) {
        PastJobs::Job& job = jobs.emplace_back();
        job.submit = work.run.submitted - epoch_;
        if (work.run.start && work.run.end)
            job.ran = std::max<Duration>(*work.run.end - *work.run.start, 0) + work.run.done;
        job.spec = std::move(work.spec);
    }
    // Before the oldest that is still known more may have come.
    drawn_.since = olderEnded_ && !jobs.empty() ? jobs.front().submit : 0;
    drawn_.ended = std::make_shared<const std::vector<PastJobs::Job>>(std::move(jobs));
    return {};
}

// Each of those that bore a name goes by one of its own, in records too.
void ProjectPool::takePast(const std::vector<ProjectWorkload>& over, const Project& project) {
    const bool all = seesAll(desk_->who(), project);
    const auto readable = [all, of = readableWork(desk_->who(), project)](const Workload& spec) {
        return all || of(spec);
    };
    earlier_ = EarlierWork(over, project.work, readable,
                           olderEnded_ ? evictions_ : std::vector<Eviction>());
    for (Eviction& each : evictions_) {
        earlier_.rename(each);
        each.at -= epoch_;
    }
    std::stable_sort(evictions_.begin(), evictions_.end(),
                     [](const Eviction& a, const Eviction& b) { return a.at < b.at; });
    starts_.clear();
    ended_.clear();
    over_.reset();
    const auto start = [&](const ProjectWorkload& work) {
        if (work.run.firstStart)
            starts_.push_back(
                {*work.run.firstStart - epoch_, *work.run.firstStart - work.run.submitted});
    };
    PastWork known;
    for (std::size_t i = over.size(); i-- > 0;) {
        if (!all)
            known.emplace(earlier_.nameOf(i), over[i].spec);
        if (!readable(over[i].spec))
            continue;
        WorkloadRow& row = ended_.emplace_back(rowOf(over[i], epoch_));
        if (earlier_.nameOf(i) != row.name)
            row.records = std::exchange(row.name, earlier_.nameOf(i));
        start(over[i]);
    }
    for (const ProjectWorkload& work : project.work)
        if (readable(work.spec))
            start(work);
    // The end of a command may have been told long after it.
    const auto end = [](const WorkloadRow& row) { return row.status.end.value_or(row.submit); };
    std::stable_sort(ended_.begin(), ended_.end(),
                     [&](const WorkloadRow& a, const WorkloadRow& b) { return end(a) > end(b); });
    if (!all)
        keepOwnEvictions(std::move(known));
    std::sort(starts_.begin(), starts_.end(),
              [](const FirstStart& a, const FirstStart& b) { return a.at < b.at; });
}

// Names as this person may know them.
std::vector<Mark> ProjectPool::marksOfEvictions(const Project& project) const {
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
    for (Mark& mark : marks) {
        redact(mark.subject, known);
        redactQuota(mark.from, known);
    }
    return marks;
}

void ProjectPool::keepOwnEvictions(PastWork over) {
    over_ = std::make_shared<const PastWork>(std::move(over));
    const Alias known = alias();
    std::erase_if(evictions_, [&](const Eviction& each) {
        return known(each.victim) && (each.preemptor.empty() || known(each.preemptor));
    });
}

// Only where there may be something.
void ProjectPool::findReclaims(const Project& project) {
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

std::vector<PendingReclaim> ProjectPool::reclaimsAhead(const Engine* live) const {
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

void ProjectPool::findUnapproved(const Project& project) {
    unapproved_.clear();
    for (const ProjectWorkload& work : project.work)
        if (work.needsApproval())
            unapproved_.push_back(
                {work.spec.quota, work.spec.request.gpu * work.spec.leastReplicas()});
}

}  // namespace apportion
