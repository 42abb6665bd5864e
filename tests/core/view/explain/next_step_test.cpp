// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/explain/next_step.h"

#include <gtest/gtest.h>

namespace apportion {
namespace {

View project(PoolMode mode) {
    View view;
    view.document.open = true;
    view.document.mode = mode;
    view.document.allowed = {"nodes.add", "quota.add", "submit"};
    view.nodes.rows.emplace_back();
    view.quotas.emplace_back();
    return view;
}

TEST(NextSteps, LeadFromAnEmptyPoolToWorkInIt) {
    View view = project(PoolMode::resting);
    EXPECT_EQ(nextStepsOf(view), (NextSteps{NextStep::goLive, NextStep::submit}));
    view.document.mode = PoolMode::live;
    EXPECT_EQ(nextStepsOf(view), (NextSteps{NextStep::submit, {}}));
    view.quotas.clear();
    EXPECT_EQ(nextStepsOf(view), (NextSteps{NextStep::newQuota, {}}));
    view.nodes.rows.clear();
    EXPECT_EQ(nextStepsOf(view), (NextSteps{NextStep::addNodes, {}}));
}

TEST(NextSteps, AreOnlyThoseThatThePersonMayTake) {
    View view = project(PoolMode::live);
    view.document.allowed = {};
    EXPECT_EQ(nextStepsOf(view), NextSteps{});
    view = project(PoolMode::recorded);
    EXPECT_EQ(nextStepsOf(view), (NextSteps{{}, NextStep::makeProject}));
    EXPECT_EQ(nextStepsOf(View{}), NextSteps{}) << "nothing is open";
}

}  // namespace
}  // namespace apportion
