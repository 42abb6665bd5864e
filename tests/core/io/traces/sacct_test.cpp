// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/io/traces/slurm_values.h"
#include "core/model/date_text.h"
#include "core/model/number_text.h"
#include "tests/core/io/traces/trace_file.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using Sacct = TraceFile;

const std::string kHeader =
    "JobIDRaw|User|Account|Partition|QOS|Submit|Start|End|ElapsedRaw|State|ReqTRES\n";
const std::string kRows =
    "41|ana|team-a|gpu|normal|2026-03-01T10:00:00|2026-03-01T10:05:00|2026-03-01T11:05:00|3600|"
    "COMPLETED|billing=32,cpu=32,gres/gpu=4,gres/gpu:a100=4,mem=128G,node=1\n"
    "42|ben|team-b|gpu|normal|2026-03-01T10:00:01|2026-03-01T10:05:00|2026-03-01T10:05:09|9|"
    "CANCELLED by 1000|cpu=1,gres/gpu=1,mem=500M,node=1\n"
    "42.batch||team-b||||2026-03-01T10:05:00|2026-03-01T10:05:09|9|CANCELLED|cpu=1\n"
    "43|ben|team-b|gpu|normal|2026-03-01T10:00:02|Unknown|Unknown|0|PENDING|cpu=1,gres/gpu=1\n"
    "44|ben|team-b|gpu|normal|2026-03-01T10:00:02|2026-03-01T10:05:00|Unknown|77|RUNNING|cpu=1,"
    "gres/gpu=1\n"
    "45|ben|team-b|gpu|normal|2026-03-01T10:00:02|None|2026-03-01T10:05:00|0|CANCELLED by 7|"
    "gres/gpu=1\n"
    "46|ben|team-b|gpu|normal|2026-03-01T10:00:03|2026-03-01T10:00:03|2026-03-01T10:00:03|0|"
    "CANCELLED by 7|gres/gpu=1\n"
    "47|ben|team-b|cpu|normal|2026-03-01T10:00:04|2026-03-01T10:00:04|2026-03-01T10:00:09|5|"
    "FAILED|cpu=4,mem=1T,node=1\n";

TEST_F(Sacct, OpenJobsAreKeptForThoseWhoAskAndNoOthers) {
    EXPECT_EQ(read("sacct", kHeader + kRows)->jobs.size(), 2U);
    TraceOptions options;
    options.open = true;
    const auto trace =
        read("sacct",
             kHeader + kRows +
                 "48|ben|team-b|gpu|normal|2026-03-01T10:00:05|2026-03-01T10:06:00|"
                 "2026-03-01T10:07:00|60|REQUEUED|gres/gpu=1\n"
                 "49|ben|team-b|cpu|normal|2026-03-01T10:00:06|Unknown|Unknown|0|PENDING|cpu=1\n",
             options);
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    ASSERT_EQ(trace->jobs.size(), 5U);
    const TraceJob& waits = trace->jobs[2];
    EXPECT_EQ(trace->nameOf(waits), "43");
    EXPECT_TRUE(waits.waits && !waits.runs);
    EXPECT_EQ(waits.start, kStartNotTold);
    const TraceJob& runs = trace->jobs[3];
    EXPECT_EQ(trace->nameOf(runs), "44");
    EXPECT_TRUE(runs.runs && !runs.waits);
    EXPECT_EQ(runs.duration, 77 * kSecond);
    EXPECT_FALSE(trace->jobs[4].runs) << "a run that was requeued has ended";
    EXPECT_THAT(counts(trace->dropped),
                ElementsAre("trace-dropped-steps 1 4", "trace-dropped-never-started 2 7",
                            "trace-dropped-no-gpu 2 9"));
}

TEST_F(Sacct, SlicesAreToldWhicheverColumnNamesThem) {
    const auto trace =
        read("sacct",
             "JobID|Submit|ElapsedRaw|ReqTRES|AllocTRES\n"
             "1|2026-03-01T08:00:00|60|gres/gpu=1|gres/gpu:a100_1g.5gb=1,gres/gpu=1\n"
             "2|2026-03-01T08:00:00|60|gres/mig-1g.5gb=2|\n"
             "3|2026-03-01T08:00:00|60|gres/gpu=1|gres/gpu=1\n");
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    ASSERT_EQ(trace->jobs.size(), 3U);
    EXPECT_EQ(trace->jobs[1].gpu, 200);
    EXPECT_EQ(trace->gpuTypes[trace->jobs[1].gpuType], "1g.5gb");
    EXPECT_THAT(trace->dropped, ::testing::IsEmpty());
    ASSERT_EQ(trace->remarks.size(), 1U);
    EXPECT_EQ(render(trace->remarks[0]),
              "Slices of GPUs (MIG) count as whole GPUs: 2 rows. First: line 2, "
              "'gres/gpu:a100_1g.5gb=1,gres/gpu=1'.");
}

