// SPDX-License-Identifier: GPL-3.0-or-later
// Weights and guarantees that do not do what they seem to, as a file is warned of them.
#include "core/model/share_remarks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/validate.h"
#include "tests/core/engine/pool.h"

namespace apportion {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Pool;

// "place code: sentence" of each warning.
std::vector<std::string> warnings(const Pool& pool) {
    std::vector<std::string> told;
    for (const Problem& problem : validate(pool.scenario)) {
        EXPECT_TRUE(problem.warning) << problem.message.code;
        EXPECT_TRUE(isComplete(problem.message)) << problem.message.code;
        EXPECT_FALSE(renderRemedy(problem.message).empty()) << problem.message.code;
        told.push_back(problem.pointer + " " + problem.message.code + ": " +
                       render(problem.message));
    }
    return told;
}

Pool poolOf(int gpus) {
    Pool pool;
    pool.nodes(1, gpus);
    pool.quota("root", gpus);
    return pool;
}

TEST(ShareRemarks, WeightsBelowAWeightOfZero) {
    Pool pool = poolOf(4);
    pool.quota("first", 4, "root");
    pool.quota("shared", 0, "root");
    pool.quota("ann", 0, "shared").policy.weight = 1;
    pool.quota("ben", 0, "shared").policy.weight = 1;
    EXPECT_THAT(
        warnings(pool),
        ElementsAre("/quotas/2 weight-without-effect.full: Quota shared has no fair share: its "
                    "guarantee and its weight are 0. The weights below it have no effect: "
                    "ann and ben."));
    pool.scenario.quotas[2].policy.weight = 1;
    EXPECT_THAT(warnings(pool), IsEmpty());
}

TEST(ShareRemarks, AShareOfZero) {
    Pool pool = poolOf(4);
    pool.quota("first", 4, "root");
    pool.quota("none", 0, "root");
    EXPECT_THAT(warnings(pool),
                ElementsAre(HasSubstr("/quotas/2 no-fair-share.full: Quota none has no fair")));
    pool.scenario.quotas[2].policy.weight = 0;
    EXPECT_THAT(warnings(pool), ElementsAre(HasSubstr("no-fair-share")));
    pool.scenario.quotas[1].guaranteed.gpu = 300;
    pool.scenario.quotas[2].guaranteed.gpu = 100;
    EXPECT_THAT(warnings(pool), IsEmpty()) << "its guarantee is its share";
}

// There it has all, and nobody to divide it with.
TEST(ShareRemarks, NothingIsSaidOfARootAloneOrOfAPoolWithoutGpus) {
    Pool pool = poolOf(4);
    pool.scenario.quotas[0].guaranteed.gpu = 0;
    EXPECT_THAT(warnings(pool), IsEmpty());
    pool.quota("child", 0, "root").policy.weight = 1;
    EXPECT_THAT(warnings(pool), ElementsAre(HasSubstr("/quotas/0 weight-without-effect:")));
    pool.scenario.nodes.clear();
    EXPECT_THAT(warnings(pool), IsEmpty());
}

TEST(ShareRemarks, TheWeightOfOneThatDoesNotBorrow) {
    Pool pool = poolOf(4);
    pool.quota("a", 2, "root").policy.weight = 3;
    pool.quota("b", 2, "root");
    EXPECT_THAT(warnings(pool), IsEmpty());
    for (const OverQuota off : {OverQuota::off, OverQuota::idleOnly}) {
        pool.scenario.quotas[1].policy.overQuota = off;
        EXPECT_THAT(warnings(pool),
                    ElementsAre(HasSubstr("/quotas/1/weight weight-without-effect.no-borrowing")));
    }
}

TEST(ShareRemarks, TheWeightOfOneAlone) {
    Pool pool = poolOf(4);
    pool.scenario.quotas[0].policy.weight = 7;
    EXPECT_THAT(warnings(pool),
                ElementsAre(HasSubstr("/quotas/0/weight weight-without-effect.alone")));
    pool.scenario.quotas[0].policy.weight.reset();
    pool.quota("child", 2, "root").policy.weight = 3;
    EXPECT_THAT(warnings(pool),
                ElementsAre(HasSubstr("/quotas/1/weight weight-without-effect.alone")));
    pool.work("direct", "root", 100, 0);
    EXPECT_THAT(warnings(pool), IsEmpty()) << "the parent's own workloads take part";
    pool.scenario.quotas[1].guaranteed.gpu = 400;
    EXPECT_THAT(warnings(pool), ElementsAre(HasSubstr("alone"))) << "and have no weight here";
}

TEST(ShareRemarks, OneTreeOverSeveralTypes) {
    Pool pool = poolOf(8);
    pool.quota("a", 4, "root");
    pool.scenario.nodes[0].node.gpu = 200;
    pool.scenario.nodes[0].node.gpuType = "H100";
    NodeGroup others = pool.scenario.nodes[0];
    others.node.name = "others";
    others.node.gpuType = "A10";
    others.node.gpu = 600;
    pool.scenario.nodes.push_back(others);
    EXPECT_THAT(warnings(pool),
                ElementsAre("/quotas/0 several-gpu-types: Quota root divides GPUs of several types "
                            "as if they were equal: A10 (6 GPUs) and H100 (2 GPUs). Borrowed GPUs "
                            "of one type count against guarantees for another."));
    pool.scenario.quotas.pop_back();
    EXPECT_THAT(warnings(pool), IsEmpty()) << "one quota alone divides them with nobody";
    // As it says.
    pool.scenario.quotas[0].guaranteed.gpu = 200;
    pool.quota("root-2", 6);
    for (Quota& root : pool.scenario.quotas)
        root.policy.nodes = NodeSelector{};
    pool.scenario.quotas[0].policy.nodes->gpuType = "H100";
    pool.scenario.quotas[1].policy.nodes->gpuType = "A10";
    EXPECT_THAT(warnings(pool), IsEmpty());
}

// What a remedy names has an effect: no weight does where a quota may not borrow, and none that
// counts always where siblings are guaranteed all there is.
TEST(ShareRemarks, TheRemedyOfAShareOfZeroIsOneThatHelps) {
    const auto remedy = [](const Pool& pool) {
        const auto found = validate(pool.scenario);
        return found.size() == 1 ? found[0].message.code + ": " + renderRemedy(found[0].message)
                                 : std::to_string(found.size());
    };
    Pool pool = poolOf(8);
    pool.quota("first", 8, "root");
    pool.quota("none", 0, "root");
    EXPECT_EQ(remedy(pool),
              "no-fair-share.full: Move guarantee from a sibling to none. A weight counts only "
              "while siblings use less than their guarantees.");
    pool.scenario.quotas[1].guaranteed.gpu = 600;
    EXPECT_EQ(remedy(pool),
              "no-fair-share: Set a weight above 0 for none, or give it a guarantee.");
    pool.scenario.quotas[2].policy.overQuota = OverQuota::off;
    EXPECT_EQ(remedy(pool),
              "no-fair-share.off: Turn on borrowing for none, with a weight above 0, or move "
              "guarantee to it.");
    pool.scenario.quotas[2].policy.weight = 3;
    EXPECT_EQ(remedy(pool).find("no-fair-share.off: "), 0U) << "and not to remove the weight";
}

TEST(ShareRemarks, ALimitBelowWhatRuns) {
    Pool pool = poolOf(4);
    pool.quota("a", 2, "root").policy.limit.gpu = 200;
    pool.work("runs", "a", 300, 0).running = RunningSince{0, {{"node", 300}}};
    EXPECT_THAT(warnings(pool), ElementsAre("/quotas/1/limit/gpu limit-below-running: Quota a runs "
                                            "3 GPUs, above its limit of 2 GPUs."));
    pool.scenario.workloads[0].idle = true;
    EXPECT_THAT(warnings(pool), IsEmpty()) << "background work is in no limit";
    pool.scenario.workloads[0].idle = false;
    pool.scenario.quotas[1].policy.limit = Limit{300, kOneCore, {}};
    pool.scenario.workloads[0].request.cpu = 2 * kOneCore;
    EXPECT_THAT(warnings(pool), ElementsAre(HasSubstr("/quotas/1/limit/cpu")));
}

}  // namespace
}  // namespace apportion
