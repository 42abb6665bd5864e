// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl plan report, and bases that are a part of a project's past.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kPool = std::string(APPORTION_SOURCE_DIR) + "/resources/plans/pool-128.plan.json";

TEST(PlanReport, AnswersTheQuestionWithVerdictsAssumptionsAndHashes) {
    const auto ran = ctl({"plan", "report", kPool});
    EXPECT_EQ(ran.code, 0) << ran.err;
    for (const char* part :
         {"<!DOCTYPE html>", "Plan: 128 GPUs, three teams: what if",
          "Question: how do these changes affect the waits of Quota1.1", "Who gains, who pays",
          "Assumptions", "Mean wait over time", "<polyline", "Workloads that differ",
          "scale Quota1.1 to 56 GPUs, Quota1.2 to 72 GPUs", "sha256", "apportionctl", "refused: 1"})
        EXPECT_THAT(ran.out, HasSubstr(part));
    EXPECT_THAT(ran.out, Not(HasSubstr("://")));  // one file that needs no other
}

// Numbers of the report are those of the run.
TEST(PlanReport, HasTheNumbersOfTheRun) {
    const auto run = ctl({"plan", "run", kPool, "--json"});
    const auto answer = nlohmann::json::parse(run.out);
    const auto report = ctl({"plan", "report", kPool});
    const std::string hash = answer["base"]["hash"];
    EXPECT_THAT(report.out, HasSubstr(hash.substr(hash.find(':') + 1)));
}

TEST(PlanReport, NamesOfStrangersAreEscaped) {
    const TemporaryFolder folder;
    const std::string file = folder / "p.plan.json";
    writeBytes(file, R"({"apportionPlan": 1, "name": "<script>", "base": {"scenario": ")" +
                         std::string(APPORTION_SOURCE_DIR) +
                         R"(/resources/samples/pool-128.json"}, "sets": [{"name": "a<b", "edits": [
        {"at": 0, "do": "scale", "quotas": {"Quota1.1": {"gpu": 56}, "Quota1.2": {"gpu": 72}}}]}]})");
    const auto ran = ctl({"plan", "report", file});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("&lt;script&gt;"));
    EXPECT_THAT(ran.out, Not(HasSubstr("<script>")));
    EXPECT_THAT(ran.out, HasSubstr("a&lt;b"));
}

TEST(PlanReport, IsNotInJson) {
    EXPECT_NE(ctl({"plan", "report", kPool, "--json"}).code, 0);
}

}  // namespace
}  // namespace apportion::testing
