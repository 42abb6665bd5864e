// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/issue_list.h"

#include <algorithm>

#include <QCoreApplication>

#include "ui/texts.h"

namespace apportion::ui {

namespace {

struct Issues {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::Issues)
};

QString placeOf(const Problem& problem) {
    QString file = qt(problem.file);
    file = file.mid(file.lastIndexOf(QLatin1Char('/')) + 1);
    if (problem.line > 0)
        return Issues::tr("%1, line %2").arg(file).arg(problem.line);
    return problem.pointer.empty() ? file : qt(problem.pointer);
}

Issue onQuota(Issue::Severity severity, const QuotaRow& row) {
    Issue issue;
    issue.severity = severity;
    issue.where = issue.quota = qt(row.name);
    issue.team = row.colour;
    return issue;
}

bool usesNothing(const View& view, const QuotaRow& row) {
    const QuotaNumbers& numbers = row.numbers;
    return view.clock > 0 && numbers.guaranteed > 0 && numbers.subtree == 0 && numbers.idle == 0 &&
           numbers.pendingWorkloads == 0 && row.childrenGuaranteed == 0;
}

// Many of them are one line: nobody reads ninety hints.
void addUnused(std::vector<Issue>& issues, const std::vector<const QuotaRow*>& unused) {
    constexpr std::size_t kMostLines = 3;
    if (unused.empty())
        return;
    const QString detail = Issues::tr("Others may borrow it while nobody asks");
    if (unused.size() > kMostLines) {
        Gpu gpu = 0;
        for (const QuotaRow* row : unused)
            gpu += row->numbers.guaranteed;
        Issue issue;
        issue.what = Issues::tr("%n quotas use nothing of the %1 they are guaranteed", nullptr,
                                static_cast<int>(unused.size()))
                         .arg(gpusText(gpu));
        issue.detail = detail;
        issues.push_back(std::move(issue));
        return;
    }
    for (const QuotaRow* row : unused) {
        Issue issue = onQuota(Issue::Severity::hint, *row);
        issue.what = Issues::tr("%1 is guaranteed %2 and uses none")
                         .arg(qt(row->name), gpusText(row->numbers.guaranteed));
        issue.detail = detail;
        issues.push_back(std::move(issue));
    }
}

}  // namespace

std::vector<Issue> issuesOf(const Problems& problems) {
    std::vector<Issue> issues;
    for (const Problem& problem : problems) {
        Issue issue;
        issue.severity = problem.warning ? Issue::Severity::warning : Issue::Severity::error;
        issue.what = messageText(problem.message);
        issue.detail = remedyText(problem.message);
        issue.where = placeOf(problem);
        issues.push_back(std::move(issue));
    }
    return issues;
}

std::vector<Issue> issuesOf(const View& view) {
    std::vector<Issue> issues = issuesOf(view.document.warnings);
    std::vector<const QuotaRow*> unused;
    for (const QuotaRow& row : view.quotas) {
        const QuotaNumbers& numbers = row.numbers;
        if (numbers.above > 0 && numbers.pendingWorkloads > 0) {
            Issue issue = onQuota(Issue::Severity::warning, row);
            issue.what = Issues::tr("%1 lends %2 upward while %n of its workload(s) wait", nullptr,
                                    numbers.pendingWorkloads)
                             .arg(qt(row.name), gpusText(numbers.above));
            issue.detail = Issues::tr("The inspector says what gives it back");
            issues.push_back(std::move(issue));
        } else if (usesNothing(view, row)) {
            unused.push_back(&row);
        }
    }
    addUnused(issues, unused);
    std::stable_sort(issues.begin(), issues.end(),
                     [](const Issue& a, const Issue& b) { return a.severity < b.severity; });
    return issues;
}

int countOf(const std::vector<Issue>& issues, Issue::Severity severity) {
    return static_cast<int>(
        std::count_if(issues.begin(), issues.end(),
                      [severity](const Issue& issue) { return issue.severity == severity; }));
}

}  // namespace apportion::ui
