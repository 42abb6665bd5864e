// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/issue_list.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include <QCoreApplication>

#include "core/change/command.h"
#include "core/view/issues/file_warnings.h"
#include "core/view/issues/most_of_a_kind.h"
#include "ui/texts.h"
#include "ui/time_text.h"

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

// The list that one stands for which counts others.
QString listOf(Issue::Subject subject) {
    switch (subject) {
        case Issue::Subject::quota:
            return Issues::tr("Quotas");
        case Issue::Subject::workload:
            return Issues::tr("Workloads");
        case Issue::Subject::node:
            return Issues::tr("Nodes");
        case Issue::Subject::workspace:
            return Issues::tr("Workspaces");
        case Issue::Subject::place:
        case Issue::Subject::none:
            break;
    }
    return {};
}

// By the id of the validator, or of one of its messages where that says something else. Empty = it
// has none.
QString titleOf(const std::string& code) {
    struct Row {
        std::string_view code;
        const char* text;
    };
    static constexpr std::array kTitles{
        Row{"issue-over-capacity", QT_TRANSLATE_NOOP("issues", "Guarantees exceed the capacity")},
        Row{"issue-reclaim", QT_TRANSLATE_NOOP("issues", "Will be evicted")},
        Row{"issue-unapproved", QT_TRANSLATE_NOOP("issues", "Waits for approval")},
        Row{"issue-unknown-run", QT_TRANSLATE_NOOP("issues", "Runs without a record")},
        Row{"budget-near", QT_TRANSLATE_NOOP("issues", "Budget nearly spent")},
        Row{"budget-spent", QT_TRANSLATE_NOOP("issues", "Budget is spent")},
        Row{"issue-request", QT_TRANSLATE_NOOP("issues", "More GPUs requested")},
        Row{"issue-node-down", QT_TRANSLATE_NOOP("issues", "Node down")},
        Row{"issue-gang-share", QT_TRANSLATE_NOOP("issues", "Larger than the fair share")},
        Row{"issue-beyond-guarantee.off", QT_TRANSLATE_NOOP("issues", "Does not borrow")},
        Row{"issue-beyond-guarantee", QT_TRANSLATE_NOOP("issues", "Larger than the guarantee")},
        Row{"issue-starved", QT_TRANSLATE_NOOP("issues", "Waits while others borrow")},
        Row{"issue-lent-upward", QT_TRANSLATE_NOOP("issues", "Used by a quota above")},
        Row{"issue-idle-guarantee.off", QT_TRANSLATE_NOOP("issues", "Does not borrow idle GPUs")},
        Row{"issue-idle-guarantee", QT_TRANSLATE_NOOP("issues", "Idle and not lent")},
        Row{"issue-thrashing", QT_TRANSLATE_NOOP("issues", "Evicted repeatedly")},
        Row{"issue-dead-rule", QT_TRANSLATE_NOOP("issues", "Policy without effect")},
        Row{"above-limit", QT_TRANSLATE_NOOP("issues", "Above its limit")},
        Row{"no-fair-share", QT_TRANSLATE_NOOP("issues", "No fair share")},
        Row{"weight-without-effect", QT_TRANSLATE_NOOP("issues", "Weight without effect")},
        Row{"several-gpu-types", QT_TRANSLATE_NOOP("issues", "Several GPU types in one tree")},
        Row{"issue-workspace.empty", QT_TRANSLATE_NOOP("issues", "Workspace without a quota")},
        Row{"issue-workspace", QT_TRANSLATE_NOOP("issues", "Quota without a workspace")},
        Row{"issue-temporary", QT_TRANSLATE_NOOP("issues", "Temporary change")},
        Row{"workload-never-fits", QT_TRANSLATE_NOOP("issues", "Can never start")},
        Row{"issue-unused", QT_TRANSLATE_NOOP("issues", "Unused guarantee")},
    };
    for (const Row& row : kTitles)
        if (code == row.code || plainCode(code) == row.code)
            return QCoreApplication::translate("issues", row.text);
    return {};
}

QString titleOf(const Issue& issue) {
    const QString title =
        titleOf(isSumOfIssues(issue) ? "issue-" + std::string(issue.validator) : issue.what.code);
    return title.isEmpty() ? Issues::tr("Can never start") : title;
}

// What a minimum runtime is to be set to, of an issue that proposes one.
QString safeRuntime(const Issue& issue) {
    for (const Argument& each : issue.what.arguments)
        if (each.name == "safe")
            return valueText(each.value);
    return {};
}

QString policyText(const PolicyChange& set, const Issue& issue) {
    if (set.lend)
        return Issues::tr("Lend idle GPUs");
    if (set.overQuota)
        return Issues::tr("Turn on borrowing");
    if (set.minRuntime)
        return *set.minRuntime == Duration{0}
                   ? Issues::tr("Remove the minimum runtime")
                   : Issues::tr("Minimum runtime of %1", "a time").arg(safeRuntime(issue));
    if (set.weight)
        return *set.weight ? Issues::tr("Set weight 1") : Issues::tr("Remove the weight");
    if (set.limit)
        return Issues::tr("Raise the limit");
    return Issues::tr("Turn priority preemption off");
}