TEST_F(Sacct, ReadsRowsWithAndWithoutAHeader) {
    for (const std::string& header : {kHeader, std::string()}) {
        const auto trace = read("sacct", header + kRows);
        ASSERT_TRUE(trace) << render(trace.error().front().message);
        ASSERT_EQ(trace->jobs.size(), 2u);
        EXPECT_EQ(trace->rows, 8);
        EXPECT_TRUE(trace->dates);
        const TraceJob& job = trace->jobs[0];
        EXPECT_EQ(trace->nameOf(job), "41");
        EXPECT_EQ(trace->groups[job.group], "team-a");
        EXPECT_EQ(trace->users[job.user], "ana");
        EXPECT_EQ(dateText(job.submit), "2026-03-01T10:00:00Z");
        EXPECT_EQ(job.duration, 3'600'000);
        EXPECT_EQ(job.gpu, 400);
        EXPECT_EQ(job.cpu, 32'000);
        EXPECT_EQ(job.memory, 128 * 1024);
        EXPECT_EQ(trace->gpuTypes[job.gpuType], "a100");
        EXPECT_EQ(trace->jobs[1].gpuType, 0);
        EXPECT_EQ(trace->jobs[1].duration, 9'000);
        const int first = header.empty() ? 0 : 1;
        EXPECT_THAT(counts(trace->dropped),
                    ElementsAre("trace-dropped-steps 1 " + std::to_string(3 + first),
                                "trace-dropped-never-started 3 " + std::to_string(4 + first),
                                "trace-dropped-no-end 1 " + std::to_string(5 + first),
                                "trace-dropped-no-gpu 1 " + std::to_string(8 + first)));
    }
}

TEST_F(Sacct, FindsOtherColumnsByName) {
    TraceOptions options;
    options.team = "Partition";
    const auto trace = read("sacct",
                            "JobID|Partition|Submit|Start|End|Elapsed|State|AllocTRES|\n"
                            "7_3|big|1772359200|1772359260|1772362860|1-01:00:00|TIMEOUT|"
                            "cpu=2,gres/gpu:h100=2|\n",
                            options);
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    ASSERT_EQ(trace->jobs.size(), 1u);
    EXPECT_TRUE(trace->dates);
    EXPECT_EQ(trace->nameOf(trace->jobs[0]), "7_3");
    EXPECT_EQ(trace->jobs[0].duration, 90'000'000);
    EXPECT_EQ(trace->jobs[0].gpu, 200);
    EXPECT_EQ(trace->groups[0], "big");
}

TEST_F(Sacct, KeepsACancelledJobThatWasGivenSomething) {
    const auto trace = read("sacct",
                            "JobID|Submit|Start|ElapsedRaw|State|ReqTRES|AllocTRES\n"
                            "1|2026-03-01T10:00:00|2026-03-01T10:05:00|0|CANCELLED by 7|"
                            "gres/gpu=1|gres/gpu=1\n"
                            "2|2026-03-01T10:00:00|2026-03-01T10:05:00|0|CANCELLED by 7|"
                            "gres/gpu=1|\n");
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    ASSERT_EQ(trace->jobs.size(), 1u);
    EXPECT_EQ(trace->nameOf(trace->jobs[0]), "1");
}

TEST_F(Sacct, TellsResourcesThatAreNone) {
    const auto row = [](const std::string& id, const std::string& tres) {
        return id +
               "|a|b|c|d|2026-03-01T10:00:00|2026-03-01T10:05:00|2026-03-01T11:05:00|6|"
               "COMPLETED|" +
               tres + "\n";
    };
    EXPECT_THAT(wrong("sacct", kHeader + row("1", "garbage") + row("2", "cpu=4,foo=bar") +
                                   row("3", "gres/gpu") + row("4", "=4") + row("5", "")),
                ElementsAre("2:83 trace-bad-tres garbage", "3:83 trace-bad-tres cpu=4,foo=bar",
                            "4:83 trace-bad-tres gres/gpu", "5:83 trace-bad-tres =4"));
    const auto trace = read("sacct", kHeader + row("1", "billing=5,license/x:y=3,gres/gpu=1"));
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->jobs.size(), 1u);
}

// A list that is one is not called none, but what in it cannot be is told.
TEST_F(Sacct, TellsTheAmountInAListThatCannotBe) {
    const auto told = [&](const std::string& tres, const std::string& elapsed = "00:01:00") {
        const auto trace =
            read("sacct", "JobIDRaw|Submit|Elapsed|State|ReqTRES\n1|2026-03-01T10:00:00|" +
                              elapsed + "|COMPLETED|" + tres + "\n");
        return trace ? std::string("read") : render(trace.error().front().message);
    };
    const auto amount = [](const std::string& one, const std::string& value) {
        return "Column 'ReqTRES': '" + one + "' in '" + value +
               "' is not an amount from 0 up, or is too large.";
    };
    for (const char* const one :
         {"gres/gpu=1000000000000", "gres/gpu=-1", "gres/gpu:a100=1.5", "cpu=1000000000000000",
          "cpu=-2", "mem=999999999999999T", "node=-3", "mem=4X"}) {
        const std::string value = std::string("billing=5,") + one + ",gres/gpu=1";
        EXPECT_EQ(told(value), amount(one, value));
    }
    EXPECT_EQ(told("gres/gpu:a=600000,gres/gpu:b=600000"),
              "Column 'ReqTRES': the total of 'gres/gpu:a=600000,gres/gpu:b=600000' is too "
              "large.");
    for (const char* const none : {"gres/gpu=many", "gres/gpu:2=3", "cpu=-2,foo", "=-4", ",",
                                   ",gres/gpu=4", "gres/gpu=4,,node=1", "gres/gpu=-1,,node=1"})
        EXPECT_EQ(told(none),
                  std::string("Column 'ReqTRES': '") + none + "' is not a list of resources.");
    for (const char* const longer :
         {"1000000000000-00:00:00", "11575-00:00:00", "9999999999:00:00", "99999999999999:00"})
        EXPECT_EQ(told("gres/gpu=1", longer),
                  std::string("Column 'Elapsed': '") + longer + "' is more than 1,000,000,000 s.");
    for (const char* const none : {"-1-00:00:00", "-00:10:00", "1-2-00:00:00", "99999999999999"})
        EXPECT_EQ(told("gres/gpu=1", none),
                  std::string("Column 'Elapsed': '") + none + "' is not a duration.");
}

// Which of the two amounts is meant cannot be known.
TEST_F(Sacct, TellsAResourceThatIsNamedTwiceInAList) {
    const auto told = [&](const std::string& list, const std::string& column = "ReqTRES") {
        const auto trace = read("sacct", "JobIDRaw|Submit|ElapsedRaw|State|" + column +
                                             "\n1|2026-03-01T10:00:00|60|COMPLETED|" + list + "\n");
        return trace ? std::string("read") : render(trace.error().front().message);
    };
    const auto twice = [](const std::string& name, const std::string& list,
                          const std::string& column = "ReqTRES") {
        return "Column '" + column + "': '" + list + "' has '" + name + "' twice.";
    };
    for (const auto& [name, list] :
         {std::pair("gres/gpu", "gres/gpu=4,gres/gpu=2"),
          std::pair("gres/gpu", "gres/gpu=4,node=1,gres/gpu=4"),
          std::pair("cpu", "cpu=1,cpu=2,gres/gpu=1"), std::pair("cpu", "cpu=1,cpu=2"),
          std::pair("mem", "gres/gpu=1,mem=1G,mem=2G"),
          std::pair("billing", "billing=1,gres/gpu=1,billing=2"),
          std::pair("gres/gpu:a", "gres/gpu:a=1,gres/gpu:b=1,gres/gpu:a=1"),
          std::pair("gpu", "gres/gpu=4,gpu=2")})
        EXPECT_EQ(told(list), twice(name, list));
    for (const char* const column : {"ReqGRES", "AllocGRES"})
        EXPECT_EQ(told("gpu=4,gpu=2", column), twice("gpu", "gpu=4,gpu=2", column));
    // What else is wrong with the list counts before it.
    EXPECT_THAT(told("cpu=1,cpu=-2"), ::testing::HasSubstr("is not an amount"));
    EXPECT_THAT(told("cpu=1,cpu=2,foo"), ::testing::HasSubstr("is not a list"));
    for (const char* const once : {"gres/gpu=3,gres/gpu:a=1,gres/gpu:b=2",
                                   "gres/gpu:a=1,gres/gpu:b=2", "gres/gpu=4,gres/gpumem=8G"})
        EXPECT_EQ(told(once), "read") << once;
    EXPECT_THAT(wrong("sacct",
                      "JobIDRaw|Submit|ElapsedRaw|State|ReqTRES|AllocTRES\n"
                      "1|2026-03-01T10:00:00|60|COMPLETED|gres/gpu=1|gres/gpu=1\n"
                      "2|2026-03-01T10:00:00|60|COMPLETED|gres/gpu=1|cpu=1,cpu=2\n"),
                ElementsAre("3:47 trace-bad-tres cpu=1,cpu=2"));
}

TEST_F(Sacct, CountsWhatIsReadOtherwiseThanItStandsThere) {
    const auto row = [](const std::string& id, const std::string& elapsed,
                        const std::string& tres) {
        return id + "|a|b|c|d|2026-03-01T10:00:00|2026-03-01T10:05:00|2026-03-01T11:05:00|" +
               elapsed + "|COMPLETED|" + tres + "\n";
    };
    const auto trace = read("sacct", kHeader + row("1", "3600", "gres/gpu=1,mem=4G") +
                                         row("2", "1800", "gres/gpu:a=1,gres/gpu:b=1") +
                                         row("3", "3000", "gres/gpu=3,gres/gpu:a=2") +
                                         row("4", "3600", "cpu=2,gres/gpu=1,mem=4Gn") +
                                         row("6", "3600", "gres/gpu=3,gres/gpu:a=4") +
                                         // Nothing is said of what is left out.
                                         row("5", "5", "cpu=1,mem=4Gn"));
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    EXPECT_EQ(trace->jobs[1].duration, 1'800'000);
    EXPECT_THAT(counts(trace->remarks),
                ::testing::IsSupersetOf({"trace-remark-types.mixed 3 3", "trace-remark-elapsed 2 3",
                                         "trace-remark-memory-of-one 1 5"}));
}

TEST_F(Sacct, SaysWhatTellsHowLongAJobRan) {
    const auto told = [&](const std::string& header) {
        const auto trace = read("sacct", header);
        return trace ? std::string("read") : render(trace.error().front().message);
    };
    EXPECT_EQ(
        told("JobIDRaw|Submit|Start|State|ReqTRES\n"),
        "The durations of jobs are missing. Format sacct has ElapsedRaw, Elapsed, or Start and End "
        "together, and the first line names JobIDRaw, Submit, Start, State and "
        "ReqTRES.");
    EXPECT_EQ(told("JobIDRaw|Submit|Start|End|State|ReqTRES\n"), "read");
    EXPECT_EQ(told("JobIDRaw|Submit|Elapsed|State|ReqTRES\n"), "read");
}

TEST_F(Sacct, TellsEveryProblem) {
    EXPECT_THAT(
        wrong("sacct", kHeader + "1|a|b|c|d|yesterday|2026-03-01T10:05:00|2026-03-01T11:05:00|-6|"
                                 "COMPLETED|gres/gpu=1\n"
                                 "2|a|b|c|d|2026-03-01T10:00:00|2026-03-01T10:05:00|"
                                 "2026-03-01T11:05:00|6|COMPLETED|gres/gpu=many\n"
                                 "3|a|b\n"),
        ElementsAre("2:11 trace-bad-time yesterday", "2:61 trace-bad-seconds -6",
                    "3:83 trace-bad-tres gres/gpu=many", "4:1 trace-field-count"));
    // All of one row, too.
    EXPECT_THAT(wrong("sacct", kHeader + "2|a|b|c|d|soon|later|2026-03-01T11:05:00|-6|"
                                         "COMPLETED|gres/gpu=many\n"),
                ElementsAre("2:11 trace-bad-time soon", "2:16 trace-bad-time later",
                            "2:42 trace-bad-seconds -6", "2:55 trace-bad-tres gres/gpu=many"));
    EXPECT_THAT(wrong("sacct", kHeader + "2|a|b|c|d|2026-03-01T10:00:00|later|2026-03-01T11:05:00||"
                                         "COMPLETED|gres/gpu=many\n"),
                ElementsAre("2:31 trace-bad-time later", "2:68 trace-bad-tres gres/gpu=many"));
    EXPECT_THAT(wrong("sacct", "JobID|State|ReqTRES\n1|x|y\n"),
                ElementsAre("1:1 trace-column-missing", "1:1 trace-no-duration"));
    EXPECT_THAT(wrong("sacct", "Account\n"),
                ElementsAre("1:1 trace-column-missing", "1:1 trace-column-missing",
                            "1:1 trace-no-duration", "1:1 trace-column-missing"));
    EXPECT_THAT(wrong("sacct", "Account|Submit\n"),
                ElementsAre("1:1 trace-column-missing", "1:1 trace-no-duration",
                            "1:1 trace-column-missing"));
}

TEST_F(Sacct, NodesThatAreNoNumberAreAProblemWhereGpusAreToldForEach) {
    EXPECT_THAT(wrong("sacct",
                      "JobID|Submit|ElapsedRaw|State|ReqGRES|NNodes|AllocNodes\n"
                      "1|2026-03-01T10:00:00|60|COMPLETED|PER_NODE:gpu:2|x|4\n"
                      "2|2026-03-01T10:00:00|60|COMPLETED|gpu:2|x|4\n"
                      "3|2026-03-01T10:00:00|60|COMPLETED|PER_NODE:gpu:2||4\n"),
                ElementsAre("2:51 trace-bad-nodes x"));
    EXPECT_THAT(wrong("sacct",
                      "JobID|Submit|ElapsedRaw|State|ReqGRES|NNodes\n"
                      "1|2026-03-01T10:00:00|60|COMPLETED|PER_NODE:gpu:2|4000000000\n"),
                ElementsAre("2:51 trace-bad-nodes 4000000000"));
}

TEST_F(Sacct, AMomentThatIsNoneIsAProblemInARowThatIsLeftOutToo) {
    EXPECT_THAT(wrong("sacct",
                      "JobID|Submit|Start|ElapsedRaw|State|ReqTRES\n"
                      "1|2026-13-01T10:00:00|Unknown|0|PENDING|gres/gpu=2\n"
                      "2|Unknown|Unknown|0|PENDING|gres/gpu=2\n"
                      "3|soon|2026-03-01T10:00:00|60|COMPLETED|cpu=1\n"),
                ElementsAre("2:3 trace-bad-time 2026-13-01T10:00:00", "4:3 trace-bad-time soon"));
}

TEST_F(Sacct, WhenARowThatIsLeftOutRanIsReadToo) {
    const std::string submit = "|2026-03-01T10:00:00|";
    EXPECT_THAT(wrong("sacct", "JobID|Submit|Start|End|ElapsedRaw|Elapsed|State|ReqTRES\n1" +
                                   submit + "soon|2026-03-01T11:05:00|5||COMPLETED|cpu=1\n2" +
                                   submit + "Unknown|later|0||PENDING|gres/gpu=2\n3" + submit +
                                   "2026-03-01T11:05:00|Unknown|-5||RUNNING|gres/gpu=2\n4" +
                                   submit + "Unknown|Unknown||soon|PENDING|gres/gpu=2\n5.batch" +
                                   submit + "1e300|Unknown|||COMPLETED|\n6" + submit +
                                   "Unknown|Unknown|0|00:00:00|PENDING|gres/gpu=2\n7" + submit +
                                   "2026-03-01T11:05:00|x|0||CANCELLED by 0|gres/gpu=2\n"),
                ElementsAre("2:23 trace-bad-time soon", "3:31 trace-bad-time later",
                            "4:51 trace-bad-seconds -5", "5:40 trace-bad-elapsed soon",
                            "6:29 trace-bad-time 1e300", "8:43 trace-bad-time x"));
}

TEST_F(Sacct, SaysWhichJobsStartBeforeTheirSubmission) {
    const auto trace = read("sacct",
                            "JobID|Submit|Start|End|ElapsedRaw|State|ReqTRES\n"
                            "1|2026-03-01T10:00:00|2026-03-01T09:00:00|2026-03-01T09:00:05|5|"
                            "COMPLETED|gres/gpu=2\n"
                            "2|2026-03-01T10:00:00|2026-03-01T10:00:00|2026-03-01T10:00:05|5|"
                            "COMPLETED|gres/gpu=2\n");
    ASSERT_TRUE(trace);
    EXPECT_THAT(counts(trace->remarks),
                ::testing::Contains("trace-remark-start-before-submit 1 2"));
}

// In all the ways in which databases have written it.
TEST_F(Sacct, ReadsTheOlderColumns) {
    const auto gpus = [&](const std::string& columns, const std::string& values) {
        const auto trace =
            read("sacct", "JobID|Submit|ElapsedRaw|State|" + columns +
                              "\n1|2026-03-01T10:00:00|60|COMPLETED|" + values + "\n");
        if (!trace)
            return plainCode(trace.error().front().message.code) == "trace-bad-tres"
                       ? render(trace.error().front().message)
                       : "?";
        std::string told;
        for (const TraceJob& job : trace->jobs)
            told += gpuText(job.gpu) + trace->gpuTypes[job.gpuType];
        for (const std::string& remark : counts(trace->remarks))
            if (remark.starts_with("trace-remark-gres"))
                told += " " + remark;
        return told;
    };
    for (const char* column : {"ReqGRES", "AllocGRES"}) {
        EXPECT_EQ(gpus(column, "gpu:2"), "2");
        EXPECT_EQ(gpus(column, "gpu:tesla:2(S:0-1)"), "2tesla");
        EXPECT_EQ(gpus(column, "gpu:tesla:2(IDX:0,3),craynetwork:1"), "2tesla");
        EXPECT_EQ(gpus(column, "gres:gpu:2"), "2");
        EXPECT_EQ(gpus(column, "gres/gpu:3"), "3");
        EXPECT_EQ(gpus(column, "gres/gpu:tesla:3"), "3tesla");
        EXPECT_EQ(gpus(column, "gpu=3"), "3");
        EXPECT_EQ(gpus(column, "gpu:tesla=3"), "3tesla");
        EXPECT_EQ(gpus(column, "PER_NODE:gpu:2"), "2 trace-remark-gres-of-one 1 2");
        const std::string nodes = std::string(column) + "|NNodes";
        EXPECT_EQ(gpus(nodes, "PER_NODE:gpu:2|3"), "6");
        EXPECT_EQ(gpus(nodes, "PER_NODE:gpu:2|x"), "?");
        EXPECT_EQ(gpus(nodes, "gpu:2|x"), "2");
        EXPECT_EQ(gpus(nodes, "PER_NODE:gpu:2|"), "2 trace-remark-gres-of-one 1 2");
        EXPECT_EQ(gpus(column, "gpu:1080:2"), "21080");
        EXPECT_EQ(gpus(nodes, "PER_NODE:gpu:tesla:2|3"), "6tesla");
        EXPECT_EQ(gpus(nodes, "PER_NODE:gres/gpu=2|3"), "6");
        EXPECT_EQ(gpus(std::string(column) + "|AllocNodes", "PER_NODE:gpu:2|4"), "8");
        EXPECT_EQ(gpus("ReqTRES|" + std::string(column), "cpu=8,node=2|PER_NODE:gpu:2"), "4");
        EXPECT_EQ(gpus(column, "mps:100"), "");
        EXPECT_EQ(gpus(column, "gpumem:80G"), "");
        for (const std::string unread :
             {"PER_TASK:gpu:2", "PER_SOCKET:gpu:2", "PER_JOB:gpu:2", "gpu:2:3", "gpu:many", "GPU:2",
              "gres/nvidia_gpu:2", "mygpus=2"})
            EXPECT_EQ(gpus(column, unread), "Column '" + std::string(column) +
                                                "': the number of GPUs in '" + unread +
                                                "' is unknown.");
    }
    // What can be read tells it.
    EXPECT_EQ(gpus("AllocTRES|ReqGRES", "gres/gpu=4|PER_TASK:gpu:1"), "4");
    EXPECT_EQ(gpus("ReqGRES|AllocGRES", "PER_TASK:gpu:1|gpu:4"), "4");
    EXPECT_EQ(gpus("ReqTRES", "gpu=3"), "3");
}

TEST_F(Sacct, LeavesOutGpusThatCannotBeRead) {
    const std::string text =
        "JobID|Submit|ElapsedRaw|State|ReqGRES\n"
        "1|2026-03-01T10:00:00|60|COMPLETED|PER_TASK:gpu:2\n"
        "2|2026-03-01T10:00:00|60|COMPLETED|gpu:2\n";
    EXPECT_THAT(wrong("sacct", text), ElementsAre("2:36 trace-bad-tres PER_TASK:gpu:2"));
    TraceOptions options;
    options.skipBadRows = true;
    const auto trace = read("sacct", text, options);
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->jobs.size(), 1u);
    EXPECT_THAT(trace->dropped, ::testing::SizeIs(1));
    EXPECT_THAT(render(trace->dropped.at(0)), ::testing::HasSubstr("PER_TASK:gpu:2"));
}

