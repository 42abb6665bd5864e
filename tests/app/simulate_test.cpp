// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/io/scenario_writer.h"
#include "tests/app/program.h"
#include "tests/core/engine/hopeless_pool.h"
#include "tests/core/io/schema_check.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

TEST(Simulate, AnswersInJsonThatFollowsTheSchema) {
    const Ran ran = ctl({"simulate", "-", "--json"}, smallScenario());
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    EXPECT_TRUE(accepts("simulate", ran.out));
    const Json document = Json::parse(ran.out);
    EXPECT_EQ(document["time"], 11.0);
    EXPECT_EQ(document["summary"]["evictions"], 1);
    EXPECT_EQ(document["workloads"]["low"]["state"], "pending");
    EXPECT_EQ(document["evictions"][0]["victim"], "low");
}

TEST(Simulate, GivesTheSameBytesEveryTime) {
    const std::vector<std::string> command{"simulate",
                                           sourceFile("resources/samples/pool-128.json"), "--json"};
    EXPECT_EQ(ctl(command).out, ctl(command).out);
}

TEST(Simulate, LeavesOutTheListsOfASummary) {
    const Ran ran = ctl({"simulate", "-", "--json", "--summary"}, smallScenario());
    EXPECT_TRUE(accepts("simulate", ran.out));
    const Json document = Json::parse(ran.out);
    EXPECT_FALSE(document.contains("workloads"));
    EXPECT_FALSE(document.contains("evictions"));
    EXPECT_EQ(document["summary"]["evictions"], 1);
    EXPECT_TRUE(document.contains("quotas"));
}

TEST(Simulate, StopsTheClockWhereItIsTold) {
    const Json document =
        Json::parse(ctl({"simulate", "-", "--json", "--until", "9.5"}, smallScenario()).out);
    EXPECT_EQ(document["time"], 9.5);
    EXPECT_EQ(document["workloads"].size(), 1u);
    EXPECT_EQ(document["summary"]["gpuSeconds"], 19.0);
}

TEST(Simulate, TellsPeopleWhatHappensAndWhy) {
    const Ran ran = ctl({"simulate", "-"}, smallScenario());
    ASSERT_EQ(ran.code, 0);
    EXPECT_THAT(ran.out, HasSubstr("small\nAt 11 s\n\nQuotas, in GPUs\n"));
    EXPECT_THAT(ran.out, HasSubstr("  team            2"));
    EXPECT_THAT(ran.out, HasSubstr("Running\n"));
    EXPECT_THAT(ran.out, HasSubstr("1. low in team: 2 GPUs, training, priority 2, waits 1 s, "
                                   "evicted 1 time\n"));
    EXPECT_THAT(ran.out, HasSubstr("  10 s  low for high: self-level (rule 15), less than 0.1 "
                                   "GPU hours lost\n"));
    EXPECT_THAT(ran.out, HasSubstr("  wait          all started immediately\n"));
    EXPECT_THAT(ran.out,
                HasSubstr("\nSummary\n  workloads     3, 0 of them finished, 1 never started\n"));
    EXPECT_THAT(ran.out, ::testing::Not(HasSubstr("{")));
}

TEST(Simulate, TellsLostWorkInGpuHours) {
    const Ran ran = ctl({"simulate", sourceFile("resources/samples/pool-128.json")});
    EXPECT_THAT(ran.out, HasSubstr(", 1.3 GPU hours lost\n"));
}

TEST(Simulate, TellsWhatIsLeftOfElasticWorkAndTheFirstOfManyNodes) {
    std::string scenario = R"({"apportion": 1, "quotas": [{"name": "a", "guaranteed": {"gpu": 20}},
        {"name": "b", "guaranteed": {"gpu": 20}}], "workloads": [
        {"name": "wide", "quota": "a", "gpu": 2, "replicas": 20, "minReplicas": 1},
        {"name": "taker", "quota": "b", "gpu": 2, "submit": 10, "preemptible": false}], "nodes": [)";
    for (int node = 0; node < 20; ++node)
        scenario +=
            (node == 0 ? "" : ", ") + (R"({"name": "n)" + std::to_string(node)) + R"(", "gpu": 2})";
    const Ran ran = ctl({"simulate", "-", "--until", "11"}, scenario + "]}");
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("  19 of 20 x 2 GPUs    0 s  n0: 2, "));
    EXPECT_THAT(ran.out, HasSubstr("n15: 2 and 3 more\n"));
}

