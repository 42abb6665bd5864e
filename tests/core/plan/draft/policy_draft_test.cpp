// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a preemption policy while it is chosen: what is wrong and what mends it, how it
// reads, whom it could hit.
#include "core/plan/draft/policy_draft.h"

#include <gtest/gtest.h>

#include "core/change/command.h"
#include "core/io/scenario_parts.h"
#include "core/model/validate.h"
#include "core/plan/draft/policy_parts.h"
#include "tests/core/engine/pool.h"

namespace apportion {
namespace {

using testing::Pool;
using Place = PolicyProblem::Place;
using RepairKind = PolicyRepair::Kind;
using QuotaList = std::vector<std::string>;

ModuleSet modules(std::initializer_list<Module> all) {
    ModuleSet set;
    for (const Module module : all)
        set.set(static_cast<std::size_t>(module));
    return set;
}

SelfPreemption self(PriorityRange high, PriorityRange low) {
    SelfPreemption policy;
    policy.high = high;
    policy.low = low;
    policy.modules = modules({Module::training, Module::notebook});
    return policy;
}

const SelfPreemption& selfOf(const PreemptionChoice& choice) {
    return *std::get<0>(choice);
}

Workload& running(Pool& pool, const std::string& name, const std::string& quota, int priority,
                  int gpus, const std::string& node, Instant since,
                  Module module = Module::training) {
    Workload& work = pool.work(name, quota, gpus * kOneGpu, since, priority);
    work.module = module;
    work.running = RunningSince{since * kSecond, {{node, gpus * kOneGpu}}};
    return work;
}

// A root with two children on four nodes of 4 GPUs; q2 holds 8 where 6 are its own.
Pool family() {
    Pool pool;
    pool.nodes(4, 4);
    pool.quota("root", 16);
    pool.quota("q1", 8, "root");
    pool.quota("q2", 6, "root");
    running(pool, "q1-low", "q1", 4, 4, "node-1", -100);
    running(pool, "q1-note", "q1", 4, 1, "node-2", -50, Module::notebook);
    running(pool, "q1-high", "q1", 8, 3, "node-2", -10);
    running(pool, "q2-a", "q2", 4, 4, "node-3", -30);
    running(pool, "q2-b", "q2", 3, 4, "node-4", -20);
    return pool;
}

std::vector<PolicyProblem> problems(const Pool& pool, const PreemptionChoice& choice) {
    const Engine engine(pool.scenario);
    std::vector<Message> notes;
    return problemsOf(engine, *engine.findQuota("q1"), choice, notes);
}

QuotaList names(const std::vector<PolicyVictim>& victims) {
    QuotaList names;
    for (const PolicyVictim& each : victims)
        names.push_back(each.workload);
    return names;
}

// ---- checks

TEST(PolicyDraft, BandsThatMeetAreRefusedWithTwoRepairs) {
    const auto found = problems(family(), self({6, 9}, {4, 7}));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].place, Place::low);
    EXPECT_EQ(render(found[0].message), "Low must stay below High: 6 and 7 are in both.");
    ASSERT_TRUE(found[0].why.has_value());
    EXPECT_EQ(render(*found[0].why),
              "Workloads of priority 6 could evict each other. Choose bands that do not overlap.");
    ASSERT_EQ(found[0].repairs.size(), 2U);
    EXPECT_EQ(found[0].repairs[0].kind, RepairKind::low);
    EXPECT_EQ(selfOf(found[0].repairs[0].choice), self({6, 9}, {4, 5}));
    EXPECT_EQ(found[0].repairs[1].kind, RepairKind::high);
    EXPECT_EQ(selfOf(found[0].repairs[1].choice), self({8, 9}, {4, 7}));
}

TEST(PolicyDraft, BandsTheWrongWayRoundChangePlaces) {
    const auto found = problems(family(), self({1, 3}, {6, 9}));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(render(found[0].message),
              "Low must stay below High: it reaches up to 9, and High begins at 1.");
    ASSERT_FALSE(found[0].repairs.empty());
    EXPECT_EQ(found[0].repairs[0].kind, RepairKind::swap);
    EXPECT_EQ(selfOf(found[0].repairs[0].choice), self({6, 9}, {1, 3}));
}

