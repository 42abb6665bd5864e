// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/issues/approval_issues.h"

#include <algorithm>

#include "core/change/refuse.h"
#include "core/view/awaiting_approval.h"

namespace apportion {

void addApprovalIssues(View& view) {
    std::vector<Issue> found;
    for (const WorkloadRow& row : view.waiting) {
        if (!waitsForApproval(row))
            continue;
        Issue issue;
        issue.validator = "unapproved";
        issue.severity = Severity::warning;
        issue.what = {"issue-unapproved",
                      {textArgument("workload", row.name), textArgument("user", row.user),
                       textArgument("quota", row.quota)}};
        issue.subjectKind = Issue::Subject::workload;
        issue.subject = row.name;
        issue.colour = row.colour;
        issue.since = row.submit;
        issue.fix.kind = IssueFix::Kind::explain;
        issue.fix.subject = row.name;
        found.push_back(std::move(issue));
    }
    const auto place = std::find_if(view.issues.begin(), view.issues.end(), [](const Issue& issue) {
        return issue.severity != Severity::error;
    });
    view.issues.insert(place, found.begin(), found.end());
}

}  // namespace apportion
