// SPDX-License-Identifier: GPL-3.0-or-later
// The gate of driving mode, and what is done about jobs that do not keep to it.
#include <filesystem>

#include <gmock/gmock.h>

#include "core/cluster/slurm/failure.h"
#include "core/cluster/slurm/gate_holder.h"
#include "core/cluster/slurm/plan.h"
#include "core/cluster/slurm/slurm_backend.h"
#include "core/store/process_identity.h"
#include "tests/core/cluster/backend_rig.h"
#include "tests/core/cluster/slurm/fake_slurm.h"

namespace apportion::slurm {
namespace {

using apportion::testing::FakeSlurm;
using apportion::testing::placedWork;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

TEST(SlurmGate, AJobAsksByTheGateItWaitsAt) {
    EXPECT_EQ(gateOf({}), "ap-wait");
    EXPECT_EQ(classAt("ap-wait"), GateClass{});
    const GateClass service{Module::inference, 9};
    EXPECT_EQ(gateOf(service), "ap-wait-inf-9");
    EXPECT_EQ(classAt("ap-wait-inf-9"), service);
    EXPECT_FALSE(classAt("ap-run"));
    EXPECT_FALSE(classAt("ap-wait-inf-10"));
}

TEST(SlurmGate, AnAccountThatHasItAsksByIt) {
    Picture picture;
    Association& driven = picture.associations.emplace_back();
    driven.account = "fb";
    driven.qos = {"ap-run", "ap-wait", "ap-wait-nbk-7"};
    const GateClass notebook{Module::notebook, 7};
    EXPECT_EQ(qosFor(picture, "fb", notebook), "ap-wait-nbk-7");
    EXPECT_EQ(qosFor(picture, "fb", {}), "ap-wait");
    EXPECT_EQ(qosFor(picture, "firm", notebook), "firm-nbk-7");
}

Scenario gatedPool() {
    Scenario made;
    NodeGroup group;
    group.node.name = "node";
    group.node.gpu = 4 * kOneGpu;
    made.nodes.push_back(group);
    made.quotas.emplace_back().name = "Team";
    made.quotas.back().guaranteed.gpu = 4 * kOneGpu;
    return made;
}

TEST(SlurmGate, AccountsHaveNoLimitAndADefaultThatStartsNothing) {
    const auto wanted = gatesFor(gatedPool());
    ASSERT_TRUE(wanted);
    ASSERT_THAT(wanted->accounts, SizeIs(1));
    EXPECT_EQ(wanted->accounts.front().defaultQos, "ap-wait");
    EXPECT_FALSE(wanted->accounts.front().gpus);
    Picture picture;
    Qos& other = picture.qos.emplace_back();
    other.name = "team-trn-5";
    other.description = kOurMark;
    std::vector<std::string> lines;
    for (const Line& line : planFor(*wanted, picture).lines)
        lines.push_back(lineText(line));
    EXPECT_THAT(lines, Contains(StartsWith("sacctmgr -i add qos ap-run Priority=10")));
    EXPECT_THAT(lines, Contains(HasSubstr("GrpJobs=0")));
    EXPECT_THAT(lines, ::testing::Not(Contains(HasSubstr("delete")))) << "the other mode's stay";
}

TEST(SlurmGate, AJobWhosePartsFitOnOneNodeIsNoWorkload) {
    Scenario pool = gatedPool();  // nodes of 4 GPUs
    EXPECT_FALSE(whyNoWorkload(pool, 4, 1));
    EXPECT_FALSE(whyNoWorkload(pool, 6, 2)) << "two of 3 are never on one node";
    EXPECT_FALSE(whyNoWorkload(pool, 0, 2));
    const auto both = whyNoWorkload(pool, 4, 2);
    ASSERT_TRUE(both);
    EXPECT_TRUE(isComplete(*both));
    EXPECT_EQ(render(*both),
              "The job needs 2 GPUs on each of 2 nodes. Apportion can place two such parts on one "
              "node of 4 GPUs, where Slurm never starts the job.");
    EXPECT_EQ(whyNoWorkload(pool, 5, 2)->code, "cluster-drive-uneven");
    pool.nodes.push_back(pool.nodes.front());
    pool.nodes.back().node.gpu = 6 * kOneGpu;
    EXPECT_TRUE(whyNoWorkload(pool, 6, 2)) << "the largest node decides";
}

TEST(SlurmGate, AClusterThatEnforcesNothingHasNoGate) {
    Picture picture;
    picture.settings = {{"AccountingStorageEnforce", "associations,limits,qos"},
                        {"AccountingStorageTRES", "cpu,mem,gres/gpu"}};
    EXPECT_THAT(whyOpen(picture), IsEmpty());
    picture.settings["AccountingStorageEnforce"] = "associations";
    picture.settings["AccountingStorageTRES"] = "cpu";
    EXPECT_THAT(whyOpen(picture), SizeIs(3));
}

class SlurmDriving : public ::testing::Test {
protected:
    SlurmDriving() {
        project_.pool = gatedPool();
        SlurmBackend::World world;
        world.run = [this](const auto& words) { return slurm_.run(words); };
        world.past = [this](const GateJob& job) { return PastInFile{ended_.contains(job.id)}; };
        backend_.emplace(std::move(world));
    }
    FakeSlurm::Job& job(const std::string& id) {
        FakeSlurm::Job& made = slurm_.jobs[id];
        made.submitted = slurm_.now;
        return made;
    }
    ProjectWorkload& waiting(const std::string& name) {
        ProjectWorkload& work = project_.work.emplace_back(placedWork(name, {0}, now()));
        work.run.state = WorkloadState::pending;
        work.run.placements.clear();
        work.run.start.reset();
        return work;
    }
    Moment now() const { return slurm_.now * kSecond; }
    Observed look(std::int64_t after = 1) {
        slurm_.now += after;
        auto observed = backend_->observe(project_, now());
        EXPECT_TRUE(observed);
        return observed ? std::move(*observed) : Observed{};
    }
    std::vector<std::string> carryOut() {
        slurm_.told.clear();
        (void)look();
        const auto plan = backend_->plan(project_, now());
        EXPECT_TRUE(plan);
        for (const Step& step : plan->steps)
            (void)backend_->apply(step);
        return slurm_.told;
    }
    std::vector<std::string> arrivals() {
        std::vector<std::string> ids;
        for (const GateJob& each : backend_->arrivals(project_))
            ids.push_back(each.id);
        return ids;
    }

