// SPDX-License-Identifier: GPL-3.0-or-later
// Why a quota has what it has, where that goes back to what has changed since: nothing of today is
// told as a reason of then.
#include <gmock/gmock.h>

#include "core/view/explain/explain_quota.h"
#include "tests/core/session/view_at.h"

namespace apportion::testing {
namespace {

using test::playerAt;
using test::scenarioOf;
using FactKind = QuotaFact::Kind;

const QuotaFact* factOf(const QuotaExplanation& why, FactKind kind) {
    for (const QuotaFact& fact : why.facts)
        if (fact.kind == kind)
            return &fact;
    return nullptr;
}

bool has(const QuotaFact& fact, const char* argument) {
    return std::any_of(fact.arguments.begin(), fact.arguments.end(),
                       [&](const Argument& each) { return each.name == argument; });
}

TEST(ExplainPast, APolicyThatWouldNotAllowItNowIsNotTold) {
    const Scenario scenario = scenarioOf(R"({"apportion": 1, "name": "p",
 "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 8},
             "childPreemption": {"priorities": [1, 9], "modules": ["training"]}},
            {"name": "kid", "parent": "all", "guaranteed": {"gpu": 8}}],
 "workloads": [{"name": "k-1", "quota": "kid", "gpu": 8, "submit": 0},
               {"name": "top", "quota": "all", "gpu": 8, "submit": 100}],
 "events": [{"at": 200, "do": "policy", "quota": "all",
             "childPreemption": {"priorities": [1, 2], "modules": ["training"]}}],
 "until": 400})");
    const auto explained = [&](Instant at) {
        const auto player = playerAt(scenario, at);
        return explainQuota(sourceOf(*player), "kid").value_or(QuotaExplanation());
    };
    const QuotaExplanation before = explained(150 * kSecond);
    const QuotaFact* policy = factOf(before, FactKind::childPolicy);
    ASSERT_NE(policy, nullptr);
    EXPECT_TRUE(has(*policy, "from"));
    EXPECT_FALSE(has(*policy, "changed"));
    const QuotaExplanation after = explained(300 * kSecond);
    policy = factOf(after, FactKind::childPolicy);
    ASSERT_NE(policy, nullptr);
    EXPECT_EQ(fillTemplate("{from} {to}", policy->arguments, formatValue), "1 9")
        << "as it was then: priorities 1 to 2 are not why";
    EXPECT_TRUE(has(*policy, "changed"));
}

// It took back a part of what it gave, so what it gave was not the least.
TEST(ExplainPast, AVictimThatStartedAgainAtOnceIsNamed) {
    const Scenario scenario = scenarioOf(R"({"apportion": 1, "name": "p",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 12}}, {"name": "b", "guaranteed": {"gpu": 4}}],
 "workloads": [
  {"name": "wide", "quota": "b", "gpu": 4, "replicas": 3, "minReplicas": 1},
  {"name": "fix", "quota": "a", "gpu": 4, "submit": 1},
  {"name": "big", "quota": "a", "gpu": 8, "submit": 10}],
 "until": 400})");
    const auto player = playerAt(scenario, 200 * kSecond);
    const auto why = explainQuota(sourceOf(*player), "b");
    ASSERT_TRUE(why);
    const QuotaFact* victims = factOf(*why, FactKind::victims);
    ASSERT_NE(victims, nullptr);
    ASSERT_TRUE(has(*victims, "again"));
    EXPECT_EQ(fillTemplate("{victims} {again}", victims->arguments, formatValue), "wide wide");
}

