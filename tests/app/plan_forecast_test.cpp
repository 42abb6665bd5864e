// SPDX-License-Identifier: GPL-3.0-or-later
// plan check and plan advise, on a trace of some weeks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"
#include "tests/core/io/schema_check.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

class PlanForecastTest : public ::testing::Test {
protected:
    // Of each whole week 40 jobs of one and of two GPUs an hour apart, of two groups.
    std::string planOf(int weeks, const std::string& futures = "") const {
        std::string rows = "timestamp,duration,num_gpus,gpu_time,cluster\n";
        for (int week = 0; week <= weeks; ++week)
            for (int i = 0; i < (week == weeks ? 1 : 80); ++i) {
                const int day = 4 + 7 * week + i / 24;
                const std::string date = (day > 30 ? "2017-10-" : "2017-09-") +
                                         std::string((day - 1) % 30 + 1 < 10 ? "0" : "") +
                                         std::to_string((day - 1) % 30 + 1);
                rows += date + " " + (i % 24 < 10 ? "0" : "") + std::to_string(i % 24) + ":00:00," +
                        std::to_string(7200 + 600 * (i % 5)) + "," + std::to_string(1 + i % 2) +
                        ",0," + (i % 2 == 0 ? "odd" : "even") + "\n";
            }
        writeBytes(folder_ / "trace.csv", rows);
        std::string file = folder_ / "p.plan.json";
        writeBytes(file, R"({"apportionPlan": 1, "base": {"trace": "trace.csv", "format": "philly",
            "pool": "1x6", "quotas": "groups"},)" +
                             futures + R"( "sets": []})");
        return file;
    }

    TemporaryFolder folder_;
};

