// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/issues/temporary_issues.h"

#include <gtest/gtest.h>

#include "core/model/message_arguments.h"
#include "core/plan/draft/scale_event.h"
#include "tests/core/view/standing.h"

namespace apportion {
namespace {

TEST(TemporaryIssues, EachQuotaSaysWhenItsSizeReturns) {
    View view;
    view.clock = 100 * kSecond;
    view.quotas.resize(2);
    view.quotas[0].name = "left";
    view.quotas[1].name = "right";
    Project project;
    TemporaryChange change;
    change.name = "until-8";
    change.ends = 5000 * kSecond;
    change.sizes = {{"left", 48 * kOneGpu, 56 * kOneGpu}, {"gone", 0, kOneGpu}};
    change.policies = {{"right", {}, {}}};
    project.temporary.push_back(change);
    addTemporaryChanges(view, project, 1000 * kSecond);
    ASSERT_EQ(view.issues.size(), 2U);
    EXPECT_EQ(view.issues[0].what.code, "issue-temporary");
    EXPECT_TRUE(isComplete(view.issues[0].what));
    EXPECT_EQ(argumentOf(view.issues[0].what, "left")->number, 3900 * kSecond);
    EXPECT_EQ(view.issues[0].severity, Severity::hint);
    EXPECT_TRUE(std::holds_alternative<EndTemporary>(*view.issues[0].fix.change));
    EXPECT_EQ(view.issues[1].what.code, "issue-temporary.policy");
    EXPECT_EQ(view.issues[1].subject, "right");
}

TEST(TemporaryIssues, WhatIsOverReturnsOnlyWhenSomebodyDecides) {
    View view;
    view.clock = 4100 * kSecond + 500;
    view.quotas.resize(2);
    view.quotas[0].name = "left";
    view.quotas[1].name = "right";
    Project project;
    TemporaryChange change;
    change.ends = 5000 * kSecond;
    change.sizes = {{"left", 48 * kOneGpu, 56 * kOneGpu}};
    change.policies = {{"right", {}, {}}};
    project.temporary.push_back(change);
    stand(view.document, Standing::live);
    addTemporaryChanges(view, project, 1000 * kSecond);
    stand(view.document, Standing::resting);
    addTemporaryChanges(view, project, 1000 * kSecond);
    ASSERT_EQ(view.issues.size(), 4U);
    EXPECT_EQ(view.issues[0].what.code, "issue-temporary");
    EXPECT_EQ(argumentOf(view.issues[0].what, "left")->number, 0);
    EXPECT_EQ(view.issues[2].what.code, "issue-temporary.due");
    EXPECT_EQ(view.issues[3].what.code, "issue-temporary.policy-due");
    for (std::size_t i : {2U, 3U}) {
        EXPECT_TRUE(isComplete(view.issues[i].what));
        EXPECT_EQ(argumentOf(view.issues[i].what, "over")->number, 100 * kSecond);
        EXPECT_EQ(view.issues[i].since, 4000 * kSecond);
        EXPECT_TRUE(std::holds_alternative<EndTemporary>(*view.issues[i].fix.change));
    }
}

}  // namespace
}  // namespace apportion