TEST(Simulate, WritesTheAnswerToAFile) {
    const TemporaryFolder folder;
    const Ran ran = ctl({"simulate", "-", "--json", "-o", folder / "answer.json"}, smallScenario());
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(bytesOf(folder / "answer.json"),
              ctl({"simulate", "-", "--json"}, smallScenario()).out);
    EXPECT_EQ(ctl({"simulate", "-", "-o", folder / "no/answer"}, smallScenario()).code, 1);
    EXPECT_EQ(ctl({"simulate", "-", "-o", "/dev/full"}, smallScenario()).code, 1);
}

// The answers of one run belong together.
TEST(Simulate, WritesNoTableWhereTheAnswerCannotBeWritten) {
    const TemporaryFolder folder;
    const Ran ran = ctl({"simulate", "-", "--timeline", folder / "t.csv", "--jobs",
                         folder / "j.csv", "--metrics", folder / "m.csv", "-o", "/dev/full"},
                        smallScenario());
    EXPECT_EQ(ran.code, 1);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Simulate, WritesATimelineOfChanges) {
    const TemporaryFolder folder;
    const Ran ran = ctl({"simulate", "-", "--timeline", folder / "t.csv"}, smallScenario());
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(bytesOf(folder / "t.csv"),
              "time,quota,guaranteed,fair_share,own,subtree,idle,pending,pending_workloads\n"
              "0.0,team,2,2,2,2,0,0,0\n"
              "10.0,team,2,2,2,2,0,2,1\n"
              "11.0,team,2,2,2,2,0,3,2\n");
}

// A row is that of the quota in which something changed, and of those whose numbers follow from it.
TEST(Simulate, WritesATimelineRowOnlyWhereTheRowOfAQuotaChanged) {
    const TemporaryFolder folder;
    const Ran ran = ctl({"simulate", "-", "--timeline", folder / "t.csv"},
                        R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 4}],
 "quotas": [{"name": "top", "guaranteed": {"gpu": 4}},
  {"name": "left", "parent": "top", "guaranteed": {"gpu": 2}},
  {"name": "right", "parent": "top", "guaranteed": {"gpu": 2}}],
 "workloads": [{"name": "l", "quota": "left", "gpu": 1, "submit": 5, "duration": 10},
  {"name": "i", "quota": "right", "gpu": 1, "submit": 7, "idle": true, "duration": 3}],
 "events": [{"at": 6, "do": "cancel", "workload": "i"},
  {"at": 20, "do": "scale", "quotas": {"left": {"gpu": 1}}},
  {"at": 30, "do": "policy", "quota": "left", "rank": 1}]})");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(bytesOf(folder / "t.csv"),
              "time,quota,guaranteed,fair_share,own,subtree,idle,pending,pending_workloads\n"
              "0.0,top,4,0,0,0,0,0,0\n"
              "0.0,left,2,0,0,0,0,0,0\n"
              "0.0,right,2,0,0,0,0,0,0\n"
              "5.0,top,4,1,0,1,0,0,0\n"
              "5.0,left,2,1,1,1,0,0,0\n"
              "7.0,top,4,1,0,1,1,0,0\n"
              "7.0,right,2,0,0,0,1,0,0\n"
              "10.0,top,4,1,0,1,0,0,0\n"
              "10.0,right,2,0,0,0,0,0,0\n"
              "15.0,top,4,0,0,0,0,0,0\n"
              "15.0,left,2,0,0,0,0,0,0\n"
              "20.0,left,1,0,0,0,0,0,0\n");
}

