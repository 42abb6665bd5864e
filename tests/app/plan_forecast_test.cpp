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
    EXPECT_THAT(second.err, HasSubstr("for each quota by itself"));
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
    EXPECT_THAT(quota.err, HasSubstr("The base has no quota none."));
    EXPECT_EQ(
        ctl({"plan", "advise", file, "--goal", "p95-wait of odd below 5m", "--levers", "x"}).code,
        2);
}

}  // namespace
}  // namespace apportion::testing
