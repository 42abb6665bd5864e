// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"
#include "tests/core/io/schema_check.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

const std::string kPhilly = sourceFile("tests/data/philly.csv.gz");

std::vector<std::string> replay(const std::string& pool, std::vector<std::string> more) {
    std::vector<std::string> command{"replay", "--trace", kPhilly, "--format",
                                     "philly", "--pool",  pool};
    command.insert(command.end(), more.begin(), more.end());
    return command;
}

TEST(Replay, GivesTheReferenceFigures) {
    const Ran ran = ctl(
        replay("1x480", {"--quotas", "none", "--queueing", "fifo", "--first", "5000", "--json"}));
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(accepts("simulate", ran.out));
    EXPECT_THAT(ran.out, HasSubstr("\"mean\": 225699.751"));
    EXPECT_THAT(ran.out, HasSubstr("\"utilization\": 0.228485"));
    const Json document = Json::parse(ran.out);
    EXPECT_FALSE(document.contains("workloads"));
    EXPECT_EQ(document["summary"]["wait"]["atOnce"], 1073);
}

// Another run's end is no part of a pool; how it treats work is, and is told.
TEST(Replay, TakesThePoolOfAFileAndItsSettings) {
    const TemporaryFolder folder;
    writeBytes(folder / "jobs.csv", "submit,duration,gpus,group\n0,50,1,all\n100,50,1,all\n");
    writeBytes(folder / "pool.json",
               R"({"apportion": 1, "until": 60, "settings": {"gracePeriod": 30},
                   "nodes": [{"name": "n", "gpu": 8}],
                   "quotas": [{"name": "all", "guaranteed": {"gpu": 8}}]})");
    const Ran ran = ctl({"replay", "--trace", folder / "jobs.csv", "--format", "csv", "--quotas",
                         folder / "pool.json", "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(Json::parse(ran.out)["summary"]["finished"], 2);
    EXPECT_THAT(ran.err, HasSubstr("grace period 30 s"));
}

TEST(Replay, TellsWhatItAssumedBeforeTheRun) {
    const Ran ran = ctl(replay("60x8", {"--quotas", "groups", "--first", "200"}));
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.err,
                HasSubstr("Trace of format philly: 82,247 jobs of 82,247 rows. Replayed by time "
                          "(--first): 200.\n"));
    EXPECT_THAT(ran.err, HasSubstr("Moment 0 is the first submit, 2017-09-04T10:30:41Z"));
    EXPECT_THAT(ran.err, HasSubstr("(--pool)"));
    EXPECT_THAT(ran.err, HasSubstr("(--guarantee demand)"));
    EXPECT_THAT(ran.err, HasSubstr("(--over-quota)"));
    EXPECT_THAT(ran.err, HasSubstr("round-robin (--queueing)"));
    EXPECT_THAT(ran.err, HasSubstr("  6214e9: "));
    EXPECT_THAT(ran.err, ::testing::Not(HasSubstr("{")));
    EXPECT_THAT(ran.out, HasSubstr("By quota, with all below it\n"));
}

TEST(Replay, TellsItsZeroWithoutDatesToo) {
    const Ran ran = ctl({"replay", "--trace", "-", "--format", "pai", "--pool", "1x8"},
                        "job_id,arrival_s,service_sec,gpu_count\n1,500,10,1\n2,600,10,1\n");
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.err,
                HasSubstr("Moment 0 is the first submit, at 500 s (8 min 20 s) of the trace.\n"));
}

TEST(Replay, ListsWorkloadsIfTold) {
    const Ran ran = ctl(replay("1x480", {"--first", "3", "--json", "--full"}));
    const Json document = Json::parse(ran.out);
    EXPECT_EQ(document["workloads"].size(), 3u);
    EXPECT_EQ(document["workloads"].begin().key().substr(0, 4), "job-");
}

