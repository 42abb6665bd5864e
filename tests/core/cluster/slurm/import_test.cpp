// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/import.h"

#include <algorithm>
#include <sstream>

#include <gmock/gmock.h>

#include "core/io/scenario_reader.h"
#include "core/io/scenario_writer.h"
#include "core/model/validate.h"
#include "tests/core/cluster/slurm/recorded.h"

namespace apportion::slurm {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Optional;
using ::testing::SizeIs;

template <typename List>
auto named(const List& list, std::string_view name) {
    const auto found =
        std::find_if(list.begin(), list.end(), [&](const auto& each) { return each.name == name; });
    EXPECT_NE(found, list.end()) << name;
    return found == list.end() ? typename List::value_type{} : *found;
}

std::vector<std::string> errors(const Scenario& scenario) {
    std::vector<std::string> texts;
    for (const Problem& each : validate(scenario))
        if (!each.warning)
            texts.push_back(each.pointer + ": " + render(each.message));
    return texts;
}

std::vector<std::string> left(const Imported& made) {
    std::vector<std::string> texts;
    for (const Message& each : made.notRepresented) {
        EXPECT_TRUE(isComplete(each)) << each.code;
        texts.push_back(render(each));
    }
    return texts;
}

TEST(SlurmImport, AccountsAreQuotasAndJobsAreWorkloads) {
    const Imported made = scenarioOf(recorded::byCommands());
    const Scenario& scenario = made.scenario;
    EXPECT_THAT(errors(scenario), IsEmpty());
    EXPECT_EQ(scenario.name, "lab");
    EXPECT_EQ(scenario.epoch, "2026-11-29T08:54:02Z");
    ASSERT_THAT(scenario.nodes, SizeIs(4));
    ASSERT_THAT(scenario.events, SizeIs(1));
    EXPECT_EQ(std::get<NodeEvent>(scenario.events[0].action),
              (NodeEvent{"node004", NodeState::cordoned}));
    EXPECT_EQ(named(scenario.quotas, "root").guaranteed.gpu, 32 * kOneGpu);
    const Quota theory = named(scenario.quotas, "theory");
    EXPECT_EQ(theory.parent, "physics");
    EXPECT_EQ(theory.guaranteed.gpu, 8 * kOneGpu) << "8 and 16 fit into 24";
    EXPECT_THAT(theory.policy.limit.gpu, Optional(8 * kOneGpu));
    EXPECT_EQ(named(scenario.quotas, "bio").guaranteed.gpu, 0);
    EXPECT_EQ(named(scenario.workspaces, "theory").members.front().user, "ana");
    const Workload gang = named(scenario.workloads, "20 gang");
    EXPECT_EQ(gang.replicas, 2);
    EXPECT_EQ(gang.request.gpu, 8 * kOneGpu);
    ASSERT_TRUE(gang.running);
    EXPECT_EQ(gang.running->since, -6'000);
    EXPECT_EQ(gang.running->placements[1], (Placement{"node003", 8 * kOneGpu}));
    EXPECT_EQ(named(scenario.workloads, "17 train|a").preemptible, true) << "high lists normal";
    EXPECT_EQ(named(scenario.workloads, "18 two\\nlines").priority, 9);
    EXPECT_THAT(named(scenario.workloads, "23_5 big").running, ::testing::Eq(std::nullopt));
    EXPECT_EQ(std::count_if(scenario.workloads.begin(), scenario.workloads.end(),
                            [](const Workload& each) { return each.name.starts_with("23_"); }),
              5);
}

TEST(SlurmImport, ListsWhatAScenarioCannotSay) {
    const auto texts = left(scenarioOf(recorded::byCommands()));
    for (const char* text :
         {"Node node004 takes no new jobs. The reason is only in Slurm: fan; $(reboot) \"now.",
          "GrpTRESMins of account detector: 60000 GPU minutes. A scenario has no such limit.",
          "QOS high can preempt normal. A scenario has policies of quotas instead.",
          "Jobs without GPUs (1): 27.", "Held jobs (1): 25.",
          "Jobs with a later start time (1): 26.",
          "Jobs whose GPUs are not equal on all their nodes (1): 29.",
          "QOS limits have no counterpart: high.",
          "Limits on jobs, on GPUs of a job, or on GPUs of a user: ana."})
        EXPECT_THAT(texts, Contains(text));
}

TEST(SlurmImport, LongListsSayHowManyMore) {
    Picture picture = recorded::byCommands();
    for (ClusterJob& each : picture.jobs)
        if (each.isPending() && each.gpus > 0) {
            each.id = each.id.substr(0, 2);
            each.reason = "JobHeldUser";
        }
    EXPECT_THAT(
        left(scenarioOf(picture)),
        Contains(::testing::ContainsRegex("Held jobs \\([0-9]+\\): .* and [0-9]+ more\\.")));
}

TEST(SlurmImport, TheGateIsNothingThatAScenarioCannotSay) {
    Picture picture = recorded::byCommands();
    for (const char* name : {"ap-wait", "ap-wait-nbk-7", "mine"}) {
        Qos& made = picture.qos.emplace_back();
        made.name = name;
        made.grpJobs = 0;
    }
    EXPECT_THAT(left(scenarioOf(picture)),
                Contains("QOS limits have no counterpart: high and mine."));
}

TEST(SlurmImport, WhatIsWrittenReadsTheSame) {
    const Imported made = scenarioOf(recorded::byCommands());
    std::ostringstream out;
    writeScenario(out, made.scenario);
    const auto read = parseScenario(out.str(), "lab.json");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->scenario.workloads, made.scenario.workloads);
    EXPECT_EQ(read->scenario.quotas, made.scenario.quotas);
}

TEST(SlurmImport, JobsThatNobodyMayPreemptStartWithoutAGuarantee) {
    Picture picture = recorded::byCommands();
    picture.qos.clear();
    for (ClusterJob& job : picture.jobs)
        if (job.id == "17")
            job.account = "bio";
    const Imported made = scenarioOf(picture);
    EXPECT_EQ(named(made.scenario.workloads, "17 train|a").preemptible, true) << "no guarantee";
    EXPECT_EQ(named(made.scenario.workloads, "20 gang").preemptible, false) << "in a guarantee";
    EXPECT_THAT(left(made), Contains(::testing::StartsWith("Jobs without preemption in Slurm")));
}

TEST(SlurmImport, LimitsAboveTheirParentGiveNoGuarantee) {
    Picture picture = recorded::byCommands();
    for (Association& each : picture.associations)
        if (each.account == "theory" && each.user.empty())
            each.grpGpus = 1000;
    const Imported made = scenarioOf(picture);
    EXPECT_THAT(errors(made.scenario), IsEmpty());
    EXPECT_EQ(named(made.scenario.quotas, "theory").guaranteed.gpu, 0);
    EXPECT_EQ(named(made.scenario.quotas, "detector").guaranteed.gpu, 0);
    EXPECT_THAT(left(made), Contains("Limits of siblings are together above their parent. They "
                                     "have a limit and no guarantee: detector and theory."));
}

TEST(SlurmImport, TakesAnyClusterAsAValidScenario) {
    Picture picture = recorded::byCommands();
    picture.cluster = "a/b\n";
    picture.nodes[0].name = std::string(200, 'n');
    picture.nodes[1].gpus = 2;  // fewer than run there
    picture.associations[0].grpGpus = 1;
    Association& odd = picture.associations.emplace_back();
    odd.account = "a'b\n$(id)";
    odd.parent = "root";
    ClusterJob& lost = picture.jobs.emplace_back();
    lost.id = "99";
    lost.state = "RUNNING";
    lost.account = odd.account;
    lost.gpus = 1;
    picture.jobs.push_back(picture.jobs[0]);
    picture.unreadable = 2;
    const Imported made = scenarioOf(picture);
    EXPECT_THAT(errors(made.scenario), IsEmpty());
    EXPECT_THAT(left(made), Contains("Rows that cannot be read, because a name has a separator or "
                                     "a line break: 2."));
    EXPECT_THAT(errors(scenarioOf(Picture()).scenario), IsEmpty());
}

}  // namespace
}  // namespace apportion::slurm