TEST(Simulate, SamplesATimeline) {
    const TemporaryFolder folder;
    ctl({"simulate", "-", "--until", "20", "--timeline", folder / "t.csv", "--every", "5"},
        smallScenario());
    EXPECT_EQ(bytesOf(folder / "t.csv"),
              "time,quota,guaranteed,fair_share,own,subtree,idle,pending,pending_workloads\n"
              "0.0,team,2,2,2,2,0,0,0\n"
              "5.0,team,2,2,2,2,0,0,0\n"
              "10.0,team,2,2,2,2,0,2,1\n"
              "15.0,team,2,2,2,2,0,3,2\n"
              "20.0,team,2,2,2,2,0,3,2\n");
}

TEST(Simulate, WritesOneLineAWorkload) {
    const TemporaryFolder folder;
    ctl({"simulate", "-", "--jobs", folder / "jobs.csv"}, smallScenario());
    EXPECT_THAT(bytesOf(folder / "jobs.csv"),
                ::testing::MatchesRegex(
                    "name,quota,user,module,priority,gpu,replicas,submit,first_start,end,state,"
                    "wait,preemptions,lost_gpu_seconds,reason\n"
                    "low,team,,training,2,2,1,0.0,0.0,,pending,0.0,1,20.0,[a-z-]+\n"
                    "high,team,,training,8,2,1,10.0,10.0,,running,0.0,0,0.0,\n"
                    "third,team,\"ana, or b\",training,1,1,1,11.0,,,pending,,0,0.0,[a-z-]+\n"));
}

TEST(Explain, TellsWhyAWorkloadWaits) {
    const Ran json = ctl({"explain", "-", "third", "--json"}, smallScenario());
    ASSERT_EQ(json.code, 0) << json.err;
    EXPECT_TRUE(accepts("explain", json.out));
    const Json document = Json::parse(json.out);
    EXPECT_EQ(document["state"], "pending");
    EXPECT_EQ(document["position"], 2);
    EXPECT_TRUE(document["reason"].contains("message"));

    const Ran text = ctl({"explain", "-", "third"}, smallScenario());
    EXPECT_THAT(text.out, HasSubstr("third (quota team) is pending at 11 s, number 2 of its "
                                    "queue.\n\nWhy: "));
    EXPECT_THAT(text.out, HasSubstr("\nWho holds what it needs\n  2 GPUs cannot be evicted: high "
                                    "(team, 2)\n"));
    EXPECT_THAT(text.out, HasSubstr("\nWhat would start it\n"));
    EXPECT_THAT(text.out, ::testing::Not(HasSubstr("{")));
}

TEST(Explain, TellsThatTheSearchForChangesStopped) {
    const TemporaryFolder folder;
    ASSERT_TRUE(saveScenario(folder / "hopeless.json", hopeless(3).scenario));
    const Ran text = ctl({"explain", folder / "hopeless.json", "w0", "--at", "1"});
    ASSERT_EQ(text.code, 0) << text.err;
    EXPECT_THAT(text.out, HasSubstr("  - Add a node like node, with "));
    EXPECT_THAT(text.out, ::testing::ContainsRegex("The search stopped after [0-9]+ single "
                                                   "changes. Other changes might start w0 with"));
}

TEST(Explain, LongChangesGoOnUnderTheirFirstLine) {
    const std::string wide(60, 'w'), needy(40, 'n');
    const Ran text = ctl(
        {"explain", "-", "b"},
        R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 4}], "quotas": [{"name": ")" + wide +
            R"(", "guaranteed": {"gpu": 4}}, {"name": ")" + needy +
            R"(", "guaranteed": {"gpu": 0}}], "workloads": [{"name": "a", "quota": ")" + wide +
            R"(", "gpu": 2}, {"name": "b", "quota": ")" + needy + R"(", "gpu": 4, "submit": 1}]})");
    ASSERT_EQ(text.code, 0) << text.err;
    EXPECT_THAT(text.out, HasSubstr("\n  - Move 4 GPUs of guarantee from " + wide + " to\n    " +
                                    needy + ", which"));
}

TEST(Explain, TellsWhatBecameOfAWorkload) {
    const Ran text = ctl({"explain", "-", "low", "--at", "15"}, smallScenario());
    EXPECT_THAT(text.out, HasSubstr("low (quota team) is pending at 15 s"));
    EXPECT_THAT(text.out, HasSubstr("\nRuns\n"));
    EXPECT_THAT(text.out, HasSubstr("   0 s  10 s  self-level  node\n"));
    EXPECT_THAT(text.out, HasSubstr("\nIts evictions\n  10 s  low for high: self-level"));
    const Ran before = ctl({"explain", "-", "low", "--at", "5", "--json"}, smallScenario());
    EXPECT_EQ(Json::parse(before.out)["state"], "running");
}