// The mean wait of 1,416 GPUs cut into what the virtual clusters had (half of it, and one part for
// the four tiny ones), each for itself and first come, first served, as an independent program
// finds it. Shared, nobody waits.
TEST(Replay, CutsThePoolIntoHardPartitions) {
    const TemporaryFolder folder;
    writeBytes(folder / "g.csv",
               "group,gpus,quota\n6214e9,256,\n7f04ca,128,\n11cb48,64,\nb436b2,256,\n"
               "ee9e8c,256,\ne13805,64,\n6c71a0,128,\n2869ce,64,\ned69ec,32,\n103959,32,\n"
               "0e4a51,128,\n23dbec,8,tiny\n795a4c,0,tiny\n51b7ef,0,tiny\n925e2b,0,tiny\n");
    const Ran cut = ctl(replay("1x1416", {"--quotas", "groups", "--guarantee", folder / "g.csv",
                                          "--over-quota", "off", "--queueing", "fifo", "--json"}));
    ASSERT_EQ(cut.code, 0) << cut.err;
    const Json wait = Json::parse(cut.out)["summary"]["wait"];
    EXPECT_EQ(wait["mean"], 6503.382);
    EXPECT_EQ(wait["p99"], 197681.0);
    EXPECT_THAT(cut.err, HasSubstr("  tiny: 8 GPUs\n"));
    const Ran shared = ctl(replay("1x1416", {"--quotas", "groups", "--json"}));
    EXPECT_EQ(Json::parse(shared.out)["summary"]["wait"]["max"], 0.0);
}

TEST(Replay, TellsWhereMoreWasUsedThanCanBeCounted) {
    const TemporaryFolder folder;
    writeBytes(folder / "t.csv", "submit,duration,gpus\n0,1000000000,1000000\n");
    const std::vector<std::string> command{"replay", "--trace", folder / "t.csv", "--format",
                                           "csv",    "--pool",  "1x1000000",      "--json"};
    const Ran ran = ctl(command);
    EXPECT_THAT(ran.out, HasSubstr("\"gpuSeconds\": 92233720368547.758"));
    EXPECT_THAT(ran.out, HasSubstr("\"utilization\": 1.000000"));
    EXPECT_THAT(ran.err, HasSubstr("The GPU hours used or lost exceed what can be counted"));
    writeBytes(folder / "t.csv", "submit,duration,gpus\n0,1000000000,1\n");
    const Ran less = ctl(command);
    EXPECT_THAT(less.out, HasSubstr("\"utilization\": 0.000001"));
    EXPECT_THAT(less.err, ::testing::Not(HasSubstr("The GPU hours used or lost")));
}

