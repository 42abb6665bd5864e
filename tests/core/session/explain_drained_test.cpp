// SPDX-License-Identifier: GPL-3.0-or-later
// Why a quota above a bound has what it has: it borrows nothing, and nothing starts there.
#include <gmock/gmock.h>

#include "core/session/project_pool.h"
#include "tests/core/session/explained.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

using ::testing::Contains;
using ::testing::Not;
using FactKind = QuotaFact::Kind;

// b has nothing to run, and a runs on all of it.
std::string pool(const std::string& policy, const std::string& work) {
    return R"({"apportion": 1, "name": "pool", "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 16}},
            {"name": "a", "parent": "all", "guaranteed": {"gpu": 16})" +
           policy + R"(}, {"name": "b", "parent": "all", "guaranteed": {"gpu": 0}}],
 "workloads": [
  {"name": "a-1", "quota": "a", "gpu": 8)" +
           work + R"(, "running": {"since": 0, "placements": [{"node": "n-1", "gpu": 8}]}},
  {"name": "a-2", "quota": "a", "gpu": 8)" +
           work + R"(, "running": {"since": 0, "placements": [{"node": "n-2", "gpu": 8}]}}]})";
}

class ExplainDrained : public SmallProject {
protected:
    // Half of a is given to b while all of it runs.
    std::vector<FactKind> facts(const std::string& policy, const std::string& work) {
        make(pool(policy, work));
        EXPECT_EQ(run("scale", {{"sizes", "a=8"}, {"sizes", "b=8"}, {"mode", "drain"}}), "");
        return explained("a");
    }
    std::vector<FactKind> explained(const std::string& quota) {
        auto console = ProjectPool::open(path_, "ana", clock());
        EXPECT_TRUE(console) << allOf(console.error());
        std::vector<FactKind> kinds;
        if (!console)
            return kinds;
        const auto why = (*console)->explainQuota(quota, false);
        EXPECT_TRUE(why);
        if (why)
            for (const QuotaFact& fact : why->facts)
                kinds.push_back(fact.kind);
        if (why && !why->facts.empty())
            first_ = why->facts.front();
        return kinds;
    }

    QuotaFact first_;
};

TEST_F(ExplainDrained, WhatMayNotBorrowDoesNot) {
    const auto kinds = facts(R"(, "overQuota": "off")", "");
    EXPECT_THAT(kinds, Contains(FactKind::drains));
    EXPECT_THAT(kinds, Not(Contains(FactKind::lendersIdle)));
    EXPECT_THAT(kinds, Not(Contains(FactKind::surplus)));
    EXPECT_EQ(fillTemplate("{quota} {used} {bound} {by}", first_.arguments, formatValue),
              "a 16 GPUs 8 GPUs size");
    EXPECT_EQ(first_.rule, Rule::bounds);
}

TEST_F(ExplainDrained, WorkThatCannotBePreemptedBorrowsNothing) {
    EXPECT_THAT(facts("", R"(, "preemptible": false)"), Contains(FactKind::drains));
    EXPECT_EQ(fillTemplate("{by}", first_.arguments, formatValue), "firm");
}

TEST_F(ExplainDrained, NorDoesWhatIsAboveItsLimit) {
    make(pool("", ""));
    ASSERT_EQ(run("scale", {{"sizes", "a=8"}, {"sizes", "b=8"}}), "");
    ASSERT_EQ(run("policy", {{"quota", "a"}, {"set", R"({"limit": {"gpu": 12}})"}}), "");
    EXPECT_THAT(explained("a"), Contains(FactKind::drains));
    EXPECT_EQ(fillTemplate("{by} {bound}", first_.arguments, formatValue), "limit 12 GPUs");
}

TEST_F(ExplainDrained, WhatMayBorrowDoes) {
    const auto kinds = facts("", "");
    EXPECT_THAT(kinds, Not(Contains(FactKind::drains)));
    EXPECT_THAT(kinds, Contains(FactKind::lendersIdle));
}

}  // namespace
}  // namespace apportion::testing
