// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/date_text.h"
#include "tests/core/io/traces/trace_file.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using Helios = TraceFile;

const std::string kHeliosHeader =
    "job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,"
    "queue\n";

TEST_F(Helios, ReadsJobsThatRan) {
    const auto trace = read(
        "helios", kHeliosHeader +
                      "7,uA,vcX,4,16,1,FAILED,2020-06-09 18:41:27,2020-06-09 18:41:30,2020-06-09 "
                      "18:45:36,246,3\n"
                      "8,uB,vcY,0,4,1,COMPLETED,2020-06-09 18:41:27,2020-06-09 18:41:30,2020-06-09 "
                      "18:45:36,246,3\n"
                      "9,uB,vcY,1,4,1,CANCELLED,2020-06-09 18:41:28,None,2020-06-09 18:45:36,0,0\n"
                      "10,uB,vcY,1,4,1,CANCELLED,2020-06-09 18:41:28,,2020-06-09 18:45:36,,\n"
                      "11,uA,vcX,1,4,1,TIMEOUT,2020-06-09 18:41:28,2020-06-09 18:41:28,2020-06-09 "
                      "18:41:28,0,0\n");
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    ASSERT_EQ(trace->jobs.size(), 2u);
    EXPECT_EQ(trace->rows, 5);
    EXPECT_TRUE(trace->dates);
    const TraceJob& job = trace->jobs[0];
    EXPECT_EQ(trace->nameOf(job), "7");
    EXPECT_EQ(trace->users[job.user], "uA");
    EXPECT_EQ(trace->groups[job.group], "vcX");
    EXPECT_EQ(dateText(job.submit), "2020-06-09T18:41:27Z");
    EXPECT_EQ(job.duration, 246'000);
    EXPECT_EQ(job.gpu, 400);
    EXPECT_EQ(job.cpu, 16'000);
    EXPECT_EQ(trace->jobs[1].duration, 0);  // a replay makes a second of it
    EXPECT_THAT(counts(trace->dropped),
                ElementsAre("trace-dropped-no-gpu 1 3", "trace-dropped-never-started 2 4"));
}

TEST_F(Helios, TellsEveryProblem) {
    EXPECT_THAT(
        wrong("helios",
              kHeliosHeader +
                  "7,uA,v/X,4,16,1,FAILED,2020-06-31 18:41:27,2020-06-09 18:41:30,x,-6,3\n"
                  "8,u\xE9,vcX,x,16,1,FAILED,never,2020-06-09 18:41:30,x,1,3\n"
                  "9,u\xE9,v/X,1,-1,1,FAILED,2020-06-09 18:41:27,2020-06-09 18:41:30,x,1,3\n"),
        ElementsAre("2:24 trace-bad-date 2020-06-31 18:41:27", "2:66 trace-bad-seconds -6",
                    "3:10 trace-bad-count x", "3:24 trace-bad-date never",
                    "4:3 trace-bad-name u\\xE9", "4:6 trace-bad-group v/X",
                    "4:12 trace-bad-amount -1"));
    EXPECT_THAT(wrong("helios", "job_id,user,vc,gpu_num,submit_time\n"),
                ElementsAre("1:1 trace-column-missing"));
}

TEST_F(Helios, AMomentThatIsNoneIsAProblemInARowThatIsLeftOutToo) {
    EXPECT_THAT(
        wrong("helios", kHeliosHeader + "7,uA,vcX,0,4,1,COMPLETED,2020-06-31 18:41:27,,,1,3\n"
                                        "8,uA,vcX,1,4,1,CANCELLED,soon,None,,0,3\n"
                                        "9,uA,vcX,1,4,1,RUNNING,4,2020-06-09 18:41:30,,,3\n"
                                        "10,uA,vcX,0,4,1,COMPLETED,,,,1,3\n"),
        ElementsAre("2:26 trace-bad-date 2020-06-31 18:41:27", "3:26 trace-bad-date soon",
                    "4:24 trace-bad-date 4"));
}

TEST_F(Helios, WhenARowThatIsLeftOutRanIsReadToo) {
    const std::string end = ",2020-06-09 18:45:36,";
    EXPECT_THAT(
        wrong("helios",
              kHeliosHeader + "7,uA,vcX,0,4,1,COMPLETED,2020-06-09 18:41:27,soon" + end + "1,3\n" +
                  "8,uA,vcX,0,4,1,COMPLETED,2020-06-09 18:41:27,None" + end + "-1,3\n" +
                  "9,uA,vcX,1,4,1,CANCELLED,2020-06-09 18:41:27,None" + end + "1e300,3\n" +
                  "10,uA,vcX,1,4,1,RUNNING,2020-06-09 18:41:27,12000-06-09 18:41:27,,,3\n"),
        ElementsAre("2:46 trace-bad-date soon", "3:71 trace-bad-seconds -1",
                    "4:71 trace-bad-seconds 1e300", "5:45 trace-bad-date 12000-06-09 18:41:27"));
}

TEST_F(Helios, SaysWhichJobsStartBeforeTheirSubmission) {
    const auto trace = read(
        "helios", kHeliosHeader +
                      "7,uA,vcX,1,4,1,COMPLETED,2020-06-09 18:41:27,2020-06-09 18:41:26,,5,3\n"
                      "8,uA,vcX,1,4,1,COMPLETED,2020-06-09 18:41:27,2020-06-09 18:41:27,,5,3\n");
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->jobs.size(), 2U);
    EXPECT_THAT(counts(trace->remarks), ElementsAre("trace-remark-start-before-submit 1 2"));
}

// As sacct does: the run time counts, and what cannot be read is not compared.
TEST_F(Helios, SaysWhichJobsRanAnotherTimeThanFromStartToEnd) {
    const auto row = [](const std::string& id, const std::string& end) {
        return id + ",uA,vcX,1,4,1,COMPLETED,2020-06-09 18:41:27,2020-06-09 18:41:30," + end +
               ",5,3\n";
    };
    const auto trace =
        read("helios", kHeliosHeader + row("7", "2020-06-09 18:41:35") +
                           row("8", "2020-06-09 18:41:36") + row("9", "2020-06-09 18:41:29") +
                           row("10", "") + row("11", "x"));
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    ASSERT_EQ(trace->jobs.size(), 5U);
    EXPECT_EQ(trace->jobs[2].duration, 5'000);
    EXPECT_THAT(counts(trace->remarks), ElementsAre("trace-remark-duration 1 3",
                                                    "trace-remark-end-before-start.duration 1 4"));
}

TEST_F(Helios, TakesGroupsFromAnotherColumn) {
    TraceOptions options;
    options.team = "state";
    options.priority = "node_num";
    const auto trace = read("helios",
                            kHeliosHeader +
                                "7,uA,vcX,4,16,3,FAILED,2020-06-09 18:41:27,2020-06-09 "
                                "18:41:30,x,246,3\n",
                            options);
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->groups[trace->jobs[0].group], "FAILED");
    EXPECT_EQ(trace->jobs[0].priority, 3);
    options.team = "nonsense";
    EXPECT_THAT(wrong("helios", kHeliosHeader, options), ElementsAre("1:1 trace-column-missing"));
}

TEST_F(Helios, RefusesAStartThatIsNoDate) {
    for (const char* duration : {"3", ""}) {
        std::string trace = kHeliosHeader;
        trace.append("7,uA,vcX,1,4,1,COMPLETED,2020-06-09 18:41:27,rubbish,,1,").append(duration);
        EXPECT_THAT(wrong("helios", trace + "\n"), ElementsAre("2:46 trace-bad-date rubbish"));
    }
}

}  // namespace
}  // namespace apportion::testing