// As of `simulate --until`: it may be later than where the file ends its run.
TEST(Explain, AMomentBehindTheEndOfTheRunIsOfALongerOne) {
    const std::string scenario =
        R"({"apportion":1,"until":10,"nodes":[{"name":"n","gpu":1}],"quotas":[{"name":"q"}],
"workloads":[{"name":"a","quota":"q","gpu":1,"submit":0},{"name":"c","quota":"q","gpu":1,"submit":15}]})";
    const Ran late = ctl({"explain", "-", "c", "--at", "20", "--json"}, scenario);
    ASSERT_EQ(late.code, 0) << late.err;
    EXPECT_EQ(Json::parse(late.out)["time"], 20);
    EXPECT_EQ(ctl({"explain", "-", "c"}, scenario).code, 2) << "it is not there by the end";
}

TEST(Explain, TellsForWhomAndUntilWhenWhatRunsIsToldToStop) {
    const auto at = [](const char* scenario, const char* workload, const char* moment) {
        return ctl({"explain", sourceFile(std::string("tests/scenarios/") + scenario), workload,
                    "--at", moment});
    };
    EXPECT_THAT(at("grace-runs-on.json", "victim", "20").out,
                ::testing::StartsWith(
                    "victim (quota a) is running at 20 s.\nThis workload is stopping for taker "
                    "(reclaim, rule 14). The grace period ends at 40 s after the\nstart.\n"));
    EXPECT_THAT(at("grace-runs-on.json", "victim", "5").out, ::testing::Not(HasSubstr("told to")));
    EXPECT_THAT(at("grace-runs-on.json", "victim", "50").out, ::testing::Not(HasSubstr("told to")));
    EXPECT_THAT(at("grace-extra-replica.json", "elastic", "20").out,
                HasSubstr("\nThis workload releases 1 replica for taker by 40 s after the start at "
                          "the latest (elastic, rule 19).\n"));
    const Ran json = ctl({"explain", sourceFile("tests/scenarios/grace-runs-on.json"), "victim",
                          "--at", "20", "--json"});
    EXPECT_TRUE(accepts("explain", json.out));
    EXPECT_EQ(Json::parse(json.out)["stopping"], 40.0);
}

TEST(Explain, RefusesAWorkloadThatIsNotThere) {
    const Ran typo = ctl({"explain", "-", "hihg"}, smallScenario());
    EXPECT_EQ(typo.code, 2);
    EXPECT_THAT(typo.err, HasSubstr("There is no workload 'hihg' in standard input. Did you mean "
                                    "'high'?"));
    const Ran early = ctl({"explain", "-", "third", "--at", "10"}, smallScenario());
    EXPECT_EQ(early.code, 2);
    EXPECT_THAT(early.err, HasSubstr("Workload 'third' is only submitted at 11 s."));
}

// The shell's own file is behind the name, with what it has in it already.
TEST(Simulate, WritesOnWhereStandardOutputStands) {
    const TemporaryFolder folder;
    writeBytes(folder / "pool.json", smallScenario());
    const std::string line =
        "cd '" + folder.path().string() + "'; { echo before; \"$CTL\" simulate pool.json ";
    ASSERT_EQ(shell(line + "--jobs /dev/stdout -o /dev/null; echo after; } > log").code, 0);
    EXPECT_THAT(bytesOf(folder / "log"),
                ::testing::MatchesRegex("before\nname,quota,(.|\n)*third,team(.|\n)*\nafter\n"));
    ASSERT_EQ(shell(line + "--json -o /dev/fd/1; echo after; } > log").code, 0);
    EXPECT_THAT(bytesOf(folder / "log"), ::testing::MatchesRegex("before\n\\{(.|\n)*\\}\nafter\n"));
}

}  // namespace
}  // namespace apportion::testing