QString commandText(const Issue& issue) {
    const Change& change = *issue.fix.change;
    if (const auto* policy = std::get_if<SetPolicy>(&change))
        return policy->set && *policy->set ? policyText(**policy->set, issue)
                                           : Issues::tr("Remove the policy");
    if (std::holds_alternative<SetNodeState>(change))
        return Issues::tr("Return %1 to service").arg(qt(issue.fix.subject));
    if (std::holds_alternative<CancelWork>(change))
        return Issues::tr("Cancel it");
    if (std::holds_alternative<EndTemporary>(change))
        return Issues::tr("End it now");
    if (std::holds_alternative<CreateWorkspace>(change))
        return Issues::tr("Create workspace");
    if (std::holds_alternative<DeleteWorkspace>(change))
        return Issues::tr("Delete it");
    return Issues::tr("Fix");
}

// No button for what this user may not do here.
bool isOffered(const IssueFix& fix, const DocumentState& document) {
    switch (fix.kind) {
        case IssueFix::Kind::command:
            return document.offers(idOf(*fix.change));
        case IssueFix::Kind::scaling:
            return document.offers("scale");
        case IssueFix::Kind::childPreemption:
        case IssueFix::Kind::selfPreemption:
            return document.offers("policy");
        case IssueFix::Kind::explain:
        case IssueFix::Kind::endRun:
        case IssueFix::Kind::none:
            return true;
    }
    return false;
}

// Of all rows in one way: the time of day, with the date where it is another day; in a run without
// a wall clock what its clock shows.
QString sinceText(Instant since, Instant now, const TimeText& times) {
    if (!times.hasEpoch())
        return since < 0 ? Issues::tr("before the start") : times.clock(since, now);
    return times.date(since) == times.date(now)
               ? times.minutes(since)
               : Issues::tr("%1 %2", "date and time").arg(times.date(since), times.minutes(since));
}

IssueLine lineOf(const Issue& issue, const View& view, const TimeText& times) {
    IssueLine line;
    line.severity = issue.severity;
    line.title = titleOf(issue);
    line.what = messageText(issue.what);
    line.remedy = remedyText(issue.what);
    line.where = isSumOfIssues(issue) ? listOf(issue.subjectKind) : qt(issue.subject);
    if (issue.since)
        line.since = sinceText(*issue.since, view.clock, times);
    if (issue.colour >= 0)
        line.team = issue.colour;
    line.issue = issue;
    if (isOffered(issue.fix, view.document))
        line.fixText = fixTextOf(issue);
    return line;
}

}  // namespace

bool isPlace(Issue::Subject subject) {
    return subject == Issue::Subject::quota || subject == Issue::Subject::workload ||
           subject == Issue::Subject::node || subject == Issue::Subject::workspace;
}

QString fixTextOf(const Issue& issue) {
    switch (issue.fix.kind) {
        case IssueFix::Kind::none:
            return {};
        case IssueFix::Kind::command:
            return commandText(issue);
        case IssueFix::Kind::scaling:
            return Issues::tr("Scale…");
        case IssueFix::Kind::childPreemption:
        case IssueFix::Kind::selfPreemption:
            return Issues::tr("Edit the rule…");
        case IssueFix::Kind::endRun:
            return Issues::tr("End it…");
        case IssueFix::Kind::explain:
            if (issue.what.code == "issue-unapproved")
                return Issues::tr("Look at it…");
            if (plainCode(issue.what.code) == "issue-thrashing")
                return Issues::tr("See what evicts it");
            return issue.subjectKind == Issue::Subject::quota && issue.fix.subject == issue.subject
                       ? Issues::tr("See what returns it")
                       : Issues::tr("See what would start it");
    }
    return {};
}

bool IssueLine::isOfKind(const IssueLine& other) const {
    const auto titled = [](const IssueLine& line) {
        return line.title.isEmpty() ? titleOf(line.issue.what.code) : line.title;
    };
    const QString kind = titled(*this);
    return severity == other.severity && passed == other.passed && kind == titled(other) &&
           (!kind.isEmpty() || issue.what.code == other.issue.what.code);
}

