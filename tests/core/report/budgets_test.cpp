// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/budgets.h"

#include <gtest/gtest.h>

#include "core/io/scenario_reader.h"
#include "core/io/scenario_writer.h"
#include "core/report/sources.h"

namespace apportion::report {
namespace {

constexpr Duration kDayLong = 24 * 3600 * kSecond;

// Four GPUs from the first of December on.
constexpr const char* kBudgetPool =
    R"({"apportion": 1, "name": "b", "epoch": "2026-12-01T00:00:00Z",
 "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 8}, "budget": {"gpuHours": 1824, "period": "month"}},
            {"name": "a", "parent": "all", "guaranteed": {"gpu": 8}}],
 "workloads": [{"name": "w", "quota": "a", "gpu": 4, "submit": 0}]})";

std::vector<BudgetUse> budgetsAfter(Duration time, std::string text = kBudgetPool) {
    auto read = parseScenario(text, "test");
    EXPECT_TRUE(read);
    const Usage usage =
        usageOf(std::make_shared<const Scenario>(std::move(read->scenario)), time, 0);
    return budgetsAt(usage, Calendar("UTC"), usage.to);
}

TEST(Budgets, a_parent_counts_its_children_and_says_when_it_is_spent_at_this_pace) {
    const auto uses = budgetsAfter(5 * kDayLong);
    ASSERT_EQ(uses.size(), 1U);
    EXPECT_EQ(uses[0].period.text, "2026-12");
    EXPECT_EQ(std::int64_t(uses[0].used), 4 * kOneGpu * 5 * kDayLong);
    EXPECT_EQ(uses[0].usedMillionths, 263'158);
    EXPECT_EQ(uses[0].evenMillionths, 161'290);
    ASSERT_TRUE(uses[0].spent);
    EXPECT_EQ(Calendar("UTC").text(*uses[0].spent), "2026-12-20T00:00:00+00:00");
}

TEST(Budgets, at_80_and_100_percent_there_is_a_warning) {
    const auto codeAfter = [](Duration time) {
        auto read = parseScenario(kBudgetPool, "test");
        const Usage usage =
            usageOf(std::make_shared<const Scenario>(std::move(read->scenario)), time, 0);
        const Problems found = budgetWarnings(usage, budgetsAt(usage, Calendar("UTC"), usage.to));
        return found.empty() ? std::string() : found.front().message.code;
    };
    EXPECT_EQ(codeAfter(15 * kDayLong), "");
    EXPECT_EQ(codeAfter(16 * kDayLong), "budget-near");
    EXPECT_EQ(codeAfter(19 * kDayLong), "budget-spent");
}

// The record begins on the sixth day of December.
TEST(Budgets, a_pace_is_that_of_the_time_since_the_record_began) {
    std::string late = kBudgetPool;
    late.replace(late.find("2026-12-01"), 10, "2026-12-06");
    const auto uses = budgetsAfter(5 * kDayLong, late);
    ASSERT_TRUE(uses[0].recordedSince);
    EXPECT_EQ(Calendar("UTC").text(*uses[0].recordedSince), "2026-12-06T00:00:00+00:00");
    ASSERT_TRUE(uses[0].spent);
    EXPECT_EQ(Calendar("UTC").text(*uses[0].spent), "2026-12-25T00:00:00+00:00");
    EXPECT_FALSE(budgetsAfter(5 * kDayLong)[0].recordedSince) << "all of it is recorded";
}

TEST(Budgets, what_was_spent_says_since_when) {
    const auto uses = budgetsAfter(25 * kDayLong);
    ASSERT_TRUE(uses[0].spent);
    EXPECT_EQ(Calendar("UTC").text(*uses[0].spent), "2026-12-20T00:00:00+00:00");
}

TEST(Budgets, a_scenario_keeps_them_and_refuses_what_is_none) {
    auto read = parseScenario(kBudgetPool, "test");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->scenario.quotas[0].policy.budget, (Budget{182'400, BudgetPeriod::month}));
    std::ostringstream out;
    writeScenario(out, read->scenario);
    auto again = parseScenario(out.str(), "test");
    ASSERT_TRUE(again);
    EXPECT_EQ(again->scenario.quotas, read->scenario.quotas);
    for (const char* wrong : {R"({"gpuHours": -1, "period": "month"})", R"({"gpuHours": 1})",
                              R"({"gpuHours": 1, "period": "year"})"}) {
        std::string text = kBudgetPool;
        text.replace(text.find(R"({"gpuHours")"), 37, wrong);
        EXPECT_FALSE(parseScenario(text, "test")) << wrong;
    }
}

}  // namespace
}  // namespace apportion::report
