// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/advise.h"

#include <algorithm>
#include <set>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plan/bands.h"
#include "core/plan/futures.h"
#include "core/plan/goal_text.h"
#include "core/plan/levers.h"
#include "core/plan/sweep.h"
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

// Three weeks: each team has a burst of jobs of 1 GPU in each hour of a day, of so many jobs.
Scenario bursts(const std::vector<std::tuple<std::string, int, int>>& teams) {
    Pool pool;
    int whole = 0;
    for (const auto& [name, gpus, jobs] : teams)
        whole += gpus;
    pool.nodes(1, whole);
    pool.quota("root", whole);
    int number = 0;
    for (const auto& [name, gpus, jobs] : teams) {
        Quota& quota = pool.quota(name, gpus, "root");
        quota.policy.overQuota = OverQuota::off;
        quota.policy.queueing = Queueing::fifo;
        for (Instant week = 0; week <= 3; ++week)
            for (Instant hour = 0; hour < (week == 3 ? 1 : 24); ++hour)
                for (int job = 0; job < jobs; ++job) {
                    Workload& work = pool.work("job-" + std::to_string(number), name, kOneGpu,
                                               week * kSecondsOfAWeek + hour * kSecondsOfAnHour);
                    work.duration = (30 + 5 * (number++ % 4)) * 60 * kSecond;
                }
    }
    return pool.scenario;
}

// Of all ways to share the GPUs of the root out among its three children: what the first of them
// must get at least, on the futures of the search; nothing if no way reaches the goal and lets no
// other wait 10 % longer.
std::optional<Gpu> smallestMove(const Scenario& scenario, Duration below) {
    const Bootstrap bootstrap(std::make_shared<const Scenario>(scenario));
    std::vector<PlanBase> futures;
    for (std::uint64_t number = 0; number < kAdviceFutures; ++number)
        futures.emplace_back(std::make_shared<const Scenario>(bootstrap.future(1, number)));
    const auto p95 = [](const PlanBase& future, const std::vector<Gpu>& sizes) {
        Scenario changed = *future.scenario();
        for (std::size_t i = 0; i < sizes.size(); ++i)
            changed.quotas[i + 1].guaranteed.gpu = sizes[i];
        const auto outcome =
            runSet(baseItself(PlanBase(std::make_shared<const Scenario>(changed))), {});
        std::vector<Duration> waits;
        for (std::size_t i = 1; i <= sizes.size(); ++i)
            waits.push_back(outcome->outcome.summary.byQuota[i].second.waitAll.p95);
        return waits;
    };
    std::vector<Gpu> now;
    for (std::size_t i = 1; i < scenario.quotas.size(); ++i)
        now.push_back(scenario.quotas[i].guaranteed.gpu);
    std::vector<std::vector<Duration>> before;
    for (const PlanBase& future : futures)
        before.push_back(p95(future, now));
    std::optional<Gpu> smallest;
    for (Gpu second = 0; second <= now[1]; second += kOneGpu)
        for (Gpu third = 0; third <= now[2]; third += kOneGpu) {
            const Gpu moved = now[1] + now[2] - second - third;
            if (smallest && moved >= *smallest)
                continue;
            int held = 0, harmless = 0;
            for (std::size_t i = 0; i < futures.size(); ++i) {
                const auto after = p95(futures[i], {now[0] + moved, second, third});
                held += after[0] < below ? 1 : 0;
                bool harms = false;
                for (std::size_t other = 1; other < 3; ++other) {
                    const Duration longer = after[other] - before[i][other];
                    harms =
                        harms || (longer >= 60 * kSecond &&
                                  10 * longer > std::max<Duration>(before[i][other], 60 * kSecond));
                }
                harmless += harms ? 0 : 1;
            }
            if (held >= 16 && harmless >= 16)
                smallest = moved;
        }
    return smallest;
}

TEST(Advisor, AgreesWithEachWayToShareOutSmallPools) {
    int shared = 0, none = 0;
    for (const auto& [sizes, jobs] :
         std::vector<std::pair<std::vector<int>, std::vector<int>>>{{{4, 3, 3}, {8, 1, 1}},
                                                                    {{4, 3, 3}, {7, 2, 1}},
                                                                    {{3, 4, 2}, {6, 2, 1}},
                                                                    {{4, 3, 3}, {8, 3, 3}},
                                                                    {{5, 2, 2}, {6, 1, 2}}}) {
        const Scenario scenario =
            bursts({{"a", sizes[0], jobs[0]}, {"b", sizes[1], jobs[1]}, {"c", sizes[2], jobs[2]}});
        const std::optional<Gpu> smallest = smallestMove(scenario, 600 * kSecond);
        const AdviceAnswer answer =
            adviceFor(baseOf(scenario), requestOf("p95-wait of a below 10m"));
        ASSERT_THAT(answer.answers, Not(IsEmpty()));
        const Advice& first = answer.answers[0];
        EXPECT_EQ(first.reaches, smallest.has_value());
        EXPECT_EQ(first.seal, smallest ? Seal::provenSmallest : Seal::notReachable);
        if (smallest) {
            EXPECT_EQ(first.price, *smallest / kOneGpu);
        }
        const auto* scale = std::get_if<EventAction>(&first.edits.at(0).action);
        ASSERT_TRUE(scale);
        shared += smallest && std::get<ScaleEvent>(*scale).targets.size() == 3 ? 1 : 0;
        none += smallest ? 0 : 1;
        for (const Advice& each : answer.answers)
            for (const Neighbor& neighbor : each.neighbors)
                EXPECT_LT(*std::min_element(neighbor.held.begin(), neighbor.held.end()), 16);
    }
    EXPECT_GE(shared, 2) << "GPUs of both others";
    EXPECT_GE(none, 1);
}

