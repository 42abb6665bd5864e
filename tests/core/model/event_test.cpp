// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/event.h"

#include <gtest/gtest.h>

namespace apportion {
namespace {

TEST(Event, IsNamedAsInTheFile) {
    EXPECT_STREQ(eventName(ScaleEvent{}), "scale");
    EXPECT_STREQ(eventName(PolicyEvent{}), "policy");
    EXPECT_STREQ(eventName(CancelEvent{}), "cancel");
    EXPECT_STREQ(eventName(FinishEvent{}), "finish");
    EXPECT_STREQ(eventName(NodeEvent{}), "node");
}

TEST(PolicyChange, KeepsWhatIsNotSet) {
    QuotaPolicy policy;
    policy.team = "Team B";
    policy.weight = 3;
    policy.childPreemption = ChildPreemption{{1, 3}, ModuleSet{1}};
    PolicyChange change;
    change.rank = std::optional<int>{2};
    auto expected = policy;
    expected.rank = 2;
    EXPECT_EQ(change.appliedTo(policy), expected);
    EXPECT_EQ(PolicyChange{}.appliedTo(policy), policy);
}

TEST(PolicyChange, NullTakesAKeyBackToItsDefault) {
    QuotaPolicy policy;
    policy.team = "Team B";
    policy.limit.gpu = 800;
    policy.weight = 3;
    policy.rank = 2;
    policy.overQuota = OverQuota::off;
    policy.lend = 0;
    policy.priorityPreemption = true;
    policy.queueing = Queueing::fifo;
    policy.minRuntime = 600'000;
    policy.nodes = NodeSelector{"H100", {}};
    policy.selfPreemption = SelfPreemption{{6, 9}, {4, 4}, ModuleSet{1}};
    policy.childPreemption = ChildPreemption{{1, 3}, ModuleSet{1}};
    PolicyChange change;
    change.team.emplace();
    change.limit.emplace();
    change.weight.emplace();
    change.rank.emplace();
    change.overQuota.emplace();
    change.lend.emplace();
    change.priorityPreemption.emplace();
    change.queueing.emplace();
    change.minRuntime.emplace();
    change.nodes.emplace();
    change.selfPreemption.emplace();
    change.childPreemption.emplace();
    EXPECT_EQ(change.appliedTo(policy), QuotaPolicy{});
}

}  // namespace
}  // namespace apportion