TEST_F(Sacct, TellsAnEndBeforeTheStart) {
    const auto trace = read("sacct", kHeader +
                                         "1|a|b|c|d|2026-03-01T10:00:00|2026-03-01T11:05:00|"
                                         "2026-03-01T10:05:00|60|COMPLETED|gres/gpu=1\n");
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->jobs.at(0).duration, 60'000);
    const std::vector<std::string> told = counts(trace->remarks);
    EXPECT_THAT(told, ::testing::Contains("trace-remark-end-before-start 1 2"));
    EXPECT_THAT(told, ::testing::Not(::testing::Contains("trace-remark-elapsed 1 2")));
}

TEST_F(Sacct, TellsAStateThatSlurmDoesNotHave) {
    const auto row = [](const std::string& id, const std::string& state) {
        return id + "|a|b|c|d|2026-03-01T10:00:00|2026-03-01T10:05:00|2026-03-01T11:05:00|3600|" +
               state + "|gres/gpu=1\n";
    };
    const auto trace =
        read("sacct", kHeader + row("1", "COMPLETED") + row("2", "BANANA") +
                          row("3", "CANCELLED by 1000") + row("4", "CANCELLED+") +
                          row("5", "OUT_OF_MEMORY") + row("6", "completed") + row("7", ""));
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    EXPECT_EQ(trace->jobs.size(), 7u);
    const auto told =
        std::find_if(trace->remarks.begin(), trace->remarks.end(),
                     [](const Message& remark) { return remark.code == "trace-remark-state"; });
    ASSERT_NE(told, trace->remarks.end());
    EXPECT_EQ(render(*told),
              "Read as ended: 2 jobs with an unknown State. First: line 3, 'BANANA'.");
    const auto known = read("sacct", kHeader + row("1", "NODE_FAIL"));
    ASSERT_TRUE(known);
    EXPECT_THAT(counts(known->remarks),
                ::testing::Not(::testing::Contains(::testing::HasSubstr("trace-remark-state"))));
}

