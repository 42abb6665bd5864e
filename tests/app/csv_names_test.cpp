// SPDX-License-Identifier: GPL-3.0-or-later
// A name that a spreadsheet would run as a formula, in every CSV that a command writes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

const std::string kCommand = "=cmd|' !A0'";

class CsvNames : public ::testing::Test {
protected:
    CsvNames() {
        Json scenario = Json::parse(smallScenario());
        scenario["quotas"][0]["name"] = "@team";
        for (Json& work : scenario["workloads"]) {
            work["quota"] = "@team";
            work["user"] = "+user";
        }
        scenario["workloads"][0]["name"] = kCommand;
        writeBytes(scenario_, scenario.dump());
    }

    TemporaryFolder folder_;
    std::string scenario_ = folder_ / "pool.json";
};

TEST_F(CsvNames, OfARunAreTextUnlessTheBytesAreAsked) {
    const std::string jobs = folder_ / "jobs.csv", timeline = folder_ / "timeline.csv";
    ASSERT_EQ(ctl({"simulate", scenario_, "--jobs", jobs, "--timeline", timeline}).code, 0);
    EXPECT_THAT(bytesOf(jobs), HasSubstr("\n'" + kCommand + ",'@team,'+user,training,2,"));
    EXPECT_THAT(bytesOf(timeline), HasSubstr("\n0.0,'@team,2,"));
    ASSERT_EQ(ctl({"simulate", scenario_, "--jobs", jobs, "--timeline", timeline, "--raw"}).code,
              0);
    EXPECT_THAT(bytesOf(jobs), HasSubstr("\n" + kCommand + ",@team,+user,training,2,"));
    EXPECT_THAT(bytesOf(timeline), HasSubstr("\n0.0,@team,2,"));
    const Ran nothing = ctl({"simulate", scenario_, "--raw"});
    EXPECT_EQ(nothing.code, 2);
    EXPECT_THAT(nothing.err, HasSubstr("--raw requires --timeline or --jobs."));
}

TEST_F(CsvNames, OfAReplayAreText) {
    const std::string jobs = folder_ / "jobs.csv";
    ASSERT_EQ(ctl({"replay", "--trace", scenario_, "--format", "scenario", "--jobs", jobs}).code,
              0);
    EXPECT_THAT(bytesOf(jobs), HasSubstr("\n'" + kCommand + ",'@team"));
    ASSERT_EQ(
        ctl({"replay", "--trace", scenario_, "--format", "scenario", "--jobs", jobs, "--raw"}).code,
        0);
    EXPECT_THAT(bytesOf(jobs), HasSubstr("\n" + kCommand + ",@team"));
}

TEST_F(CsvNames, OfAPlanAreText) {
    const std::string plan = folder_ / "p.plan.json", metrics = folder_ / "metrics.csv";
    writeBytes(plan, R"({"apportionPlan": 1, "name": "what if", "base": {"scenario": "pool.json"},
 "sets": [{"name": "=1+1", "edits": []}, {"name": "-1", "edits": []}]})");
    ASSERT_EQ(ctl({"plan", "run", plan, "--metrics", metrics}).code, 0);
    EXPECT_THAT(bytesOf(metrics), HasSubstr("\n'=1+1,0.0,"));
    EXPECT_THAT(bytesOf(metrics), HasSubstr("\n'-1,0.0,")) << "a name, not a number";
    ASSERT_EQ(ctl({"plan", "run", plan, "--metrics", metrics, "--raw"}).code, 0);
    EXPECT_THAT(bytesOf(metrics), HasSubstr("\n=1+1,0.0,"));
    EXPECT_EQ(ctl({"plan", "run", plan, "--raw"}).code, 2) << "no CSV";
}

// What a name is decides who is evicted, so it must come back as it was.
TEST_F(CsvNames, OfAConvertedTraceReadBackAsTheyWere) {
    const std::string trace = folder_ / "trace.csv";
    writeBytes(trace,
               "name,submit,duration,gpus,group,user\n" + kCommand +
                   ",2026-03-01 10:00:00,60,1,@g,+u\n''=2,2026-03-01 10:00:00,60,1,\"=a,b\",'=u\n");
    const auto replayed = [](const std::string& file, const std::string& format) {
        const Ran ran = ctl({"replay", "--trace", file, "--format", format, "--pool", "1x1",
                             "--quotas", "groups", "--json", "--full"});
        EXPECT_EQ(ran.code, 0) << ran.err;
        return ran.out;
    };
    const std::string expected = replayed(trace, "csv");
    EXPECT_TRUE(Json::parse(expected)["workloads"].contains(kCommand));
    for (const std::string format : {"csv", "helios"}) {
        const std::string out = folder_ / "out";
        ASSERT_EQ(ctl({"convert", trace, out, "--from", "csv", "--to", format}).code, 0);
        EXPECT_THAT(bytesOf(out), HasSubstr("\n'" + kCommand + ",")) << format;
        EXPECT_EQ(replayed(out, format), expected) << format;
    }
    const std::string raw = folder_ / "raw.csv";
    ASSERT_EQ(ctl({"convert", trace, raw, "--raw"}).code, 0);
    EXPECT_THAT(bytesOf(raw), HasSubstr("\n" + kCommand + ","));
    const Ran refused = ctl({"convert", trace, folder_ / "o.swf", "--raw"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, HasSubstr("A file of format 'swf' has no CSV cells."));
}

TEST_F(CsvNames, AreExplainedInTheHelp) {
    for (const std::string command : {"simulate", "replay", "plan run", "convert"})
        EXPECT_THAT(shell("\"$CTL\" " + command + " --help").out, HasSubstr("--raw")) << command;
    EXPECT_THAT(ctl({"convert", "--help"}).out, HasSubstr("apostrophe"));
}

}  // namespace
}  // namespace apportion::testing
