// SPDX-License-Identifier: GPL-3.0-or-later
// The GPUs of this machine, through a library that plays the driver's (tests/fakes).
#include "core/cluster/local/machine_gpus.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "tests/core/cluster/local/keeper/built_things.h"

namespace apportion::testing {
namespace {

class MachineGpusTest : public ::testing::Test {
protected:
    ~MachineGpusTest() override { unsetenv("APPORTION_FAKE_NVML"); }
    static MachineGpus fake(const char* behaviour) {
        setenv("APPORTION_FAKE_NVML", behaviour, 1);
        return gpusOfMachine(kFakeNvml);
    }
};

TEST_F(MachineGpusTest, AreCountedWithTheirType) {
    EXPECT_EQ(fake("3"), (MachineGpus{3, "Fake H100", {}}));
    EXPECT_EQ(fake("0"), (MachineGpus{}));
}

TEST_F(MachineGpusTest, WhyNoneIsKnownIsTold) {
    const MachineGpus broken = fake("broken");
    EXPECT_EQ(broken.count, 0);
    ASSERT_EQ(broken.obstacles.size(), 1U);
    EXPECT_EQ(broken.obstacles.front().message.code, "nvml-failed");
    const MachineGpus none = gpusOfMachine("libno-such-library.so.1");
    ASSERT_EQ(none.obstacles.size(), 1U);
    EXPECT_EQ(none.obstacles.front().message.code, "nvml-missing");
}

TEST_F(MachineGpusTest, MakeAPoolOfOneNodeThatTheTeamsShare) {
    NewPool wanted;
    wanted.name = wanted.root = "Pool";
    wanted.nodes = 16;
    wanted.teams = {{"A", 48 * kOneGpu}, {"B", 80 * kOneGpu}};
    const NewPool pool = onMachine(wanted, "here", {3, "H100", {}});
    const auto made = poolOf(pool);
    ASSERT_TRUE(made);
    ASSERT_EQ(made->nodes.size(), 1U);
    EXPECT_EQ(made->nodes[0].node.name, "here");
    EXPECT_EQ(made->nodes[0].node.gpuType, "H100");
    EXPECT_EQ(made->nodes[0].node.gpu, 3 * kOneGpu);
    EXPECT_EQ(pool.teams[0].gpu, 2 * kOneGpu);
    EXPECT_EQ(pool.teams[1].gpu, kOneGpu);
    wanted.teams.clear();
    EXPECT_EQ(onMachine(wanted, "here", {3, "H100", {}}).gpusPerNode, 3);
}

TEST_F(MachineGpusTest, MoreThanThereAreIsRemarked) {
    NewPool wanted;
    wanted.gpusPerNode = 8;
    EXPECT_FALSE(moreThanFound(wanted, {2, "H100", {}})) << "no node is this machine";
    wanted.here = "here";
    const auto more = moreThanFound(wanted, {2, "H100", {}});
    ASSERT_TRUE(more);
    EXPECT_EQ(more->code, "gpus-missing");
    EXPECT_FALSE(moreThanFound(wanted, {8, "H100", {}}));
    EXPECT_FALSE(moreThanFound(wanted, gpusOfMachine("libno-such-library.so.1")));
}

}  // namespace
}  // namespace apportion::testing
