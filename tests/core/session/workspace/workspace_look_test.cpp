// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace as its lead looks at it, and what nobody learns of other teams by it.
#include "core/session/workspace/workspace_look.h"

#include <gtest/gtest.h>

#include "core/session/project_pool.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

// Team B borrows all that team C leaves.
constexpr const char* kBravoAndC = R"({"apportion": 1, "name": "Pool 32",
 "nodes": [{"name": "n", "count": 4, "gpu": 8, "gpuType": "H100"}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 32}},
            {"name": "B", "parent": "all", "guaranteed": {"gpu": 16}, "team": "Team Bravo"},
            {"name": "C", "parent": "all", "guaranteed": {"gpu": 16}},
            {"name": "D", "parent": "all", "guaranteed": {"gpu": 0}}],
 "workspaces": [{"name": "ws-b", "quotas": ["B"],
                 "members": [{"user": "wade", "role": "admin"}, {"user": "bob", "role": "member"}]},
                {"name": "ws-c", "quotas": ["C"],
                 "members": [{"user": "carl", "role": "admin"}, {"user": "cyd", "role": "member"},
                             {"user": "vera", "role": "viewer"}]},
                {"name": "ws-d", "quotas": ["D"], "members": [{"user": "dan", "role": "member"}]}],
 "workloads": [
  {"name": "c-past", "quota": "C", "workspace": "ws-c", "user": "cyd", "gpu": 8, "duration": 30},
  {"name": "b-one", "quota": "B", "workspace": "ws-b", "user": "bob", "gpu": 8},
  {"name": "b-two", "quota": "B", "workspace": "ws-b", "user": "bob", "gpu": 8},
  {"name": "c-one", "quota": "C", "workspace": "ws-c", "user": "cyd", "gpu": 8}]})";

class WorkspaceLookTest : public SmallProject {
protected:
    void SetUp() override {
        make(kBravoAndC);
        pool = console("ana");
        ASSERT_TRUE(pool->goLive());
        live(40);
        submit("bob", "b-three", "B", "ws-b");
        live(40);
    }
    std::unique_ptr<ProjectPool> console(const std::string& who) {
        auto opened = ProjectPool::open(path_, who, clock());
        EXPECT_TRUE(opened) << allOf(opened.error());
        return opened ? std::move(*opened) : nullptr;
    }
    void live(int seconds) {
        for (int i = 0; i < seconds; ++i) {
            passes(kSecond);
            ASSERT_TRUE(pool->follow());
        }
    }
    void submit(const std::string& who, const char* name, const char* quota, const char* workspace,
                const char* gpu = "8") {
        EXPECT_EQ(codeOf(open(who)->run(command(
                      "submit",
                      {{"name", name}, {"quota", quota}, {"workspace", workspace}, {"gpu", gpu}}))),
                  "")
            << who;
    }
    std::optional<WorkspaceLook> look(const std::string& who, const std::string& workspace) {
        auto other = console(who);
        EXPECT_TRUE(other->follow());
        const auto source = static_cast<Pool&>(*other).workspace(workspace);
        return source ? std::optional(lookAt(*source, {})) : std::nullopt;
    }
    RunAnswer couldRun(const std::string& who, const char* quota, const char* workspace, int gpus,
                       int priority) {
        auto other = console(who);
        EXPECT_TRUE(other->follow());
        Workload work;
        work.name = "mine";
        work.quota = quota;
        work.workspace = workspace;
        work.user = who;
        work.request.gpu = gpus * kOneGpu;
        work.priority = priority;
        work.duration = 3600 * kSecond;
        return apportion::couldRun(static_cast<Pool&>(*other).ahead(), work, {});
    }

    std::unique_ptr<ProjectPool> pool;
};

std::string textOf(const Effect::Hit& hit) {
    return hit.workload + "|" + hit.quota + "|" + hit.preemptor + "|" + render(hit.why) + "\n";
}

std::string textOf(const StartRange& range) {
    std::string text = range.workload + "|" + range.quota;
    for (const std::string& name : range.ask)
        text += "|" + name;
    return text + "\n";
}

std::string textOf(const RunOption& option) {
    std::string text;
    for (const auto* hits : {&option.evicted, &option.moved})
        for (const Effect::Hit& hit : *hits)
            text += textOf(hit);
    if (option.submitted.reason)
        text += render(option.submitted.reason->message) + "\n";
    return text + (option.range ? textOf(*option.range) : std::string());
}

// All that is told.
std::string textOf(const WorkspaceLook& look) {
    std::string text = look.workspace + "\n";
    if (look.entitledWhy)
        text += render(*look.entitledWhy) + "\n";
    for (const StartRange& each : look.ranges.waiting)
        text += textOf(each);
    for (const ExposedPart& part : look.exposure.parts)
        text += part.quota + "\n";
    if (look.usage)
        for (const auto& user : look.usage->users)
            text += user.name + "\n";
    return text;
}

void expectNothingOfB(const std::string& text) {
    for (const char* name : {"ws-b", "b-one", "b-two", "b-three", "bob", "wade", "Bravo", "quota B",
                             "in B", " B ", "|B|"})
        EXPECT_EQ(text.find(name), std::string::npos) << name << " in " << text;
}