// A node took the first run of the taker: what is missing adds up with what gave way to that.
TEST(ExplainPast, WhoGaveWayToAnEarlierRunAndStillWaitsIsNamed) {
    const Scenario scenario = scenarioOf(R"({"apportion": 1, "name": "p",
 "nodes": [{"name": "n", "count": 3, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 24},
             "childPreemption": {"priorities": [1, 9], "modules": ["training"]}},
            {"name": "kid", "parent": "all", "guaranteed": {"gpu": 24}}],
 "workloads": [{"name": "k-1", "quota": "kid", "gpu": 8}, {"name": "k-2", "quota": "kid", "gpu": 8},
               {"name": "k-3", "quota": "kid", "gpu": 8},
               {"name": "top", "quota": "all", "gpu": 8, "replicas": 2, "submit": 100}],
 "events": [{"at": 200, "do": "node", "node": "n-1", "state": "down"},
            {"at": 300, "do": "node", "node": "n-1", "state": "ready"}],
 "until": 400})");
    const auto player = playerAt(scenario, 350 * kSecond);
    const auto why = explainQuota(sourceOf(*player), "kid");
    ASSERT_TRUE(why);
    const QuotaFact* victims = factOf(*why, FactKind::victims);
    ASSERT_NE(victims, nullptr);
    ASSERT_TRUE(has(*victims, "earlier"));
    EXPECT_EQ(
        fillTemplate("{victims}: {gpu}; {earlier}: {earlierGpu}", victims->arguments, formatValue),
        "k-3: 8 GPUs; k-2: 8 GPUs");
}

TEST(ExplainPast, AReclaimIsToldWithTheNumbersOfItsTime) {
    const Scenario scenario = scenarioOf(R"({"apportion": 1, "name": "p",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 8}}, {"name": "b", "guaranteed": {"gpu": 8}}],
 "workloads": [{"name": "a-1", "quota": "a", "gpu": 8, "submit": 0},
               {"name": "a-2", "quota": "a", "gpu": 8, "submit": 1},
               {"name": "b-1", "quota": "b", "gpu": 8, "submit": 100}],
 "until": 400})");
    const auto player = playerAt(scenario, 200 * kSecond);
    const auto why = explainQuota(sourceOf(*player), "a");
    ASSERT_TRUE(why);
    const QuotaFact* right = factOf(*why, FactKind::reclaimRight);
    ASSERT_NE(right, nullptr);
    EXPECT_EQ(fillTemplate("{from} {placed} {bound}", right->arguments, formatValue),
              "a 16 GPUs 8 GPUs");
    EXPECT_EQ(fillTemplate("{claim}", right->arguments, formatValue), claim::kOwn);
}

// A claim on a fair share is none on a guarantee, and ranks come before weights.
TEST(ExplainPast, AShareIsToldAsAShareAndItsRankWithIt) {
    Scenario scenario = scenarioOf(R"({"apportion": 1, "name": "p",
 "nodes": [{"name": "n", "gpu": 4}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 2}},
            {"name": "b", "guaranteed": {"gpu": 1}, "weight": 4}],
 "workloads": [{"name": "a-1", "quota": "a", "gpu": 4, "submit": 0},
               {"name": "b-1", "quota": "b", "gpu": 2, "submit": 100}],
 "until": 400})");
    const auto explained = [&](const char* quota) {
        const auto player = playerAt(scenario, 200 * kSecond);
        return explainQuota(sourceOf(*player), quota).value_or(QuotaExplanation());
    };
    const QuotaExplanation given = explained("a");
    const QuotaFact* right = factOf(given, FactKind::reclaimRight);
    ASSERT_NE(right, nullptr);
    EXPECT_EQ(fillTemplate("{claim}", right->arguments, formatValue), claim::kShare);

    scenario.workloads.erase(scenario.workloads.begin());
    const QuotaExplanation even = explained("b");
    const QuotaFact* surplus = factOf(even, FactKind::surplus);
    ASSERT_NE(surplus, nullptr);
    EXPECT_FALSE(has(*surplus, "ranks"));
    scenario.quotas[1].policy.rank = 2;
    const QuotaExplanation ranked = explained("b");
    surplus = factOf(ranked, FactKind::surplus);
    ASSERT_NE(surplus, nullptr);
    EXPECT_EQ(fillTemplate("{ranks}", surplus->arguments, formatValue), "2");
}

