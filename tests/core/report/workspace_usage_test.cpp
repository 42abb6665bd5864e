// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/workspace_usage.h"

#include <gtest/gtest.h>

#include "core/io/scenario_reader.h"
#include "core/report/sources.h"

namespace apportion::report {
namespace {

constexpr Duration kHourLong = 3600 * kSecond;
constexpr Amount kGpuHour = Amount{kOneGpu} * kHourLong;

// Monday noon. Ours has 4 of 8 GPUs, and borrows 2 for two hours; then the other wants its own.
constexpr const char* kTwoTeams =
    R"({"apportion": 1, "name": "t", "epoch": "2026-11-16T12:00:00Z",
 "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "ours", "guaranteed": {"gpu": 4}%1}, {"name": "theirs", "guaranteed": {"gpu": 4}}],
 "workspaces": [{"name": "w", "quotas": ["ours"]}, {"name": "secret", "quotas": ["theirs"]}],
 "workloads": [
  {"name": "a", "quota": "ours", "workspace": "w", "user": "ann", "gpu": 4, "submit": 0},
  {"name": "b", "quota": "ours", "workspace": "w", "user": "bob", "gpu": 2, "submit": 0},
  {"name": "x", "quota": "theirs", "workspace": "secret", "user": "eve", "gpu": 4, "submit": 7200}]})";

WorkspaceUsage usedAfter(Duration time, const std::string& more = {}) {
    std::string text = kTwoTeams;
    text.replace(text.find("%1"), 2, more);
    auto read = parseScenario(text, "test");
    EXPECT_TRUE(read);
    const Usage usage =
        usageOf(std::make_shared<const Scenario>(std::move(read->scenario)), time, 0);
    return workspaceUsage(usage, "w", {"ours"}, Calendar("UTC"), usage.to);
}

TEST(WorkspaceUsageTest, adds_up_by_user_and_counts_what_evictions_cost) {
    const WorkspaceUsage made = usedAfter(4 * kHourLong);
    EXPECT_EQ(made.period.text, "2026-W47");
    ASSERT_EQ(made.users.size(), 2U);
    EXPECT_EQ(made.users[0].name, "ann");
    EXPECT_EQ(made.users[0].used, 16 * kGpuHour);
    EXPECT_EQ(made.users[1].used, 4 * kGpuHour) << "evicted after two hours";
    EXPECT_EQ(made.used, 20 * kGpuHour);
    EXPECT_EQ(made.lost, 4 * kGpuHour);
    EXPECT_EQ(made.allowance, 4 * 168 * kGpuHour) << "the guarantee all week";
    EXPECT_EQ(made.even, 4 * 16 * kGpuHour) << "sixteen hours of the week are over";
    EXPECT_EQ(made.spent.value.back(), std::int64_t(made.used));
}

TEST(WorkspaceUsageTest, its_lines_are_what_ran_and_what_it_was_entitled_to) {
    const WorkspaceUsage made = usedAfter(4 * kHourLong);
    EXPECT_EQ(made.running.value, (std::vector<std::int64_t>{6 * kOneGpu, 4 * kOneGpu}));
    ASSERT_FALSE(made.entitled.value.empty());
    EXPECT_EQ(made.entitled.value.front(), 6 * kOneGpu);
    EXPECT_EQ(made.entitled.value.back(), 4 * kOneGpu);
    EXPECT_EQ(made.guarantee.value, (std::vector<std::int64_t>{4 * kOneGpu}));
    EXPECT_EQ(made.shareKept, 1'000'000) << "it always had what it was entitled to";
}

TEST(WorkspaceUsageTest, a_budget_takes_the_place_of_the_guarantee) {
    const WorkspaceUsage made =
        usedAfter(4 * kHourLong, R"(, "budget": {"gpuHours": 720, "period": "month"})");
    EXPECT_TRUE(made.isBudget);
    EXPECT_EQ(made.period.text, "2026-11");
    EXPECT_EQ(made.allowance, 720 * kGpuHour);
    EXPECT_EQ(made.even, (15 * 24 + 16) * kGpuHour);
    EXPECT_FALSE(made.end) << "four hours tell nothing of a month";
    EXPECT_TRUE(made.recordedInPart());
    EXPECT_EQ(made.recorded, 4 * kHourLong);
    EXPECT_EQ(made.passed, (15 * 24 + 16) * kHourLong);
}