TEST_F(WorkspaceLookTest, HasTheNumbersOfItsQuotasAndWhoUsedThem) {
    const auto made = look("carl", "ws-c");
    ASSERT_TRUE(made);
    EXPECT_EQ(made->running, 8 * kOneGpu);
    EXPECT_EQ(made->guaranteed, 16 * kOneGpu);
    EXPECT_EQ(made->entitled, 8 * kOneGpu);
    ASSERT_TRUE(made->entitledWhy);
    EXPECT_EQ(made->entitledWhy->code, "entitled-demand");
    EXPECT_EQ(made->exposure.safe, 8 * kOneGpu);
    EXPECT_EQ(made->largestNode, 8 * kOneGpu);
    EXPECT_EQ(made->largestWork, 32 * kOneGpu);
    EXPECT_EQ(made->largestNodes, 4);
    ASSERT_TRUE(made->usage) << allOf(made->unread);
    ASSERT_EQ(made->usage->users.size(), 1U);
    EXPECT_EQ(made->usage->users[0].name, "cyd");
    EXPECT_GT(made->usage->used, 0);
    EXPECT_EQ(made->usage->shareKept, 1'000'000);
}

// A root that has divided all of it, and work of its own that has a part of what its child is owed.
class WorkOfParentTest : public WorkspaceLookTest {
protected:
    void SetUp() override {
        make(R"({"apportion": 1, "name": "t",
 "nodes": [{"name": "n", "count": 4, "gpu": 8}],
 "quotas": [{"name": "top", "guaranteed": {"gpu": 32},
             "childPreemption": {"priorities": [1, 3], "modules": ["training"]}},
            {"name": "C", "parent": "top", "guaranteed": {"gpu": 32}}],
 "workspaces": [{"name": "ws", "quotas": ["C"]}, {"name": "ws-top", "quotas": ["top"]}],
 "workloads": [{"name": "own", "quota": "top", "workspace": "ws-top", "gpu": 8}]})");
        pool = console("ana");
        ASSERT_TRUE(pool->goLive());
        live(5);
    }
    std::string whyWith(const char* gpus) {
        submit("ana", gpus, "C", "ws", gpus);
        live(5);
        const auto made = look("ana", "ws");
        return made && made->entitledWhy ? render(*made->entitledWhy) : std::string();
    }
};

TEST_F(WorkOfParentTest, WhoIsEntitledToLessThanTheGuaranteeWhileWorkWaitsHearsWhoHasIt) {
    EXPECT_EQ(whyWith("7"), "32 GPUs guaranteed, all requests met");
    for (const char* gpus : {"8", "6", "5"})
        whyWith(gpus);
    EXPECT_EQ(whyWith("4"), "32 GPUs guaranteed, 8 GPUs used by a parent quota");
}

TEST_F(WorkspaceLookTest, BorrowedWorkIsExposedAndOnlyToItsOwnByName) {
    const auto made = look("wade", "ws-b");
    ASSERT_TRUE(made);
    EXPECT_EQ(made->running, 24 * kOneGpu);
    EXPECT_EQ(made->exposure.safe, 16 * kOneGpu);
    ASSERT_EQ(made->exposure.parts.size(), 1U);
    EXPECT_EQ(made->exposure.parts[0].by, ExposedPart::By::reclaim);
}

TEST_F(WorkspaceLookTest, OfAnotherWorkspaceThereIsNothing) {
    for (const char* who : {"carl", "cyd", "dan"})
        EXPECT_FALSE(look(who, "ws-b")) << who;
    EXPECT_FALSE(look("carl", "ws-none"));
    EXPECT_TRUE(look("ana", "ws-b")) << "the administrator sees all";
    EXPECT_TRUE(static_cast<Pool&>(*console("dan")).ahead().isHidden("C"));
    EXPECT_FALSE(static_cast<Pool&>(*console("cyd")).ahead().isHidden("C"));
}

TEST_F(WorkspaceLookTest, ALeadLearnsNoNameOfAnotherTeam) {
    submit("cyd", "c-two", "C", "ws-c", "16");
    live(5);
    submit("cyd", "c-three", "C", "ws-c", "8");
    live(5);
    const auto made = look("carl", "ws-c");
    ASSERT_TRUE(made);
    ASSERT_FALSE(made->ranges.waiting.empty());
    expectNothingOfB(textOf(*made));
}

TEST_F(WorkspaceLookTest, WhatWouldEvictAnotherTeamNamesNobodyOfIt) {
    const RunAnswer answer = couldRun("carl", "C", "ws-c", 8, 5);
    ASSERT_TRUE(answer.asked.starts());
    ASSERT_EQ(answer.asked.evicted.size(), 1U);
    expectNothingOfB(textOf(answer.asked));
    const RunAnswer all = couldRun("ana", "C", "", 8, 5);
    EXPECT_EQ(all.asked.evicted.size(), 1U);
    EXPECT_EQ(all.asked.evicted[0].quota, "B");
}

TEST_F(WorkspaceLookTest, WhoMayNotSubmitThereIsToldSo) {
    const RunAnswer answer = couldRun("vera", "C", "ws-c", 4, 5);
    EXPECT_EQ(answer.asked.submitted.fate, Effect::Submitted::Fate::rejected);
    ASSERT_TRUE(answer.asked.submitted.reason);
    EXPECT_EQ(answer.asked.submitted.reason->code, ReasonCode::forbidden);
    EXPECT_FALSE(answer.smaller || answer.higher);
}

}  // namespace
}  // namespace apportion::testing