// All of it that is not below High is wrong, and not only what is in both.
TEST(PolicyDraft, ALowBandThatReachesBeyondHighIsNotToldAsMeetingIt) {
    const auto found = problems(family(), self({1, 1}, {1, 7}));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(render(found[0].message),
              "Low must stay below High: it reaches up to 7, and High begins at 1.");
    ASSERT_TRUE(found[0].why.has_value());
    EXPECT_EQ(found[0].why->code, "policy-would-circle.above");
    ASSERT_FALSE(found[0].repairs.empty());
}

TEST(PolicyDraft, OnlyHighMayTakeOnTheSelfLevel) {
    EXPECT_TRUE(mayTake(self({8, 8}, {1, 7}), 8));
    EXPECT_FALSE(mayTake(self({8, 8}, {1, 7}), 9));
    EXPECT_TRUE(mayTake(firstChoice(PreemptionLevel::child), 1));
    EXPECT_FALSE(mayTake(std::optional<SelfPreemption>(), 8));
}

// What is refused is what a scenario with that policy is refused for, and every repair mends.
TEST(PolicyDraft, RefusesWhatAScenarioIsRefusedFor) {
    Pool pool = family();
    const Engine engine(pool.scenario);
    const QuotaId quota = *engine.findQuota("q1");
    std::vector<Message> notes;
    int refused = 0;
    const auto check = [&](const SelfPreemption& policy) {
        const auto found = problemsOf(engine, quota, policy, notes);
        pool.scenario.quotas[1].policy.selfPreemption = policy;
        EXPECT_EQ(found.empty(), !hasErrors(validate(pool.scenario)));
        if (found.empty())
            return;
        ++refused;
        ASSERT_EQ(found.size(), 1U);
        EXPECT_TRUE(isComplete(found[0].message));
        EXPECT_GE(found[0].repairs.size(), 1U);
        EXPECT_LE(found[0].repairs.size(), 2U);
        for (const PolicyRepair& repair : found[0].repairs)
            EXPECT_TRUE(problemsOf(engine, quota, repair.choice, notes).empty());
    };
    for (int from = 1; from <= 9; ++from)
        for (int to = from; to <= 9; ++to)
            for (int low = 1; low <= 9; low += 2)
                for (int top = low; top <= 9; ++top)
                    check(self({from, to}, {low, top}));
    EXPECT_GT(refused, 500);
}

TEST(PolicyDraft, RangesAreTurnedRoundAndBroughtInside) {
    auto found = problems(family(), self({9, 6}, {1, 4}));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].place, Place::high);
    EXPECT_EQ(selfOf(found[0].repairs.at(0).choice), self({6, 9}, {1, 4}));
    found = problems(family(), self({6, 9}, {0, 4}));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].place, Place::low);
    EXPECT_EQ(selfOf(found[0].repairs.at(0).choice), self({6, 9}, {1, 4}));

    const PreemptionChoice child = ChildPreemption{{3, 12}, modules({Module::training})};
    found = problems(family(), child);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].place, Place::priorities);
    EXPECT_EQ(std::get<1>(found[0].repairs.at(0).choice)->priorities, (PriorityRange{3, 9}));
}

TEST(PolicyDraft, NoModuleIsSaidBesideBandsThatMeet) {
    SelfPreemption policy = self({6, 9}, {4, 7});
    policy.modules.reset();
    const auto found = problems(family(), policy);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].place, Place::low);
    EXPECT_EQ(found[1].place, Place::modules);
    ASSERT_EQ(found[1].repairs.size(), 2U);
    EXPECT_TRUE(selfOf(found[1].repairs[0].choice).modules.any());
    EXPECT_FALSE(isOn(found[1].repairs[1].choice));
}

TEST(PolicyDraft, WhatIsSwitchedOffHasNoProblems) {
    EXPECT_TRUE(problems(family(), std::optional<SelfPreemption>()).empty());
    EXPECT_TRUE(problems(family(), std::optional<ChildPreemption>()).empty());
}

TEST(PolicyDraft, SaysWhereItCanNeverTakeAnything) {
    const Engine engine(family().scenario);
    std::vector<Message> notes;
    const QuotaId leaf = *engine.findQuota("q1");
    EXPECT_TRUE(problemsOf(engine, leaf, firstChoice(PreemptionLevel::child), notes).empty());
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_EQ(notes[0].code, "policy-never-fires.no-children");
}

// ---- the sentence