// What only waited has no node yet.
TEST_F(Sacct, TellsJobsThatRanOnNoNode) {
    const std::string header =
        "JobIDRaw|Submit|Start|End|ElapsedRaw|State|ReqTRES|AllocTRES|NNodes\n";
    const std::string ran = "|2026-03-01T10:00:00|2026-03-01T10:00:00|2026-03-01T10:01:00|60|";
    const auto trace =
        read("sacct", header + "1" + ran + "COMPLETED|gres/gpu=1,node=1|gres/gpu=1,node=1|1\n" +
                          "2" + ran + "COMPLETED|gres/gpu=1||0\n" + "3" + ran +
                          "COMPLETED|gres/gpu=1|gres/gpu=1,node=0|\n" +
                          "4|2026-03-01T10:00:00|Unknown|Unknown|0|PENDING|gres/gpu=1,node=0||0\n" +
                          "5|2026-03-01T10:00:00|2026-03-01T10:00:00|2026-03-01T10:00:00|0|"
                          "CANCELLED|gres/gpu=1||0\n" +
                          "6|2026-03-01T10:00:00|2026-03-01T10:00:00|2026-03-01T10:00:00|0|"
                          "BOOT_FAIL|gres/gpu=1||0\n");
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    EXPECT_EQ(trace->jobs.size(), 4u);
    EXPECT_THAT(counts(trace->remarks), ::testing::Contains("trace-remark-no-nodes 2 3"));
}

