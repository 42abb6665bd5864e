// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/runner_up.h"

#include <gtest/gtest.h>

namespace apportion {
namespace {

Eviction gaveUpReplicas(std::vector<std::string> runnerUp, std::string worseBy) {
    Eviction eviction;
    eviction.victim = "w7";
    eviction.rule = EvictionRule::elastic;
    eviction.runnerUp = std::move(runnerUp);
    eviction.worseBy = std::move(worseBy);
    return eviction;
}

TEST(RunnerUp, TheWholeOfWhoGaveUpReplicasIsCalledThat) {
    EXPECT_EQ(
        render(runnerUpMessage(gaveUpReplicas({"w7"}, "a"))),
        "The next best choice was all replicas of w7, which needs a stronger preemption rule.");
    EXPECT_EQ(render(runnerUpMessage(gaveUpReplicas({"w8"}, "a"))),
              "The next best choice was w8, which needs a stronger preemption rule.");
    EXPECT_FALSE(sparedTheWhole(gaveUpReplicas({"w7"}, "g")));
    EXPECT_FALSE(sparedTheWhole(gaveUpReplicas({"w7", "w8"}, "a")));
}

TEST(RunnerUp, OfAScaleAllAreOfOneRule) {
    Eviction eviction = gaveUpReplicas({"w8"}, "d");
    EXPECT_EQ(runnerUpMessage(eviction).code, "runner-up-d");
    eviction.rule = EvictionRule::scale;
    EXPECT_EQ(runnerUpMessage(eviction).code, "runner-up-d.scale");
}

}  // namespace
}  // namespace apportion