TEST(PolicySentence, NamesBandsModulesAndWhoIsMeant) {
    const Engine engine(family().scenario);
    const auto reads = [&](const SelfPreemption& policy) {
        const Message message = sentenceOf(engine, *engine.findQuota("q1"), policy);
        EXPECT_TRUE(isComplete(message)) << message.code;
        return render(message);
    };
    SelfPreemption policy = self({6, 9}, {4, 4});
    EXPECT_EQ(reads(policy),
              "Waiting workloads of q1 with priority 6–9 can evict training and notebook workloads "
              "of priority 4 in q1, and in q2 as far as these borrow.");
    policy.mayTakeGuaranteed = true;
    EXPECT_EQ(reads(policy),
              "Waiting workloads of q1 with priority 6–9 can evict training and notebook workloads "
              "of priority 4 in q1, and in q2, guaranteed GPUs included.");
    policy.scope = PreemptionScope::siblings;
    EXPECT_EQ(reads(policy),
              "Waiting workloads of q1 with priority 6–9 can evict training and notebook workloads "
              "of priority 4 in q2, guaranteed GPUs included.");
    policy.mayTakeGuaranteed = false;
    policy.modules = modules({Module::inference});
    EXPECT_EQ(reads(policy),
              "Waiting workloads of q1 with priority 6–9 can evict inference workloads of priority "
              "4 in q2, as far as these borrow.");
    policy.scope = PreemptionScope::quota;
    EXPECT_EQ(reads(policy),
              "Waiting workloads of q1 with priority 6–9 can evict inference workloads of priority "
              "4 in q1.");
}

TEST(PolicySentence, CountsManyAndSaysWhereNobodyIs) {
    Pool pool;
    pool.nodes(2, 8);
    pool.quota("root", 16);
    for (int i = 0; i < 6; ++i)
        pool.quota("q" + std::to_string(i), 1, "root");
    const Engine engine(pool.scenario);
    const QuotaId root = *engine.findQuota("root");
    const QuotaId leaf = *engine.findQuota("q0");
    const PreemptionChoice child = ChildPreemption{{1, 3}, modules({Module::training})};
    EXPECT_EQ(render(sentenceOf(engine, root, child)),
              "Workloads of root with any priority can evict training workloads of priority 1–3 in "
              "the 6 quotas below it, guaranteed GPUs included.");
    EXPECT_EQ(sentenceOf(engine, leaf, child).code, "policy-reads.child-nobody");
    for (const PreemptionScope scope : {PreemptionScope::siblings, PreemptionScope::both})
        for (const bool guaranteed : {false, true}) {
            SelfPreemption policy = self({6, 9}, {1, 4});
            policy.scope = scope;
            policy.mayTakeGuaranteed = guaranteed;
            const Message many = sentenceOf(engine, leaf, policy);
            EXPECT_TRUE(isComplete(many)) << many.code;
            const std::string text = render(many);
            EXPECT_NE(text.find("its 5 siblings"), std::string::npos);
            EXPECT_EQ(text.find("guaranteed GPUs included") != std::string::npos, guaranteed);
            EXPECT_EQ(sentenceOf(engine, root, policy).code,
                      scope == PreemptionScope::both ? "policy-reads" : "policy-reads.self-nobody");
        }
    for (const PreemptionLevel level : {PreemptionLevel::self, PreemptionLevel::child})
        EXPECT_TRUE(isComplete(sentenceOf(engine, root, presentChoice({}, level))));
}

TEST(PolicyDraft, SpellsTheChoiceAsTheCommandReadsIt) {
    SelfPreemption policy = self({6, 9}, {4, 4});
    policy.scope = PreemptionScope::siblings;
    policy.mayTakeGuaranteed = true;
    for (const PreemptionChoice& choice :
         {PreemptionChoice(policy), firstChoice(PreemptionLevel::child)}) {
        const char* key =
            levelOf(choice) == PreemptionLevel::self ? "selfPreemption" : "childPreemption";
        const Arguments written = argumentsOf(changeOf({"q", choice, {}}));
        const std::string text =
            written.text(levelOf(choice) == PreemptionLevel::self ? "self" : "child");
        const auto read = parseEvent(std::string(R"({"at":0,"do":"policy","quota":"q",")") + key +
                                     "\":" + text + "}");
        ASSERT_TRUE(read.has_value());
        EXPECT_EQ(std::get<PolicyEvent>(read->action), eventOf({"q", choice, {}}));
    }
    const PreemptionChoice off = std::optional<SelfPreemption>();
    EXPECT_EQ(argumentsOf(changeOf({"q", off, {}})).text("self"), "off");
}

