// SPDX-License-Identifier: GPL-3.0-or-later
// Whose accounts and QOS are: made by hand, of this scenario, of another one, or of driving.
#include "core/cluster/slurm/marks.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "core/cluster/slurm/failure.h"
#include "core/cluster/slurm/gate.h"
#include "core/cluster/slurm/plan.h"

namespace apportion::slurm {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Scenario handTree() {
    Scenario scenario;
    for (const auto& [name, parent, gpus] :
         {std::tuple("physics", "", 24), std::tuple("theory", "physics", 16),
          std::tuple("bio", "physics", 8)}) {
        Quota& quota = scenario.quotas.emplace_back();
        quota.name = name;
        quota.parent = parent;
        quota.guaranteed.gpu = gpus * kOneGpu;
    }
    return scenario;
}

Picture rootAlone() {
    Picture picture;
    picture.associations.emplace_back().account = "root";
    return picture;
}

// The same accounts, made by hand.
Picture byHand() {
    Picture picture = pictureWith(*wantedOf(handTree()), rootAlone());
    picture.qos.clear();
    for (auto& [name, description] : picture.descriptions)
        description = "by hand";
    for (Association& each : picture.associations) {
        each.qos.clear();
        each.defaultQos.clear();
        if (each.account == "theory")
            each.grpGpus = 7;
    }
    return picture;
}

TEST(SlurmMarks, ATreeMadeByHandIsLeftAloneAndSaysHowItIsAdopted) {
    const NativePlan plan = planFor(*wantedOf(handTree()), byHand());
    EXPECT_THAT(plan.lines, IsEmpty()) << "no account would get the QOS";
    ASSERT_THAT(plan.refused, SizeIs(1));
    EXPECT_EQ(render(plan.refused[0]),
              "Accounts without the mark of Apportion are left alone: physics,theory,bio.");
    EXPECT_EQ(renderRemedy(plan.refused[0]),
              "Adopt them with --adopt physics,theory,bio, which writes the mark.");
}

TEST(SlurmMarks, AnAdoptedAccountGetsTheMarkFirstAsADanger) {
    Wanted wanted = *wantedOf(handTree());
    EXPECT_EQ(codeOf(adoptInto(wanted, {"chemistry"}).error()), "cluster-plan-adopt");
    ASSERT_TRUE(adoptInto(wanted, {"physics", "theory"}));
    const Picture before = byHand();
    const NativePlan plan = planFor(wanted, before);
    std::vector<std::string> texts, dangers;
    for (const Line& each : plan.lines) {
        EXPECT_TRUE(isComplete(each.note)) << each.note.code;
        texts.push_back(lineText(each));
        if (each.danger != Line::Danger::none)
            dangers.push_back(each.note.code);
    }
    EXPECT_THAT(texts, Contains("sacctmgr -i modify account where name=theory set "
                                "'Description=apportion v1 theory'"));
    EXPECT_THAT(texts,
                Contains("sacctmgr -i modify account where name=theory set GrpTRES=gres/gpu=16"));
    EXPECT_THAT(texts, ::testing::Not(Contains(HasSubstr("bio-"))));
    EXPECT_THAT(dangers, ElementsAre("cluster-line-mark.adopt", "cluster-line-mark.adopt"));
    const Picture after = pictureWith(wanted, before);
    EXPECT_THAT(planFor(wanted, after).lines, IsEmpty());
    // What undoes it gives the account back, and deletes none.
    std::vector<std::string> undone;
    for (const Line& each : planFor(wantedAsIs(before, wanted.adopts), after).lines)
        undone.push_back(lineText(each));
    EXPECT_THAT(undone, Contains("sacctmgr -i modify account where name=theory set "
                                 "'Description=by hand'"));
    EXPECT_THAT(undone,
                Contains("sacctmgr -i modify account where name=theory set GrpTRES=gres/gpu=7"));
    EXPECT_THAT(undone, ::testing::Not(Contains(HasSubstr("delete account"))));
}

TEST(SlurmMarks, WhatAccountsWithoutTheMarkInheritStays) {
    Picture picture = byHand();
    for (Association& each : picture.associations)
        each.qos = {"normal"};
    Association& ana = picture.associations.emplace_back();
    ana.account = "theory";
    ana.user = "ana";
    ana.qos = {"high", "normal"};
    Wanted wanted = *wantedOf(handTree());
    ASSERT_TRUE(adoptInto(wanted, {"physics", "theory"}));  // bio is below physics
    const NativePlan plan = planFor(wanted, picture);
    std::vector<std::string> texts;
    for (const Line& each : plan.lines) {
        EXPECT_TRUE(isComplete(each.note)) << each.note.code;
        texts.push_back(lineText(each));
    }
    EXPECT_THAT(texts, Contains("sacctmgr -i modify account where name=physics set "
                                "qos=normal,physics-trn-5 defaultqos=-1"));
    EXPECT_THAT(texts, ::testing::IsSupersetOf(
                           {"sacctmgr -i modify user where name=ana account=theory set "
                            "qos+=theory-trn-5",
                            "sacctmgr -i modify account where name=theory set qos=theory-trn-5 "
                            "defaultqos=theory-trn-5"}));
    EXPECT_EQ(plan.refused.front().code, "cluster-plan-used-qos.inherited");
    EXPECT_TRUE(isComplete(plan.refused.front()));
    EXPECT_THAT(planFor(wanted, pictureWith(wanted, picture)).lines, IsEmpty());
}

Scenario namedScenario(const char* name, const char* quota) {
    Scenario scenario;
    scenario.name = name;
    scenario.quotas.emplace_back().name = quota;
    scenario.quotas.back().guaranteed.gpu = 4 * kOneGpu;
    return scenario;
}

TEST(SlurmMarks, TwoScenariosOnOneClusterLeaveEachOtherAlone) {
    const Wanted nord = *wantedOf(namedScenario("Nord, 2026", "north")),
                 sued = *wantedOf(namedScenario("sued", "south"));
    EXPECT_EQ(nord.tree, "nord-2026");
    Picture picture = pictureWith(nord, rootAlone());
    EXPECT_EQ(picture.descriptions["north"], "apportion v1 north of nord-2026");
    const NativePlan plan = planFor(sued, picture);
    for (const Line& each : plan.lines)
        EXPECT_THAT(lineText(each), ::testing::Not(HasSubstr("north")));
    ASSERT_THAT(plan.refused, SizeIs(1));
    EXPECT_EQ(render(plan.refused[0]),
              "Accounts and QOS of scenario nord-2026 stay as they are: north and north-trn-5.");
    picture = pictureWith(sued, picture);
    EXPECT_THAT(planFor(sued, picture).lines, IsEmpty());
    EXPECT_THAT(planFor(nord, picture).lines, IsEmpty());
    // Its own account goes.
    const Wanted other = *wantedOf(namedScenario("sued", "west"));
    std::vector<std::string> texts;
    for (const Line& each : planFor(other, picture).lines)
        texts.push_back(lineText(each));
    EXPECT_THAT(texts, Contains("sacctmgr -i delete account where name=south"));
    // To take an account from another scenario is a danger.
    const NativePlan taken = planFor(*wantedOf(namedScenario("sued", "north")), picture);
    EXPECT_EQ(std::count_if(taken.lines.begin(), taken.lines.end(),
                            [](const Line& each) {
                                return each.note.code == "cluster-line-mark.tree" &&
                                       each.danger == Line::Danger::limits;
                            }),
              1);
}

TEST(SlurmMarks, AScenarioWithoutANameHasThatOfItsFile) {
    Wanted first = *wantedOf(namedScenario("", "north")),
           second = *wantedOf(namedScenario("", "south"));
    const auto told = nameByFile(first, "/somewhere/First pool.json");
    ASSERT_TRUE(told);
    ASSERT_TRUE(*told);
    EXPECT_EQ(render(**told),
              "The scenario has no name. Its accounts and QOS are marked as those of first-pool, "
              "after its file.");
    ASSERT_TRUE(nameByFile(second, "second.json"));
    for (const Line& each : planFor(second, pictureWith(first, rootAlone())).lines)
        EXPECT_THAT(lineText(each), ::testing::Not(HasSubstr("north")));
    Wanted named = *wantedOf(namedScenario("nord", "north"));
    EXPECT_FALSE(*nameByFile(named, "first.json"));
    EXPECT_EQ(named.tree, "nord");
    Wanted none = *wantedOf(namedScenario("", "north"));
    EXPECT_EQ(codeOf(nameByFile(none, "-").error()), "cluster-plan-no-name");
}

TEST(SlurmMarks, WhatUndoesTheGateTakesItWithItsAccounts) {
    const Wanted driven = *gatesFor(namedScenario("nord", "north"));
    Picture picture = pictureWith(driven, rootAlone());
    const auto undone = [&] {
        std::string texts;
        for (const Line& each : planFor(wantedAsIs(rootAlone()), picture).lines)
            texts += lineText(each) + "\n";
        return texts;
    };
    EXPECT_THAT(undone(), HasSubstr("delete account where name=north\n"));
    EXPECT_THAT(undone(), HasSubstr("delete qos where name=ap-run,ap-wait,"));
    EXPECT_THAT(
        planFor(wantedAsIs(rootAlone()), pictureWith(wantedAsIs(rootAlone()), picture)).lines,
        IsEmpty());
    ClusterJob& job = picture.jobs.emplace_back();
    job.account = "north";
    job.qos = "ap-wait";
    EXPECT_THAT(undone(), ::testing::Not(HasSubstr("delete qos"))) << "it holds a job";
}

TEST(SlurmMarks, TheGateOfADriverStaysWhileItIsInUse) {
    const Wanted driven = *gatesFor(namedScenario("nord", "north"));
    Picture picture = pictureWith(driven, rootAlone());
    const auto gateLines = [&](const Scenario& scenario) {
        const NativePlan plan = planFor(*wantedOf(scenario), picture);
        std::int64_t lines = 0;
        for (const Line& each : plan.lines)
            lines += lineText(each).find("delete qos where name=ap-run") != std::string::npos;
        return std::pair(
            lines, std::count_if(plan.refused.begin(), plan.refused.end(), [](const Message& each) {
                return each.code == "cluster-plan-gate";
            }));
    };
    EXPECT_EQ(gateLines(namedScenario("sued", "south")),
              std::pair(std::int64_t{0}, std::ptrdiff_t{1}))
        << "an account of another scenario has it";
    EXPECT_EQ(gateLines(namedScenario("nord", "north")),
              std::pair(std::int64_t{1}, std::ptrdiff_t{0}))
        << "its own scenario is mapped from now on";
    for (Qos& each : picture.qos)
        if (each.name == kRunQos)
            each.description = "apportion v1 run by host 1 2 m b s";
    EXPECT_EQ(gateLines(namedScenario("nord", "north")),
              std::pair(std::int64_t{0}, std::ptrdiff_t{1}))
        << "a program drives";
}

}  // namespace
}  // namespace apportion::slurm
