// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/planning/plan_report.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

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
const report::DocumentTable& tableOf(report::Document&& document, const std::string& id) = delete;

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
        EXPECT_THAT(row.cells[1].text, HasSubstr(durationWords(base->p10)));
        EXPECT_THAT(row.cells[1].text, HasSubstr(durationWords(base->p90)));
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
    EXPECT_EQ(document.sentences[1], "The pool of the base has 128 GPUs on 16 nodes.");
    const PreparedPlan plan = *preparePlan(kSample);
    ASSERT_EQ(document.sentences.size(), 2 + plan.plan().sets.size());
    for (std::size_t i = 0; i < plan.plan().sets.size(); ++i)
        EXPECT_TRUE(document.sentences[2 + i].starts_with(plan.plan().sets[i].name + ": "));
    EXPECT_EQ(document.tables.front().id, "verdicts");
    EXPECT_EQ(document.tables.front().rows.size(), 6U);
}

TEST_F(PlanReportDocument, SaysOfWaitsThatTheyAreAtLeastAndWhatWasSubmittedByTheEnd) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("plan-report-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "base.json") << R"({"apportion": 1,
        "nodes": [{"name": "n", "gpu": 4}],
        "quotas": [{"name": "root", "guaranteed": {"gpu": 4}},
                   {"name": "left", "parent": "root", "guaranteed": {"gpu": 2}},
                   {"name": "right", "parent": "root", "guaranteed": {"gpu": 2}}],
        "workloads": [{"name": "a", "quota": "left", "gpu": 4, "submit": 0, "duration": 1000},
                      {"name": "b", "quota": "left", "gpu": 4, "submit": 10, "duration": 10},
                      {"name": "c", "quota": "left", "gpu": 1, "submit": 2000, "duration": 10}]})";
    const std::filesystem::path file = folder / "p.plan.json";
    std::ofstream(file) << R"({"apportionPlan": 1, "base": {"scenario": "base.json"}, "until": 600,
        "sets": [{"name": "more", "edits": [
            {"at": 0, "do": "scale", "quotas": {"left": {"gpu": 3}, "right": {"gpu": 1}}}]}]})";
    Result<PreparedPlan> plan = preparePlan(file.string());
    std::filesystem::remove_all(folder);
    ASSERT_TRUE(plan);
    plan->warnings.push_back({{}, {}, 0, 0, {"plan-base-waits", {}}, true});
    RunControl control;
    const report::Document document = *planReport(std::move(*plan), control, {});
    const report::DocumentRow& verdict = tableOf(document, "verdicts").rows.at(0);
    EXPECT_EQ(verdict.cells[1].text, "\xE2\x89\xA5 9 min 50 s");
    EXPECT_EQ(verdict.cells[2].text, "\xE2\x89\xA5 9 min 50 s");
    EXPECT_THAT(document.sentences.at(2), HasSubstr("from \xE2\x89\xA5 9 min 50 s"));
    const auto& assumed = tableOf(document, "assumptions").rows;
    EXPECT_EQ(assumed[0].cells[1].text, "2 workloads over 10 min.");
    EXPECT_TRUE(std::any_of(assumed.begin(), assumed.end(), [](const report::DocumentRow& row) {
        return row.cells[1].text == render({"plan-base-waits", {}});
    }));
}

TEST_F(PlanReportDocument, ARunThatEndsAsItStartsIsWarnedOf) {
    const auto warns = [](const char* until) {
        const std::filesystem::path folder =
            std::filesystem::temp_directory_path() / ("plan-no-end-" + std::to_string(::getpid()));
        std::filesystem::create_directories(folder);
        std::ofstream(folder / "base.json") << R"({"apportion": 1,
            "nodes": [{"name": "n", "gpu": 4}],
            "quotas": [{"name": "root", "guaranteed": {"gpu": 4}}],
            "workloads": [{"name": "a", "quota": "root", "gpu": 4}]})";
        const std::filesystem::path file = folder / "p.plan.json";
        std::ofstream(file) << R"({"apportionPlan": 1, "base": {"scenario": "base.json"},)" << until
                            << R"("sets": [{"name": "none", "edits": []}]})";
        const Result<PreparedPlan> plan = preparePlan(file.string());
        std::filesystem::remove_all(folder);
        return plan &&
               std::any_of(plan->warnings.begin(), plan->warnings.end(),
                           [](const Problem& each) { return each.message.code == "plan-no-end"; });
    };
    EXPECT_TRUE(warns(""));
    EXPECT_FALSE(warns(R"("until": 600,)"));
}

TEST_F(PlanReportDocument, CountsEachKindOfDifference) {
    const report::Document document = made();
    for (const report::DocumentRow& row : tableOf(document, "workloads").rows) {
        if (row.kind != report::DocumentRow::Kind::subtotal)
            continue;
        std::istringstream words(row.cells[1].text);
        std::int64_t all = 0, sum = 0, count = 0;
        std::string word;
        words >> all >> word;
        while (words >> word)
            if (std::istringstream(word) >> count)
                sum += count;
        EXPECT_EQ(sum, all) << row.cells[1].text;
    }
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