TEST(Replay, RunsAScenarioAsItIs) {
    const std::string sample = sourceFile("resources/samples/pool-128.json");
    const Ran ran = ctl({"replay", "--trace", sample, "--format", "scenario", "--json"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.out, ctl({"simulate", sample, "--json"}).out);
    EXPECT_EQ(ctl({"replay", "--trace", sample, "--format", "scenario", "--json", "--summary"}).out,
              ctl({"simulate", sample, "--json", "--summary"}).out);
}

TEST(Replay, RefusesWhatItCannotRead) {
    const TemporaryFolder folder;
    writeBytes(folder / "wrong.csv", "timestamp,duration,num_gpus,cluster\n2017,1,1,a\n");
    const Ran wrong = ctl({"replay", "--trace", folder / "wrong.csv", "--format", "philly",
                           "--pool", "1x8", "--json"});
    EXPECT_EQ(wrong.code, 3);
    EXPECT_TRUE(accepts("validate", wrong.out));
    const Json error = Json::parse(wrong.out)["errors"][0];
    EXPECT_EQ(error["line"], 2);
    EXPECT_EQ(error["column"], 1);
    EXPECT_THAT(error["message"], HasSubstr("'2017'"));

    const Ran other = ctl({"replay", "--trace", kPhilly, "--format", "nonsense", "--pool", "1x8"});
    EXPECT_EQ(other.code, 2);
    EXPECT_THAT(other.err, HasSubstr("nonsense not in {philly,openb"));
    EXPECT_THAT(ctl({"replay", "--trace", kPhilly, "--format", "helios", "--pool", "1x8"}).err,
                HasSubstr("looks like a trace of format philly"));
}

TEST(Replay, CountsTheErrorsThatItDoesNotList) {
    const TemporaryFolder folder;
    std::string text = "submit,duration,gpus\n";
    for (int i = 0; i < 60; ++i)
        text += "0,1,x\n";
    writeBytes(folder / "t.csv", text);
    const Ran ran =
        ctl({"replay", "--trace", folder / "t.csv", "--format", "csv", "--pool", "1x8"});
    EXPECT_THAT(ran.err, HasSubstr("Problems of this file that are not listed: 10."));
    EXPECT_THAT(ran.err, HasSubstr("\n60 errors.\n"));
    EXPECT_THAT(ran.err, ::testing::Not(HasSubstr(":0: ")));
}

TEST(Replay, TakesGuaranteesFromAFile) {
    const TemporaryFolder folder;
    writeBytes(folder / "g.csv", "group,gpus\n6214e9,5\n");
    const Ran ran = ctl(
        replay("1x480", {"--quotas", "groups", "--first", "50", "--guarantee", folder / "g.csv"}));
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("  6214e9: 5 GPUs\n"));
    writeBytes(folder / "g.csv", "group,gpus\n6214e9,0.5\n");
    const Ran share = ctl(replay("1x480", {"--quotas", "groups", "--guarantee", folder / "g.csv"}));
    EXPECT_EQ(share.code, 3);
    EXPECT_THAT(share.err, HasSubstr("Write a whole number from 0 to 1,000,000.\n"));
    writeBytes(folder / "g.csv", "group,gpus\n6214e9,5\nnobody,7\n");
    const Ran unused = ctl(
        replay("1x480", {"--quotas", "groups", "--first", "50", "--guarantee", folder / "g.csv"}));
    EXPECT_EQ(unused.code, 0);
    EXPECT_THAT(
        unused.err,
        HasSubstr("g.csv:3:1: warning: Column 'group': no job of the trace is in group 'nobody'"));
    writeBytes(folder / "g.csv", "group,gpus\n6214e9,481\n");
    const Ran tooMany = ctl(
        replay("1x480", {"--quotas", "groups", "--first", "50", "--guarantee", folder / "g.csv"}));
    EXPECT_EQ(tooMany.code, 3);
    EXPECT_THAT(tooMany.err, HasSubstr("add up to 481 GPUs, and the pool has 480 GPUs"));
}

