// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/workspace/budget_watch.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/change/day_clock.h"
#include "core/report/budgets.h"
#include "core/session/commands/report.h"
#include "core/session/project/desk.h"
#include "core/view/explain/give_way.h"

namespace apportion {

namespace {

// What cannot be read has none.
Problems warningsIn(const std::string& path, const std::string& who, Moment now) {
    auto desk = ProjectDesk::open(path, OpenMode::readOnly, who, [now] { return now; });
    if (!desk)
        return {};
    const report::Calendar calendar(zoneHere());
    const auto usage = usageOf(*desk, report::budgetsFrom(calendar, now), now);
    return usage ? report::budgetWarnings(*usage, report::budgetsAt(*usage, calendar, now))
                 : Problems();
}

}  // namespace

void BudgetWatch::look(const Project& project, const std::string& path, const std::string& who,
                       Moment now) {
    const bool any =
        std::any_of(project.pool.quotas.begin(), project.pool.quotas.end(),
                    [](const Quota& quota) { return quota.policy.budget.has_value(); });
    const bool isNew = !looked_ || now - *looked_ >= kEvery;
    if (!any || !isNew || result_.valid())
        return;
    looked_ = now;
    std::packaged_task<Problems()> task([path, who, now] {
        giveWay();
        return warningsIn(path, who, now);
    });
    result_ = task.get_future();
    thread_ = std::jthread(std::move(task));
}

bool BudgetWatch::take() {
    if (!result_.valid() || result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
        return false;
    return std::exchange(warnings_, result_.get()) != warnings_;
}

void addBudgetIssues(View& view, const Problems& warnings) {
    std::vector<Issue> found;
    for (const Problem& warning : warnings) {
        Issue& issue = found.emplace_back();
        issue.validator = "budget";
        issue.severity = Severity::warning;
        issue.what = warning.message;
        issue.subjectKind = Issue::Subject::quota;
        for (const Argument& argument : warning.message.arguments)
            if (argument.name == "quota")
                issue.subject = argument.value.text;
    }
    const auto place = std::find_if(view.issues.begin(), view.issues.end(), [](const Issue& issue) {
        return issue.severity != Severity::error;
    });
    view.issues.insert(place, found.begin(), found.end());
}

}  // namespace apportion
