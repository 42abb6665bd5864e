// SPDX-License-Identifier: GPL-3.0-or-later
// Slurm's own order of victims, as observed on 22.05.8.
#include "core/cluster/slurm/imitation.h"

#include <chrono>

#include <gmock/gmock.h>

#include "core/cluster/slurm/plan.h"

namespace apportion::slurm {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Start = Imitated::Start;

class SlurmImitation : public ::testing::Test {
protected:
    SlurmImitation() {
        picture_.asOf = 1000;
        picture_.settings = {{"PreemptType", "preempt/qos"}, {"PreemptMode", "REQUEUE"}};
        nodes(2);
        account("root", "");
        account("team", "root");
        qos("low-2", 20);
        qos("low-3", 30);
        qos("top", 1090).preempts = {"low-2", "low-3"};
    }
    void nodes(int count) {
        for (int i = 1; i <= count; ++i) {
            ClusterNode& node = picture_.nodes.emplace_back();
            node.name = "node00" + std::to_string(picture_.nodes.size());
            node.gpus = 8;
            node.cpus = 64;
            node.states = {"IDLE"};
            node.partitions = {"gpu"};
        }
    }
    Association& account(const std::string& name, const std::string& parent) {
        Association& made = picture_.associations.emplace_back();
        made.account = name;
        made.parent = parent;
        return made;
    }
    Qos& qos(const std::string& name, int priority) {
        Qos& made = picture_.qos.emplace_back();
        made.name = name;
        made.description = kOurMark;
        made.priority = priority;
        made.preemptMode = "requeue";
        return made;
    }
    ClusterJob& job(int id, const std::string& qos, int gpus) {
        ClusterJob& made = picture_.jobs.emplace_back();
        made.id = std::to_string(id);
        made.account = "team";
        made.user = "ana";
        made.qos = qos;
        made.partition = "gpu";
        made.gpus = gpus;
        made.cpus = 1;
        return made;
    }
    void runs(int id, const std::string& qos, int gpus, const std::string& nodes) {
        ClusterJob& made = job(id, qos, gpus);
        made.state = "RUNNING";
        made.nodes = nodes;
        made.started = 100;
    }
    ClusterJob& waits(int id, const std::string& qos, int gpus, int nodes = 1) {
        ClusterJob& made = job(id, qos, gpus);
        made.state = "PENDING";
        made.reason = "Resources";
        made.nodeCount = nodes;
        made.cpus = nodes;
        return made;
    }
    std::vector<std::string> victims() const { return imitate(picture_).victims(); }