TEST(Replay, OfThousandsOfGroupsTheFirstAreListed) {
    const TemporaryFolder folder;
    std::string trace = "submit,duration,gpus,group\n";
    for (int i = 0; i < 1'000; ++i)
        trace += std::to_string(i) + ",5,1,g" + std::to_string(i) + "\n";
    writeBytes(folder / "t.csv", trace);
    const Ran ran = ctl({"replay", "--trace", folder / "t.csv", "--format", "csv", "--pool", "1x8",
                         "--quotas", "groups"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("  g199: 0 GPUs\n  … and 800 more; --json lists all.\n"));
    // The root is one of those that are shown.
    EXPECT_THAT(ran.out, HasSubstr("  … and 801 more; --json lists all.\n"));
    EXPECT_THAT(ran.out, ::testing::Not(HasSubstr("g200")));
}

TEST(Replay, TellsMomentsToTheThousandth) {
    const TemporaryFolder folder;
    writeBytes(folder / "t.csv", "submit,duration,gpus\n2026-03-01 09:59:59.5,5,1\n");
    const Ran ran = ctl({"replay", "--trace", folder / "t.csv", "--format", "csv", "--pool", "1x8",
                         "--until", "3600.5"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("the first submit, 2026-03-01T09:59:59.500Z;"));
    EXPECT_THAT(ran.out, HasSubstr(", 2026-03-01T11:00:00Z\n"));
}

TEST(Replay, TellsWhatNeverStartsAndNeverEnds) {
    const TemporaryFolder folder;
    writeBytes(folder / "t.csv", "submit,duration,gpus,replicas\n0,5,16,1\n0,,1,1\n");
    const Ran ran =
        ctl({"replay", "--trace", folder / "t.csv", "--format", "csv", "--pool", "2x8"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(
        ran.err,
        HasSubstr(
            "t.csv:2: warning: 1 job can never start. First: job-1. One replica needs 16 GPUs"));
    EXPECT_THAT(ran.err, HasSubstr("so running until the end: 1 job. First: line 3."));
}

// On two nodes of four, three of four are to be moved together for one of four.
TEST(Replay, MovesJobsOnlyWhereItMayAndTellsSo) {
    const TemporaryFolder folder;
    writeBytes(folder / "t.csv",
               "name,submit,duration,gpus\na,0,100,3\nb,0,5,3\nc,1,100,1\nd,6,50,4\ne,2,100,1\n");
    const auto run = [&](std::vector<std::string> more) {
        std::vector<std::string> command{"replay",   "--trace", folder / "t.csv",
                                         "--format", "csv",     "--pool",
                                         "2x4",      "--jobs",  folder / "jobs.csv"};
        command.insert(command.end(), more.begin(), more.end());
        Ran ran = ctl(command);
        EXPECT_EQ(ran.code, 0) << ran.err;
        return ran;
    };
    const Ran moved = run({"--consolidation", "on"});
    EXPECT_THAT(moved.err, HasSubstr("(--consolidation on)"));
    EXPECT_THAT(moved.out, HasSubstr("evictions     1 (1 of them a move), "));
    // What a job lost is in the table although the answer is a summary.
    EXPECT_THAT(bytesOf(folder / "jobs.csv"), HasSubstr(",200.0,finished,0.0,0,98.0,\n"));
    const Ran still = run({});
    EXPECT_THAT(still.err, HasSubstr("no job moves (--consolidation off)"));
    EXPECT_THAT(still.out, HasSubstr("evictions     none"));
}

TEST(Replay, TellsWhatAListOfGuaranteesLeavesOut) {
    const TemporaryFolder folder;
    writeBytes(folder / "t.csv", "submit,duration,gpus,group\n0,9,1,a\n0,1,1,b\n0,1,1,c\n");
    writeBytes(folder / "g.csv", "group,gpus\na,2\n");
    const std::vector<std::string> command{"replay", "--trace",     folder / "t.csv", "--format",
                                           "csv",    "--pool",      "2x50000",        "--quotas",
                                           "groups", "--guarantee", folder / "g.csv"};
    const Ran ran = ctl(command);
    EXPECT_THAT(ran.err, HasSubstr("The list does not have 2 groups of the trace: b and c. They "
                                   "have no guarantee and weight 1."));
    EXPECT_THAT(ran.out, HasSubstr("under 0.01 % of the capacity"));
}

TEST(Replay, TellsDamageBeforeTheRowsThatItSpoiled) {
    const TemporaryFolder folder;
    std::string packed = bytesOf(kPhilly);
    packed[packed.size() / 2] = static_cast<char>(packed[packed.size() / 2] ^ 0x10);
    writeBytes(folder / "p.csv.gz", packed);
    const Ran ran = ctl({"replay", "--trace", folder / "p.csv.gz", "--format", "philly", "--pool",
                         "1x8", "--json"});
    EXPECT_EQ(ran.code, 3);
    EXPECT_EQ(Json::parse(ran.out)["errors"][0]["code"], "bad-gzip");
}

TEST(Replay, WritesMetricsOverTime) {
    const TemporaryFolder folder;
    writeBytes(folder / "small.json", smallScenario());
    const Ran ran = ctl({"replay", "--trace", folder / "small.json", "--format", "scenario",
                         "--until", "20", "--metrics", folder / "m.csv", "--every", "8"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    // At 10 high evicts low, which held 2 GPUs for 10 s; from 10 on 2 GPUs wait, from 11 on 3.
    EXPECT_EQ(bytesOf(folder / "m.csv"),
              "time,utilization,pending,evictions,wasted_gpu_seconds,fairness,moves,started,mean_"
              "wait,longest_wait\n"
              "0.0,1.000000,0,0,0.0,1.000000,0,1,0.0,0.0\n"
              "8.0,1.000000,2.13,1,20.0,1.000000,0,1,0.0,0.0\n"
              "16.0,1.000000,3,0,0.0,1.000000,0,0,,\n");
    EXPECT_EQ(ctl({"simulate", folder / "small.json", "--every", "8"}).code, 2);
}

}  // namespace
}  // namespace apportion::testing