std::vector<IssueLine> issuesOf(const Problems& problems) {
    std::vector<IssueLine> lines;
    lines.reserve(problems.size());
    for (const Problem& problem : problems) {
        IssueLine line;
        line.severity = problem.warning ? Severity::warning : Severity::error;
        line.what = messageText(problem.message);
        line.remedy = remedyText(problem.message);
        line.where = placeOf(problem);
        line.issue.what.code = problem.message.code;
        if (isOfDamage(problem)) {
            line.damaged = qt(problem.file);
            line.fixText = Issues::tr("Recover into a new file…");
        }
        if (problem.warning && isPassed(problem)) {
            line.severity = Severity::hint;
            line.passed = true;
            line.fixText = Issues::tr("Dismiss");
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

std::vector<IssueLine> issuesOf(const View& view) {
    std::vector<IssueLine> lines = issuesOf(warningsOfFile(view));
    const TimeText times(view.document.epoch);
    lines.reserve(lines.size() + view.issues.size());
    for (const Issue& issue : view.issues)
        lines.push_back(lineOf(issue, view, times));
    std::stable_sort(lines.begin(), lines.end(), [](const IssueLine& a, const IssueLine& b) {
        return std::pair(a.severity, a.passed) < std::pair(b.severity, b.passed);
    });
    return lines;
}

namespace {

// Where all of a kind are: one place by its name, several by their number.
QString placesOf(const std::vector<IssueLine>& lines) {
    std::set<QString> places;
    for (const IssueLine& line : lines) {
        if (isSumOfIssues(line.issue))
            return line.where;
        places.insert(line.where);
    }
    if (places.size() == 1)
        return *places.begin();
    const auto count = static_cast<int>(places.size());
    switch (lines.front().issue.subjectKind) {
        case Issue::Subject::quota:
            return Issues::tr("%Ln quota(s)", nullptr, count);
        case Issue::Subject::workload:
            return Issues::tr("%Ln workload(s)", nullptr, count);
        case Issue::Subject::node:
            return Issues::tr("%Ln node(s)", nullptr, count);
        case Issue::Subject::workspace:
            return Issues::tr("%Ln workspace(s)", nullptr, count);
        case Issue::Subject::place:
        case Issue::Subject::none:
            break;
    }
    return Issues::tr("%Ln place(s)", nullptr, count);
}

IssueLine headOf(const std::vector<IssueLine>& lines) {
    const IssueLine& worst = lines.front();
    IssueLine head;
    head.severity = worst.severity;
    head.title = worst.title.isEmpty() ? titleOf(worst.issue.what.code) : worst.title;
    head.what = aloneText(worst);
    head.where = placesOf(lines);
    head.passed = worst.passed;
    head.issue.validator = worst.issue.validator;
    head.issue.what.code = worst.issue.what.code;
    for (const IssueLine& line : lines) {
        head.count += countOf(line.issue);
        if (line.issue.since && (!head.issue.since || *line.issue.since < *head.issue.since)) {
            head.issue.since = line.issue.since;
            head.since = line.since;
        }
    }
    head.fixText = Issues::tr("Show %Ln", nullptr, head.count);
    return head;
}

int countOf(const IssueKind& kind) {
    return kind.lines.empty() ? countOf(kind.head.issue) : kind.head.count;
}

}  // namespace

std::vector<IssueKind> byKind(std::vector<IssueLine> lines) {
    std::vector<std::vector<IssueLine>> kinds;
    for (IssueLine& line : lines) {
        const auto known = std::find_if(kinds.begin(), kinds.end(), [&](const auto& kind) {
            return kind.front().isOfKind(line);
        });
        (known != kinds.end() ? *known : kinds.emplace_back()).push_back(std::move(line));
    }
    std::vector<IssueKind> rows;
    for (std::vector<IssueLine>& kind : kinds) {
        if (kind.size() >= kLeastOfAKind) {
            rows.push_back({headOf(kind), std::move(kind)});
            continue;
        }
        for (IssueLine& line : kind)
            rows.push_back({std::move(line), {}});
    }
    std::stable_sort(rows.begin(), rows.end(), [](const IssueKind& a, const IssueKind& b) {
        const auto rank = [](const IssueKind& kind) {
            return std::tuple(kind.head.severity, kind.head.passed,
                              kind.lines.empty() ? 0 : -countOf(kind));
        };
        return rank(a) < rank(b);
    });
    return rows;
}

QString aloneText(const IssueLine& line) {
    return !isPlace(line.issue.subjectKind) || line.what.contains(line.where)
               ? line.what
               : Issues::tr("%1: %2", "whom it is about, what is wrong").arg(line.where, line.what);
}

QString noIssuesText(const View& view) {
    if (view.document.reading > 0)
        return Issues::tr("Issues appear after the workloads are read");
    if (!view.document.open)
        return Issues::tr("No issues");
    if (view.document.rests())
        return Issues::tr("No issues, but the pool is not live");
    if (view.document.can.play && view.play.complete && view.clock < view.play.end)
        return Issues::tr("No issues at the time shown");
    return view.document.trouble.empty()
               ? Issues::tr("No issues")
               : Issues::tr("Scheduling is halted: issues are those of the time shown");
}

int countOf(const std::vector<IssueLine>& issues, Severity severity) {
    return std::accumulate(issues.begin(), issues.end(), 0,
                           [severity](int sum, const IssueLine& line) {
                               return line.severity == severity ? sum + countOf(line.issue) : sum;
                           });
}

QString severityText(Severity severity) {
    switch (severity) {
        case Severity::error:
            return Issues::tr("Error");
        case Severity::warning:
            return Issues::tr("Warning");
        case Severity::hint:
            return Issues::tr("Info");
    }
    return {};
}

Tone toneOf(Severity severity) {
    switch (severity) {
        case Severity::error:
            return Tone::err;
        case Severity::warning:
            return Tone::warn;
        case Severity::hint:
            return Tone::info;
    }
    return Tone::neutral;
}

}  // namespace apportion::ui