TEST_F(Sacct, TellsWhereOtherGpusWereGivenThanAskedFor) {
    const std::string header = "JobIDRaw|Submit|ElapsedRaw|State|ReqTRES|AllocTRES\n";
    const std::string ran = "|2026-03-01T10:00:00|60|COMPLETED|";
    const auto trace = read("sacct", header + "1" + ran + "gres/gpu=1|gres/gpu=1\n2" + ran +
                                         "gres/gpu=4|gres/gpu=8\n3" + ran + "gres/gpu=4|\n4" + ran +
                                         "cpu=1|gres/gpu=2\n");
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    ASSERT_EQ(trace->jobs.size(), 4u);
    EXPECT_EQ(trace->jobs[1].gpu, 400);
    EXPECT_THAT(counts(trace->remarks), ::testing::Contains("trace-remark-other-gpus 1 3"));
}

TEST(Tres, ReadsWhatSlurmWrites) {
    EXPECT_EQ(tresValue("")->gpus, 0);
    EXPECT_EQ(tresValue("cpu=1,node=1")->gpus, 0);
    EXPECT_EQ(gresValue("gpu:a100:4")->gpus, 4);
    EXPECT_EQ(gresValue("gpu:a100:4")->gpuType, "a100");
    EXPECT_EQ(gresValue("gpu:2")->gpus, 2);
    EXPECT_EQ(tresValue("gres/gpu:a=1,gres/gpu:b=2")->gpus, 3);
    EXPECT_EQ(tresValue("gres/gpu:a=1,gres/gpu:b=2")->gpuType, "");
    EXPECT_TRUE(tresValue("gres/gpu:a=1,gres/gpu:b=2")->mixedTypes);
    EXPECT_EQ(gresValue("gpu:a:1,gpu:b:2")->gpus, 3);
    EXPECT_EQ(gresValue("gpu:a:1,gpu:b:2")->gpuType, "");
    EXPECT_EQ(tresValue("gres/gpu=4,gres/gpu:a=1")->gpuType, "");
    EXPECT_TRUE(tresValue("gres/gpu=4,gres/gpu:a=1")->mixedTypes);
    EXPECT_EQ(tresValue("gres/gpu=4,gres/gpu:a=4")->gpuType, "a");
    EXPECT_FALSE(tresValue("gres/gpu=4,gres/gpu:a=4")->mixedTypes);
    // The types and their sum contradict each other.
    EXPECT_EQ(tresValue("gres/gpu=3,gres/gpu:a=4")->gpus, 4);
    EXPECT_TRUE(tresValue("gres/gpu=3,gres/gpu:a=4")->mixedTypes);
    EXPECT_EQ(tresValue("gres/gpu:a=4,gres/gpu=3")->gpuType, "");
    EXPECT_TRUE(tresValue("gres/gpu:a=4,gres/gpu=0")->mixedTypes);
    EXPECT_EQ(tresValue("gres/gpu:a=4")->gpuType, "a");
    EXPECT_FALSE(tresValue("gres/gpu:a=4")->mixedTypes);
    EXPECT_EQ(tresValue("gres/gpumem=80G,gres/gpuutil=3,gres/gpu=1")->gpus, 1);
    EXPECT_EQ(tresValue("mem=1.50G")->memory, 1536);
    EXPECT_EQ(tresValue("mem=1025K")->memory, 2);
    EXPECT_EQ(tresValue("mem=4Gn")->memory, 4096);
    EXPECT_TRUE(tresValue("mem=4Gn")->memoryOfOne);
    EXPECT_EQ(tresValue("mem=4Gn,node=3")->memory, 3 * 4096);
    EXPECT_FALSE(tresValue("mem=4Gn,node=3")->memoryOfOne);
    EXPECT_EQ(tresValue("cpu=8,mem=2Gc,node=3")->memory, 8 * 2048);
    EXPECT_EQ(tresValue("mem=2Gc")->memory, 2048);
    EXPECT_EQ(tresValue("node=3,mem=4G")->memory, 4096);
    EXPECT_FALSE(tresValue("mem=900000000Gc,cpu=900000000"));
    EXPECT_EQ(tresValue("mem=4000M,cpu=1")->memory, 4000);
    EXPECT_EQ(tresValue("mem=4000")->memory, 4000);
    for (const char* unit : {"mem=5X", "mem=5Qn", "mem=5c", "mem=5n", "mem=", "mem=G", "mem=5GG",
                             "total garbage", "cpu=1,total garbage", "a b=1"})
        EXPECT_FALSE(tresValue(unit)) << unit;
    EXPECT_EQ(gresValue("craynetwork,bandwidth:lustre:no_consume:4G,gpu:2")->gpus, 2);
    EXPECT_FALSE(gresValue("gpu:x:y"));
    for (const char* none : {"cpu=x", "mem=G", "gres/gpu=-1", "gres/gpu=99999999", "gpu:x:y",
                             "gpu:999999999999999999"})
        EXPECT_FALSE(tresValue(none)) << none;
}

