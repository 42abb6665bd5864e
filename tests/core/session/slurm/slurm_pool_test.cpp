// SPDX-License-Identifier: GPL-3.0-or-later
// A live pool that drives Slurm: jobs become workloads, and what the engine decides becomes steps.
#include "core/session/slurm/slurm_pool.h"

#include <gmock/gmock.h>

#include "core/session/project_pool.h"
#include "tests/core/cluster/slurm/fake_slurm.h"
#include "tests/core/session/live/live_rig.h"

namespace apportion::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* kDrivenTeams = R"({"apportion": 1, "name": "cluster",
 "nodes": [{"name": "node", "gpu": 4}],
 "quotas": [{"name": "Team", "guaranteed": {"gpu": 2}},
            {"name": "Other", "guaranteed": {"gpu": 2}}]})";

class SlurmPoolTest : public LiveProject {
protected:
    ~SlurmPoolTest() override { live_.reset(); }  // before the cluster

    void begin() {
        make(kDrivenTeams);
        drive();
    }
    void drive() {
        auto backend = slurmBackend(
            *desk_, [this](const auto& words) { return slurm_.run(words); }, "22.05.8",
            [this](const Step& step) { steps_.push_back(step.text); });
        backend_ = backend.get();
        auto live = LivePool::start(*desk_, std::move(backend));
        ASSERT_TRUE(live) << allOf(live.error());
        live_.emplace(std::move(*live));
        look();
    }
    void restartThere() {
        live_.reset();
        reopen();
        drive();
    }
    // As the program does: what it finds is decided in the next look.
    void look(int times = 2) {
        for (int i = 0; i < times; ++i) {
            passes(kSecond);
            slurm_.with([this] { slurm_.now = now() / kSecond; });
            const auto ticked = live_->tick();
            ASSERT_TRUE(ticked) << allOf(ticked.error());
            for (const Problem& each : ticked->notes)
                notes_.push_back(each.message.code);
            const auto adopted = adopt(*desk_, backend_->arrivals(**desk_->project()));
            ASSERT_TRUE(adopted) << allOf(adopted.error());
            for (const Problem& each : adopted->refused)
                refused_.push_back(each.file);
        }
    }
    FakeSlurm::Job& submit(const std::string& id, const std::string& account, int gpus) {
        FakeSlurm::Job& job = slurm_.jobs[id];
        job.account = account;
        job.gpus = gpus;
        job.submitted = now() / kSecond;
        return job;
    }

    FakeSlurm slurm_;
    slurm::SlurmBackend* backend_ = nullptr;
    std::vector<std::string> steps_, refused_, notes_;
};

TEST_F(SlurmPoolTest, AJobGetsItsPlaceFromTheEngineAndEndsInTheFile) {
    begin();
    submit("7", "team", 2).name = "train";
    submit("8", "team", 3).nodes = 2;
    look();
    EXPECT_EQ(state("7 train"), WorkloadState::running);
    EXPECT_THAT(steps_, ElementsAre("scontrol update JobId=7 ReqNodeList=node QOS=ap-run "
                                    "StartTime=now"));
    EXPECT_THAT(refused_, Contains("job 8")) << "which is no number of GPUs a node";
    EXPECT_EQ(slurm_.jobs["8"].qos, "ap-wait");
    slurm_.jobs["7"].state = "COMPLETED";
    slurm_.jobs["7"].ended = now() / kSecond;
    slurm_.jobs["7"].node.clear();
    look();
    EXPECT_EQ(state("7 train"), WorkloadState::finished);
    EXPECT_TRUE(verified());
}

TEST_F(SlurmPoolTest, AJobThatCouldNeverStartHoldsNothingAndEvictsNothing) {
    begin();
    submit("1", "team", 4);
    look();
    ASSERT_EQ(state("1"), WorkloadState::running);
    submit("2", "other", 2).nodes = 2;  // one GPU of each: both fit on the node
    look(4);
    EXPECT_THAT(refused_, Contains("job 2"));
    EXPECT_EQ(state("1"), WorkloadState::running);
    EXPECT_EQ(slurm_.jobs["1"].restarts, 0) << "its work is not lost for nothing";
    EXPECT_EQ(slurm_.jobs["2"].qos, "ap-wait");
}