    Picture picture_;
};

TEST_F(SlurmImitation, TheFirstSubmittedFallsThoughTwoSmallOnesExist) {
    runs(1, "low-2", 8, "node001");
    runs(2, "low-2", 4, "node002");
    runs(3, "low-2", 4, "node002");
    waits(9, "top", 4);
    EXPECT_EQ(imitate(picture_).starts, (std::vector<Start>{{"9", {"node001"}, {"1"}}}));
}

TEST_F(SlurmImitation, TwoEarlierSmallOnesFallInPlaceOfOne) {
    runs(1, "low-2", 4, "node001");
    runs(2, "low-2", 4, "node001");
    runs(3, "low-2", 8, "node002");
    waits(9, "top", 8);
    EXPECT_THAT(victims(), ElementsAre("1", "2"));
}

TEST_F(SlurmImitation, TheLowestPriorityFallsFirstWhateverItsId) {
    runs(1, "low-3", 8, "node001");
    runs(2, "low-2", 8, "node002");
    waits(9, "top", 8);
    EXPECT_THAT(victims(), ElementsAre("2"));
    picture_.settings["SchedulerParameters"] = "bf_interval=2,preempt_youngest_first";
    picture_.jobs[0].started = 500;
    EXPECT_THAT(victims(), ElementsAre("1")) << "which looks at no priority";
    EXPECT_EQ(imitate(picture_).mark.code, "cluster-imitated.youngest");
}

TEST_F(SlurmImitation, WhoeverIsNotNeededOnTheNodesIsSpared) {
    runs(1, "low-2", 4, "node001");
    runs(2, "top", 4, "node001");
    runs(3, "low-2", 8, "node002");
    waits(9, "top", 8);
    EXPECT_THAT(victims(), ElementsAre("3"));
}

TEST_F(SlurmImitation, TheLastOneIsTriedAlone) {
    runs(1, "low-2", 2, "node001");
    runs(2, "low-2", 4, "node001");
    runs(3, "top", 2, "node001");
    runs(4, "top", 8, "node002");
    waits(9, "top", 4);
    EXPECT_THAT(victims(), ElementsAre("2")) << "which makes room enough";
}

TEST_F(SlurmImitation, IdleNodesAreUsedFirst) {
    runs(1, "low-2", 8, "node001");
    waits(9, "top", 16, 2);
    EXPECT_EQ(imitate(picture_).starts, (std::vector<Start>{{"9", {"node001", "node002"}, {"1"}}}));
}

TEST_F(SlurmImitation, ALimitStopsPreemption) {
    runs(1, "low-2", 8, "node001");
    runs(2, "low-2", 8, "node002");
    waits(9, "top", 8);
    picture_.associations.back().grpGpus = 16;
    EXPECT_THAT(imitate(picture_).starts, IsEmpty());
    picture_.associations.back().grpGpus = 24;
    EXPECT_THAT(victims(), SizeIs(1));
}

TEST_F(SlurmImitation, WhoMayNotBeTakenIsNotTaken) {
    runs(1, "low-2", 8, "node001");
    runs(2, "low-3", 8, "node002");
    waits(9, "top", 8);
    picture_.qos[0].exemptSeconds = 2000;
    EXPECT_THAT(victims(), ElementsAre("2"));
    picture_.qos[1].preemptMode = "off";
    EXPECT_THAT(victims(), IsEmpty());
    picture_.qos[1].preemptMode = "cluster";
    EXPECT_THAT(victims(), ElementsAre("2"));
    picture_.settings["PreemptType"] = "preempt/none";
    EXPECT_THAT(victims(), IsEmpty());
    EXPECT_EQ(sentencesOf(imitate(picture_)).front().code, "cluster-imitated-none");
}

TEST_F(SlurmImitation, WhatIsHeldOrDelayedDoesNotStartAndLaterOnesDo) {
    waits(3, "low-2", 8).reason = "JobHeldUser";
    waits(4, "low-2", 8).reason = "BeginTime";
    waits(5, "top", 24, 3);
    waits(6, "low-2", 8).id = "6_[1-5]";
    const Imitated next = imitate(picture_);
    EXPECT_EQ(next.starts,
              (std::vector<Start>{{"6_1", {"node001"}, {}}, {"6_2", {"node002"}, {}}}));
    EXPECT_EQ(sentencesOf(next).back().code, "cluster-imitated");
}

TEST_F(SlurmImitation, WhatFoundNoRoomIsTriedAgainAfterAStart) {
    runs(1, "low-2", 8, "node001");
    runs(2, "low-2", 8, "node002");
    qos("peer", 1090);
    waits(5, "peer", 4).priority = 30;
    waits(7, "top", 4).priority = 20;
    waits(8, "peer", 4).priority = 10;
    // The victim of the second leaves room beside it.
    EXPECT_EQ(imitate(picture_).starts,
              (std::vector<Start>{{"7", {"node001"}, {"1"}}, {"8", {"node001"}, {}}}));
}

TEST_F(SlurmImitation, ManyAlikeThatWaitAreLookedAtOnce) {
    nodes(98);
    for (int i = 0; i < 800; ++i)
        runs(i + 1, i % 2 == 0 ? "low-2" : "low-3", 1, picture_.nodes[i / 8].name);
    for (int i = 0; i < 20'000; ++i)
        waits(1000 + i, "top", 24, 3).gpuType = "none";
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_THAT(imitate(picture_).starts, IsEmpty());
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(20));
}

TEST_F(SlurmImitation, OfOneNodeTheOneWithTheFewestFreeProcessors) {
    runs(1, "low-2", 1, "node002");
    waits(9, "low-2", 2);
    EXPECT_THAT(imitate(picture_).starts.front().nodes, ElementsAre("node002"));
}

TEST_F(SlurmImitation, APlanIsTriedBeforeItsLinesAreThere) {
    runs(1, "low-2", 8, "node001");
    runs(2, "low-2", 8, "node002");
    waits(9, "new", 8);
    qos("new", 5);
    EXPECT_THAT(imitate(picture_).starts, IsEmpty());
    Wanted wanted;
    wanted.accounts.push_back({"team", "", 24, {}, {}});
    WantedQos& made = wanted.qos.emplace_back();
    made.name = "new";
    made.priority = 90;
    made.preempts = {"low-2"};
    picture_.descriptions["team"] = std::string(kOurMark) + " team";
    EXPECT_THAT(imitate(pictureWith(wanted, picture_)).victims(), ElementsAre("1"));
    wanted.accounts.front().gpus = 16;
    EXPECT_THAT(imitate(pictureWith(wanted, picture_)).starts, IsEmpty());
    picture_.descriptions["team"] = "of somebody else";
    EXPECT_THAT(imitate(pictureWith(wanted, picture_)).victims(), ElementsAre("1"));
}

}  // namespace
}  // namespace apportion::slurm
