// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/issues/reclaim_issues.h"

#include <algorithm>

#include "core/view/issues/quota_look.h"

namespace apportion {

Duration wholeSeconds(Duration left) {
    return std::max<Duration>(0, (left + kSecond - 1) / kSecond * kSecond);
}

Message reclaimMessage(const std::string& quota, Gpu gpu, Duration left, bool resting) {
    Message message{"issue-reclaim",
                    {{"quota", Value::ofText(quota)},
                     {"gpu", Value::ofGpu(gpu)},
                     {"left", Value::ofSeconds(wholeSeconds(left))}}};
    if (resting)
        message.code = left > 0 ? "issue-reclaim.resting" : "issue-reclaim.due";
    return message;
}

void findReclaims(const IssueInput& input, std::vector<Issue>& found) {
    const QuotaLook& look = input.look;
    for (const QuotaRow& row : input.view.quotas) {
        if (!row.reclaim)
            continue;
        const Gpu gpu = row.reclaim->gpu;
        Issue issue;
        issue.what =
            reclaimMessage(row.name, gpu, row.reclaim->at - input.view.clock, input.source.resting);
        issue.subjectKind = Issue::Subject::quota;
        issue.subject = row.name;
        issue.colour = row.colour;
        if (row.reclaim->bySize)
            if (auto sizes = look.sizesFor(row, row.numbers.guaranteed + gpu)) {
                issue.fix.kind = IssueFix::Kind::scaling;
                issue.fix.targets = std::move(*sizes);
                issue.fix.subject = row.name;
            }
        found.push_back(std::move(issue));
    }
}

}  // namespace apportion
