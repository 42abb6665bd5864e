// SPDX-License-Identifier: GPL-3.0-or-later
// Traces that a person can read: what is guessed, what options say, and what is too large.
#include <array>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/io/gzip.h"
#include "tests/app/program.h"
#include "tests/core/io/schema_check.h"

namespace apportion::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using Json = nlohmann::json;

// Two accounts: one ran three times, 4 GPUs for 10,000 s each, the other once, 4 for 10,000 s.
const std::string kRequeued =
    "JobID|Account|Submit|Start|End|ElapsedRaw|State|ReqTRES\n"
    "9|a|2026-03-01T00:00:00|2026-03-01T00:00:10|2026-03-01T02:46:50|10000|REQUEUED|gres/gpu=4\n"
    "9|a|2026-03-01T02:46:50|2026-03-01T02:50:00|2026-03-01T05:36:40|10000|PREEMPTED|gres/gpu=4\n"
    "9|a|2026-03-01T05:36:40|2026-03-01T05:40:00|2026-03-01T08:26:40|10000|COMPLETED|gres/gpu=4\n"
    "8|b|2026-03-01T00:00:00|2026-03-01T00:00:10|2026-03-01T02:46:50|10000|COMPLETED|gres/gpu=4\n";

TEST(Reading, EveryRunOfARequeuedJobCounts) {
    const TemporaryFolder folder;
    writeBytes(folder / "t", kRequeued);
    const Ran ran = ctl({"replay", "--trace", folder / "t", "--format", "sacct", "--pool", "1x8",
                         "--quotas", "groups", "--guarantee", "demand", "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const Json quotas = Json::parse(ran.out)["summary"]["byQuota"];
    EXPECT_EQ(quotas["a"]["gpuSeconds"], 120'000.0);
    EXPECT_EQ(quotas["b"]["gpuSeconds"], 40'000.0);
    EXPECT_THAT(ran.err, AllOf(HasSubstr("4 jobs of 4 rows"), HasSubstr("2 jobs. First: '9#2'"),
                               HasSubstr("a: 6 GPUs"), HasSubstr("b: 2 GPUs")));
}

TEST(Reading, StandardOutputIsACsvUnlessToldOtherwise) {
    const TemporaryFolder folder;
    writeBytes(folder / "t.csv", "submit;duration;gpus\n0;60;2\n");
    const Ran ran = ctl({"convert", folder / "t.csv", "-"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, "submit,duration,gpus\n0,60,2\n");
    EXPECT_THAT(ran.err, AllOf(HasSubstr("between ';'"), HasSubstr("1 job, written as csv.")));
}

TEST(Reading, ATableOfAnUnknownKindIsReadAsACsv) {
    const TemporaryFolder folder;
    writeBytes(folder / "t.txt", "when;secs;n\n0;60;2\n");
    const Ran ran = ctl({"convert", folder / "t.txt", "-"});
    EXPECT_EQ(ran.code, 3);
    EXPECT_THAT(ran.err,
                AllOf(HasSubstr("names when, secs and n."), HasSubstr("--columns submit=COLUMN")));
    EXPECT_EQ(
        ctl({"convert", folder / "t.txt", "-", "--columns", "submit=when,duration=secs,gpus=n"})
            .out,
        "submit,duration,gpus\n0,60,2\n");
}

const std::string kClasses = "job,when,secs,n,kind\n1,0,60,4,HP\n2,5,60,1,Spot\n3,6,60,2,HP\n";
const std::string kColumns =
    "name=job,submit=when,duration=secs,gpus=n,priority=kind,preemptible=kind,idle=kind";

TEST(Reading, WordsAndNodeColumnsAreOptions) {
    const TemporaryFolder folder;
    writeBytes(folder / "t.csv", kClasses);
    writeBytes(folder / "nodes.csv", "host,gpu_model,count,cores\n0,A10,4,192\n1,A10,4,192\n");
    // The files behind the words are not taken for words.
    const Ran ran = ctl({"convert", "--columns", kColumns, "--map", "priority=HP:9,Spot:3", "--map",
                         "preemptible=HP:no", "--map", "idle=Spot:yes", folder / "t.csv", "-"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out,
              "name,submit,duration,gpus,priority,preemptible,idle\n1,0,60,4,9,no,\n"
              "2,5,60,1,3,,yes\n3,6,60,2,9,no,\n");
    const Ran replay =
        ctl({"replay", "--trace", folder / "t.csv", "--format", "csv", "--columns", kColumns,
             "--map", "priority=HP:9,Spot:3,idle=Spot:yes,HP:no", "--map", "preemptible=*:no",
             "--nodes-file", folder / "nodes.csv", "--node-columns",
             "name=host,gpus=count,gputype=gpu_model,cpu=cores", "--json"});
    EXPECT_EQ(replay.code, 0) << replay.err;
    EXPECT_THAT(replay.err, HasSubstr("Pool: 2 nodes with 8 GPUs in total"));
    const Ran noList = ctl({"replay", "--trace", folder / "t.csv", "--format", "csv", "--columns",
                            kColumns, "--pool", "2x4", "--node-columns", "name=host,gpus=count"});
    EXPECT_EQ(noList.code, 3);
    EXPECT_THAT(noList.err, HasSubstr("Name the list with --pool FILE or --nodes-file FILE"));
    const Ran wrong = ctl({"convert", folder / "t.csv", "-", "--map", "priority=HP:10", "--json"});
    EXPECT_EQ(wrong.code, 2) << "two answers for one output";
    const Ran bad = ctl({"convert", folder / "t.csv", "-", "--map", "priority=HP:10"});
    EXPECT_EQ(bad.code, 3);
    EXPECT_THAT(bad.err, HasSubstr("'10' is not a value of the field 'priority'."));
}

TEST(Reading, HelpNamesTheOptions) {
    for (const char* command : {"replay", "convert"}) {
        const std::string help = ctl({command, "--help"}).out;
        for (const char* option : {"--map ", "--separator ", "--gpus ", "--limit ",
                                   "--node-columns ", "--preemptible ", "--idle "})
            EXPECT_THAT(help, HasSubstr(option)) << command;
    }
}

TEST(Reading, AScenarioTakesNoneOfTheOptions) {
    const TemporaryFolder folder;
    writeBytes(folder / "s.json", smallScenario());
    for (const char* option : {"--map=priority=a:1", "--separator=tab", "--gpus=allocated",
                               "--limit=jobs=1", "--node-columns=name=a", "--idle=x"}) {
        EXPECT_EQ(ctl({"convert", folder / "s.json", "-", option}).code, 2) << option;
        EXPECT_EQ(
            ctl({"replay", "--trace", folder / "s.json", "--format", "scenario", option}).code, 2)
            << option;
    }
}

TEST(Reading, APlanHasTheSameOptions) {
    const TemporaryFolder folder;
    writeBytes(folder / "t.csv", "job;when;secs;n;kind\n1;0;60;4;HP\n2;5;60;1;Spot\n");
    writeBytes(folder / "nodes.csv", "host,count\n0,4\n1,4\n");
    const auto plan = [&](const std::string& options) {
        writeBytes(folder / "p.json",
                   R"({"apportionPlan": 1, "base": {"trace": "t.csv", "format": "csv",
 "columns": "name=job,submit=when,duration=secs,gpus=n,priority=kind", )" +
                       options + R"(, "nodesFile": "nodes.csv"}, "sets": []})");
        return ctl({"plan", "run", folder / "p.json", "--json"});
    };
    const std::string nodes = R"("nodeColumns": "name=host,gpus=count", )";
    const Ran ran = plan(nodes + R"("separator": "semicolon", "map": "priority=HP:9,Spot:3",
 "limit": "jobs=2")");
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(accepts("plan", bytesOf(folder / "p.json")));
    EXPECT_TRUE(accepts("plan-run", ran.out)) << ran.out;
    EXPECT_EQ(Json::parse(ran.out)["base"]["map"], "priority=HP:9,Spot:3");
    EXPECT_THAT(plan(nodes + R"("map": "priority=HP:9,Spot:30")").err,
                AllOf(HasSubstr("p.json:2:"), HasSubstr("/base/map: '30' is not a value of")));
    EXPECT_THAT(plan(nodes + R"("map": "priority=*:1", "limit": "jobs=1")").err,
                HasSubstr("The trace has more than 1 job."));
    EXPECT_THAT(plan(nodes + R"("map": "priority=*:1", "gpus": "allocated")").err,
                HasSubstr("in a plan 'gpus'"));
    EXPECT_THAT(plan(R"("map": "priority=*:1")").err, HasSubstr("--node-columns name=COLUMN"));
}

TEST(Reading, AnEndlessPipeAndABombEndAtTheLimit) {
    const TemporaryFolder folder;
    const Ran endless = shell(
        "yes 0,60,1 | (echo submit,duration,gpus; cat) | \"$CTL\" convert --from csv - - --limit "
        "jobs=1000");
    EXPECT_EQ(endless.code, 3);
    EXPECT_THAT(endless.err, HasSubstr("--limit jobs=2000"));
    const Ran blank = shell("yes '' | \"$CTL\" convert --from csv - - --limit bytes=1M");
    EXPECT_EQ(blank.code, 3);
    EXPECT_THAT(blank.err, HasSubstr("larger than 1MiB, unpacked"));
    writeBytes(folder / "bomb.csv.gz",
               gzip("submit,duration,gpus\n" + std::string(std::size_t{64} << 20, '\n')));
    EXPECT_LT(bytesOf(folder / "bomb.csv.gz").size(), 100'000U);
    const Ran bomb = ctl({"convert", folder / "bomb.csv.gz", "-", "--limit", "bytes=32MiB"});
    EXPECT_EQ(bomb.code, 3);
    EXPECT_THAT(bomb.err, HasSubstr("--limit bytes=64MiB"));
}

std::string rows(int from, int to) {
    std::string text;
    for (int i = from; i < to; ++i)
        text += "train-run-" + std::to_string(10'000'000 + i) + "," + std::to_string(i * 10) +
                ",60,1,team" + std::to_string(i % 20) + ",user" + std::to_string(i % 300) + "\n";
    return text;
}

// Of the program that reads so many jobs from standard input, in bytes. The jobs are made on the
// way: a process that is forked begins with the memory of the one it comes from.
std::int64_t memoryOf(std::vector<std::string> arguments, int jobs) {
    arguments.insert(arguments.begin(), APPORTION_BIN_DIR "/apportionctl");
    std::vector<char*> words;
    for (std::string& argument : arguments)
        words.push_back(argument.data());
    words.push_back(nullptr);
    std::array<int, 2> ends{};
    EXPECT_EQ(pipe(ends.data()), 0);
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[0], STDIN_FILENO);
        close(ends[0]);
        close(ends[1]);
        const int none = open("/dev/null", O_WRONLY);
        dup2(none, STDOUT_FILENO);
        dup2(none, STDERR_FILENO);
        execv(words[0], words.data());
        _exit(127);
    }
    close(ends[0]);
    constexpr int kStep = 1000;
    std::string text = "name,submit,duration,gpus,group,user\n";
    for (int from = 0; from < jobs; from += kStep) {
        text += rows(from, from + kStep);
        for (std::size_t at = 0; at < text.size();) {
            const auto count = write(ends[1], text.data() + at, text.size() - at);
            if (count <= 0)
                break;
            at += static_cast<std::size_t>(count);
        }
        text.clear();
    }
    close(ends[1]);
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << arguments[1];
    return std::int64_t{usage.ru_maxrss} * 1024;
}

// From a pipe, of which nobody can tell how many jobs there will be: the worst case.
TEST(Reading, AJobTakesAtMost150Bytes) {
    const TemporaryFolder folder;
    constexpr int kFew = 400'000, kMany = 1'200'000;
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"convert", "--from", "csv", "-", folder / "out.csv"},
          {"convert", "--from", "csv", "-", folder / "out.csv.gz"},
          {"convert", "--from", "csv", "-", folder / "out.json", "--pool", "1x64"},
          {"replay", "--trace", "-", "--format", "csv", "--pool", "1x64", "--summary"}}) {
        const std::int64_t grown = memoryOf(command, kMany) - memoryOf(command, kFew);
        EXPECT_LE(grown / (kMany - kFew), 150) << command.back();
    }
}

}  // namespace
}  // namespace apportion::testing
