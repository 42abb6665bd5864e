// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/issues/issue_ages.h"

#include <gtest/gtest.h>

namespace apportion::testing {
namespace {

Issue seenSince(const char* quota, Instant since, bool atLeast = true) {
    Issue issue;
    issue.validator = "lent-upward";
    issue.subject = quota;
    issue.since = since;
    issue.atLeastSince = atLeast;
    return issue;
}

// What runs above began anew: that its own work waits is as old as it was.
TEST(IssueAges, TheEarlierMomentHoldsWhileTheIssueIsThere) {
    IssueAges ages;
    std::vector<Issue> issues{seenSince("a", 30), seenSince("b", 10)};
    ages.keep(issues);
    issues = {seenSince("a", 90), seenSince("b", 5)};
    ages.keep(issues);
    EXPECT_EQ(issues[0].since, 30);
    EXPECT_EQ(issues[1].since, 5);
}

TEST(IssueAges, WhatWasGoneBeginsAnewAndWhatIsToldExactlyIsLeft) {
    IssueAges ages;
    std::vector<Issue> issues{seenSince("a", 30), seenSince("b", 10, false)};
    ages.keep(issues);
    issues.clear();
    ages.keep(issues);
    issues = {seenSince("a", 90), seenSince("b", 50, false)};
    ages.keep(issues);
    EXPECT_EQ(issues[0].since, 90);
    EXPECT_EQ(issues[1].since, 50);
}

}  // namespace
}  // namespace apportion::testing
