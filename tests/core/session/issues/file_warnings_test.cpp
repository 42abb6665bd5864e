// SPDX-License-Identifier: GPL-3.0-or-later
// What a file says of itself beside the issues of its pool, and the commands that it knows nothing
// of.
#include "core/session/issues/file_warnings.h"

#include <gtest/gtest.h>

#include "core/model/message.h"
#include "core/session/issues/unknown_run_issues.h"

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
    std::vector<RunElsewhere> runs(2);
    runs[0].job.workload = "told";
    runs[0].pid = 7529;
    runs[0].since = 90 * kSecond;
    runs[1].job.workload = "not-yet";
    addUnknownRunIssues(view, runs, "gpu-box", 60 * kSecond);
    ASSERT_EQ(view.issues.size(), 2U);
    EXPECT_EQ(view.issues[0].subject, "told");
    EXPECT_EQ(view.issues[0].since, 30 * kSecond);
    EXPECT_NE(render(view.issues[0].what).find("(process 7529)"), std::string::npos);
    EXPECT_EQ(view.issues[1].subject, "not-yet");
    EXPECT_FALSE(view.issues[1].since) << "and not since 1970";
}

}  // namespace
}  // namespace apportion
