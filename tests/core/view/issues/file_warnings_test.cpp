// SPDX-License-Identifier: GPL-3.0-or-later
// What a file says of itself beside the issues of its pool, the commands that it knows nothing of,
// and what is told where there are many of a kind.
#include "core/view/issues/file_warnings.h"

#include <numeric>

#include <gtest/gtest.h>

#include "core/cluster/local/unknown_run_issues.h"
#include "core/model/message.h"
#include "core/view/issues/approval_issues.h"
#include "core/view/issues/most_of_a_kind.h"
#include "tests/core/session/view_at.h"

namespace apportion {
namespace {

TEST(FileWarnings, WhatIsOverLeavesNothingToMend) {
    Problem warning;
    warning.message.code = "project-unclean";
    EXPECT_TRUE(isPassed(warning));
    warning.message.code = "workload-never-fits";
    EXPECT_FALSE(isPassed(warning));
}

// Moved back, or with room on the disk, a file is written to again; one without a name never is.
TEST(FileWarnings, AReplacedOrDamagedFileIsNotWrittenToAgain) {
    Problem trouble;
    for (const char* code : {"project-moved", "project-moved.whole", "project-busy"}) {
        trouble.message.code = code;
        EXPECT_TRUE(passesByItself(trouble)) << code;
    }
    for (const char* code : {"project-moved.replaced", "project-damaged.known"}) {
        trouble.message.code = code;
        EXPECT_FALSE(passesByItself(trouble)) << code;
    }
}

TEST(FileWarnings, ACommandThatNobodyKnowsOfIsToldByItsIssueAlone) {
    View view;
    Problem warning;
    warning.warning = true;
    for (const char* code : {"runs-unknown", "runs-elsewhere"}) {
        warning.message.code = code;
        view.document.warnings.push_back(warning);
    }
    const Problems left = warningsOfFile(view);
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(left[0].message.code, "runs-elsewhere");
}

TEST(UnknownRunIssues, SayWhereAndSinceWhenAsFarAsThatIsKnown) {
    View view;
    std::vector<ForeignRun> runs(2);
    runs[0].workload = "told";
    runs[0].process = 7529;
    runs[0].since = 90 * kSecond;
    runs[1].workload = "not-yet";
    addUnknownRunIssues(view, runs, "gpu-box", 60 * kSecond);
    ASSERT_EQ(view.issues.size(), 2U);
    EXPECT_EQ(view.issues[0].subject, "told");
    EXPECT_EQ(view.issues[0].since, 30 * kSecond);
    EXPECT_NE(render(view.issues[0].what).find("(process 7529)"), std::string::npos);
    EXPECT_EQ(view.issues[1].subject, "not-yet");
    EXPECT_FALSE(view.issues[1].since) << "and not since 1970";
}

View withUnapproved(int count) {
    View view;
    for (int i = 0; i < count; ++i) {
        WorkloadRow row;
        row.name = "w" + std::to_string(i);
        row.status.reason = Reason{};
        row.status.reason->code = ReasonCode::needsApproval;
        view.waiting.push_back(std::move(row));
    }
    addApprovalIssues(view);
    sumUpBeyondMost(view.issues);
    return view;
}

int counted(const std::vector<Issue>& issues) {
    return std::accumulate(issues.begin(), issues.end(), 0,
                           [](int sum, const Issue& issue) { return sum + countOf(issue); });
}

TEST(MostOfAKind, WhatIsLeftOutIsCounted) {
    const View view = withUnapproved(55);
    ASSERT_EQ(view.issues.size(), kMostOfAKind + 1);
    EXPECT_EQ(counted(view.issues), 55);
    const Issue& last = view.issues.back();
    EXPECT_TRUE(isSumOfIssues(last));
    EXPECT_FALSE(isSumOfIssues(view.issues.front()));
    EXPECT_TRUE(isComplete(last.what));
    EXPECT_EQ(render(last.what), "35 more issues of this kind.");
    EXPECT_EQ(last.severity, Severity::warning);
    EXPECT_EQ(last.validator, "unapproved");
    EXPECT_EQ(last.subjectKind, Issue::Subject::workload);
    EXPECT_TRUE(last.subject.empty()) << "the list of all";
    EXPECT_EQ(last.fix.kind, IssueFix::Kind::none);
}

// It takes no more room than a row that would count it.
TEST(MostOfAKind, OneMoreIsToldItself) {
    const View view = withUnapproved(static_cast<int>(kMostOfAKind) + 1);
    ASSERT_EQ(view.issues.size(), kMostOfAKind + 1);
    EXPECT_EQ(view.issues.back().what.code, "issue-unapproved");
}

TEST(MostOfAKind, EachKindIsCountedByItself) {
    std::vector<Issue> issues(70);
    for (std::size_t i = 0; i < issues.size(); ++i) {
        issues[i].validator = i < 30 ? "reclaim" : i < 40 ? "starved" : "unused";
        issues[i].subject = std::to_string(i);
    }
    sumUpBeyondMost(issues);
    ASSERT_EQ(issues.size(), 21U + 10U + 21U);
    EXPECT_EQ(countOf(issues[20]), 10);
    EXPECT_EQ(issues[21].subject, "30");
    EXPECT_EQ(countOf(issues[51]), 10);
    EXPECT_EQ(counted(issues), 70);
}

TEST(MostOfAKind, TheViewOfARunSumsUp) {
    std::string work;
    for (int i = 0; i < 25; ++i)
        work += std::string(i > 0 ? "," : "") + R"({"name": "w)" + std::to_string(i) +
                R"(", "quota": "a", "gpu": 2, "gpuType": "none"})";
    const View view = test::viewAt(test::scenarioOf(R"({"apportion": 1, "name": "types",
 "nodes": [{"name": "n", "count": 1, "gpu": 8, "gpuType": "A"}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 8}}],
 "workloads": [)" + work + R"(], "until": 100})"),
                                   10 * kSecond);
    ASSERT_EQ(view.issues.size(), kMostOfAKind + 1);
    EXPECT_EQ(counted(view.issues), 25);
}

}  // namespace
}  // namespace apportion