TEST(Elapsed, ReadsDaysAndTimes) {
    EXPECT_EQ(elapsedValue("1-02:03:04"), 93'784'000);
    EXPECT_EQ(elapsedValue("00:00:09"), 9'000);
    EXPECT_EQ(elapsedValue("01:02.500"), 62'500);
    for (const char* none :
         {"", "9", "-1:00", "1-", "a:b:c", "1:2:3:4", "99999-00:00:00", "11574-99999:00:00"})
        EXPECT_FALSE(elapsedValue(none)) << none;
}

// Compared with the time that it ran, and with nothing else.
TEST_F(Sacct, RefusesAStartOrEndThatIsNoTime) {
    const auto row = [](const std::string& start, const std::string& end) {
        return kHeader + "41|ana|team-a|gpu|normal|2026-03-01T10:00:00|" + start + "|" + end +
               "|3600|COMPLETED|gres/gpu=4\n";
    };
    EXPECT_THAT(wrong("sacct", row("rubbish", "2026-03-01T11:05:00")),
                ElementsAre("2:46 trace-bad-time rubbish"));
    EXPECT_THAT(wrong("sacct", row("2026-03-01T10:05:00", "rubbish")),
                ElementsAre("2:66 trace-bad-time rubbish"));
    EXPECT_THAT(wrong("sacct", row("2026-03-01T10:05:00", "12")),
                ElementsAre("2:66 trace-bad-time 12"));
}

}  // namespace
}  // namespace apportion::testing