// ---- who could be hit

TEST(PolicyVictims, AreThoseInTheBandTheModulesAndTheScope) {
    const Engine engine(family().scenario);
    const QuotaId q1 = *engine.findQuota("q1");
    const auto hit = [&](const SelfPreemption& policy) {
        return names(hitNow(engine, q1, policy, 0).victims);
    };
    SelfPreemption policy = self({6, 9}, {4, 4});
    policy.scope = PreemptionScope::quota;
    EXPECT_EQ(hit(policy), (QuotaList{"q1-note", "q1-low"}));
    policy.modules = modules({Module::training});
    EXPECT_EQ(hit(policy), (QuotaList{"q1-low"}));
    policy.scope = PreemptionScope::siblings;
    EXPECT_EQ(hit(policy), QuotaList{}) << "8 less 4 would leave q2 below its 6";
    EXPECT_EQ(hitNow(engine, q1, policy, 0).keptByGuarantee, 1);
    policy.mayTakeGuaranteed = true;
    policy.low = {1, 4};
    EXPECT_EQ(hit(policy), (QuotaList{"q2-b", "q2-a"}));
}

TEST(PolicyVictims, OfChildLevelAreAnywhereBelowWhateverTheirGuarantee) {
    Pool pool = family();
    pool.quota("q21", 2, "q2");
    for (Workload& work : pool.scenario.workloads)
        if (work.name == "q2-b")
            work.quota = "q21";
    const Engine engine(pool.scenario);
    const PreemptionChoice child =
        ChildPreemption{{1, 4}, modules({Module::training, Module::notebook})};
    EXPECT_EQ(names(hitNow(engine, *engine.findQuota("root"), child, 0).victims),
              (QuotaList{"q2-b", "q1-note", "q2-a", "q1-low"}));
    EXPECT_EQ(names(hitNow(engine, *engine.findQuota("q2"), child, 0).victims),
              (QuotaList{"q2-b"}));
    EXPECT_EQ(names(hitNow(engine, *engine.findQuota("q1"), child, 0).victims), QuotaList{});
}

TEST(PolicyVictims, MinimumRuntimeProtectsFromSelfLevelOnly) {
    Pool pool = family();
    pool.scenario.quotas[1].policy.minRuntime = 60 * kSecond;
    const Engine engine(pool.scenario);
    SelfPreemption policy = self({6, 9}, {4, 4});
    policy.scope = PreemptionScope::quota;
    const QuotaId q1 = *engine.findQuota("q1");
    // q1-note has run for 50 s.
    EXPECT_EQ(names(hitNow(engine, q1, policy, 0).victims), (QuotaList{"q1-low"}));
    EXPECT_EQ(hitNow(engine, q1, policy, 0).keptByRuntime, 1);
    EXPECT_EQ(hitNow(engine, q1, policy, 10 * kSecond).keptByRuntime, 0);
    EXPECT_EQ(names(hitNow(engine, q1, policy, 10 * kSecond).victims),
              (QuotaList{"q1-note", "q1-low"}));
    const PreemptionChoice child =
        ChildPreemption{{4, 4}, modules({Module::training, Module::notebook})};
    EXPECT_EQ(hitNow(engine, *engine.findQuota("root"), child, 0).victims.size(), 3U);
}

TEST(PolicyVictims, OfProtectedElasticWorkAreItsExtraReplicas) {
    Pool pool;
    pool.nodes(1, 8);
    pool.quota("root", 8).policy.minRuntime = 60 * kSecond;
    Workload& work = pool.work("grown", "root", kOneGpu, -10, 2);
    work.replicas = 4;
    work.minReplicas = 1;
    work.running = RunningSince{-10 * kSecond, {{"node", 100}, {"node", 100}, {"node", 100}}};
    const Engine engine(pool.scenario);
    const QuotaId root = *engine.findQuota("root");
    const PreemptionChoice policy = self({6, 9}, {1, 4});
    const auto now = hitNow(engine, root, policy, 0).victims;
    ASSERT_EQ(now.size(), 1U);
    EXPECT_TRUE(now[0].replicasOnly);
    EXPECT_EQ(now[0].gpu, 2 * kOneGpu);
    const auto later = hitNow(engine, root, policy, 50 * kSecond).victims;
    ASSERT_EQ(later.size(), 1U);
    EXPECT_FALSE(later[0].replicasOnly);
    EXPECT_EQ(later[0].gpu, 3 * kOneGpu);
}