TEST_F(SlurmPoolTest, AVictimWaitsAgainWithItsFirstSubmission) {
    begin();
    const Moment submitted = now() / kSecond * kSecond;
    submit("1", "team", 4);
    look();
    ASSERT_EQ(state("1"), WorkloadState::running);
    submit("2", "other", 2);
    look(4);
    EXPECT_EQ(state("1"), WorkloadState::pending);
    EXPECT_EQ(state("2"), WorkloadState::running);
    EXPECT_EQ(slurm_.jobs["2"].state, "RUNNING");
    EXPECT_EQ(slurm_.jobs["1"].qos, "ap-wait");
    EXPECT_EQ(slurm_.jobs["1"].restarts, 1);
    EXPECT_NE(slurm_.jobs["1"].submitted * kSecond, submitted);
    EXPECT_EQ(runOf("1").submitted, submitted);
    // Another program finds all of it, and has nothing to do.
    steps_.clear();
    restartThere();
    look();
    EXPECT_THAT(steps_, IsEmpty());
    EXPECT_EQ(runOf("1").submitted, submitted);
}

TEST_F(SlurmPoolTest, WhatIsCancelledHereIsCancelledThere) {
    begin();
    submit("1", "team", 2);
    look();
    ASSERT_EQ(run("cancel", {{"name", "1"}}), "");
    restartThere();  // which knows of it by the file alone
    look();
    EXPECT_EQ(slurm_.jobs["1"].state, "CANCELLED");
    EXPECT_EQ(state("1"), WorkloadState::cancelled);
}

TEST_F(SlurmPoolTest, WhatIsCancelledThereIsCancelledHere) {
    begin();
    submit("1", "team", 2);
    submit("2", "team", 4);
    look();
    ASSERT_EQ(state("2"), WorkloadState::pending);
    for (const char* id : {"1", "2"}) {
        slurm_.jobs[id].state = "CANCELLED";
        slurm_.jobs[id].ended = now() / kSecond;
        slurm_.jobs[id].node.clear();
    }
    look();
    EXPECT_EQ(state("1"), WorkloadState::cancelled);
    EXPECT_EQ(state("2"), WorkloadState::cancelled);
    EXPECT_TRUE(verified());
}

TEST_F(SlurmPoolTest, AJobThatIsHeldLeavesTheQueueAndComesBackWhenItIsReleased) {
    begin();
    submit("1", "team", 4);
    submit("2", "team", 4);
    look();
    ASSERT_EQ(state("2"), WorkloadState::pending);
    const Moment submitted = runOf("2").submitted;
    slurm_.jobs["2"].reason = "JobHeldUser";
    look();
    EXPECT_THAT((*desk_->project())->work, ::testing::SizeIs(1));
    submit("3", "team", 4);
    slurm_.jobs["1"].state = "COMPLETED";
    slurm_.jobs["1"].ended = now() / kSecond;
    slurm_.jobs["1"].node.clear();
    look(3);
    EXPECT_EQ(state("3"), WorkloadState::running) << "nothing stands before it";
    EXPECT_EQ(slurm_.jobs["2"].state, "PENDING") << "it is not cancelled there";
    slurm_.jobs["2"].reason = "QOSGrpJobsLimit";
    look(3);
    EXPECT_EQ(state("2"), WorkloadState::pending);
    EXPECT_EQ(runOf("2").submitted, submitted);
    slurm_.jobs["3"].state = "COMPLETED";
    slurm_.jobs["3"].ended = now() / kSecond;
    slurm_.jobs["3"].node.clear();
    look(3);
    EXPECT_EQ(slurm_.jobs["2"].state, "RUNNING");
    EXPECT_TRUE(verified());
}

TEST_F(SlurmPoolTest, AJobThatIsHeldAndRequeuedKeepsItsFirstSubmissionAndItsPriority) {
    begin();
    submit("1", "team", 2).qos = "ap-wait-nbk-7";
    submit("2", "team", 4);
    look();
    ASSERT_EQ(state("1"), WorkloadState::running);
    const Moment submitted = runOf("1").submitted;
    slurm_.jobs["1"].reason = "job requeued in held state";
    slurm_.jobs["1"].state = "PENDING";
    slurm_.jobs["1"].node.clear();
    slurm_.jobs["1"].restarts = 1;
    slurm_.jobs["1"].submitted = now() / kSecond + 1;
    look(3);
    ASSERT_EQ(findWork(project(), "1"), nullptr);
    slurm_.jobs["1"].reason = "BeginTime";
    look(3);
    ASSERT_NE(findWork(project(), "1"), nullptr);
    EXPECT_EQ(runOf("1").submitted, submitted);
    EXPECT_EQ(findWork(project(), "1")->spec.module, Module::notebook);
    EXPECT_EQ(findWork(project(), "1")->spec.priority, 7);
    EXPECT_TRUE(verified());
}

