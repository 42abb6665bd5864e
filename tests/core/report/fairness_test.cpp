// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/fairness.h"

#include <gtest/gtest.h>

#include "core/io/scenario_reader.h"
#include "core/report/accounts.h"
#include "core/report/sources.h"
#include "core/sim/simulation.h"

namespace apportion::report {
namespace {

std::shared_ptr<const Scenario> scenarioOf(const std::string& text) {
    auto read = parseScenario(text, "test");
    EXPECT_TRUE(read);
    return std::make_shared<const Scenario>(std::move(read->scenario));
}

// `students` borrow what `vision` and `speech` are guaranteed; both ask, and are protected from.
constexpr const char* kPool = R"({"apportion": 1, "name": "fair", "settings": {"minRuntime": 600},
 "nodes": [{"name": "n", "count": 3, "gpu": 8}],
 "quotas": [{"name": "root", "guaranteed": {"gpu": 24}},
            {"name": "vision", "parent": "root", "guaranteed": {"gpu": 8}},
            {"name": "speech", "parent": "root", "guaranteed": {"gpu": 8}},
            {"name": "idle", "parent": "root", "guaranteed": {"gpu": 8}},
            {"name": "students", "parent": "root", "guaranteed": {"gpu": 0}, "weight": 1}],
 "workloads": [
   {"name": "s", "quota": "students", "gpu": 8, "replicas": 2, "submit": 0, "duration": 3600},
   {"name": "v", "quota": "vision", "gpu": 8, "submit": 10, "duration": 3600},
   {"name": "p", "quota": "speech", "gpu": 8, "submit": 20, "duration": 3600}]})";

TEST(Fairness, pairs_say_who_has_what_another_lacks) {
    const Usage usage = usageOf(scenarioOf(kPool), 60 * kSecond, 1);
    const Fairness fairness = fairnessOf(usage, usage.to - 1);
    EXPECT_EQ(fairness.at, 60 * kSecond);
    Gpu below = 0, paired = 0, all = fairness.free;
    for (const FairTeam& team : fairness.teams) {
        below += team.below();
        all += team.used;
    }
    for (const FairPair& pair : fairness.pairs)
        paired += pair.gpu;
    EXPECT_EQ(all, 24 * kOneGpu);
    EXPECT_EQ(below, 8 * kOneGpu);
    EXPECT_EQ(paired, below);
    ASSERT_EQ(fairness.pairs.size(), 1U);
    EXPECT_EQ(teamName(usage, fairness.teams[fairness.pairs[0].starves]), "speech");
    ASSERT_TRUE(fairness.pairs[0].borrows);
    EXPECT_EQ(teamName(usage, fairness.teams[*fairness.pairs[0].borrows]), "students");
}

TEST(Fairness, an_idle_guarantee_says_since_when) {
    const Usage usage = usageOf(scenarioOf(kPool), 60 * kSecond, 1);
    const Fairness fairness = fairnessOf(usage, usage.to - 1);
    ASSERT_EQ(fairness.idle.size(), 2U);
    EXPECT_EQ(teamName(usage, fairness.teams[fairness.idle[0].team]), "speech");
    EXPECT_EQ(teamName(usage, fairness.teams[fairness.idle[1].team]), "idle");
    EXPECT_EQ(fairness.idle[1].gpu, 8 * kOneGpu);
    EXPECT_EQ(fairness.idle[1].since, 0);
}

TEST(ScenarioUsage, what_a_run_used_is_what_simulate_says) {
    const auto scenario = scenarioOf(kPool);
    const Usage usage = usageOf(scenario, std::nullopt, 0);
    const Accounts accounts = account(usage, *groupingOf("quota"), {usage.from, usage.to});
    Simulation simulation(scenario);
    simulation.runToEnd();
    const Outcome outcome = simulation.outcome();
    EXPECT_EQ(std::int64_t(accounts.total.used), outcome.summary.gpuTime);
    for (const auto& [name, summary] : outcome.summary.byQuota)
        for (const AccountRow& row : accounts.rows)
            if (usage.quotas[row.key[0]].name == name && (row.subtotal || name != "root")) {
                EXPECT_EQ(std::int64_t(row.used), summary.gpuTime) << name;
            }
    EXPECT_EQ(accounts.total.evictions, outcome.summary.evictions);
    EXPECT_EQ(std::int64_t(accounts.total.lost), outcome.summary.wastedGpuTime);
    EXPECT_EQ(accounts.total.wait.mean, outcome.summary.wait.mean);
}

TEST(ScenarioUsage, a_gang_on_nodes_of_two_types_uses_both) {
    const Usage usage = usageOf(scenarioOf(R"({"apportion": 1,
 "nodes": [{"name": "h", "gpu": 4, "gpuType": "H100"}, {"name": "a", "gpu": 2, "gpuType": "A100"}],
 "quotas": [{"name": "q", "guaranteed": {"gpu": 6}}],
 "workloads": [{"name": "w", "quota": "q", "gpu": 2, "replicas": 3, "submit": 0, "duration": 60}]})"),
                                std::nullopt, 0);
    const Accounts accounts = account(usage, *groupingOf("gpuType"), {usage.from, usage.to});
    ASSERT_EQ(accounts.rows.size(), 2U);
    EXPECT_EQ(accounts.total.jobs, 1);
    EXPECT_EQ(usage.gpuTypes[accounts.rows[0].key[static_cast<std::size_t>(Key::gpuType)]], "A100");
    EXPECT_EQ(std::int64_t(accounts.rows[0].used), 2 * 60 * 100'000);
    EXPECT_EQ(std::int64_t(accounts.rows[1].used), 4 * 60 * 100'000);
}

}  // namespace
}  // namespace apportion::report