// Team a with a cap of so many GPUs for each of its users: all its jobs are of one.
Scenario capped(int gpus, int jobs, int cap) {
    Scenario scenario = bursts({{"a", gpus, jobs}, {"b", 3, 2}});
    Workspace& lab = scenario.workspaces.emplace_back();
    lab.name = "lab";
    lab.quotas = {"a"};
    lab.caps.emplace_back().gpu = cap * kOneGpu;
    for (Workload& work : scenario.workloads)
        if (work.quota == "a") {
            work.workspace = "lab";
            work.user = "ana";
        }
    return scenario;
}

// Each cap in turn on the futures of the search; nothing if none of them reaches the goal.
std::optional<std::int64_t> smallestCap(const Scenario& scenario, Duration below) {
    const Bootstrap bootstrap(std::make_shared<const Scenario>(scenario));
    for (std::int64_t doublings = 0; doublings <= 3; ++doublings) {
        int held = 0;
        for (std::uint64_t number = 0; number < kAdviceFutures; ++number) {
            Scenario future = bootstrap.future(1, number);
            std::vector<Cap>& caps = future.workspaces[0].caps;
            caps[0].gpu <<= doublings;
            if (doublings == 3)
                caps.clear();
            const auto outcome =
                runSet(baseItself(PlanBase(std::make_shared<const Scenario>(future))), {});
            held += outcome->outcome.summary.byQuota[1].second.waitAll.p95 < below ? 1 : 0;
        }
        if (held >= 16)
            return doublings;
    }
    return {};
}

TEST(Advisor, AgreesWithEachUserCapThatThereIs) {
    int found = 0, none = 0;
    for (const auto& [gpus, jobs, cap] :
         {std::tuple(8, 6, 3), std::tuple(8, 8, 2), std::tuple(8, 8, 1), std::tuple(4, 8, 1)}) {
        const Scenario scenario = capped(gpus, jobs, cap);
        const auto smallest = smallestCap(scenario, 600 * kSecond);
        const AdviceAnswer answer =
            adviceFor(baseOf(scenario), requestOf("p95-wait of a below 10m", {Lever::caps}));
        ASSERT_THAT(answer.answers, Not(IsEmpty()));
        const Advice& first = answer.answers[0];
        EXPECT_EQ(first.reaches, smallest.has_value());
        EXPECT_EQ(first.seal, smallest ? Seal::provenSmallest : Seal::notReachable);
        if (smallest) {
            EXPECT_EQ(first.price, 4 * *smallest) << gpus << " " << jobs << " " << cap;
            EXPECT_EQ(std::get<ChangeCaps>(first.edits.at(0).action).workspace, "lab");
        }
        found += smallest.value_or(0) > 1 ? 1 : 0;
        none += smallest ? 0 : 1;
    }
    EXPECT_GE(found, 1);
    EXPECT_GE(none, 1);
}

TEST(Levers, CapsOfOthersAreLoweredAndNeverToNothing) {
    Scenario scenario = capped(8, 1, 2);
    const auto options = optionsFor(scenario, {"b"}, {Lever::caps}, 100).options;
    ASSERT_THAT(options, SizeIs(1));
    EXPECT_EQ(std::get<ChangeCaps>(options[0].edits[0].action).caps[0].gpu, kOneGpu);
}

TEST(Advisor, ComparesNodesWithFewerNodes) {
    // A node more for a is more than it needs: no option has half of it.
    const AdviceAnswer answer = adviceFor(baseOf(bursts({{"a", 4, 8}, {"b", 3, 3}, {"c", 3, 3}})),
                                          requestOf("p95-wait of a below 10m", {Lever::nodes}));
    ASSERT_THAT(answer.answers, SizeIs(1));
    EXPECT_EQ(answer.answers[0].price, 100);
    EXPECT_EQ(answer.answers[0].seal, Seal::provenSmallest);
    EXPECT_THAT(answer.answers[0].neighbors, IsEmpty());
}