TEST_F(SlurmPoolTest, ANodeThatSlurmOpensWhileNobodyDrivesIsOpenedHere) {
    begin();
    const auto takeChanges = [this] {
        for (const auto& [node, state] : backend_->nodeChanges(**desk_->project()))
            ASSERT_TRUE(desk_->run(nodeOfSlurm(node, state)));
    };
    const auto isClosed = [this] { return (*desk_->project())->nodeStates.contains("node"); };
    slurm_.nodeState = "mixed+drain";
    look();
    takeChanges();
    look(10);
    takeChanges();
    ASSERT_TRUE(isClosed());
    live_.reset();
    slurm_.nodeState = "idle";
    restartThere();
    takeChanges();
    EXPECT_FALSE(isClosed());
    // What a person closes here stays closed, whatever Slurm has.
    ASSERT_TRUE(desk_->run({SetNodeState{"node", NodeState::cordoned}}));
    restartThere();
    takeChanges();
    EXPECT_TRUE(isClosed());
}

TEST_F(SlurmPoolTest, AGracePeriodThatSlurmCutsIsTold) {
    make(kDrivenTeams);
    Project project = **desk_->project();
    project.pool.settings.gracePeriod = 60 * kSecond;
    const auto told = [&](std::optional<Duration> killWait) {
        auto backend = slurmBackend(
            *desk_, [this](const auto& words) { return slurm_.run(words); }, "22.05.8", {},
            killWait);
        std::vector<std::string> codes;
        for (const Message& each : backend->facts(project).limits)
            codes.push_back(each.code);
        return codes;
    };
    EXPECT_THAT(told({}), Contains("cluster-drive-grace"));
    EXPECT_THAT(told(30 * kSecond), Contains("cluster-drive-grace.longer"));
    EXPECT_THAT(told(60 * kSecond), ElementsAre("cluster-drive-devices"));
    slurm::Picture picture;
    EXPECT_EQ(slurm::killWaitOf(picture), std::nullopt);
    picture.settings["KillWait"] = "30 sec";
    EXPECT_EQ(slurm::killWaitOf(picture), 30 * kSecond);
}

constexpr const char* kTwoNodes = R"({"apportion": 1, "name": "cluster",
 "nodes": [{"name": "a", "gpu": 4}, {"name": "b", "gpu": 4}],
 "quotas": [{"name": "Team", "guaranteed": {"gpu": 4}},
            {"name": "Other", "guaranteed": {"gpu": 4}}]})";

// Jobs of accounts that are no quotas.
class BesideOthersTest : public SlurmPoolTest {
protected:
    void beginOnTwo() {
        slurm_.nodes = {"a", "b"};
        make(kTwoNodes);
        drive();
    }
    void othersTake(const std::string& id, const std::string& node, int gpus) {
        FakeSlurm::Job& job = submit(id, "foreign", gpus);
        job.qos = "normal";
        job.state = "RUNNING";
        job.node = node;
    }
    void end(const std::string& id) {
        slurm_.jobs[id].state = "COMPLETED";
        slurm_.jobs[id].ended = now() / kSecond;
        slurm_.jobs[id].node.clear();
    }
};

TEST_F(BesideOthersTest, NothingIsPlacedOnWhatJobsOfOthersHoldAndItComesBack) {
    beginOnTwo();
    othersTake("90", "a", 4);
    othersTake("91", "b", 1);
    submit("1", "team", 3);
    submit("2", "team", 4);
    look(3);
    EXPECT_EQ(live_->takenByOthers(),
              (std::map<std::string, Gpu>{{"a", 4 * kOneGpu}, {"b", kOneGpu}}));
    EXPECT_EQ(slurm_.jobs["1"].node, "b") << "what is left of it is given";
    EXPECT_EQ(state("2"), WorkloadState::pending) << "and no more";
    EXPECT_THAT(live_->awaitingDevices(), IsEmpty());
    end("90");
    look(3);
    EXPECT_THAT(live_->takenByOthers(), ElementsAre(::testing::Pair("b", kOneGpu)));
    EXPECT_EQ(slurm_.jobs["2"].node, "a");
    EXPECT_EQ(runOf("2").preemptions, 0);
    EXPECT_TRUE(verified());
    // Another program finds the same.
    steps_.clear();
    restartThere();
    look();
    EXPECT_THAT(steps_, IsEmpty());
}