TEST(WorkspaceUsageTest, a_forecast_has_the_pace_of_what_was_recorded) {
    const WorkspaceUsage made =
        usedAfter(10 * 24 * kHourLong, R"(, "budget": {"gpuHours": 3000, "period": "month"})");
    // Ten days from the 16th on: 6 GPUs for two hours, then 4.
    ASSERT_TRUE(made.end);
    EXPECT_EQ(made.used, (2 * 6 + 238 * 4) * kGpuHour);
    EXPECT_EQ(made.recorded, 10 * 24 * kHourLong);
    EXPECT_EQ(made.passed, (25 * 24 + 12) * kHourLong);
    const Duration left = (4 * 24 + 12) * kHourLong;
    EXPECT_EQ(made.end->first, made.used + 4 * kOneGpu * Amount{left});
    EXPECT_EQ(made.end->second, made.used + made.used * left / (10 * 24 * kHourLong));
}

TEST(WorkspaceUsageTest, a_gap_is_not_recorded_and_most_of_it_leaves_no_forecast) {
    auto read = parseScenario(
        std::string(kTwoTeams).replace(std::string(kTwoTeams).find("%1"), 2, ""), "test");
    ASSERT_TRUE(read);
    Usage usage =
        usageOf(std::make_shared<const Scenario>(std::move(read->scenario)), 4 * 24 * kHourLong, 0);
    const auto made = [&] {
        return workspaceUsage(usage, "w", {"ours"}, Calendar("UTC"), usage.to);
    };
    EXPECT_TRUE(made().end);
    usage.gaps = {{usage.from + kHourLong, usage.from + 49 * kHourLong}};
    EXPECT_EQ(made().recorded, 48 * kHourLong);
    EXPECT_TRUE(made().end);
    usage.gaps.front().second += kHourLong;
    EXPECT_FALSE(made().end);
}

// The other workspace has its quota below the same root; ours has work in the root itself.
TEST(WorkspaceUsageTest, at_a_parent_quota_only_its_own_work_is_its_own) {
    auto read = parseScenario(R"({"apportion": 1, "name": "t", "epoch": "2026-11-16T12:00:00Z",
 "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "root", "guaranteed": {"gpu": 8}},
            {"name": "below", "parent": "root", "guaranteed": {"gpu": 6}}],
 "workspaces": [{"name": "w", "quotas": ["root"]}, {"name": "theirs", "quotas": ["below"]}],
 "workloads": [
  {"name": "a", "quota": "root", "workspace": "w", "user": "ann", "gpu": 2, "submit": 0},
  {"name": "b", "quota": "below", "workspace": "theirs", "user": "eve", "gpu": 6, "submit": 0}]})",
                              "test");
    ASSERT_TRUE(read);
    const Usage usage =
        usageOf(std::make_shared<const Scenario>(std::move(read->scenario)), 4 * kHourLong, 0);
    const WorkspaceUsage made = workspaceUsage(usage, "w", {"root"}, Calendar("UTC"), usage.to);
    EXPECT_EQ(made.used, 8 * kGpuHour);
    EXPECT_EQ(made.spent.value.back(), std::int64_t(made.used));
    EXPECT_EQ(made.running.value, (std::vector<std::int64_t>{2 * kOneGpu}));
    ASSERT_EQ(made.users.size(), 1U);
    EXPECT_EQ(made.users[0].name, "ann");
    EXPECT_EQ(made.entitled.value.back(), 8 * kOneGpu) << "the share is that of the tree";
    EXPECT_EQ(made.shareKept, 1'000'000);
}

TEST(WorkspaceUsageTest, nothing_of_another_workspace_is_named) {
    const WorkspaceUsage made = usedAfter(4 * kHourLong);
    for (const auto& user : made.users)
        EXPECT_NE(user.name, "eve");
}

}  // namespace
}  // namespace apportion::report
