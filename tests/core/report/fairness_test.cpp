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

TEST(Fairness, a_pair_says_why_the_gpus_do_not_reach_the_one_that_lacks_them) {
    const auto scenario = scenarioOf(kPool);
    const Usage usage = usageOf(scenario, 60 * kSecond, 1);
    Fairness fairness = fairnessOf(usage, usage.to - 1);
    ASSERT_EQ(fairness.pairs.size(), 1U);
    EXPECT_FALSE(fairness.pairs[0].reason) << "not known before it is asked for";
    Simulation simulation(scenario);
    simulation.runTo(60 * kSecond);
    findReasons(usage, simulation.engine(), fairness);
    ASSERT_TRUE(fairness.pairs[0].reason);
    EXPECT_EQ(fairness.pairs[0].waits, "p");
    EXPECT_EQ(fairness.pairs[0].reason->code, ReasonCode::noEligibleVictims);
    EXPECT_EQ(fairness.pairs[0].reason->message, simulation.engine().reason(2)->message);
}

// students: 16 of 16 for 20 s, then 8 of 8 for 40 s; vision: 8 of 8 for 50 s; speech: 0 of 8 for
// 40 s.
TEST(FairDay, the_share_kept_is_what_was_had_of_what_was_wanted_by_time) {
    const Usage usage = usageOf(scenarioOf(kPool), 60 * kSecond, 1);
    const FairDay day = fairDayOf(usage, 0, 60 * kSecond);
    const Fairness fairness = fairnessOf(usage, usage.to - 1);
    const auto kept = [&](const char* name) {
        for (const FairTeam& team : fairness.teams)
            if (teamName(usage, team) == name)
                return keptBy(usage, team, day);
        return std::optional<std::int64_t>(-1);
    };
    EXPECT_EQ(kept("students"), 1'000'000);
    EXPECT_EQ(kept("vision"), 1'000'000);
    EXPECT_EQ(kept("speech"), 0);
    EXPECT_EQ(kept("idle"), std::nullopt) << "it wanted nothing";
    EXPECT_EQ(day.keptByAll, 764'706) << "1040 of 1360";
    const std::vector<std::pair<Moment, Gpu>> below{{0, 0}, {20 * kSecond, 8 * kOneGpu}};
    EXPECT_EQ(day.below, below);
}

TEST(FairDay, of_a_part_of_the_time_it_is_of_that_part_and_a_gap_counts_for_nothing) {
    Usage usage = usageOf(scenarioOf(kPool), 60 * kSecond, 1);
    EXPECT_EQ(fairDayOf(usage, 40 * kSecond, 60 * kSecond).keptByAll, 16 * 1'000'000 / 24 + 1);
    usage.gaps.emplace_back(20 * kSecond, 50 * kSecond);
    const FairDay day = fairDayOf(usage, 0, 60 * kSecond);
    EXPECT_EQ(day.keptByAll, (16 * 20 + 8 * 10 + 8 * 20) * 1'000'000LL / (560 + 8 * 10));
    const std::vector<std::pair<Moment, Gpu>> below{
        {0, 0}, {20 * kSecond, FairDay::kUnknown}, {50 * kSecond, 8 * kOneGpu}};
    EXPECT_EQ(day.below, below);
}

// At every moment the line is what the teams of that moment lack.
TEST(FairDay, the_line_is_the_sum_of_the_teams_at_each_moment) {
    const Usage usage = usageOf(scenarioOf(kPool), std::nullopt, 1);
    const FairDay day = fairDayOf(usage, usage.from, usage.to - 1);
    ASSERT_GT(day.below.size(), 2U);
    for (const auto& [at, gpu] : day.below) {
        Gpu below = 0;
        for (const FairTeam& team : fairnessOf(usage, at).teams)
            below += team.below();
        EXPECT_EQ(gpu, below) << at;
    }
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
