// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/plan/plan_file_writer.h"

#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/io/input_file.h"
#include "core/io/plan/plan_reader.h"

namespace apportion {
namespace {

using ::testing::HasSubstr;

std::string textOf(const Plan& plan) {
    std::ostringstream out;
    writePlan(out, plan);
    return out.str();
}

TEST(PlanFileWriter, ReadingGivesTheSamePlan) {
    Plan plan;
    plan.name = "56 / 72";
    plan.base = ScenarioBase{"pool.json"};
    plan.until = 3600 * kSecond;
    plan.futures = {20, 7};
    ScaleEvent scale;
    scale.targets = {{"Quota1.1", Limit{56 * kOneGpu, {}, {}}},
                     {"Quota1.2", Limit{72 * kOneGpu, {}, {}}}};
    scale.mode = ScaleMode::reclaim;
    scale.after = 600 * kSecond;
    AddNodes nodes;
    nodes.group.node.name = "new";
    nodes.group.node.gpu = 8 * kOneGpu;
    nodes.group.count = 2;
    AddQuota quota;
    quota.quota.name = "Quota1.3";
    quota.quota.parent = "Quota1";
    quota.quota.guaranteed.gpu = 16 * kOneGpu;
    Workload workload;
    workload.name = "first";
    workload.request.gpu = 8 * kOneGpu;
    quota.workloads.push_back(workload);
    plan.sets = {{"scaled", {{1800 * kSecond, EventAction{scale}}}},
                 {"others",
                  {{500, nodes},
                   {1500, RemoveNodes{{"dgx-3", "dgx-4"}}},
                   {2000, quota},
                   {0, Forecast{"Quota1", 1300, 3600 * kSecond}}}}};
    const auto read = parsePlan(textOf(plan));
    ASSERT_TRUE(read.has_value()) << textOf(plan);
    EXPECT_EQ(read->plan, plan) << textOf(plan);
}

TEST(PlanFileWriter, AdviceThatWasTakenStaysInThePlan) {
    Plan plan;
    plan.base = ScenarioBase{"pool.json"};
    plan.sets = {{"other", {}}};
    ScaleEvent scale;
    scale.targets = {{"a", Limit{8 * kOneGpu, {}, {}}}};
    TakenAdvice& advice = plan.advice.emplace_back();
    advice.name = "Advice 1";
    advice.taken = 1'763'280'000'000;
    advice.period = 14 * 24 * 3600 * kSecond;
    advice.edits = {{0, EventAction{scale}}};
    advice.goals = {
        {{.metric = GoalMetric::p95Wait, .quota = "a", .below = true, .bound = 1800 * kSecond},
         2040 * kSecond,
         1440 * kSecond,
         1740 * kSecond},
        {{.metric = GoalMetric::evictions,
          .of = Goal::Of::pool,
          .quota = {},
          .bound = 5,
          .ofTen = 9},
         61,
         52,
         60},
        {{.metric = GoalMetric::shareKept, .of = Goal::Of::worst, .quota = {}, .bound = 900'000},
         850'000,
         910'000,
         951'234}};
    const auto read = parsePlan(textOf(plan));
    ASSERT_TRUE(read.has_value()) << textOf(plan);
    EXPECT_EQ(read->plan, plan) << textOf(plan);
}

TEST(PlanFileWriter, AdviceThatIsWrongIsToldWhereItStands) {
    const auto read = parsePlan(R"({"apportionPlan": 1, "base": {"scenario": "a.json"}, "sets": [],
 "advice": [{"name": "a", "taken": "yesterday", "period": 1, "edits": [],
             "goals": [{"metric": "waits", "of": "a", "inTenths": 11, "before": 1, "p10": 1}]}]})");
    ASSERT_FALSE(read.has_value());
    std::set<std::string> places;
    for (const Problem& each : read.error())
        places.insert(each.pointer);
    EXPECT_EQ(places, (std::set<std::string>{"/advice/0/taken", "/advice/0/goals/0/metric",
                                             "/advice/0/goals/0", "/advice/0/goals/0/inTenths"}));
}

TEST(PlanFileWriter, EveryKindOfBase) {
    Plan plan;
    plan.sets = {{"a", {}}};
    plan.base = ProjectBase{"pool.apportion"};
    EXPECT_EQ(parsePlan(textOf(plan))->plan, plan);
    plan.base = ProjectBase{"pool.apportion", 1'795'000'000'000, 1'795'600'000'500};
    EXPECT_EQ(parsePlan(textOf(plan))->plan, plan);
    TraceBase trace;
    trace.file = "jobs.csv";
    trace.format = "generic";
    trace.pool = "4x8";
    trace.first = 10;
    trace.skipBadRows = true;
    trace.consolidation = "off";
    plan.base = trace;
    EXPECT_EQ(parsePlan(textOf(plan))->plan, plan);
}

// Else nobody would be told that the base is another than the one that the plan was run on.
TEST(PlanFileWriter, KeepsTheHashOfTheBase) {
    const std::string hash = "\"sha256:" + std::string(64, 'a') + "\"";
    for (const std::string base :
         {R"("scenario": "a.json")", R"("project": "p")", R"("trace": "t", "format": "csv")"}) {
        const auto read = parsePlan(std::string(R"({"apportionPlan": 1, "base": {)")
                                        .append(base)
                                        .append(R"(, "hash": )")
                                        .append(hash)
                                        .append(R"(}, "sets": []})"));
        ASSERT_TRUE(read.has_value()) << base;
        const std::string text = textOf(read->plan);
        EXPECT_THAT(text, HasSubstr("\"hash\": " + hash)) << text;
        const auto again = parsePlan(text);
        ASSERT_TRUE(again.has_value()) << text;
        EXPECT_EQ(again->plan, read->plan) << text;
    }
}

TEST(PlanFileWriter, WritesThePlanOfTheSamplesAgain) {
    const auto read = readPlan(APPORTION_SOURCE_DIR "/resources/plans/pool-128.plan.json");
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(parsePlan(textOf(read->plan))->plan, read->plan);
}

}  // namespace
}  // namespace apportion
