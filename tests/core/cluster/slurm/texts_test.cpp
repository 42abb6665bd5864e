// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/texts.h"

#include <gmock/gmock.h>

namespace apportion::slurm {
namespace {

using ::testing::ElementsAre;
using ::testing::Optional;
using ::testing::SizeIs;

TEST(SlurmTexts, GpusOfANode) {
    EXPECT_EQ(gpusOfGres("gpu:8"), (Gpus{8, ""}));
    EXPECT_EQ(gpusOfGres("gpu:a100:4(S:0-1)"), (Gpus{4, "a100"}));
    EXPECT_EQ(gpusOfGres("gpu:a100:4(S:0-1),gpu:v100:2(S:0,1),shard:24"), (Gpus{6, ""}));
    EXPECT_EQ(gpusOfGres("gpu:2(IDX:0-1)"), (Gpus{2, ""}));
    EXPECT_EQ(gpusOfGres("gpu:0"), Gpus{});
    EXPECT_EQ(gpusOfGres("(null)"), Gpus{});
    EXPECT_EQ(gpusOfGres("gpu:x"), Gpus{});
}

TEST(SlurmTexts, GpusOfTrackableResources) {
    EXPECT_EQ(gpusOfTres("cpu=2,mem=4G,node=2,gres/gpu=16"), (Gpus{16, ""}));
    EXPECT_EQ(gpusOfTres("gres/gpu=4,gres/gpu:a100=4"), (Gpus{4, "a100"}));
    EXPECT_EQ(gpusOfTres("gres/gpu=4,gres/gpu:a100=2,gres/gpu:v100=2"), (Gpus{4, ""}));
    EXPECT_EQ(gpusOfTres("cpu=4,node=1,billing=4"), Gpus{});
    EXPECT_EQ(gpusOfTres("gres/gpumem=8"), Gpus{});
    EXPECT_THAT(gpuLimit("cpu=64,gres/gpu=24"), Optional(24));
    EXPECT_EQ(gpuLimit("cpu=64"), std::nullopt);
}

TEST(SlurmTexts, ListsOfNodes) {
    EXPECT_THAT(nodeNames("node[001-003,7],login"),
                Optional(ElementsAre("node001", "node002", "node003", "node7", "login")));
    EXPECT_THAT(nodeNames("r[1-2]n[08-09]"),
                Optional(ElementsAre("r1n08", "r1n09", "r2n08", "r2n09")));
    EXPECT_THAT(nodeNames(""), Optional(SizeIs(0)));
    EXPECT_FALSE(nodeNames("node[1-"));
    EXPECT_FALSE(nodeNames("node[3-1]"));
    EXPECT_FALSE(nodeNames("node[1-999999999]")) << "a text of a few bytes fills no memory";
    EXPECT_FALSE(nodeNames("a[1-999]b[1-999]"));
}

TEST(SlurmTexts, TasksOfAnArray) {
    EXPECT_THAT(arrayIds("7_[1-3,8%2]"), ElementsAre("7_1", "7_2", "7_3", "7_8"));
    EXPECT_THAT(arrayIds("7_[0-8:4]"), ElementsAre("7_0", "7_4", "7_8"));
    EXPECT_THAT(arrayIds("12"), ElementsAre("12"));
    EXPECT_THAT(arrayIds("12_4"), ElementsAre("12_4"));
    EXPECT_THAT(arrayIds("7_[]"), ElementsAre("7_[]"));
}

TEST(SlurmTexts, TimeLimits) {
    EXPECT_THAT(seconds("1-02:03:04"), Optional(93'784));
    EXPECT_THAT(seconds("02:03:04"), Optional(7'384));
    EXPECT_THAT(seconds("5:00"), Optional(300));
    EXPECT_EQ(seconds("UNLIMITED"), std::nullopt);
    EXPECT_EQ(seconds(""), std::nullopt);
}

}  // namespace
}  // namespace apportion::slurm
