// SPDX-License-Identifier: GPL-3.0-or-later
// What would start a workload, in the order of what it costs, each found by the engine.
#include "core/view/explain/remedies.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/engine/pool.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;

// Six nodes of 8 GPUs, all in use by bob: five trainings of 8, one of 7 and a small one of 1.
class RemediesTest : public ::testing::Test {
protected:
    RemediesTest() {
        pool.nodes(6, 8);
        pool.quota("q", 48);
        for (int i = 1; i <= 5; ++i)
            add("big-" + std::to_string(i), "bob", 8);
        add("seven", "bob", 7);
        add("small", "bob", 1);
    }
    Workload& add(const std::string& name, const std::string& user, Gpu gpu) {
        Workload& work = pool.work(name, "q", gpu * kOneGpu, 0);
        work.user = user;
        return work;
    }
    std::vector<Remedy> remedies(const std::string& name, const std::string& user) {
        explanation = *pool.run(10).explain(name);
        return remediesOf(explanation, user);
    }
    static std::vector<std::string> texts(const std::vector<Remedy>& remedies) {
        std::vector<std::string> texts;
        for (const Remedy& each : remedies)
            texts.push_back(render(each.message));
        return texts;
    }

    Pool pool;
    Explanation explanation;
};

TEST_F(RemediesTest, TheCheapestEndIsAmongThemAndEqualsAreOne) {
    pool.work("w", "q", kOneGpu, 5).user = "ana";
    const auto found = remedies("w", "ana");
    const auto said = texts(found);
    EXPECT_EQ(std::set<std::string>(said.begin(), said.end()).size(), said.size());
    const auto end = std::find_if(found.begin(), found.end(), [](const Remedy& each) {
        return !each.edits.empty() && each.edits.front()->ends;
    });
    ASSERT_NE(end, found.end());
    EXPECT_EQ(render(end->message), "End small, which holds 1 GPU in q.");
    EXPECT_THAT(said, ::testing::Contains(HasSubstr("End any of 5 trainings of q with 8 GPUs each: "
                                                    "big-1, big-2, big-3, big-4 and big-5.")));
    EXPECT_EQ(found.back().cost, Remedy::Cost::hardware);
    EXPECT_THAT(said.back(), HasSubstr("Add a node like")) << "in sizes of the pool";
    EXPECT_TRUE(std::is_sorted(found.begin(), found.end(),
                               [](const Remedy& a, const Remedy& b) { return a.cost < b.cost; }));
}

TEST_F(RemediesTest, TheOwnComesBeforeWhatOthersWouldLose) {
    add("own", "ana", 8);
    pool.nodes(1, 8);
    pool.work("w", "q", kOneGpu, 5).user = "ana";
    const auto found = remedies("w", "ana");
    ASSERT_GE(found.size(), 2U);
    EXPECT_EQ(render(found[0].message), "End own, which holds 8 GPUs in q.");
    EXPECT_EQ(found[0].cost, Remedy::Cost::own);
    EXPECT_EQ(render(found[1].message), "End small, which holds 1 GPU in q.");
    EXPECT_EQ(found[1].cost, Remedy::Cost::others);
    const auto others = remedies("w", "zoe");
    EXPECT_EQ(render(others[0].message), "End small, which holds 1 GPU in q.");
}

TEST_F(RemediesTest, AskingWithLessIsTriedAndStartsNowWithoutCostToOthers) {
    pool.nodes(1, 8);
    add("five", "bob", 5);
    pool.work("w", "q", 8 * kOneGpu, 5).user = "ana";
    const auto found = remedies("w", "ana");
    ASSERT_TRUE(explanation.less);
    EXPECT_EQ(render(found.front().message), "Submit it again with 3 GPUs.");
    EXPECT_EQ(found.front().cost, Remedy::Cost::own);

    pool.scenario.workloads.back().request.gpu = 4 * kOneGpu;
    pool.scenario.workloads.back().replicas = 3;
    EXPECT_EQ(render(remedies("w", "ana").front().message), "Submit it again with 3 GPUs.")
        << "no replica of 4 fits, one of 3 does";
    pool.scenario.workloads.back().request.gpu = kOneGpu;
    pool.scenario.workloads.back().replicas = 5;
    EXPECT_EQ(render(remedies("w", "ana").front().message),
              "Submit it again with 3 replicas (3 GPUs in total).");
}

TEST(Remedies, MovesOfAsManyGpusFromSiblingsAreOne) {
    Pool pool;
    pool.nodes(4, 8);
    pool.quota("all", 32);
    for (const char* sibling : {"a", "b", "c"})
        pool.quota(sibling, 8, "all");
    pool.quota("q", 8, "all").policy.overQuota = OverQuota::off;
    pool.work("holds", "q", 8 * kOneGpu, 0).preemptible = false;
    pool.work("w", "q", 4 * kOneGpu, 5);
    const Explanation explanation = *pool.run(10).explain("w");
    std::vector<std::string> moves;
    for (const Remedy& each : remediesOf(explanation, {}))
        if (const std::string text = render(each.message); text.starts_with("Move "))
            moves.push_back(text);
    EXPECT_EQ(moves, std::vector<std::string>{
                         "Move 4 GPUs of guarantee to q, which then has 12 GPUs, from any of 3 "
                         "siblings: a, b and c."});
}

TEST_F(RemediesTest, TheLawsListStaysAsItIs) {
    pool.work("w", "q", kOneGpu, 5).user = "ana";
    remedies("w", "ana");
    ASSERT_EQ(explanation.unblock.size(), 5U);
    EXPECT_THAT(render(explanation.unblock.front().message), HasSubstr("Add a node"))
        << "fewest evictions, then by kind";
    EXPECT_FALSE(explanation.further.empty());
}

}  // namespace
}  // namespace apportion::testing
