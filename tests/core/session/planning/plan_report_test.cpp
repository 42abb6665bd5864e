// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/planning/plan_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/told.h"
#include "core/plan/verdict.h"

namespace apportion {
namespace {

using ::testing::HasSubstr;

const std::string kSample =
    std::string(APPORTION_SOURCE_DIR) + "/resources/plans/pool-128.plan.json";

const report::DocumentTable& tableOf(const report::Document& document, const std::string& id) {
    for (const report::DocumentTable& table : document.tables)
        if (table.id == id)
            return table;
    throw std::runtime_error(id);
}

class PlanReportDocument : public ::testing::Test {
protected:
    static report::Document made() {
        RunControl control;
        return *planReport(*preparePlan(kSample), control, {"sample.plan.json", "", "1", 0});
    }
};

TEST_F(PlanReportDocument, HasTheNumbersOfTheRun) {
    PreparedPlan plan = *preparePlan(kSample);
    plan.file.plan.futures.count = kEditingFutures;
    const auto bands = runFutures(plan, {});
    ASSERT_TRUE(bands);
    const report::Document document = made();
    const auto& teams = tableOf(document, "teams");
    const auto& last = plan.plan().sets.size() - 1;
    for (const report::DocumentRow& row : teams.rows) {
        const std::string team = row.cells[0].text == "All teams" ? "" : row.cells[0].text;
        const auto base = bandOf(bands->base, PlanMetric::p95Wait, team);
        const auto band = bandOf(bands->sets[last].bands, PlanMetric::p95Wait, team);
        ASSERT_TRUE(base && band) << team;
        EXPECT_EQ(row.cells[1].text, durationWords(base->p50));
        EXPECT_THAT(row.cells[2 + last].text, HasSubstr(durationWords(band->p90)));
    }
}

TEST_F(PlanReportDocument, EveryRowOfTheMetricsNamesItsVariant) {
    const PreparedPlan plan = *preparePlan(kSample);
    const report::Document document = made();
    std::size_t set = 0;
    for (const report::DocumentRow& row : tableOf(document, "metrics").rows) {
        EXPECT_EQ(row.cells[1].text, plan.plan().sets[set].name);
        EXPECT_EQ(row.cells[0].text.empty(), set > 0);
        EXPECT_EQ(row.cells[2].text.empty(), set > 0);
        set = (set + 1) % plan.plan().sets.size();
    }
}

TEST_F(PlanReportDocument, SaysTheVerdictsBeforeAnyTable) {
    const report::Document document = made();
    EXPECT_THAT(document.sentences[0], HasSubstr("Quota1.1"));
    EXPECT_EQ(document.sentences[1], "No variant shortens the waits of Quota1.1.");
    EXPECT_EQ(document.tables.front().id, "verdicts");
    EXPECT_EQ(document.tables.front().rows.size(), 6U);
}

TEST_F(PlanReportDocument, TheChartHasALineARunWithinItsSides) {
    const report::Document document = made();
    const auto& chart = tableOf(document, "chart").chart;
    ASSERT_EQ(chart.lines.size(), 7U);
    EXPECT_EQ(chart.lines[0].colour, -1);
    for (const auto& line : chart.lines) {
        ASSERT_FALSE(line.points.empty());
        for (const auto& [x, y] : line.points) {
            EXPECT_TRUE(x >= 0 && x <= 1000);
            EXPECT_TRUE(y >= 0 && y <= 1000);
        }
    }
}

TEST_F(PlanReportDocument, EveryVariantThatRanHasItsWorkloads) {
    const report::Document document = made();
    int heads = 0;
    for (const report::DocumentRow& row : tableOf(document, "workloads").rows) {
        heads += row.kind == report::DocumentRow::Kind::subtotal ? 1 : 0;
        EXPECT_EQ(row.cells.size(), 5U);
    }
    EXPECT_EQ(heads, 6);
}

TEST_F(PlanReportDocument, AControlThatStopsEndsIt) {
    std::stop_source stopped;
    stopped.request_stop();
    RunControl control(stopped.get_token());
    EXPECT_FALSE(planReport(*preparePlan(kSample), control, {}));
}

}  // namespace
}  // namespace apportion
