// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/advise.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plan/bands.h"
#include "core/plan/futures.h"
#include "core/plan/goal_text.h"
#include "core/plan/levers.h"
#include "tests/core/plan/plan_pool.h"

namespace apportion {
namespace {

using namespace apportion::testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr Instant kSecondsOfAnHour = 3600;
constexpr Instant kSecondsOfAWeek = 7 * 24 * kSecondsOfAnHour;

// Three weeks of 60 jobs a week and team on 8 GPUs; no borrowing, so that sizes alone decide. Left
// has more work than its 2 GPUs do, and right less than its 6.
Scenario twoTeams() {
    Pool pool;
    pool.nodes(1, 8);
    pool.quota("root", 8);
    for (const auto& [name, gpus] : {std::pair("left", 2), std::pair("right", 6)}) {
        Quota& quota = pool.quota(name, gpus, "root");
        quota.policy.overQuota = OverQuota::off;
        quota.policy.queueing = Queueing::fifo;
    }
    int number = 0;
    for (Instant week = 0; week <= 3; ++week)
        for (Instant i = 0; i < (week == 3 ? 1 : 60); ++i)
            for (const char* quota : {"left", "right"})
                pool.work("job-" + std::to_string(++number), quota, kOneGpu,
                          week * kSecondsOfAWeek + i * kSecondsOfAnHour)
                    .duration =
                    (quota[0] == 'l' ? 4 + (i + week) % 3 : 2) * kSecondsOfAnHour * kSecond;
    return pool.scenario;
}

AdviceRequest requestOf(const std::string& goal, std::vector<Lever> levers = {Lever::sizes}) {
    AdviceRequest request;
    request.goals = {*parseGoal(goal)};
    request.levers = std::move(levers);
    return request;
}

AdviceAnswer adviceFor(const PlanBase& base, const AdviceRequest& request, unsigned threads = 1) {
    SweepOptions options;
    options.threads = threads;
    Advisor advisor(base, request, {}, options);
    EXPECT_TRUE(advisor.search(request.most));
    return advisor.answer();
}

TEST(Advisor, FindsTheSmallestMoveThatThereIs) {
    const PlanBase base = baseOf(twoTeams());
    const AdviceRequest request = requestOf("p95-wait of left below 2h");
    // Each move in turn, on the same futures, without the advisor.
    const Bootstrap bootstrap(base.scenario());
    std::optional<int> smallest;
    for (int moved = 0; moved <= 6 && !smallest; ++moved) {
        int held = 0, harmless = 0;
        for (std::uint64_t number = 0; number < kAdviceFutures; ++number) {
            const PlanBase future(std::make_shared<const Scenario>(bootstrap.future(1, number)));
            const auto p95 = [&](int gpus) {
                ScaleEvent scale;
                scale.targets = {{"left", Limit{(2 + gpus) * kOneGpu, {}, {}}},
                                 {"right", Limit{(6 - gpus) * kOneGpu, {}, {}}}};
                ChangeSet set;
                if (gpus > 0)
                    set.edits.push_back(edit(0, EventAction{scale}));
                const auto applied = applySet(future, set, "", 1);
                const auto outcome = runSet(*applied, {});
                const auto& quotas = outcome->outcome.summary.byQuota;
                return std::pair(quotas[1].second.waitAll.p95, quotas[2].second.waitAll.p95);
            };
            const auto before = p95(0), after = p95(moved);
            held += after.first < 2 * kSecondsOfAnHour * kSecond ? 1 : 0;
            const Duration longer = after.second - before.second;
            harmless += longer < 60 * kSecond ||
                                10 * longer <= std::max<Duration>(before.second, 60 * kSecond)
                            ? 1
                            : 0;
        }
        if (held >= 16 && harmless >= 16)
            smallest = moved;
    }
    ASSERT_TRUE(smallest);
    EXPECT_GT(*smallest, 1);
    const AdviceAnswer answer = adviceFor(base, request);
    ASSERT_THAT(answer.answers, Not(IsEmpty()));
    const Advice& first = answer.answers[0];
    EXPECT_EQ(first.price, *smallest);
    EXPECT_EQ(first.seal, Seal::provenSmallest);
    EXPECT_TRUE(first.reaches);
    EXPECT_EQ(answer.tried, *smallest) << "all that are cheaper, and it";
    ASSERT_THAT(first.goals, SizeIs(2));
    EXPECT_LT(first.goals[0].after.p50, first.goals[0].before.p50);
    ASSERT_THAT(first.neighbors, SizeIs(1));
    EXPECT_EQ(first.neighbors[0].price, *smallest - 1);
    EXPECT_LT(*std::min_element(first.neighbors[0].held.begin(), first.neighbors[0].held.end()),
              16);
}

TEST(Advisor, SaysTheSameOnAnyNumberOfThreads) {
    const PlanBase base = baseOf(twoTeams());
    const AdviceRequest request =
        requestOf("mean-wait of left at-most 90m", {Lever::sizes, Lever::borrowing, Lever::weight});
    const AdviceAnswer one = adviceFor(base, request), two = adviceFor(base, request, 3);
    ASSERT_EQ(one.answers.size(), two.answers.size());
    EXPECT_EQ(one.tried, two.tried);
    for (std::size_t i = 0; i < one.answers.size(); ++i) {
        EXPECT_EQ(one.answers[i].edits, two.answers[i].edits);
        EXPECT_EQ(one.answers[i].harm, two.answers[i].harm);
        EXPECT_EQ(one.answers[i].goals[0].after, two.answers[i].goals[0].after);
    }
}

TEST(Advisor, GoesOnWhereItStopped) {
    const PlanBase base = baseOf(twoTeams());
    const AdviceRequest request = requestOf("p95-wait of left below 2h");
    const AdviceAnswer whole = adviceFor(base, request);
    Advisor advisor(base, request, {}, {});
    ASSERT_TRUE(advisor.search(1));
    EXPECT_FALSE(advisor.isOver());
    const AdviceAnswer begun = advisor.answer();
    ASSERT_THAT(begun.answers, SizeIs(1));
    EXPECT_FALSE(begun.answers[0].reaches);
    EXPECT_EQ(begun.answers[0].seal, Seal::bestOfTried);
    ASSERT_TRUE(advisor.search(1000));
    EXPECT_EQ(advisor.answer().answers[0].edits, whole.answers[0].edits);
}

TEST(Advisor, SaysWhatCannotBeReached) {
    const AdviceAnswer answer =
        adviceFor(baseOf(twoTeams()), requestOf("p95-wait of worst below 1s", {Lever::weight}));
    ASSERT_THAT(answer.answers, SizeIs(1));
    EXPECT_EQ(answer.answers[0].seal, Seal::notReachable);
    EXPECT_FALSE(answer.answers[0].reaches);
    EXPECT_THAT(answer.answers[0].limits, Not(IsEmpty()));
    EXPECT_EQ(answer.all, answer.tried);
}

TEST(Advisor, ChangesNothingWhereTheGoalIsReached) {
    const AdviceAnswer answer =
        adviceFor(baseOf(twoTeams()), requestOf("p95-wait of right below 100h"));
    ASSERT_THAT(answer.answers, SizeIs(1));
    EXPECT_THAT(answer.answers[0].edits, IsEmpty());
    EXPECT_EQ(answer.answers[0].price, 0);
}

TEST(Advisor, RefusesWithTooLittle) {
    const PlanBase base = baseOf(twoTeams());
    AdviceRequest request = requestOf("p95-wait of left below 2h");
    EXPECT_THAT(whyNoAdvice(base, request), SizeIs(1)) << "181 jobs of left";
    request = requestOf("p95-wait of all below 2h");
    EXPECT_THAT(whyNoAdvice(base, request), IsEmpty());
    request = requestOf("p95-wait of nobody below 2h");
    EXPECT_THAT(whyNoAdvice(base, request), SizeIs(1));
    Scenario week = twoTeams();
    std::erase_if(week.workloads,
                  [](const Workload& each) { return each.submit > 2 * kWeek - kSecond; });
    request = requestOf("p95-wait of all below 2h");
    EXPECT_EQ(whyNoAdvice(baseOf(week), request)[0].message.code, "advice-weeks");
}

TEST(Combinations, ComeOnceEachByRisingPrice) {
    std::vector<LeverOption> options;
    for (const auto& [key, price] : {std::pair("a", 3), std::pair("a", 1), std::pair("b", 2),
                                     std::pair("c", 2), std::pair("d", 7), std::pair("b", 5)})
        options.push_back({key, price});
    Combinations combinations(options);
    std::set<std::vector<std::size_t>> seen;
    std::int64_t last = 0;
    while (const auto places = combinations.next()) {
        EXPECT_TRUE(seen.insert(*places).second);
        std::int64_t price = 0;
        std::set<std::string> keys;
        for (const std::size_t place : *places) {
            price += combinations.options()[place].price;
            keys.insert(combinations.options()[place].key);
        }
        EXPECT_GE(price, last);
        EXPECT_EQ(keys.size(), places->size());
        last = price;
    }
    // Of a, a, b, b, c, d: 6 alone, 15 - 2 pairs, 20 triples less those with both a (4) or both b
    // (4).
    EXPECT_EQ(seen.size(), 6U + 13U + 12U);
}

TEST(Levers, MoveWhatSiblingsAndTheParentCanGive) {
    Scenario scenario = twoTeams();
    const auto options = optionsFor(scenario, {"left"}, {Lever::sizes}, kOneGpu);
    ASSERT_THAT(options, SizeIs(6));
    const auto& scale = std::get<ScaleEvent>(std::get<EventAction>(options[2].edits[0].action));
    EXPECT_THAT(scale.targets,
                ElementsAre(std::pair(std::string("left"), Limit{5 * kOneGpu, {}, {}}),
                            std::pair(std::string("right"), Limit{3 * kOneGpu, {}, {}})));
    scenario.quotas[2].guaranteed.gpu = 4 * kOneGpu;
    EXPECT_THAT(optionsFor(scenario, {"left"}, {Lever::sizes}, kOneGpu), SizeIs(2 + 4))
        << "two that the root gives to no child";
}

TEST(Goals, AreReadAsTheyAreWritten) {
    const Goal goal = *parseGoal("p95-wait of my of quota below 30m in 9/10");
    EXPECT_EQ(goal.quota, "my of quota");
    EXPECT_TRUE(goal.below);
    EXPECT_EQ(goal.bound, 1800 * kSecond);
    EXPECT_EQ(goal.ofTen, 9);
    EXPECT_EQ(parseGoal("share-kept of worst at-least 95%")->bound, 950'000);
    EXPECT_EQ(parseGoal("evictions of all at-most 10")->of, Goal::Of::pool);
    for (const char* wrong :
         {"", "p95-wait", "p95-wait of left", "wait of left below 30m", "p95-wait of left below x",
          "p95-wait of left below 30m in 11/10", "p95-wait of left at-least 30m",
          "share-kept of left at-most 3%", "evictions of left below -1", "p95-wait of  below 3"})
        EXPECT_FALSE(parseGoal(wrong)) << wrong;
}

}  // namespace
}  // namespace apportion
