// SPDX-License-Identifier: GPL-3.0-or-later
// Drafts of policies asked of a session: on a recorded run as of its clock, on a project as it
// stands and as far as the asker may read.
#include <filesystem>

#include <gtest/gtest.h>
#include <unistd.h>

#include "core/change/command_request.h"
#include "core/plan/draft/policy_parts.h"
#include "core/plan/draft/quota_draft.h"
#include "core/session/session.h"
#include "core/session/trials/visible_trials.h"
#include "core/view/view.h"

namespace apportion {
namespace {

constexpr const char* kPolicyPool = R"({"apportion": 1,
  "nodes": [{"name": "n", "gpu": 8}],
  "quotas": [{"name": "root", "guaranteed": {"gpu": 8}},
             {"name": "a", "parent": "root", "guaranteed": {"gpu": 8}}],
  "workloads": [{"name": "early", "quota": "a", "gpu": 8, "priority": 2, "submit": 0}],
  "until": 600})";

PolicyDraft draft() {
    return {"root", firstChoice(PreemptionLevel::child), Arrival{8 * kOneGpu, 5, Module::training}};
}

TEST(PolicySession, AsksAsOfTheClock) {
    Session session;
    ASSERT_TRUE(session.openText(kPolicyPool, "pool.json").get().has_value());
    session.settled().get();
    auto answer = session.draftPolicy(draft()).get();
    ASSERT_TRUE(answer.has_value());
    ASSERT_EQ(answer->hit.victims.size(), 1U);
    EXPECT_EQ(answer->hit.victims[0].lost, 600 * kSecond * 8 * kOneGpu);
    ASSERT_TRUE(answer->tried.has_value());
    EXPECT_EQ(answer->tried->evicted.size(), 1U);
    EXPECT_TRUE(answer->applied.evicted.empty());
    session.seek(100 * kSecond);
    session.settled().get();
    answer = session.draftPolicy(draft()).get();
    ASSERT_TRUE(answer.has_value());
    EXPECT_EQ(answer->hit.victims.at(0).lost, 100 * kSecond * 8 * kOneGpu);
    EXPECT_FALSE(session.draftPolicy({"none", draft().choice, {}}).get().has_value());
    ASSERT_TRUE(session.close().get().has_value());
    EXPECT_FALSE(session.draftPolicy(draft()).get().has_value());
}

TEST(PolicySession, WhatIsAppliedIsWhatWasAskedAbout) {
    Session session;
    ASSERT_TRUE(session.openText(kPolicyPool, "pool.json").get().has_value());
    session.settled().get();
    ASSERT_TRUE(session.run({changeOf(draft())}).get().has_value());
    const auto view = session.settled().get();
    EXPECT_EQ(PreemptionChoice(view->quotas.front().policy.childPreemption), draft().choice);
    ASSERT_TRUE(session.undo().get().has_value());
    EXPECT_FALSE(session.settled().get()->quotas.front().policy.childPreemption.has_value());
}

TEST(PolicySession, OfAProjectAsItStands) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("apportion-policy-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    {
        Session session;
        ASSERT_TRUE(session.openText(kPolicyPool, "pool.json").get().has_value());
        session.settled().get();
        ASSERT_TRUE(session.makeProject(folder / "pool.apportion").get().has_value());
        const auto answer = session.draftPolicy(draft()).get();
        ASSERT_TRUE(answer.has_value());
        EXPECT_TRUE(answer->problems.empty());
        EXPECT_EQ(answer->sentence.code, "policy-reads.child");
        EXPECT_TRUE(session.run({changeOf(draft())}).get().has_value());
        EXPECT_FALSE(session.draftPolicy({"none", draft().choice, {}}).get().has_value());
    }
    std::filesystem::remove_all(folder);
}

TEST(PolicySession, OthersWorkGoesByModuleAndQuota) {
    PolicyAnswer answer;
    answer.hit.victims.push_back({"secret", "a", Module::training, 2, 800, 0, false, true});
    answer.hit.victims.push_back({"mine", "b", Module::training, 2, 800, 0, false, false});
    Effect trial;
    Effect::Hit hit;
    hit.workload = "secret";
    hit.preemptor = "mine";
    hit.why = {"evicted-child-level",
               {{"victim", Value::ofText("secret")}, {"taker", Value::ofText("mine")}}};
    trial.evicted = trial.moved = {hit};
    trial.started = {"secret"};
    answer.applied = trial;
    answer.tried = trial;
    redactNames(answer, [](std::string_view name) -> std::optional<std::string> {
        return name == "secret" ? std::optional<std::string>("training work in a") : std::nullopt;
    });
    EXPECT_EQ(answer.hit.victims[0].workload, "training work in a");
    EXPECT_EQ(answer.hit.victims[1].workload, "mine");
    for (const Effect& each : {answer.applied, *answer.tried}) {
        for (const auto& hits : {each.evicted, each.moved}) {
            EXPECT_EQ(hits[0].workload, "training work in a");
            EXPECT_EQ(hits[0].preemptor, "mine");
            EXPECT_EQ(render(hits[0].why).find("secret"), std::string::npos);
        }
        EXPECT_EQ(each.started[0], "training work in a");
    }
}

}  // namespace
}  // namespace apportion
