// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/explain/next_step.h"

#include <gtest/gtest.h>

#include "tests/core/view/standing.h"

namespace apportion {
namespace {

View project(Standing standing) {
    View view;
    view.document.open = true;
    stand(view.document, standing);
    view.document.allowed = {"nodes.add", "quota.add", "submit"};
    view.nodes.rows.emplace_back();
    view.quotas.emplace_back();
    return view;
}

TEST(NextSteps, LeadFromAnEmptyPoolToWorkInIt) {
    View view = project(Standing::resting);
    EXPECT_EQ(nextStepsOf(view), (NextSteps{NextStep::goLive, NextStep::submit}));
    stand(view.document, Standing::live);
    EXPECT_EQ(nextStepsOf(view), (NextSteps{NextStep::submit, {}}));
    view.quotas.clear();
    EXPECT_EQ(nextStepsOf(view), (NextSteps{NextStep::newQuota, {}}));
    view.nodes.rows.clear();
    EXPECT_EQ(nextStepsOf(view), (NextSteps{NextStep::addNodes, {}}));
}

TEST(NextSteps, AreOnlyThoseThatThePersonMayTake) {
    View view = project(Standing::live);
    view.document.allowed = {};
    EXPECT_EQ(nextStepsOf(view), NextSteps{});
    view = project(Standing::recorded);
    EXPECT_EQ(nextStepsOf(view), (NextSteps{{}, NextStep::makeProject}));
    EXPECT_EQ(nextStepsOf(View{}), NextSteps{}) << "nothing is open";
}

}  // namespace
}  // namespace apportion
