// SPDX-License-Identifier: GPL-3.0-or-later
// Why a quota has what it has, where that goes back to what has changed since: nothing of today is
// told as a reason of then.
#include <gmock/gmock.h>

#include "core/session/explain_quota.h"
#include "tests/core/session/view_at.h"

namespace apportion::testing {
namespace {

using test::playerAt;
using test::scenarioOf;
using Kind = QuotaFact::Kind;

const QuotaFact* factOf(const QuotaExplanation& why, Kind kind) {
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
    const QuotaFact* policy = factOf(before, Kind::childPolicy);
    ASSERT_NE(policy, nullptr);
    EXPECT_TRUE(has(*policy, "from"));
    const QuotaExplanation after = explained(300 * kSecond);
    policy = factOf(after, Kind::childPolicy);
    ASSERT_NE(policy, nullptr);
    EXPECT_FALSE(has(*policy, "from")) << "priorities 1 to 2 are not why";
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
    const QuotaFact* right = factOf(*why, Kind::reclaimRight);
    ASSERT_NE(right, nullptr);
    EXPECT_EQ(fillTemplate("{from} {placed} {bound}", right->arguments, formatValue),
              "a 16 GPUs 8 GPUs");
}

}  // namespace
}  // namespace apportion::testing
