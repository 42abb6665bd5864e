// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <tuple>

#include <gmock/gmock.h>

#include "core/cluster/slurm/accounts.h"
#include "core/cluster/slurm/check.h"
#include "core/cluster/slurm/controller_accounts.h"
#include "tests/core/cluster/slurm/recorded.h"

namespace apportion::slurm {
namespace {

using ::testing::ElementsAre;
using ::testing::Optional;
using ::testing::SizeIs;

const ClusterJob& job(const Picture& picture, std::string_view name) {
    static const ClusterJob none;
    const auto found = std::find_if(picture.jobs.begin(), picture.jobs.end(),
                                    [&](const ClusterJob& each) { return each.name == name; });
    EXPECT_NE(found, picture.jobs.end()) << name;
    return found == picture.jobs.end() ? none : *found;
}

std::string waits(const Picture& picture, std::string_view name) {
    const Message message = waitOf(job(picture, name), Accounts(picture), picture);
    EXPECT_TRUE(isComplete(message)) << message.code;
    return render(message);
}

TEST(SlurmPicture, CommandsSayWhatIsThere) {
    const Picture picture = recorded::byCommands();
    EXPECT_EQ(picture.unreadable, 0);
    ASSERT_THAT(picture.nodes, SizeIs(4));
    EXPECT_EQ(picture.nodes[0].gpusUsed, 8);
    EXPECT_THAT(picture.nodes[3].states, ElementsAre("IDLE", "DRAIN"));
    EXPECT_EQ(picture.nodes[3].reason, "fan; $(reboot) \"now");
    EXPECT_THAT(picture.nodes[3].partitions, ElementsAre("gpu"));
    ASSERT_THAT(picture.jobs, SizeIs(13));
    EXPECT_EQ(job(picture, "two\nlines").gpus, 4) << "a name with a line break is one row";
    EXPECT_EQ(job(picture, "train|a").account, "theory");
    EXPECT_EQ(job(picture, "O'Brien $HOME `id`").reason, "AssocGrpGRES");
    EXPECT_EQ(job(picture, "big").tasks, 5);
    EXPECT_EQ(job(picture, "gang").nodeCount, 2);
}

TEST(SlurmPicture, ANameCannotForgeARow) {
    Picture picture;
    parseJobs(
        "1|RUNNING|None|a|u|q|p|gres/gpu=1|1|n|1|1|1|UNLIMITED|x~m1~\n"
        "9|RUNNING|None|a|u|q|p|gres/gpu=8|1|n|1|1|1|UNLIMITED|y~mark~\n",
        recorded::kMark, picture);
    ASSERT_THAT(picture.jobs, SizeIs(1)) << "the mark of another call is text";
}

TEST(SlurmPicture, BothWaysGiveTheSame) {
    Picture commands = recorded::byCommands(), rest = recorded::byRest();
    ASSERT_EQ(commands.nodes.size(), rest.nodes.size());
    for (std::size_t i = 0; i < rest.nodes.size(); ++i) {
        const ClusterNode &a = commands.nodes[i], &b = rest.nodes[i];
        EXPECT_EQ(std::tie(a.name, a.gpus, a.gpusUsed, a.cpus, a.memory, a.states, a.reason,
                           a.partitions),
                  std::tie(b.name, b.gpus, b.gpusUsed, b.cpus, b.memory, b.states, b.reason,
                           b.partitions));
    }
    const auto byKey = [](const Association& a, const Association& b) {
        return std::tie(a.account, a.user) < std::tie(b.account, b.user);
    };
    std::sort(commands.associations.begin(), commands.associations.end(), byKey);
    std::sort(rest.associations.begin(), rest.associations.end(), byKey);
    ASSERT_EQ(commands.associations.size(), rest.associations.size());
    for (std::size_t i = 0; i < rest.associations.size(); ++i) {
        const Association &a = commands.associations[i], &b = rest.associations[i];
        EXPECT_EQ(
            std::tie(a.account, a.user, a.grpGpus, a.grpGpuMinutes, a.maxJobs, a.grpJobs, a.shares),
            std::tie(b.account, b.user, b.grpGpus, b.grpGpuMinutes, b.maxJobs, b.grpJobs, b.shares))
            << a.account;
        EXPECT_EQ(a.parent, b.parent) << a.account;
    }
    ASSERT_EQ(commands.qos.size(), rest.qos.size());
    for (std::size_t i = 0; i < rest.qos.size(); ++i) {
        const Qos &a = commands.qos[i], &b = rest.qos[i];
        EXPECT_EQ(std::tie(a.name, a.priority, a.preempts, a.preemptMode, a.grpGpus,
                           a.maxGpusPerUser, a.graceSeconds, a.exemptSeconds),
                  std::tie(b.name, b.priority, b.preempts, b.preemptMode, b.grpGpus,
                           b.maxGpusPerUser, b.graceSeconds, b.exemptSeconds))
            << a.name;
    }
    ASSERT_EQ(commands.jobs.size(), rest.jobs.size());
    for (const ClusterJob& a : commands.jobs) {
        const ClusterJob& b = job(rest, a.name);
        EXPECT_EQ(std::tie(a.id, a.state, a.account, a.user, a.qos, a.gpus, a.nodeCount, a.nodes,
                           a.tasks, a.priority, a.submitted, a.started),
                  std::tie(b.id, b.state, b.account, b.user, b.qos, b.gpus, b.nodeCount, b.nodes,
                           b.tasks, b.priority, b.submitted, b.started))
            << a.name;
    }
}

TEST(SlurmPicture, AccountsHaveWhatRunsAndWaitsBelowThem) {
    const Picture picture = recorded::byCommands();
    const Accounts accounts(picture);
    std::vector<std::string> order;
    for (const Account& each : accounts.inOrder())
        order.push_back(std::string(static_cast<std::size_t>(each.depth), ' ') + each.name);
    EXPECT_THAT(order, ElementsAre("root", " bio", " physics", "  detector", "  theory"));
    const Account* physics = accounts.find("physics");
    ASSERT_NE(physics, nullptr);
    EXPECT_THAT(physics->limit, Optional(24));
    EXPECT_EQ(physics->running, 24);
    EXPECT_EQ(physics->runningDirect, 0);
    EXPECT_TRUE(physics->isFull());
    EXPECT_EQ(accounts.find("bio")->pendingJobs, 9);
    EXPECT_THAT(accounts.find("detector")->gpuMinutes, Optional(60'000));
}

TEST(SlurmPicture, SaysWhyAJobWaitsWithItsNumbers) {
    const Picture picture = recorded::byCommands();
    EXPECT_EQ(waits(picture, "O'Brien $HOME `id`"),
              "Account theory is at its limit: 8 of 8 GPUs allocated, and the job needs 4 "
              "GPUs.");
    EXPECT_EQ(waits(picture, "direct"),
              "Account physics is at its limit: 24 of 24 GPUs allocated, and the job needs 2 "
              "GPUs.");
    EXPECT_EQ(waits(picture, "big"),
              "No nodes have enough free GPUs. Free: 0 GPUs. The job needs 8 GPUs, on nodes: 1.");
    EXPECT_EQ(waits(picture, "uneven"), "Jobs with a higher priority start first.");
    EXPECT_EQ(waits(picture, "held"), "The user holds the job.");
    EXPECT_EQ(waits(picture, "huge"), "Nodes that the job needs are drained, down, or reserved.");
    EXPECT_EQ(waits(picture, "later"),
              "The start time of the job is later, or the job was requeued.");
}

TEST(SlurmPicture, NamesTheAccountAboveThatIsFull) {
    Picture picture = recorded::byCommands();
    for (Association& each : picture.associations)
        if (each.account == "theory" && each.user.empty())
            each.grpGpus = 100;
    EXPECT_EQ(
        waits(picture, "O'Brien $HOME `id`"),
        "Account physics is at its limit: 24 of 24 GPUs allocated, and the job needs 4 GPUs.");
}

TEST(SlurmPicture, QosLimitsHaveTheirNumbers) {
    Picture picture = recorded::byCommands();
    ClusterJob waiting = job(picture, "big");
    waiting.qos = "high";
    waiting.user = "ana";
    waiting.reason = "QOSMaxGRESPerUser";
    EXPECT_EQ(render(waitOf(waiting, Accounts(picture), picture)),
              "User ana is at the user cap of QOS high: 4 of 4 GPUs allocated, and the job "
              "needs 8 GPUs.");
    waiting.reason = "QOSGrpGRES";
    EXPECT_EQ(render(waitOf(waiting, Accounts(picture), picture)),
              "QOS high is at its limit: 4 of 12 GPUs allocated, and the job needs 8 GPUs.");
    waiting.reason = "AssocMaxGRESPerJob";
    for (Association& each : picture.associations)
        if (each.account == waiting.account)
            each.maxGpusPerJob = 4;
    EXPECT_EQ(render(waitOf(waiting, Accounts(picture), picture)),
              "Jobs of user ana in account " + waiting.account +
                  " can have 4 GPUs, and the job needs 8 GPUs. It never starts.");
    waiting.reason = "InvalidQOS";
    EXPECT_EQ(render(waitOf(waiting, Accounts(picture), picture)),
              "The account of the job cannot use the QOS of the job. It never starts.");
    waiting.reason = "SomethingNew";
    EXPECT_EQ(render(waitOf(waiting, Accounts(picture), picture)),
              "Slurm gives the reason SomethingNew.");
}

TEST(SlurmPicture, WhatWaitsAtTheGateIsQueuedByUs) {
    const Picture picture = recorded::byCommands();
    ClusterJob waiting = job(picture, "big");
    waiting.qos = "ap-wait-nbk-7";
    waiting.reason = "QOSGrpJobsLimit";
    EXPECT_EQ(render(waitOf(waiting, Accounts(picture), picture)),
              "The job waits in the queue of Apportion.");
    waiting.qos = "high";
    EXPECT_EQ(render(waitOf(waiting, Accounts(picture), picture)),
              "QOS high is at its limit of running jobs.");
}

// Accounting is down: what `scontrol show assoc_mgr` told of the same cluster.
Picture byController() {
    Picture picture = recorded::byCommands();
    picture.associations.clear();
    picture.qos.clear();
    parseController(recorded::text("assoc_mgr.txt"), picture);
    picture.accountsBy = Picture::AccountsBy::controller;
    picture.accountingIsDown = true;
    return picture;
}

TEST(SlurmPicture, TheControllerKeepsTheTreeAndItsLimits) {
    const Picture whole = recorded::byCommands(), picture = byController();
    const auto limitsOf = [](const Picture& from) {
        std::map<std::string, std::string> limits;
        for (const Association& each : from.associations)
            limits[each.account + "/" + each.user] =
                ::testing::PrintToString(std::make_tuple(each.grpGpus, each.grpGpuMinutes,
                                                         each.maxJobs, each.grpJobs, each.shares)) +
                (each.user.empty() ? each.parent : "");
        return limits;
    };
    EXPECT_EQ(limitsOf(picture), limitsOf(whole));
    EXPECT_EQ(picture.unreadable, 0);
    EXPECT_EQ(waits(picture, "O'Brien $HOME `id`"), waits(whole, "O'Brien $HOME `id`"));
    const auto high = std::find_if(picture.qos.begin(), picture.qos.end(),
                                   [](const Qos& each) { return each.name == "high"; });
    ASSERT_NE(high, picture.qos.end());
    EXPECT_EQ(high->priority, 100);
    EXPECT_THAT(high->grpGpus, Optional(12));
    EXPECT_THAT(high->maxGpusPerUser, Optional(4));
    const auto missing = missingOf(picture);
    ASSERT_TRUE(missing);
    EXPECT_TRUE(isComplete(*missing));
    EXPECT_EQ(missing->code, "cluster-accounting-down.controller");
    EXPECT_FALSE(missingOf(whole));
}

TEST(SlurmPicture, ANameCannotForgeAnAccountOfTheController) {
    Picture picture;
    parseController(
        "ClusterName=lab Account=bio UserName= Partition= Priority=0 ID=1\n"
        "    GrpTRES=gres/gpu=8(2)\n"
        "ClusterName=lab Account=x UserName=y\n"
        "ClusterName=lab Account=bio UserName= Partition= Priority=0 ID=2\n"
        "    GrpTRES=gres/gpu=99(2)\n",
        picture);
    ASSERT_THAT(picture.associations, SizeIs(2));
    EXPECT_THAT(picture.associations[0].grpGpus, Optional(8));
    EXPECT_EQ(picture.unreadable, 1);
}

TEST(SlurmPicture, GpuMinutesHaveTheirUse) {
    Picture picture = recorded::byCommands();
    takeMinutes(recorded::text("assoc_mgr.txt"), picture);
    const Accounts accounts(picture);
    const Account* detector = accounts.find("detector");
    ASSERT_NE(detector, nullptr);
    EXPECT_THAT(detector->gpuMinutesUsed, Optional(13));
    EXPECT_FALSE(accounts.find("physics")->gpuMinutesUsed) << "it has no such limit";
    ClusterJob waiting = job(picture, "big");
    waiting.account = "detector";
    waiting.reason = "AssocGrpGRESMinutes";
    const Message message = waitOf(waiting, accounts, picture);
    EXPECT_TRUE(isComplete(message));
    EXPECT_EQ(render(message),
              "Account detector has a limit of GPU minutes (GrpTRESMins): 13 of 60000 are used.");
}

TEST(SlurmPicture, TreesWithACircleEnd) {
    Picture picture;
    for (const auto& [name, parent] :
         {std::pair("a", "b"), std::pair("b", "a"), std::pair("c", "c"), std::pair("d", "gone")}) {
        Association& made = picture.associations.emplace_back();
        made.account = name;
        made.parent = parent;
    }
    EXPECT_THAT(Accounts(picture).inOrder(), SizeIs(2)) << "c and d stand at the top";
}

std::vector<std::string> badFacts(const std::map<std::string, std::string>& settings) {
    std::vector<std::string> names;
    for (const Fact& each : schedulingFacts(settings)) {
        EXPECT_TRUE(isComplete(each.means)) << each.means.code;
        if (each.state != Fact::State::good) {
            names.push_back(each.name);
            EXPECT_NE(renderRemedy(each.means), "") << each.name;
        }
    }
    return names;
}

TEST(SlurmPicture, FiguresOfRestReadAsThoseOfSdiag) {
    const auto answer = nlohmann::json::parse(
        R"({"statistics": {"rpcs_by_user": [{"count": 1}], "parts_packed": 1, "jobs_submitted": 20,
            "server_thread_count": 3, "schedule_cycle_max": 37, "bf_active": false,
            "bf_when_last_cycle": 0, "req_time": 1796009595}})");
    EXPECT_EQ(figuresOf(answer),
              "Jobs submitted: 20\nReq time: 2026-11-30T03:33:15Z\nServer thread count: 3\n"
              "Main schedule statistics (microseconds):\nCycle max: 37\n"
              "Backfilling stats:\nActive: no\nWhen last cycle: N/A\n");
}

TEST(SlurmCheck, FindsWhatSlurmConfLacks) {
    auto settings = settingsOf(recorded::text("config.txt"));
    EXPECT_THAT(badFacts(settings), SizeIs(0));
    EXPECT_EQ(schedulingFacts(settings).back().means.arguments.front().value.number, 11'000);
    settings["AccountingStorageTRES"] = "cpu,mem,gres/gpumem";
    settings["AccountingStorageEnforce"] = "associations";
    settings["PreemptType"] = "preempt/none";
    settings["PreemptMode"] = "OFF";
    settings["SelectType"] = "select/linear";
    settings["PriorityWeightFairShare"] = "2000000";
    settings["SchedulerParameters"] = "bf_continue,preempt_youngest_first";
    EXPECT_THAT(badFacts(settings), ElementsAre("AccountingStorageTRES", "AccountingStorageEnforce",
                                                "PreemptType", "PreemptMode", "SelectType",
                                                "PriorityWeightQOS", "SchedulerParameters"));
}

}  // namespace
}  // namespace apportion::slurm
