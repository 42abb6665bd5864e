// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/unknown_run_issues.h"

#include <algorithm>

#include "core/change/refuse.h"

namespace apportion {

namespace {

// After a recovery it may wait again, for nobody knows that it runs.
const WorkloadRow* waitingOrRunning(const View& view, const std::string& workload) {
    for (const auto* rows : {&view.waiting, &view.running})
        for (const WorkloadRow& row : *rows)
            if (row.name == workload)
                return &row;
    return nullptr;
}

}  // namespace

void addUnknownRunIssues(View& view, const std::vector<ForeignRun>& runs,
                         const std::string& machine, Moment epoch) {
    std::vector<Issue> found;
    for (const ForeignRun& run : runs) {
        const WorkloadRow* row = waitingOrRunning(view, run.workload);
        Issue issue;
        issue.validator = "unknown-run";
        issue.severity = Severity::warning;
        issue.what = {"issue-unknown-run",
                      {textArgument("workload", run.workload), textArgument("machine", machine),
                       textArgument("process", std::to_string(run.process))}};
        issue.subjectKind = row != nullptr ? Issue::Subject::workload : Issue::Subject::place;
        issue.subject = run.workload;
        issue.colour = row != nullptr ? row->colour : -1;
        if (run.since > 0)  // its keeper has written when it began
            issue.since = run.since - epoch;
        issue.fix.kind = IssueFix::Kind::endRun;
        issue.fix.subject = run.workload;
        found.push_back(std::move(issue));
    }
    const auto place = std::find_if(view.issues.begin(), view.issues.end(), [](const Issue& issue) {
        return issue.severity != Severity::error;
    });
    view.issues.insert(place, found.begin(), found.end());
}

}  // namespace apportion