TEST(ExplainPast, WhoIsOutrankedIsToldByWhom) {
    Scenario scenario = scenarioOf(R"({"apportion": 1, "name": "p",
 "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 2}, "rank": 1},
            {"name": "b", "guaranteed": {"gpu": 2}, "weight": 1000}],
 "workloads": [{"name": "a-1", "quota": "a", "gpu": 6, "submit": 0},
               {"name": "b-1", "quota": "b", "gpu": 2, "submit": 0},
               {"name": "b-2", "quota": "b", "gpu": 2, "submit": 1}],
 "until": 400})");
    const auto explained = [&] {
        const auto player = playerAt(scenario, 200 * kSecond);
        return explainQuota(sourceOf(*player), "b").value_or(QuotaExplanation());
    };
    const QuotaExplanation why = explained();
    const QuotaFact* surplus = factOf(why, FactKind::surplus);
    ASSERT_NE(surplus, nullptr);
    EXPECT_EQ(fillTemplate("{gpu} {by} {rank} {quota} {ownRank}", surplus->arguments, formatValue),
              "4 GPUs a 1 b 0");
    scenario.quotas[1].policy.rank = 1;
    const QuotaExplanation even = explained();
    surplus = factOf(even, FactKind::surplus);
    EXPECT_TRUE(surplus == nullptr || !has(*surplus, "by"));
}

TEST(ExplainPast, WhatIsProtectedBeyondTheShareSaysSo) {
    Scenario scenario = scenarioOf(R"({"apportion": 1, "name": "p",
 "settings": {"minRuntime": 1000}, "nodes": [{"name": "n", "gpu": 12}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 4}}, {"name": "b", "guaranteed": {"gpu": 6}}],
 "workloads": [{"name": "a-1", "quota": "a", "gpu": 6, "submit": 0},
               {"name": "a-2", "quota": "a", "gpu": 6, "submit": 50},
               {"name": "b-1", "quota": "b", "gpu": 6, "submit": 100}],
 "until": 4000})");
    const auto explained = [&](Instant at) {
        const auto player = playerAt(scenario, at);
        return explainQuota(sourceOf(*player), "a").value_or(QuotaExplanation());
    };
    const QuotaExplanation why = explained(200 * kSecond);
    const QuotaFact* held = factOf(why, FactKind::within);
    ASSERT_NE(held, nullptr);
    EXPECT_EQ(held->rule, Rule::minimumRuntime);
    EXPECT_EQ(fillTemplate("{used} {share} {count} {time} {left}", held->arguments, formatValue),
              "12 GPUs 6 GPUs 2 1000 s 800 s");
    EXPECT_EQ(factOf(explained(80 * kSecond), FactKind::within), nullptr) << "nobody claims it";
    EXPECT_EQ(factOf(explained(2000 * kSecond), FactKind::within), nullptr) << "it was taken back";
}

// What it took in an earlier run it gave back: in this one it found room.
TEST(ExplainPast, WhatATakerTookInAnEarlierRunIsNotWhy) {
    const Scenario scenario = scenarioOf(R"({"apportion": 1, "name": "p",
 "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 8},
             "childPreemption": {"priorities": [1, 9], "modules": ["training"]}},
            {"name": "kid", "parent": "all", "guaranteed": {"gpu": 4}},
            {"name": "other", "parent": "all", "guaranteed": {"gpu": 4}}],
 "workloads": [{"name": "k-1", "quota": "kid", "gpu": 4, "submit": 0},
               {"name": "o-1", "quota": "other", "gpu": 4, "submit": 0, "priority": 1},
               {"name": "top", "quota": "all", "gpu": 4, "submit": 100}],
 "events": [{"at": 300, "do": "node", "node": "n", "state": "down"},
            {"at": 310, "do": "node", "node": "n", "state": "ready"}],
 "until": 400})");
    const auto told = [&](Instant at) {
        const auto player = playerAt(scenario, at);
        const auto why = explainQuota(sourceOf(*player), "other").value_or(QuotaExplanation());
        EXPECT_EQ(why.numbers.subtree, 0) << at;
        return factOf(why, FactKind::childPolicy) != nullptr;
    };
    EXPECT_TRUE(told(150 * kSecond));
    EXPECT_FALSE(told(330 * kSecond));
}

