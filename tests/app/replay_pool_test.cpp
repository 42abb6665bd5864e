// SPDX-License-Identifier: GPL-3.0-or-later
// Pools, quotas and columns of a replay that come from files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

class ReplayPool : public ::testing::Test {
protected:
    ReplayPool() {
        writeBytes(folder_ / "pods.csv",
                   "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,"
                   "creation_time,deletion_time,scheduled_time\n"
                   "a,1000,1024,1,500,T4,LS,Running,100,200,100\n"
                   "b,1000,1024,2,1000,,BE,Running,110,200,150\n"
                   "c,1000,1024,1,1000,V100,BE,Running,110,200,150\n");
        writeBytes(folder_ / "nodes.csv",
                   "sn,cpu_milli,memory_mib,gpu,model\nn1,32000,1024,2,T4\n"
                   "n2,32000,4096,2,P100\nn3,32000,4096,0,\n");
        writeBytes(folder_ / "pool.json",
                   R"({"apportion": 1, "nodes": [{"name": "n", "count": 2, "gpu": 2}],
 "quotas": [{"name": "root", "guaranteed": {"gpu": 4}},
            {"name": "LS", "parent": "root", "guaranteed": {"gpu": 3}},
            {"name": "batch", "parent": "root", "guaranteed": {"gpu": 1}, "team": "BE"}]})");
    }
    Ran replay(std::vector<std::string> more) const {
        std::vector<std::string> command{"replay",   "--trace", folder_ / "pods.csv",
                                         "--format", "openb",   "--json"};
        command.insert(command.end(), more.begin(), more.end());
        return ctl(command);
    }
    const TemporaryFolder folder_;
};

TEST_F(ReplayPool, TakesNodesWithTheirTypes) {
    for (const std::string option : {"--nodes-file", "--pool"}) {
        const Ran ran = replay({option, folder_ / "nodes.csv", "--full"});
        ASSERT_EQ(ran.code, 0) << ran.err;
        EXPECT_THAT(ran.err,
                    ::testing::ContainsRegex("Skipped: 1 node without a GPU.*\nPool: 2 nodes with "
                                             "4 GPUs in total .from the file.\\.\n"));
        EXPECT_THAT(ran.err, HasSubstr("1 job can never start. First: c. No node that quota pool "
                                       "can use has GPUs of type"));
        const Json work = Json::parse(ran.out)["workloads"];
        EXPECT_EQ(work["a"]["state"], "finished");
        EXPECT_EQ(work["a"]["end"], 100.0);
        EXPECT_NE(work["c"]["state"], "finished");
    }
    const Ran scenario = replay({"--pool", folder_ / "pool.json"});
    EXPECT_EQ(scenario.code, 0) << scenario.err;
    EXPECT_THAT(scenario.err, HasSubstr("GPU types are ignored"));
    const Ran both = replay({"--pool", "1x4", "--nodes-file", folder_ / "nodes.csv"});
    EXPECT_EQ(both.code, 0);
    EXPECT_THAT(both.err, HasSubstr("are not used, because --pool names others"));
}

TEST_F(ReplayPool, TakesQuotasOfAScenarioByNameAndTeam) {
    const Ran ran = replay({"--quotas", folder_ / "pool.json", "--full"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const Json quotas = Json::parse(ran.out)["summary"]["byQuota"];
    EXPECT_EQ(quotas["LS"]["gpuSeconds"], 50.0);
    EXPECT_EQ(quotas["batch"]["gpuSeconds"], 150.0);

    EXPECT_EQ(replay({"--quotas", folder_ / "pool.json", "--queueing", "fifo"}).code, 2);
    EXPECT_EQ(replay({"--quotas", folder_ / "nowhere.json"}).code, 2);
    const Ran missing = replay({"--quotas", folder_ / "pool.json", "--team", "pod_phase"});
    EXPECT_EQ(missing.code, 3);
    EXPECT_THAT(missing.err,
                HasSubstr("pods.csv:2: error: No quota of the file has the name or the team "
                          "'Running'"));
    writeBytes(folder_ / "busy.json", smallScenario());
    const Ran busy = replay({"--quotas", folder_ / "busy.json"});
    EXPECT_EQ(busy.code, 3);
    EXPECT_THAT(busy.err, HasSubstr("must have none"));
}

TEST_F(ReplayPool, SaysWhyNoJobIsLeft) {
    writeBytes(folder_ / "pods.csv",
               "JobID|Submit|Start|End|Elapsed|State|ReqTRES\n"
               "1|2026-03-01T10:00:00|Unknown|Unknown|00:00:00|PENDING|\n");
    const Ran ran =
        ctl({"replay", "--trace", folder_ / "pods.csv", "--format", "sacct", "--pool", "1x8"});
    EXPECT_EQ(ran.code, 3);
    EXPECT_THAT(ran.err, HasSubstr("No job is left to replay: the trace has 1 row."));
    EXPECT_THAT(ran.err, HasSubstr("1 row of jobs that never started. First: line 2"));
}

TEST_F(ReplayPool, OverwritesNoneOfItsInputs) {
    const Ran ran = replay({"--nodes-file", folder_ / "nodes.csv", "-o", folder_ / "nodes.csv"});
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.err, HasSubstr("is the input"));
}

TEST_F(ReplayPool, TakesColumnsByMapping) {
    writeBytes(folder_ / "t.csv", "TIME,secs,n,team\n5,10,1,x\n6,10,2,y\n");
    writeBytes(folder_ / "columns", "submit = TIME\nduration = secs\ngpus = n\ngroup = team\n");
    for (const std::string& columns :
         {std::string("submit=TIME,duration=secs,gpus=n,group=team"), folder_ / "columns"}) {
        const Ran ran = ctl({"replay", "--trace", folder_ / "t.csv", "--format", "csv", "--columns",
                             columns, "--pool", "1x3", "--quotas", "groups", "--json"});
        ASSERT_EQ(ran.code, 0) << ran.err;
        EXPECT_EQ(Json::parse(ran.out)["summary"]["byQuota"]["y"]["gpuSeconds"], 20.0);
    }
    const Ran wrong = ctl({"replay", "--trace", folder_ / "t.csv", "--format", "csv", "--columns",
                           "when=TIME", "--pool", "1x3", "--json"});
    EXPECT_EQ(wrong.code, 3);
    EXPECT_THAT(wrong.err, HasSubstr("Unknown field 'when'"));
    EXPECT_EQ(replay({"--pool", "1x4", "--columns", "submit=TIME"}).code, 2);
}

TEST(ReplayFiles, TellsWhatIsWrongInTheTraceAndBesideItTogether) {
    const TemporaryFolder folder;
    writeBytes(folder / "pods.csv", "name\n");
    writeBytes(folder / "nodes.csv", "sn\n");
    const Ran ran = ctl({"replay", "--trace", folder / "pods.csv", "--format", "openb",
                         "--nodes-file", folder / "nodes.csv"});
    EXPECT_EQ(ran.code, 3);
    EXPECT_THAT(ran.err, HasSubstr("pods.csv:1"));
    EXPECT_THAT(ran.err, HasSubstr("nodes.csv:1"));
}

}  // namespace
}  // namespace apportion::testing
