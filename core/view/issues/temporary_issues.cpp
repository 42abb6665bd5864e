// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/issues/temporary_issues.h"

#include <algorithm>

#include "core/change/refuse.h"
#include "core/view/issues/reclaim_issues.h"

namespace apportion {

namespace {

const QuotaRow* rowOf(const View& view, const std::string& quota) {
    const auto found = std::find_if(view.quotas.begin(), view.quotas.end(),
                                    [&](const QuotaRow& row) { return row.name == quota; });
    return found == view.quotas.end() ? nullptr : &*found;
}

Issue about(const QuotaRow& row, const TemporaryChange& change, Message what) {
    Issue issue;
    issue.validator = "temporary";
    issue.severity = Severity::hint;
    issue.what = std::move(what);
    issue.subjectKind = Issue::Subject::quota;
    issue.subject = row.name;
    issue.colour = row.colour;
    issue.fix = fixBy(EndTemporary{change.name}, change.name);
    return issue;
}

}  // namespace

void addTemporaryChanges(View& view, const Project& project, Moment epoch) {
    std::vector<Issue> found;
    for (const TemporaryChange& change : project.temporary) {
        const Instant ends = change.ends - epoch;
        // Only who decides takes it back.
        const bool due = view.document.rests() && ends <= view.clock;
        const Argument when =
            due ? Argument{"over", Value::ofSeconds((view.clock - ends) / kSecond * kSecond)}
                : Argument{"left", Value::ofSeconds(wholeSeconds(ends - view.clock))};
        const auto add = [&](const QuotaRow& row, const char* code, std::vector<Argument> what) {
            what.push_back(when);
            Issue& issue = found.emplace_back(about(row, change, {code, std::move(what)}));
            if (due)
                issue.since = ends;
        };
        for (const TemporaryChange::Size& size : change.sizes)
            if (const QuotaRow* row = rowOf(view, size.quota))
                add(*row, due ? "issue-temporary.due" : "issue-temporary",
                    {textArgument("quota", size.quota),
                     {"gpu", Value::ofGpu(size.during)},
                     {"before", Value::ofGpu(size.before)}});
        for (const TemporaryChange::Policy& policy : change.policies)
            if (const QuotaRow* row = rowOf(view, policy.quota))
                add(*row, due ? "issue-temporary.policy-due" : "issue-temporary.policy",
                    {textArgument("quota", policy.quota)});
    }
    view.issues.insert(view.issues.end(), found.begin(), found.end());
}

}  // namespace apportion