// Whoever is in turn first gets what comes free.
TEST(ExplainQuota, ATakerThatEndsGivesNothingBackWhereOthersAreInTurn) {
    const auto scenario = [](Gpu waiting) {
        return scenarioOf(R"({"apportion": 1, "name": "p",
 "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 8},
             "childPreemption": {"priorities": [1, 9], "modules": ["training"]}},
            {"name": "kid", "parent": "all", "guaranteed": {"gpu": 8}}],
 "workloads": [{"name": "k-1", "quota": "kid", "gpu": 8, "submit": 0},
               {"name": "k-2", "quota": "kid", "gpu": )" +
                          std::to_string(waiting) + R"(, "submit": 10},
               {"name": "top", "quota": "all", "gpu": 4, "submit": 100},
               {"name": "next", "quota": "all", "gpu": 8, "submit": 110, "preemptible": false}],
 "until": 400})");
    };
    const auto changes = [&](Gpu waiting) {
        const auto player = playerAt(scenario(waiting), 150 * kSecond);
        return explainQuota(sourceOf(*player), "kid").value_or(QuotaExplanation()).changes;
    };
    for (const QuotaChange& each : changes(8))
        EXPECT_NE(each.kind, QuotaChange::Kind::takerEnds) << "next takes all of it";
}

// The gang of the child needs one GPU more: the end gives back that one, and the child gets eight.
TEST(ExplainQuota, AnEndGivesBackWhatItHolds) {
    const auto player = playerAt(scenarioOf(R"({"apportion": 1, "name": "p",
 "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "e", "guaranteed": {"gpu": 8},
             "childPreemption": {"priorities": [1, 9], "modules": ["training"]}},
            {"name": "e.kid", "parent": "e", "guaranteed": {"gpu": 8}}],
 "workloads": [{"name": "e0.1", "quota": "e", "gpu": 1, "submit": 0},
               {"name": "gang", "quota": "e.kid", "gpu": 8, "submit": 1}],
 "until": 400})"),
                                 100 * kSecond);
    const auto why = explainQuota(sourceOf(*player), "e.kid").value_or(QuotaExplanation());
    ASSERT_EQ(why.changes.size(), 1U);
    EXPECT_EQ(why.changes[0].kind, QuotaChange::Kind::takerEnds);
    EXPECT_EQ(fillTemplate("{workload} {gpu} {gained}", why.changes[0].arguments, formatValue),
              "e0.1 1 GPU 8 GPUs");
}

// With a grace period nothing comes back at once (rule 11).
TEST(ExplainQuota, WhatReturnsToALenderTakesTheGracePeriod) {
    const auto player = playerAt(scenarioOf(R"({"apportion": 1, "name": "p",
 "settings": {"gracePeriod": 40}, "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 4}}, {"name": "b", "guaranteed": {"gpu": 4}}],
 "workloads": [{"name": "w", "quota": "b", "gpu": 6}], "until": 100})"),
                                 10 * kSecond);
    const auto why = explainQuota(sourceOf(*player), "b").value_or(QuotaExplanation());
    ASSERT_EQ(why.changes.size(), 1U);
    EXPECT_EQ(why.changes[0].kind, QuotaChange::Kind::lenderSubmits);
    const auto& arguments = why.changes[0].arguments;
    EXPECT_NE(std::find(arguments.begin(), arguments.end(),
                        Argument{"grace", Value::ofSeconds(40 * kSecond)}),
              arguments.end());
}

}  // namespace
}  // namespace apportion::testing