    Project project_;
    FakeSlurm slurm_;
    std::set<std::string> ended_;
    std::optional<SlurmBackend> backend_;
};

TEST_F(SlurmDriving, TakesWhatWaitsAtTheGateAndNoHeldOrForeignJob) {
    job("1");
    job("2").reason = "JobHeldUser";
    job("3").account = "others";
    job("4").reason = "Dependency";
    ended_.insert("5");
    job("5");
    (void)look();
    EXPECT_THAT(arrivals(), ElementsAre("1"));
    GateJob named;
    named.id = "7";
    named.name = "a/b";
    EXPECT_EQ(workloadOf(named), "7 a_b");
    EXPECT_EQ(jobIdOf("7 a b"), "7");
}

// An account by hand below a quota inherits its QOS, and with them the gate.
TEST_F(SlurmDriving, AnAccountBelowAQuotaHasItsJobsInThatQuota) {
    const auto accountOfController = [](const std::string& name, const std::string& parent) {
        return "ClusterName=lab Account=" + name + " UserName= Partition= Priority=0 ID=7\n" +
               "    ParentAccount=" + parent + "(3) Lft=11 DefAssoc=No\n";
    };
    job("1").account = "hand";
    job("2").account = "others";
    job("3").account = "deeper";
    slurm_.jobs["3"].qos = "ap-run";
    job("4").account = "hand";
    slurm_.jobs["4"].qos = "normal";
    (void)look();
    EXPECT_THAT(arrivals(), IsEmpty()) << "nothing says whose it is";
    slurm_.associations =
        accountOfController("team", "root") + accountOfController("hand", "team") +
        accountOfController("deeper", "hand") + accountOfController("others", "root");
    (void)look(10);
    EXPECT_THAT(arrivals(), ElementsAre("1", "3"));
    slurm_.schedule();
    ASSERT_EQ(slurm_.jobs["3"].state, "RUNNING");
    // What has its place stays the quota's while the tree is not known.
    project_.work.push_back(placedWork("3", {0}, slurm_.jobs["3"].submitted * kSecond));
    project_.work.back().spec.quota = "Team";
    slurm_.associations.clear();
    const Observed seen = look(10);
    EXPECT_THAT(seen.taken, IsEmpty());
    EXPECT_THAT(seen.foreign, IsEmpty());
}

TEST(SlurmGate, AccountsBelowAQuotaAreTold) {
    const Wanted gates = *gatesFor(gatedPool());
    Picture picture;
    for (const auto& [name, parent, qos] :
         {std::tuple("team", "root", "normal"), std::tuple("hand", "team", "normal"),
          std::tuple("deeper", "hand", "normal"), std::tuple("apart", "hand", "own"),
          std::tuple("others", "root", "normal")}) {
        Association& made = picture.associations.emplace_back();
        made.account = name;
        made.parent = parent;
        made.qos = {qos};
    }
    std::vector<std::string> texts;
    for (const Message& each : accountsBelow(gates, picture)) {
        EXPECT_TRUE(isComplete(each)) << each.code;
        texts.push_back(render(each));
    }
    EXPECT_THAT(texts,
                ElementsAre("Below team are accounts that are no quotas of this pool: deeper and "
                            "hand. Their jobs wait at the gate, and count as jobs of team.",
                            "Below team are accounts that are no quotas of this pool, with QOS of "
                            "their own: apart. Their jobs start without a placement, and the pool "
                            "leaves their GPUs alone."));
}

TEST_F(SlurmDriving, WhatSlippedPastTheGateIsPutBackAndReportedOnce) {
    job("1").qos = "ap-run";
    slurm_.schedule();
    ASSERT_EQ(slurm_.jobs["1"].state, "RUNNING");
    const Observed seen = look();
    ASSERT_THAT(seen.notes, SizeIs(1));
    EXPECT_EQ(seen.notes.front().message.code, "cluster-drive-slipped");
    EXPECT_THAT(arrivals(), ElementsAre("1")) << "with its first submission";
    waiting("1");
    EXPECT_THAT(look().notes, IsEmpty());
    EXPECT_THAT(carryOut(), ElementsAre("scontrol requeue 1"));
    EXPECT_THAT(carryOut(), ElementsAre("scontrol update JobId=1 QOS=ap-wait ReqNodeList="));
    EXPECT_THAT(carryOut(), IsEmpty());
    EXPECT_EQ(slurm_.jobs["1"].state, "PENDING");
}

TEST_F(SlurmDriving, AJobThatRefusesRequeuesIsLetFirst) {
    job("1").requeues = false;
    slurm_.jobs["1"].qos = "ap-run";
    slurm_.schedule();
    waiting("1");
    EXPECT_THAT(carryOut(), ElementsAre("scontrol update JobId=1 Requeue=1", "scontrol requeue 1"));
    EXPECT_EQ(slurm_.jobs["1"].state, "PENDING");
}

TEST_F(SlurmDriving, WhatWasEvictedGoesBackToItsGateWhoeverEvictedIt) {
    job("1").qos = "ap-run";
    slurm_.jobs["1"].restarts = 1;
    slurm_.jobs["1"].asked = "node";
    waiting("1");
    EXPECT_THAT(carryOut(), ElementsAre("scontrol update JobId=1 QOS=ap-wait ReqNodeList="));
}

TEST_F(SlurmDriving, WhatIsRequeuedAndHasItsPlaceAgainDoesNotWaitForItsTime) {
    FakeSlurm::Job& moved = job("1");
    moved.gpus = 4;
    moved.qos = "ap-run";
    moved.asked = "node";
    moved.restarts = 1;
    moved.reason = "BeginTime";
    moved.eligible = slurm_.now + 100;
    project_.work.push_back(placedWork("1", {0, 1, 2, 3}, now()));
    EXPECT_THAT(carryOut(),
                ElementsAre("scontrol update JobId=1 ReqNodeList=node QOS=ap-run StartTime=now"));
    EXPECT_EQ(slurm_.jobs["1"].state, "RUNNING");
}

TEST_F(SlurmDriving, WhatSlurmDoesNotBeginIsToldWithItsReason) {
    FakeSlurm::Job& begun = job("1");
    begun.qos = "ap-run";
    begun.asked = "node";
    begun.reason = "JobArrayTaskLimit";
    project_.work.push_back(placedWork("1", {0}, now()));
    slurm_.isBusy = true;
    (void)look(9);
    EXPECT_THAT(backend_->plan(project_, now())->waiting, IsEmpty()) << "it begins any moment";
    (void)look();
    const auto waiting = backend_->plan(project_, now())->waiting;
    ASSERT_TRUE(waiting.contains("1"));
    EXPECT_TRUE(isComplete(waiting.at("1")));
    EXPECT_EQ(render(waiting.at("1")),
              "Slurm does not start job 1 on node: JobArrayTaskLimit. Its GPUs are kept.");
}

TEST_F(SlurmDriving, APartOfAJobOfSeveralArrivesToBeRefused) {
    job("14+0");
    job("15");
    (void)look();
    EXPECT_THAT(arrivals(), ElementsAre("14+0", "15"));
    EXPECT_THAT(carryOut(), IsEmpty());
}

TEST_F(SlurmDriving, AVictimGoesBeforeAndItsPlaceIsGivenWhenItIsFree) {
    job("1").gpus = 4;
    slurm_.jobs["1"].qos = "ap-run";
    slurm_.schedule();
    waiting("1").run.firstStart = now();
    job("2").gpus = 2;
    project_.work.push_back(placedWork("2", {0, 1}, now()));
    slurm_.isDeaf = true;
    slurm_.jobs["1"].deaf = true;
    EXPECT_THAT(carryOut(), ElementsAre("scontrol requeue 1"));
    const auto plan = backend_->plan(project_, (look(), now()));
    EXPECT_THAT(plan->steps, IsEmpty()) << "a change of what ends costs its start in accounting";
    ASSERT_TRUE(plan->waiting.contains("2"));
    EXPECT_EQ(plan->waiting.at("2").code, "cluster-drive-busy");
    slurm_.jobs["1"] = {.qos = "ap-run",
                        .state = "PENDING",
                        .gpus = 4,
                        .submitted = slurm_.now,
                        .restarts = 1,
                        .asked = "node",
                        .reason = "BeginTime"};
    EXPECT_THAT(carryOut(),
                ElementsAre("scontrol update JobId=1 QOS=ap-wait ReqNodeList=",
                            "scontrol update JobId=2 ReqNodeList=node QOS=ap-run StartTime=now"));
    EXPECT_EQ(slurm_.jobs["2"].state, "RUNNING");
}

TEST_F(SlurmDriving, WhatOthersHoldIsTakenAndWhatRunsIsNot) {
    job("9").account = "others";
    slurm_.jobs["9"].state = "RUNNING";
    slurm_.jobs["9"].node = "node";
    slurm_.jobs["9"].gpus = 3;
    job("1").gpus = 2;
    project_.work.push_back(placedWork("1", {0, 1}, now()));
    Observed seen = look();
    EXPECT_THAT(seen.taken, ElementsAre(::testing::Pair("node", 3 * kOneGpu)));
    EXPECT_THAT(seen.unbegun, ElementsAre("1"));
    slurm_.jobs["1"].state = "RUNNING";
    slurm_.jobs["1"].node = "node";
    seen = look();
    EXPECT_THAT(seen.taken, ElementsAre(::testing::Pair("node", 2 * kOneGpu)));
    EXPECT_THAT(seen.unbegun, IsEmpty());
    slurm_.jobs.erase("9");
    EXPECT_THAT(look().taken, IsEmpty());
}

TEST_F(SlurmDriving, AnIdThatIsGivenAgainIsAnotherJob) {
    waiting("1");
    slurm_.now += 5;
    job("1");
    const Observed seen = look();
    ASSERT_THAT(seen.runs, SizeIs(1));
    EXPECT_EQ(seen.runs.front().state, SeenRun::State::failed);
    EXPECT_EQ(seen.runs.front().why->code, "cluster-job-gone");
    EXPECT_THAT(arrivals(), ElementsAre("1"));
    // A requeue sets the time, too, and is none.
    slurm_.jobs["1"].restarts = 1;
    EXPECT_THAT(look().runs, IsEmpty());
}

TEST_F(SlurmDriving, AJobIsGivenUpOnlyWhenAccountingKnowsNoEnd) {
    waiting("1");
    EXPECT_THAT(look().runs, IsEmpty());
    EXPECT_THAT(look(5).runs, IsEmpty()) << "the controller may be back any moment";
    const std::string at = std::to_string(slurm_.now);
    slurm_.accounting = "1|CANCELLED by 0|0:15|" + at + "|" + at + "|" + at + "\n";
    const auto cancelled = look();
    ASSERT_THAT(cancelled.runs, SizeIs(1));
    EXPECT_EQ(cancelled.runs.front().state, SeenRun::State::cancelled);
    slurm_.accounting = "1|RUNNING|0:0|" + at + "|" + at + "|Unknown\n";
    const auto gone = look(10);
    ASSERT_THAT(gone.runs, SizeIs(1));
    EXPECT_EQ(gone.runs.front().why->code, "cluster-job-gone");
}

TEST_F(SlurmDriving, WithoutAControllerThePictureIsOldAndNothingIsDone) {
    job("1");
    project_.work.push_back(placedWork("1", {0}, now()));
    const Observed first = look();
    slurm_.isDown = true;
    const Observed old = look(3);
    EXPECT_EQ(old.asOf, first.asOf);
    ASSERT_FALSE(old.obstacles.empty());
    EXPECT_EQ(codeOf(old.obstacles), "cluster-controller-down");
    slurm_.isDown = false;
    EXPECT_THAT(carryOut(), SizeIs(1));
}

TEST_F(SlurmDriving, ANodeThatStaysClosedIsClosedForTheEngine) {
    using Changes = std::vector<std::pair<std::string, NodeState>>;
    slurm_.nodeState = "mixed+drain";
    (void)look();
    EXPECT_THAT(backend_->nodeChanges(project_), IsEmpty()) << "perhaps for a moment only";
    (void)look(10);
    EXPECT_EQ(backend_->nodeChanges(project_), (Changes{{"node", NodeState::cordoned}}));
    project_.nodeStates["node"] = NodeState::cordoned;
    EXPECT_THAT(backend_->nodeChanges(project_), IsEmpty());
    slurm_.nodeState = "down";
    (void)look();
    EXPECT_EQ(backend_->nodeChanges(project_), (Changes{{"node", NodeState::down}}));
    project_.nodeStates["node"] = NodeState::down;
    slurm_.nodeState = "idle";
    (void)look();
    EXPECT_EQ(backend_->nodeChanges(project_), (Changes{{"node", NodeState::ready}}));
    EXPECT_THAT(backend_->nodeChanges(project_), IsEmpty()) << "what the pool cordons stays so";
}

TEST_F(SlurmDriving, WhatEndedInTheFileIsCancelled) {
    ended_.insert("1");
    job("1").qos = "ap-run";
    slurm_.schedule();
    EXPECT_THAT(carryOut(), ElementsAre("scancel 1"));
    EXPECT_THAT(arrivals(), IsEmpty());
}

TEST(SlurmGateHolder, OneDrivesAndNoticesAnother) {
    FakeSlurm slurm;
    const auto run = [&](const auto& words) { return slurm.run(words); };
    const std::string lock = (std::filesystem::temp_directory_path() /
                              ("apportion-gate-" + std::to_string(store::thisProcess().pid)))
                                 .string();
    {
        auto first = GateHolder::take(run, lock, false);
        ASSERT_TRUE(first);
        EXPECT_THAT(slurm.holder, StartsWith("apportion v1 run by "));
        EXPECT_TRUE(first->check());
        const auto second = GateHolder::take(run, lock, true);
        ASSERT_FALSE(second);
        EXPECT_EQ(codeOf(second.error()), "cluster-drive-held");
        const std::string mine = slurm.holder;
        slurm.holder = "apportion v1 run by elsewhere 12 3 machine boot space";
        const auto lost = first->check();
        ASSERT_FALSE(lost);
        EXPECT_EQ(codeOf(lost.error()), "cluster-drive-lost");
    }
    ASSERT_TRUE(GateHolder::take(run, lock, true));
    {
        const auto last = GateHolder::take(run, lock, false);
        ASSERT_TRUE(last);
        last->release();
        EXPECT_EQ(slurm.holder, "apportion v1") << "it drives no more";
        slurm.holder = "apportion v1 run by elsewhere 12 3 machine boot space";
        last->release();
        EXPECT_THAT(slurm.holder, HasSubstr("elsewhere")) << "that mark is another's";
    }
    const auto elsewhere = GateHolder::take(run, lock, false);
    ASSERT_FALSE(elsewhere);
    EXPECT_EQ(elsewhere.error().front().message.code, "cluster-drive-held.elsewhere");
    EXPECT_TRUE(GateHolder::take(run, lock, true));
    // Its mark is that of this process, which has it no more.
    EXPECT_TRUE(GateHolder::take(run, lock, false));
    std::filesystem::remove(lock);
}

}  // namespace
}  // namespace apportion::slurm
