// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/openb.h"

#include <map>

#include "tests/core/io/traces/trace_file.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using Openb = TraceFile;

const std::string kPodHeader =
    "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,"
    "deletion_time,scheduled_time\n";

TEST_F(Openb, MakesModuleAndPriorityOfTheQos) {
    const auto trace = read("openb", kPodHeader +
                                         "a,12000,16384,1,470,T4,LS,Running,0,100,5\n"
                                         "b,6000,1024,2,1000,,Guaranteed,Running,1,50,2\n"
                                         "c,500,0,1,1,G2|T4,Burstable,Failed,2,60,3\n"
                                         "d,500,0,8,1000,,BE,Succeeded,3,60,60\n"
                                         "e,500,0,0,0,,BE,Succeeded,3,60,60\n"
                                         "f,500,0,1,1000,,BE,Pending,3,60,\n");
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    ASSERT_EQ(trace->jobs.size(), 4u);
    EXPECT_FALSE(trace->dates);
    EXPECT_THAT(trace->groups, ElementsAre("LS", "Guaranteed", "Burstable", "BE"));
    const auto& jobs = trace->jobs;
    EXPECT_EQ(trace->nameOf(jobs[0]), "a");
    EXPECT_EQ(jobs[0].module, Module::inference);
    EXPECT_EQ(jobs[0].priority, 7);
    EXPECT_EQ(jobs[0].preemptible, TraceJob::Preemptible::no);
    EXPECT_EQ(jobs[0].gpu, 47);
    EXPECT_EQ(jobs[0].cpu, 12'000);
    EXPECT_EQ(jobs[0].memory, 16'384);
    EXPECT_EQ(jobs[0].submit, 0);
    EXPECT_EQ(jobs[0].duration, 95'000);
    EXPECT_EQ(trace->gpuTypes[jobs[0].gpuType], "T4");
    EXPECT_EQ(jobs[1].module, Module::inference);
    EXPECT_EQ(jobs[1].gpu, 200);
    EXPECT_EQ(jobs[2].module, Module::training);
    EXPECT_EQ(jobs[2].priority, 5);
    EXPECT_EQ(jobs[2].gpu, 1);  // a thousandth is rounded up
    EXPECT_EQ(jobs[2].gpuType, 0);
    EXPECT_EQ(jobs[3].priority, 3);
    EXPECT_EQ(jobs[3].duration, 0);
    EXPECT_THAT(counts(trace->dropped),
                ElementsAre("trace-dropped-no-gpu 1 6", "trace-dropped-never-started 1 7"));
    EXPECT_THAT(counts(trace->remarks),
                ElementsAre("trace-remark-rounded 1 4", "trace-remark-types 1 4"));
}

TEST_F(Openb, APriorityThatIsMappedIsNotToldAsTheDefault) {
    const std::string pods = kPodHeader + "a,1,16384,1,1000,,Gold,Running,0,100,5\n";
    const auto remarksOf = [&](const TraceTexts& texts) {
        const auto trace = read("openb", pods, traceOptions(texts).value());
        return trace ? counts(trace->remarks) : std::vector<std::string>{"refused"};
    };
    TraceTexts texts;
    EXPECT_THAT(remarksOf(texts), ElementsAre("trace-remark-qos 1 2"));
    texts.priority = "qos";
    texts.map = "priority=Gold:8";
    EXPECT_THAT(remarksOf(texts), ElementsAre("trace-remark-qos.module 1 2"));
    texts.module = "qos";
    texts.map += ",module=Gold:notebook";
    EXPECT_THAT(remarksOf(texts), ElementsAre());
    texts.priority.clear();
    texts.map = "module=Gold:notebook";
    EXPECT_THAT(remarksOf(texts), ElementsAre("trace-remark-qos.priority 1 2"));
}

TEST_F(Openb, AShareOfSeveralGpusIsTold) {
    const auto trace = read("openb", kPodHeader +
                                         "a,1,16384,2,460,,LS,Running,0,100,5\n"
                                         "b,1,16384,2,1000,,LS,Running,0,100,5\n");
    ASSERT_TRUE(trace.has_value());
    EXPECT_EQ(trace->jobs[0].gpu, 200);
    EXPECT_THAT(counts(trace->remarks), ElementsAre("trace-remark-share-of-several 1 2"));
}

TEST_F(Openb, TellsEveryProblem) {
    EXPECT_THAT(wrong("openb", kPodHeader + "a,x,16384,1,1001,,LS,Running,0,100,5\n"
                                            "b,1,16384,-1,1000,,LS,Running,0,100,5\n"
                                            "c,1,16384,1,1000,,LS,Running,0,4,5\n"
                                            "c,99999999999999,1,1,1000,,LS,Running,0,1e99,5\n"
                                            "d,1,16384,2,1001,,LS,Running,0,100,5\n"
                                            "e,1,16384,-1,1000,,LS,Running,0,soon,5\n"),
                ElementsAre("2:13 trace-bad-share 1001", "3:11 trace-bad-count -1",
                            "4:32 trace-ends-before-start 4", "5:41 trace-bad-seconds 1e99",
                            "6:13 trace-bad-share 1001", "7:11 trace-bad-count -1",
                            "7:33 trace-bad-seconds soon"));
}

TEST_F(Openb, AMomentThatIsNoneIsAProblemInARowThatIsLeftOutToo) {
    EXPECT_THAT(wrong("openb", kPodHeader + "a,1,16384,0,0,,LS,Running,x,9,5\n"
                                            "b,1,16384,1,1000,,LS,Pending,-4,,\n"
                                            "c,1,16384,1,1000,,LS,Running,soon,,later\n"
                                            "d,1,16384,0,0,,LS,Pending,,,\n"),
                ElementsAre("2:27 trace-bad-seconds x", "3:30 trace-bad-seconds -4",
                            "4:30 trace-bad-seconds soon", "4:36 trace-bad-seconds later"));
}

TEST_F(Openb, ReadsNodesWithGpus) {
    writeBytes(path(),
               "sn,cpu_milli,memory_mib,gpu,model\r\nn1,32000,1024,0,\r\nn2,64000,,2,P100\r\n"
               "n3,,2048,8,\r\n");
    const auto list = readNodes(path());
    ASSERT_TRUE(list) << render(list.error().front().message);
    ASSERT_EQ(list->nodes.size(), 2u);
    const Node& node = list->nodes[0].node;
    EXPECT_EQ(node.name, "n2");
    EXPECT_EQ(node.gpu, 200);
    EXPECT_EQ(node.cpu, 64'000);
    EXPECT_FALSE(node.memory);
    EXPECT_EQ(node.gpuType, "P100");
    EXPECT_EQ(list->nodes[1].node.memory, 2048);
    EXPECT_THAT(counts(list->remarks), ElementsAre("trace-nodes-without-gpu 1 2"));

    writeBytes(path(), "sn,gpu\nn1,2\nn1,2\n,1\nn2,2.5\n");
    const auto twice = readNodes(path());
    ASSERT_FALSE(twice);
    ASSERT_EQ(twice.error().size(), 3u);
    EXPECT_EQ(render(twice.error()[0].message), "Column 'sn': two nodes have the name 'n1'.");
    EXPECT_EQ(twice.error()[0].line, 3);
    EXPECT_EQ(twice.error()[1].message.code, "trace-bad-name");
    EXPECT_EQ(twice.error()[2].column, 4);
}

// Counted by another program.
TEST(OpenbExcerpt, ReadsPodsAndNodes) {
    const std::string folder = std::string(APPORTION_SOURCE_DIR) + "/tests/data/";
    const auto trace = readTrace(folder + "openb_pods.csv.gz", "openb");
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->rows, 1200);
    ASSERT_EQ(trace->jobs.size(), 960u);
    EXPECT_THAT(counts(trace->dropped),
                ElementsAre("trace-dropped-no-gpu 140 7", "trace-dropped-never-started 100 63"));
    EXPECT_EQ(trace->remarks.front().arguments.front().value.number, 55);
    std::map<std::string, int> byQos;
    for (const TraceJob& job : trace->jobs)
        ++byQos[trace->groups[job.group]];
    EXPECT_EQ(byQos, (std::map<std::string, int>{
                         {"BE", 552}, {"Burstable", 13}, {"Guaranteed", 3}, {"LS", 392}}));
    const auto nodes = readNodes(folder + "openb_nodes.csv.gz");
    ASSERT_TRUE(nodes);
    EXPECT_EQ(nodes->nodes.size(), 1213u);
    Gpu gpus = 0;
    for (const NodeGroup& group : nodes->nodes)
        gpus += group.node.gpu;
    EXPECT_EQ(gpus, 6212 * kOneGpu);
}

}  // namespace
}  // namespace apportion::testing