TEST(PolicyVictims, SayWhatWouldBeLostAtTheMomentAskedFor) {
    const Engine engine(family().scenario);
    SelfPreemption policy = self({6, 9}, {4, 4});
    policy.scope = PreemptionScope::quota;
    const auto victims = hitNow(engine, *engine.findQuota("q1"), policy, 20 * kSecond).victims;
    ASSERT_EQ(victims.size(), 2U);
    EXPECT_EQ(victims[0].lost, 70 * kSecond * kOneGpu);
    EXPECT_EQ(victims[1].lost, 120 * kSecond * 4 * kOneGpu);
}

// ---- all of it

TEST(PolicyAnswer, CountsModulesTakersAndWhatSiblingsBorrow) {
    Pool pool = family();
    pool.work("wants", "q1", 4 * kOneGpu, 1, 9).module = Module::inference;
    pool.work("too-low", "q1", 4 * kOneGpu, 1, 5);
    pool.work("idle", "q1", 4 * kOneGpu, 1, 9).idle = true;
    pool.scenario.settings.consolidation = false;
    const Simulation simulation = pool.run(2);
    SelfPreemption policy = self({6, 9}, {4, 4});
    policy.scope = PreemptionScope::quota;
    auto answer = draftPolicy(simulation.engine(), {"q1", policy, {}}, 2 * kSecond);
    ASSERT_TRUE(answer.has_value());
    EXPECT_TRUE(answer->problems.empty());
    EXPECT_EQ(answer->takers, 1);
    EXPECT_EQ(answer->takersGpu, 4 * kOneGpu);
    EXPECT_EQ(answer->siblings, (QuotaList{"q2"}));
    EXPECT_EQ(answer->borrowed, 2 * kOneGpu);
    EXPECT_EQ(answer->modules[0], (ModuleUse{2, 7 * kOneGpu}));
    EXPECT_EQ(answer->modules[1], (ModuleUse{1, kOneGpu}));
    EXPECT_EQ(answer->modules[2], (ModuleUse{0, 0}));
    EXPECT_EQ(answer->victimsGpu, 5 * kOneGpu);
    EXPECT_EQ(names(answer->hit.victims), (QuotaList{"q1-note", "q1-low"}));
    EXPECT_TRUE(answer->hit.victims.back().taken);
    EXPECT_FALSE(answer->hit.victims.front().taken);

    policy.low = {4, 7};
    answer = draftPolicy(simulation.engine(), {"q1", policy, {}}, 2 * kSecond);
    ASSERT_TRUE(answer.has_value());
    EXPECT_EQ(answer->problems.size(), 1U);
    EXPECT_TRUE(answer->hit.victims.empty());
    EXPECT_TRUE(answer->trial().evicted.empty());
    EXPECT_EQ(answer->modules[0].running, 2);
    EXPECT_FALSE(draftPolicy(simulation.engine(), {"none", policy, {}}, 0).has_value());
}

// Rule 19: what the trial takes stands first.
TEST(PolicyAnswer, VictimsStandInTheOrderInWhichTheyAreTaken) {
    Pool pool;
    pool.nodes(4, 8);
    pool.quota("R", 32);
    pool.quota("A", 12, "R");
    pool.quota("B", 20, "R");
    pool.work("a-old", "A", 8 * kOneGpu, 0, 3);
    pool.work("b-1", "B", 8 * kOneGpu, 0, 2);
    pool.work("b-2", "B", 8 * kOneGpu, 0, 2);
    pool.work("a-new", "A", 8 * kOneGpu, 600, 3);
    const Simulation simulation = pool.run(900);
    const Engine& engine = simulation.engine();
    const ChildPreemption child{{1, 3}, modules({Module::training, Module::notebook})};
    for (const Gpu gpu : {kOneGpu, 8 * kOneGpu}) {
        const auto answer = draftPolicy(engine, {"R", child, Arrival{gpu, 5}}, 900 * kSecond);
        ASSERT_TRUE(answer && answer->tried);
        EXPECT_EQ(answer->tried->evicted.size(), 1U);
        EXPECT_TRUE(answer->hit.victims.front().taken)
            << gpu << ": " << ::testing::PrintToString(names(answer->hit.victims))
            << ", but taken is " << answer->tried->evicted.front().workload;
    }
}

}  // namespace
}  // namespace apportion