TEST(Advisor, ShowsWhatComesNearest) {
    // With 8 GPUs a reaches its goal; each of the others needs the 3 that it has.
    const AdviceAnswer answer = adviceFor(baseOf(bursts({{"a", 4, 8}, {"b", 3, 3}, {"c", 3, 3}})),
                                          requestOf("p95-wait of a below 10m"));
    ASSERT_THAT(answer.answers, SizeIs(1));
    ASSERT_EQ(answer.answers[0].seal, Seal::notReachable);
    ASSERT_THAT(answer.answers[0].limits, Not(IsEmpty()));
    EXPECT_EQ(answer.answers[0].limits[0].code, "advice-limit-others");
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
    request = requestOf("p95-wait of worst below 2h");
    EXPECT_THAT(whyNoAdvice(base, request), SizeIs(2)) << "181 jobs of each team";
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
    std::set<std::vector<std::pair<std::string, std::int64_t>>> seen;
    std::int64_t last = 0;
    while (const auto chosen = combinations.next()) {
        std::vector<std::pair<std::string, std::int64_t>> each;
        std::set<std::string> keys;
        for (const LeverOption& option : *chosen) {
            each.emplace_back(option.key, option.price);
            keys.insert(option.key);
        }
        std::sort(each.begin(), each.end());
        EXPECT_TRUE(seen.insert(each).second);
        EXPECT_GE(priceOf(*chosen), last);
        EXPECT_EQ(keys.size(), chosen->size());
        last = priceOf(*chosen);
    }
    // Of a, a, b, b, c, d: 6 alone, 15 - 2 pairs, 20 triples less those with both a (4) or both b
    // (4).
    EXPECT_EQ(seen.size(), 6U + 13U + 12U);
}

TEST(Levers, MoveWhatSiblingsAndTheParentCanGive) {
    Scenario scenario = twoTeams();
    const auto options = optionsFor(scenario, {"left"}, {Lever::sizes}, 100).options;
    ASSERT_THAT(options, SizeIs(6));
    const auto edits = editsOf(scenario, {options[2]});
    const auto& scale = std::get<ScaleEvent>(std::get<EventAction>(edits[0].action));
    EXPECT_THAT(scale.targets,
                ElementsAre(std::pair(std::string("left"), Limit{5 * kOneGpu, {}, {}}),
                            std::pair(std::string("right"), Limit{3 * kOneGpu, {}, {}})));
    scenario.quotas[2].guaranteed.gpu = 4 * kOneGpu;
    EXPECT_THAT(optionsFor(scenario, {"left"}, {Lever::sizes}, 100).options, SizeIs(3 * 5 - 1))
        << "with each of up to two that the root gives to no child";
}

TEST(Levers, MoveByNodesWhereThereAreManyWays) {
    const Scenario scenario = twoTeams();
    const LeverOptions whole = optionsFor(scenario, {"left"}, {Lever::sizes}, 6);
    EXPECT_THAT(whole.options, SizeIs(6));
    EXPECT_EQ(whole.step, kOneGpu);
    EXPECT_EQ(optionsFor(scenario, {"left"}, {Lever::sizes}, 5).step, 8 * kOneGpu);
}

TEST(Levers, AddWhatSizesAndNodesGive) {
    const Scenario scenario = twoTeams();
    const auto edits =
        editsOf(scenario, {sizesOption({{"left", kOneGpu}, {"right", -kOneGpu}}),
                           optionsFor(scenario, {"left"}, {Lever::nodes}, 1).options[0]});
    ASSERT_THAT(edits, SizeIs(2));
    const auto& scale = std::get<ScaleEvent>(std::get<EventAction>(edits[1].action));
    EXPECT_THAT(scale.targets,
                ElementsAre(std::pair(std::string("root"), Limit{16 * kOneGpu, {}, {}}),
                            std::pair(std::string("left"), Limit{11 * kOneGpu, {}, {}}),
                            std::pair(std::string("right"), Limit{5 * kOneGpu, {}, {}})));
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

TEST(Advise, EveryCombinationThatWasTriedHasItsPoint) {
    const PlanBase base(std::make_shared<const Scenario>(twoTeams()));
    Advisor advisor(base, requestOf("p95-wait of left below 1h"), {}, {});
    ASSERT_TRUE(advisor.search(1000));
    const AdviceAnswer answer = advisor.answer();
    ASSERT_THAT(answer.answers, Not(IsEmpty()));
    const std::vector<TriedPoint>& points = advisor.points();
    EXPECT_EQ(static_cast<std::int64_t>(points.size()), answer.tried);
    for (const Advice& each : answer.answers)
        EXPECT_TRUE(
            std::count(points.begin(), points.end(), TriedPoint{each.price, each.harm, true}) > 0)
            << each.price;
    // None that is cheaper than the first answer reaches the goal and harms nobody too much.
    for (const TriedPoint& each : points)
        EXPECT_FALSE(each.reaches && each.price < answer.answers[0].price && each.harm <= 100'000);
}

}  // namespace
}  // namespace apportion