TEST_F(BesideOthersTest, WhatLostItsPlaceBeforeItBeganIsPlacedElsewhere) {
    beginOnTwo();
    submit("0", "team", 2);
    look();
    ASSERT_EQ(slurm_.jobs["0"].node, "a");
    const Moment submitted = now() / kSecond * kSecond;
    submit("1", "team", 2);
    slurm_.isBusy = true;
    look(3);
    ASSERT_EQ(runOf("1").placements.front().node, "a");
    ASSERT_EQ(slurm_.jobs["1"].qos, "ap-run");
    slurm_.isBusy = false;
    othersTake("90", "a", 2);
    look(4);
    EXPECT_EQ(slurm_.jobs["1"].node, "b");
    EXPECT_EQ(slurm_.jobs["0"].node, "a") << "what runs stays";
    EXPECT_EQ(slurm_.jobs["0"].restarts, 0);
    EXPECT_EQ(runOf("1").preemptions, 0);
    EXPECT_EQ(runOf("1").submitted, submitted);
    EXPECT_EQ(*runOf("1").firstStart, *runOf("1").start) << "it had not started before";
    EXPECT_TRUE(verified());
}

TEST_F(BesideOthersTest, WhatLostItsPlaceAndHasNoOtherWaitsAtTheGate) {
    beginOnTwo();
    othersTake("90", "b", 4);
    submit("1", "team", 4);
    slurm_.isBusy = true;
    look(3);
    ASSERT_EQ(slurm_.jobs["1"].qos, "ap-run");
    slurm_.isBusy = false;
    othersTake("91", "a", 1);
    look(4);
    EXPECT_EQ(state("1"), WorkloadState::pending);
    EXPECT_EQ(slurm_.jobs["1"].qos, "ap-wait");
    EXPECT_THAT(notes_, Not(Contains("cluster-drive-slipped")));
    EXPECT_FALSE(runOf("1").firstStart);
    EXPECT_EQ(runOf("1").used, 0);
    end("91");
    look(4);
    EXPECT_EQ(slurm_.jobs["1"].node, "a");
}

TEST_F(BesideOthersTest, ARunThatNeverBeganIsNoVictim) {
    begin();
    submit("1", "team", 4);
    slurm_.isBusy = true;
    look(3);
    ASSERT_EQ(state("1"), WorkloadState::running);
    submit("2", "other", 2);
    look(4);
    EXPECT_EQ(state("1"), WorkloadState::pending);
    EXPECT_EQ(state("2"), WorkloadState::running);
    EXPECT_EQ(runOf("1").preemptions, 0);
    EXPECT_EQ(runOf("1").used, 0);
    EXPECT_FALSE(runOf("1").firstStart);
    EXPECT_THAT(*desk_->file().latest(ObjectKind::eviction, 10), IsEmpty());
    slurm_.isBusy = false;
    slurm_.with([this] { slurm_.schedule(); });
    look(2);
    EXPECT_EQ(slurm_.jobs["2"].state, "RUNNING");
    EXPECT_EQ(slurm_.jobs["1"].restarts, 0);
    EXPECT_TRUE(verified());
}

TEST_F(SlurmPoolTest, TheGateSaysWhatAJobIs) {
    begin();
    submit("1", "team", 1).qos = "ap-wait-nbk-7";
    look();
    const ProjectWorkload* work = findWork(project(), "1");
    ASSERT_NE(work, nullptr);
    EXPECT_EQ(work->spec.module, Module::notebook);
    EXPECT_EQ(work->spec.priority, 7);
    EXPECT_EQ(work->spec.quota, "Team");
    EXPECT_EQ(work->spec.user, "ana");
}

TEST_F(SlurmPoolTest, ThisMachineDoesNotRunThePoolOfACluster) {
    make(kDrivenTeams);
    setenv("XDG_STATE_HOME", (folder_ / "state").c_str(), 1);
    auto console = ProjectPool::open(path_, "ana", clock());
    ASSERT_TRUE(console) << allOf(console.error());
    ASSERT_TRUE(noteDriven("lab", path_));
    const auto live = (*console)->goLive();
    ASSERT_FALSE(live);
    EXPECT_EQ(live.error().front().message.code, "live-drives");
    unsetenv("XDG_STATE_HOME");
}

}  // namespace
}  // namespace apportion::testing
