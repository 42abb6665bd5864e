// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/io/traces/trace_file.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using Pai = TraceFile;

TEST_F(Pai, ReadsTheSample) {
    const auto trace =
        read("pai", "job_id,arrival_s,service_sec,gpu_count\nx#1,16670.0,167731.5,8\ny,1,2,0\n");
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    ASSERT_EQ(trace->jobs.size(), 1u);
    EXPECT_EQ(trace->nameOf(trace->jobs[0]), "x#1");
    EXPECT_EQ(trace->jobs[0].submit, 16'670'000);
    EXPECT_EQ(trace->jobs[0].duration, 167'731'500);
    EXPECT_EQ(trace->jobs[0].gpu, 800);
    EXPECT_TRUE(trace->groups.empty());
    EXPECT_THAT(counts(trace->dropped), ElementsAre("trace-dropped-no-gpu 1 3"));
}

TEST_F(Pai, ReadsThePublishedTasksWithAndWithoutAHeader) {
    const std::string rows =
        "j1,worker,4,Terminated,1000.0,1600.0,600.0,29.296875,25.0,P100\n"
        "j2,tensorflow,1,Failed,1000.0,1100.0,600,0,150,MISC\n"
        "j3,ps,1,Terminated,1,2,600,1,,\n"
        "j4,worker,1,Running,5,,600,1,100,T4\n"
        "j5,worker,1,Waiting,,,600,1,100,T4\n";
    for (const std::string& header :
         {std::string(), std::string("job_name,task_name,inst_num,status,start_time,end_time,"
                                     "plan_cpu,plan_mem,plan_gpu,gpu_type\n")}) {
        const auto trace = read("pai", header + rows);
        ASSERT_TRUE(trace) << render(trace.error().front().message);
        ASSERT_EQ(trace->jobs.size(), 2u);
        EXPECT_EQ(trace->rows, 5);
        const TraceJob& job = trace->jobs[0];
        EXPECT_EQ(job.replicas, 4u);
        EXPECT_EQ(job.gpu, 25);
        EXPECT_EQ(job.cpu, 6000);
        EXPECT_EQ(job.memory, 30'000);
        EXPECT_EQ(job.submit, 1'000'000);
        EXPECT_EQ(job.duration, 600'000);
        EXPECT_EQ(trace->gpuTypes[job.gpuType], "P100");
        EXPECT_EQ(trace->jobs[1].gpu, 200);
        EXPECT_EQ(trace->dropped.size(), 3u);
        const int second = header.empty() ? 2 : 3;
        EXPECT_THAT(counts(trace->remarks),
                    ElementsAre("trace-remark-whole 1 " + std::to_string(second),
                                "trace-remark-pai-tasks"));
    }
}

TEST_F(Pai, ReadsTimesSince1970) {
    const auto trace = read("pai", "job_id,arrival_s,service_sec,gpu_count\nx,1700000000,5,8\n");
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    EXPECT_TRUE(trace->dates);
    EXPECT_EQ(trace->jobs.front().submit, 1'700'000'000'000);
}

TEST_F(Pai, TellsEveryProblem) {
    EXPECT_THAT(wrong("pai", "job_id,arrival_s,service_sec,gpu_count\nx,-1,2,1\ny/z,1,2,1\n"),
                ElementsAre("2:3 trace-bad-seconds -1", "3:1 trace-bad-name y/z"));
    EXPECT_THAT(wrong("pai", "job_id,arrival_s,gpu_count\nx,1,2\n"),
                ElementsAre("1:1 trace-column-missing"));
    EXPECT_THAT(wrong("pai", "j1,w,0,Terminated,5,4,1,1,25,\nj1,w,1,Terminated,5,4,1,1,25,\n"),
                ElementsAre("1:6 trace-bad-replicas 0", "2:21 trace-ends-before-start 4"));
}

// Of its two tables the one that is nearer.
TEST_F(Pai, NamesWhatTheNearerTableHas) {
    const auto missing = [&](const std::string& header) {
        const auto trace = read("pai", header + "\n");
        std::string columns;
        if (!trace)
            for (const Problem& problem : trace.error())
                columns += (columns.empty() ? "" : " ") + problem.message.arguments[0].value.text;
        return columns;
    };
    EXPECT_EQ(missing("job_name,task_name,inst_num,status,start_time,end_time,plan_cpu,gpu_type"),
              "plan_gpu");
    EXPECT_EQ(missing("job_name,inst_id,user,status,start_time,end_time"), "inst_num plan_gpu");
    EXPECT_EQ(missing("job_id,arrival_s,gpu_count"), "service_sec");
}

TEST_F(Pai, AMomentThatIsNoneIsAProblemInARowThatIsLeftOutToo) {
    EXPECT_THAT(wrong("pai",
                      "j1,ps,1,Terminated,soon,later,1,1,,\n"
                      "j2,w,1,Waiting,,x,1,1,25,\n"
                      "j3,w,1,Running,y,,1,1,25,\n"
                      "j4,ps,1,Waiting,,,1,1,,\n"),
                ElementsAre("1:20 trace-bad-seconds soon", "1:25 trace-bad-seconds later",
                            "2:17 trace-bad-seconds x", "3:16 trace-bad-seconds y"));
}

}  // namespace
}  // namespace apportion::testing
