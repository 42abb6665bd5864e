// SPDX-License-Identifier: GPL-3.0-or-later
// Work that waits longer than it should, and work that will wait for ever.
#include <algorithm>
#include <map>
#include <set>

#include "core/session/issues/quota_look.h"

namespace apportion {

namespace {

Issue about(const WorkloadRow& row, Message what) {
    Issue issue;
    issue.what = std::move(what);
    issue.subjectKind = Issue::Subject::workload;
    issue.subject = row.name;
    issue.colour = row.colour;
    issue.since = row.submit;
    return issue;
}

bool cannotEverRun(const WorkloadRow& row) {
    const auto& reason = row.status.reason;
    return reason && (reason->code == ReasonCode::neverFits || reason->code == ReasonCode::gpuType);
}

// The first quota from its own upwards whose share is too small for it; none where a guarantee or
// a share is enough everywhere.
const QuotaRow* tooSmall(const QuotaLook& look, const WorkloadRow& row) {
    for (const QuotaRow* at = look.find(row.quota); at != nullptr; at = look.parent(*at))
        if (row.gpu > std::max(at->numbers.fairShare, at->numbers.guaranteed))
            return at;
    return nullptr;
}

// At nobody's cost; where that cannot be, the engine knows what else would start it.
IssueFix roomFor(const QuotaLook& look, const QuotaRow& quota, const WorkloadRow& row) {
    IssueFix fix;
    if (const auto sizes = look.sizesFor(quota, row.gpu)) {
        fix.kind = IssueFix::Kind::scaling;
        fix.targets = *sizes;
        fix.subject = quota.name;
    } else {
        fix.kind = IssueFix::Kind::explain;
        fix.subject = row.name;
    }
    return fix;
}

}  // namespace

void findNeverFits(const IssueInput& input, std::vector<Issue>& found) {
    for (const WorkloadRow& row : input.view.waiting) {
        if (!cannotEverRun(row))
            continue;
        Issue issue = about(row, row.status.reason->message);
        issue.fix.kind = IssueFix::Kind::command;
        issue.fix.command = "cancel";
        issue.fix.arguments = {{"name", row.name}};
        issue.fix.subject = row.name;
        found.push_back(std::move(issue));
    }
}

void findGangsBeyondShare(const IssueInput& input, std::vector<Issue>& found) {
    const QuotaLook& look = input.look;
    std::optional<UsualWaits> waits;  // made when somebody is too large
    for (const WorkloadRow& row : input.view.waiting) {
        if (row.idle || cannotEverRun(row))
            continue;
        const Duration waited = row.status.waited;
        const QuotaRow* quota = waited >= kShortWait ? tooSmall(look, row) : nullptr;
        if (quota == nullptr)
            continue;
        if (!waits)
            waits.emplace(input.view);
        if (!waits->isLong(row.quota, waited))
            continue;
        const auto median = waits->median(row.quota);
        Message what{
            "issue-gang-share",
            {{"workload", Value::ofText(row.name)},
             {"gpu", Value::ofGpu(row.gpu)},
             {"quota", Value::ofText(quota->name)},
             {"share", Value::ofGpu(std::max(quota->numbers.fairShare, quota->numbers.guaranteed))},
             {"waited", Value::ofSeconds(waited)}}};
        if (median.value_or(0) > 0) {
            what.arguments.push_back({"median", Value::ofSeconds(*median)});
            what.arguments.push_back({"times", Value::ofCount(waited / *median)});
        } else {
            what.code += ".first";
        }
        IssueFix fix = roomFor(look, *quota, row);
        if (fix.kind == IssueFix::Kind::explain)
            what.code += ".full";
        Issue issue = about(row, std::move(what));
        issue.fix = std::move(fix);
        found.push_back(std::move(issue));
    }
}

namespace {

// The level-mate furthest beyond its share, on the way up from a quota that is below its own
// everywhere up to there.
struct Beside {
    const QuotaRow* starved = nullptr;
    const QuotaRow* borrower = nullptr;
};

Gpu beyond(const QuotaRow& row) {
    return row.numbers.subtree - std::max(row.numbers.guaranteed, row.numbers.fairShare);
}

class Borrowers {
public:
    explicit Borrowers(const QuotaLook& look) : look_(look) {}

    Beside beside(const QuotaRow& own, Gpu request) {
        for (const QuotaRow* at = &own; at != nullptr; at = look_.parent(*at)) {
            if (at->numbers.subtree + request > at->numbers.fairShare)
                return {};
            if (const QuotaRow* most = mostBeside(*at))
                return {at, most};
        }
        return {};
    }

private:
    // Who is within its share is not the one beyond it, so one a level is enough.
    const QuotaRow* mostBeside(const QuotaRow& row) {
        const auto [known, isNew] = most_.try_emplace(&look_.level(row), nullptr);
        if (!isNew)
            return known->second;
        for (const QuotaRow* other : *known->first)
            if (beyond(*other) > 0 && (!known->second || beyond(*other) > beyond(*known->second)))
                known->second = other;
        return known->second;
    }

    const QuotaLook& look_;
    std::map<const std::vector<const QuotaRow*>*, const QuotaRow*> most_;  // by level
};

}  // namespace

void findStarved(const IssueInput& input, std::vector<Issue>& found) {
    const QuotaLook& look = input.look;
    std::optional<UsualWaits> waits;
    Borrowers borrowers(look);
    std::set<std::string_view> told;
    for (const WorkloadRow& row : input.view.waiting) {  // the longest first
        const Duration waited = row.status.waited;
        const QuotaRow* own = look.find(row.quota);
        if (row.idle || cannotEverRun(row) || own == nullptr || waited < kShortWait ||
            told.contains(row.quota))
            continue;
        const Beside beside = borrowers.beside(*own, row.gpu);
        if (beside.borrower == nullptr)
            continue;
        if (!waits)
            waits.emplace(input.view);
        if (!waits->isLong(row.quota, waited))
            continue;
        told.insert(row.quota);
        const QuotaRow& borrower = *beside.borrower;
        const bool isProtected = look.minRuntime(borrower) > 0;
        Issue issue;
        issue.what = {isProtected ? "issue-starved.protected" : "issue-starved",
                      {{"quota", Value::ofText(beside.starved->name)},
                       {"used", Value::ofGpu(beside.starved->numbers.subtree)},
                       {"share", Value::ofGpu(beside.starved->numbers.fairShare)},
                       {"waited", Value::ofSeconds(waited)},
                       {"workload", Value::ofText(row.name)},
                       {"borrower", Value::ofText(borrower.name)},
                       {"held", Value::ofGpu(borrower.numbers.subtree)},
                       {"over", Value::ofGpu(beyond(borrower))}}};
        issue.subjectKind = Issue::Subject::quota;
        issue.subject = beside.starved->name;
        issue.colour = beside.starved->colour;
        issue.since = input.view.clock - waited;  // as long as its sentence says
        if (isProtected) {
            issue.fix = policyFix(borrower.name, R"({"minRuntime": 0})");
        } else {
            issue.fix.kind = IssueFix::Kind::explain;
            issue.fix.subject = row.name;
        }
        found.push_back(std::move(issue));
    }
}

}  // namespace apportion