TEST_F(PlanForecastTest, CheckTellsHowOftenBandsHeld) {
    const std::string file = planOf(6);
    const auto ran = ctl({"plan", "check", file, "--json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(accepts("plan-check", ran.out));
    const Json answer = Json::parse(ran.out);
    EXPECT_EQ(answer["weeks"], Json({{"base", 4}, {"held", 2}}));
    EXPECT_EQ(answer["metrics"][0],
              Json({{"metric", "gpuHours"}, {"of", "all"}, {"held", 2}, {"times", 2}}));
    EXPECT_EQ(ctl({"plan", "check", file, "--json", "--threads", "3"}).out, ran.out);
    EXPECT_THAT(ctl({"plan", "check", file}).out,
                HasSubstr("Bands on 2 weeks that were held back, forecast from 4 weeks"));
}

TEST_F(PlanForecastTest, CheckRefusesTooFewWeeks) {
    const auto ran = ctl({"plan", "check", planOf(2)});
    EXPECT_EQ(ran.code, 3);
    EXPECT_THAT(ran.err, HasSubstr("a check needs 3"));
}

TEST_F(PlanForecastTest, TeamsMayBeDrawnApart) {
    const std::string together = planOf(3, R"("futures": {"count": 3, "seed": 1},)");
    const auto first = ctl({"plan", "run", together, "--json"});
    EXPECT_EQ(first.code, 0);
    EXPECT_THAT(first.err, HasSubstr("the same for all quotas"));
    const std::string apart =
        planOf(3, R"("futures": {"count": 3, "seed": 1, "teamsApart": true},)");
    const auto second = ctl({"plan", "run", apart, "--json"});
    EXPECT_TRUE(accepts("plan-run", second.out));
    EXPECT_THAT(second.err, HasSubstr("for each quota separately"));
}

TEST_F(PlanForecastTest, AdviseAnswersWithTheCheapestChange) {
    const std::string file = planOf(6);
    const std::vector<std::string> asked{
        "plan",     "advise",       file,         "--goal", "p95-wait of odd below 20m",
        "--levers", "sizes,weight", "--any-harm", "--json"};
    const auto ran = ctl(asked);
    EXPECT_TRUE(accepts("plan-advise", ran.out)) << ran.err;
    const Json answer = Json::parse(ran.out);
    ASSERT_FALSE(answer["answers"].empty());
    const Json& first = answer["answers"][0];
    EXPECT_EQ(ran.code, first["reaches"].get<bool>() ? 0 : 4);
    // What it says is what a run of its edits gives: the plan takes them as they are.
    const Json plan{
        {"apportionPlan", 1},
        {"base",
         {{"trace", "trace.csv"}, {"format", "philly"}, {"pool", "1x6"}, {"quotas", "groups"}}},
        {"sets", {{{"name", "advice"}, {"edits", first["edits"]}}}}};
    writeBytes(folder_ / "taken.plan.json", plan.dump());
    const auto taken = ctl({"plan", "run", folder_ / "taken.plan.json", "--json"});
    EXPECT_EQ(taken.code, 0) << taken.err;
}

TEST_F(PlanForecastTest, AdviseRefusesWhatItCannotRead) {
    const std::string file = planOf(6);
    const auto goal = ctl({"plan", "advise", file, "--goal", "shorter waits"});
    EXPECT_EQ(goal.code, 3);
    EXPECT_THAT(goal.err, HasSubstr("'shorter waits' is not a goal."));
    const auto quota = ctl({"plan", "advise", file, "--goal", "p95-wait of none below 5m"});
    EXPECT_EQ(quota.code, 3);
    EXPECT_THAT(quota.err, HasSubstr("Quota none does not exist in the base."));
    EXPECT_EQ(
        ctl({"plan", "advise", file, "--goal", "p95-wait of odd below 5m", "--levers", "x"}).code,
        2);
}

TEST_F(PlanForecastTest, AnAnswerThatIsTakenIsKeptWithItsPrediction) {
    const std::string file = planOf(6);
    const auto ran = ctl({"plan", "advise", file, "--goal", "p95-wait of odd below 20m", "--levers",
                          "sizes", "--any-harm", "--most", "20", "--take", "1", "--json"});
    const Json answer = Json::parse(ran.out)["answers"][0];
    const Json plan = Json::parse(bytesOf(file));
    ASSERT_EQ(plan["sets"].size(), 1U);
    EXPECT_EQ(plan["sets"][0]["edits"], answer["edits"]);
    ASSERT_EQ(plan["advice"].size(), 1U);
    const Json& kept = plan["advice"][0];
    EXPECT_EQ(kept["edits"], answer["edits"]);
    EXPECT_EQ(kept["goals"][0]["p90"], answer["after"]["p90"]);
    EXPECT_EQ(kept["goals"][0]["before"], answer["before"]["p50"]);
    EXPECT_TRUE(accepts("plan", bytesOf(file)));
    // Of a trace there is no journal that tells what came.
    const auto results = ctl({"plan", "results", file});
    EXPECT_EQ(results.code, 3);
    EXPECT_THAT(results.err, HasSubstr("The base of this plan is not a project."));
    EXPECT_EQ(ctl({"plan", "advise", "-", "--goal", "x", "--take", "1"}).code, 2);
}

TEST_F(PlanForecastTest, ResultsOfAProjectWaitForTheirTime) {
    const std::string pool = folder_ / "pool.apportion";
    ASSERT_EQ(
        ctl({"project", "init", pool, "--from", sourceFile("resources/samples/pool-128.json")})
            .code,
        0);
    writeBytes(folder_ / "p.plan.json",
               R"({"apportionPlan": 1, "base": {"project": "pool.apportion"},
 "sets": [], "advice": [{"name": "Advice 1", "taken": "2024-01-01T00:00:00Z", "period": 1209600,
  "edits": [{"at": 0, "do": "policy", "quota": "Quota1.1", "weight": 7}],
  "goals": [{"metric": "p95Wait", "of": "Quota1.1", "below": 1800, "inTenths": 8,
             "before": 2040, "p10": 1440, "p90": 1740}]}]})");
    const std::string plan = folder_ / "p.plan.json";
    const auto before = ctl({"plan", "results", plan});
    EXPECT_EQ(before.code, 0) << before.err;
    EXPECT_THAT(before.out, HasSubstr("It is not applied yet."));
    ASSERT_EQ(ctl({"project", "policy", pool, "Quota1.1", "--set", R"({"weight": 7})"}).code, 0);
    const auto after = ctl({"plan", "results", plan, "--json"});
    EXPECT_TRUE(accepts("plan-results", after.out)) << after.err;
    const Json advice = Json::parse(after.out)["advice"][0];
    EXPECT_TRUE(advice["applied"].is_string());
    EXPECT_FALSE(advice["over"].get<bool>());
    EXPECT_FALSE(advice["goals"][0].contains("came"));
    EXPECT_THAT(ctl({"plan", "results", plan}).out, HasSubstr("The result comes on "));
}

}  // namespace
}  // namespace apportion::testing
