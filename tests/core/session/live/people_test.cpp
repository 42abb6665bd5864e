// SPDX-License-Identifier: GPL-3.0-or-later
// Workspaces, users and caps on a live pool (rule 24).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/session/live/live_rig.h"

namespace apportion::testing {
namespace {

class People : public LiveProject {
protected:
    void SetUp() override {
        make(kTwoTeams);
        epoch_ = now();
        goLive();
    }
    std::string as(const std::string& who, const std::string& id, const Given& given) {
        std::string code = codeOf(open(who)->run(command(id, given)));
        tickAfter(kSecond);
        return code;
    }
    std::string reasonOf(const std::string& name) {
        const auto outcome = work(name);
        return outcome.reason ? outcome.reason->message.code : "";
    }
};

TEST_F(People, MembersComeAndGo) {
    EXPECT_EQ(as("bob", "submit", {{"workspace", "left-space"}, {"gpu", "1"}}),
              "not-allowed.submit");
    EXPECT_EQ(as("lea", "workspace.member",
                 {{"name", "left-space"}, {"user", "bob"}, {"role", "member"}}),
              "");
    EXPECT_EQ(as("bob", "submit", {{"workspace", "left-space"}, {"gpu", "1"}, {"name", "b"}}), "");
    EXPECT_EQ(state("b"), WorkloadState::running);
    EXPECT_EQ(as("leo", "cancel", {{"name", "b"}}), "not-allowed.workload");
    EXPECT_EQ(
        as("lea", "workspace.member", {{"name", "left-space"}, {"user", "bob"}, {"role", "none"}}),
        "");
    EXPECT_EQ(state("b"), WorkloadState::running) << "what runs runs on";
    EXPECT_EQ(as("bob", "submit", {{"workspace", "left-space"}, {"gpu", "1"}}),
              "not-allowed.submit");
    EXPECT_EQ(as("bob", "cancel", {{"name", "b"}}), "") << "it is still bob's";
    EXPECT_EQ(
        as("lea", "workspace.member", {{"name", "left-space"}, {"user", "bob"}, {"role", "none"}}),
        "project-unknown");
    EXPECT_TRUE(verified());
}

// What ran is never rejected (rule 24), by the engine that saw the change or by one loaded after
// it, and comes back with the right.
TEST_F(People, WhoIsTakenAfterLosingTheRightWaits) {
    ASSERT_EQ(as("leo", "submit",
                 {{"workspace", "left-space"}, {"gpu", "8"}, {"replicas", "4"}, {"name", "lent"}}),
              "");
    ASSERT_EQ(state("lent"), WorkloadState::running);
    ASSERT_EQ(as("lea", "workspace.member",
                 {{"name", "left-space"}, {"user", "bob"}, {"role", "member"}}),
              "");
    ASSERT_EQ(
        as("lea", "workspace.member", {{"name", "left-space"}, {"user", "leo"}, {"role", "none"}}),
        "");
    EXPECT_EQ(state("lent"), WorkloadState::running);
    ASSERT_EQ(as("ana", "submit", {{"quota", "right"}, {"gpu", "4"}, {"name", "own"}}), "");
    EXPECT_EQ(state("own"), WorkloadState::running);
    for (const bool restarted : {false, true}) {
        if (restarted)
            restart();
        tickAfter(kSecond);
        EXPECT_EQ(state("lent"), WorkloadState::pending);
        EXPECT_EQ(reasonOf("lent"), "forbidden.user-again");
        EXPECT_EQ(work("lent").preemptions, 1);
    }
    ASSERT_EQ(as("ana", "cancel", {{"name", "own"}}), "");
    EXPECT_EQ(state("lent"), WorkloadState::pending) << "there is room, and no right";
    ASSERT_EQ(as("lea", "workspace.member",
                 {{"name", "left-space"}, {"user", "leo"}, {"role", "member"}}),
              "");
    EXPECT_EQ(state("lent"), WorkloadState::running);
    EXPECT_TRUE(verified());
}

// The same of a cap of 0.
TEST_F(People, WhoIsTakenUnderACapOfNoneWaits) {
    ASSERT_EQ(as("leo", "submit",
                 {{"workspace", "left-space"}, {"gpu", "8"}, {"replicas", "4"}, {"name", "lent"}}),
              "");
    ASSERT_EQ(as("lea", "workspace.caps", {{"name", "left-space"}, {"caps", R"([{"gpu": 0}])"}}),
              "");
    EXPECT_EQ(state("lent"), WorkloadState::running);
    ASSERT_EQ(as("ana", "submit", {{"quota", "right"}, {"gpu", "4"}, {"name", "own"}}), "");
    for (const bool restarted : {false, true}) {
        if (restarted)
            restart();
        tickAfter(kSecond);
        EXPECT_EQ(state("lent"), WorkloadState::pending);
        EXPECT_EQ(reasonOf("lent"), "max-priority.all");
    }
    ASSERT_EQ(as("ana", "cancel", {{"name", "own"}}), "");
    ASSERT_EQ(as("lea", "workspace.caps", {{"name", "left-space"}, {"caps", "[]"}}), "");
    EXPECT_EQ(state("lent"), WorkloadState::running);
    EXPECT_TRUE(verified());
}

TEST_F(People, AtRestWhatLosesItsRightKeepsItsWaitAndItsStart) {
    ASSERT_EQ(as("leo", "submit",
                 {{"workspace", "left-space"}, {"gpu", "8"}, {"replicas", "4"}, {"name", "lent"}}),
              "");
    const auto start = runOf("lent").start;
    ASSERT_EQ(as("ana", "submit", {{"quota", "right"}, {"gpu", "4"}, {"name", "own"}}), "");
    ASSERT_EQ(state("lent"), WorkloadState::pending);
    passes(10 * kSecond);
    const WorkloadOutcome before = work("lent");
    live_.reset();
    ASSERT_EQ(
        codeOf(open("lea")->run(command(
            "workspace.member", {{"name", "left-space"}, {"user", "leo"}, {"role", "viewer"}}))),
        "");
    EXPECT_EQ(reasonOf("lent"), "forbidden.user-again");
    EXPECT_EQ(work("lent").waited, before.waited);
    EXPECT_EQ(work("lent").start, before.start);
    EXPECT_TRUE(start && before.start);
}

// Whoever runs the engine decides about everybody's work, so the right is asked for all the time.
TEST_F(People, WhoMayNotRunTheEngineAnyMoreRunsItNoMore) {
    EXPECT_EQ(as("ana", "submit", {{"quota", "left"}, {"gpu", "1"}, {"name", "a"}}), "");
    const auto history = desk_->history(1);
    ASSERT_TRUE(history);
    EXPECT_EQ(history->front().entry.action, "instant");
    EXPECT_EQ(history->front().entry.arguments, R"({"holder":["ana"]})");
    EXPECT_EQ(as("ana", "user.grant", {{"user", "zoe"}, {"role", "administrator"}}), "");
    const auto zoe = open("zoe");
    ASSERT_TRUE(zoe->run(command("user.revoke", {{"user", "ana"}})));
    ASSERT_TRUE(zoe->run(command("submit", {{"quota", "left"}, {"gpu", "1"}, {"name", "b"}})));
    for (int i = 0; i < 2; ++i) {
        const auto ticked = live_->tick();
        ASSERT_FALSE(ticked);
        EXPECT_EQ(ticked.error().front().message.code, "live-dismissed");
        EXPECT_TRUE(live_->isLost());
        EXPECT_TRUE(zoe->holder() && !*zoe->holder()) << "the lease is given up";
        // Neither does it come back by itself.
        ASSERT_TRUE(zoe->run(command("user.grant", {{"user", "ana"}, {"role", "administrator"}})));
    }
    auto other = LivePool::start(*zoe);
    ASSERT_TRUE(other) << allOf(other.error());
    ASSERT_TRUE(other->tick());
    EXPECT_EQ(state("b"), WorkloadState::running);
    live_.reset();
    EXPECT_TRUE(zoe->holder() && *zoe->holder()) << "it is not ana's to give up";
}

// The strictest cap wins; nobody is evicted to make room under one.
TEST_F(People, CapsHoldAtOnce) {
    EXPECT_EQ(as("leo", "submit", {{"workspace", "left-space"}, {"gpu", "4"}, {"name", "a"}}), "");
    EXPECT_EQ(as("lea", "workspace.caps",
                 {{"name", "left-space"}, {"caps", R"([{"role": "member", "gpu": 6},
                               {"user": "leo", "gpu": 5},
                               {"priorities": [8, 9], "gpu": 0}])"}}),
              "");
    EXPECT_EQ(as("leo", "submit", {{"workspace", "left-space"}, {"gpu", "1"}, {"name", "b"}}), "");
    EXPECT_EQ(as("leo", "submit", {{"workspace", "left-space"}, {"gpu", "1"}, {"name", "c"}}), "");
    EXPECT_EQ(state("b"), WorkloadState::running);
    EXPECT_EQ(reasonOf("c"), "cap");
    EXPECT_EQ(as("leo", "submit",
                 {{"workspace", "left-space"}, {"gpu", "1"}, {"name", "d"}, {"priority", "9"}}),
              "max-priority");
    EXPECT_EQ(as("lea", "workspace.caps",
                 {{"name", "left-space"}, {"caps", R"([{"role": "member", "gpu": 2}])"}}),
              "");
    EXPECT_EQ(state("a"), WorkloadState::running);
    EXPECT_EQ(as("lea", "workspace.caps", {{"name", "left-space"}, {"caps", "[]"}}), "");
    EXPECT_EQ(state("c"), WorkloadState::running);
    EXPECT_EQ(as("lea", "workspace.caps", {{"name", "left-space"}, {"caps", R"([{"gpu": -1}])"}}),
              "too-small");
    EXPECT_TRUE(verified());
}

// Whose work has made room, the instant does not say to another team.
TEST_F(People, AnInstantNamesNobodyElsesWork) {
    ASSERT_EQ(
        as("leo", "submit",
           {{"workspace", "left-space"}, {"gpu", "8"}, {"replicas", "4"}, {"name", "secret"}}),
        "");
    ASSERT_EQ(
        as("rita", "submit",
           {{"workspace", "right-space"}, {"gpu", "8"}, {"replicas", "3"}, {"name", "patient"}}),
        "");
    ASSERT_EQ(state("secret"), WorkloadState::running);
    ASSERT_EQ(state("patient"), WorkloadState::pending);
    ASSERT_EQ(as("leo", "cancel", {{"name", "secret"}}), "");
    ASSERT_EQ(state("patient"), WorkloadState::running);
    const auto history = open("rita")->history(10);
    ASSERT_TRUE(history);
    bool started = false;
    for (const auto& each : *history) {
        started = started || each.entry.subject == "1 started (patient)";
        EXPECT_THAT(each.entry.subject + each.entry.arguments + each.entry.why,
                    ::testing::Not(::testing::HasSubstr("secret")));
    }
    EXPECT_TRUE(started);
}

// Sizes come back, runs do not.
TEST_F(People, AnUndoSaysWhatWasEvictedSince) {
    const auto notes = [&] {
        const auto planned = open("ana")->undo({}, true);
        EXPECT_TRUE(planned) << allOf(planned.error());
        return planned ? allOf(planned->notes) : "";
    };
    ASSERT_EQ(as("leo", "submit", {{"workspace", "left-space"}, {"gpu", "8"}, {"replicas", "4"}}),
              "");
    ASSERT_EQ(as("ana", "scale", {{"sizes", "left=11"}}), "");
    EXPECT_EQ(notes(), "");
    ASSERT_EQ(as("rita", "submit", {{"workspace", "right-space"}, {"gpu", "8"}, {"name", "r"}}),
              "");
    ASSERT_EQ(state("r"), WorkloadState::running);
    EXPECT_THAT(notes(), ::testing::HasSubstr("evicted"));
}

// Of what waits; what runs goes on. Live as after a restart, and as the preview tells.
TEST_F(People, WhatWaitsLosesTheRightToRunAndWaitsOn) {
    const Given member{{"name", "left-space"}, {"user", "leo"}};
    const auto with = [](Given given, const char* name, const char* value) {
        given.emplace_back(name, value);
        return given;
    };
    struct Loss {
        const char* who;
        const char* id;
        Given given;
        const char* why;
    };
    const Loss losses[] = {
        {"lea", "workspace.member", with(member, "role", "none"), "forbidden.user-again"},
        {"lea", "workspace.member", with(member, "role", "viewer"), "forbidden.user-again"},
        {"ana",
         "workspace.untie",
         {{"name", "left-space"}, {"quota", "left"}},
         "forbidden.quota-again"},
        {"lea",
         "workspace.caps",
         {{"name", "left-space"}, {"caps", R"([{"gpu": 0}])"}},
         "max-priority"}};
    ASSERT_EQ(as("lea", "workspace.caps", {{"name", "left-space"}, {"caps", R"([{"gpu": 1}])"}}),
              "");
    ASSERT_EQ(as("leo", "submit", {{"workspace", "left-space"}, {"gpu", "1"}, {"name", "runs"}}),
              "");
    for (const bool restarted : {false, true})
        for (const Loss& loss : losses) {
            ASSERT_EQ(
                as("leo", "submit", {{"workspace", "left-space"}, {"gpu", "2"}, {"name", "waits"}}),
                "");
            ASSERT_EQ(reasonOf("waits"), "cap");
            CommandRequest dry = command(loss.id, loss.given);
            dry.dryRun = true;
            const auto planned = open(loss.who)->run(dry);
            ASSERT_TRUE(planned && !planned->notes.empty()) << loss.why;
            EXPECT_THAT(allOf(planned->notes),
                        ::testing::AllOf(::testing::HasSubstr("lose the right to start: waits."),
                                         ::testing::HasSubstr("after an eviction: runs.")));
            if (restarted)
                live_.reset();
            EXPECT_EQ(codeOf(open(loss.who)->run(command(loss.id, loss.given))), "");
            if (restarted) {
                const auto resting = desk_->explain("waits");
                ASSERT_TRUE(resting && resting->reason);
                EXPECT_EQ(resting->reason->message.code.substr(0, 9),
                          std::string(loss.why).substr(0, 9));
                restart();
            }
            tickAfter(kSecond);
            const auto explained = desk_->explain("waits");
            ASSERT_TRUE(explained);
            EXPECT_EQ(explained->state, WorkloadState::pending);
            ASSERT_TRUE(explained->reason);
            EXPECT_EQ(explained->reason->message.code.substr(0, std::string_view(loss.why).size()),
                      loss.why);
            EXPECT_EQ(state("runs"), WorkloadState::running) << loss.why;
            ASSERT_EQ(undo(), "");
            tickAfter(kSecond);
            EXPECT_EQ(reasonOf("waits"), "cap") << "the right came back";
            ASSERT_EQ(as("leo", "cancel", {{"name", "waits"}}), "");
        }
    EXPECT_TRUE(verified());
}

TEST_F(People, WhoHasWorkInAWorkspaceThatListsNobodySeesIt) {
    ASSERT_EQ(as("ana", "workspace.add", {{"name", "open"}, {"quota", "right"}}), "");
    const auto refused = open("fay")->show();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().message.code, "not-allowed.read-pool");
    ASSERT_EQ(as("fay", "submit", {{"workspace", "open"}, {"gpu", "1"}, {"name", "hers"}}), "");
    for (const bool over : {false, true}) {
        const auto shown = open("fay")->show();
        ASSERT_TRUE(shown) << allOf(shown.error());
        EXPECT_TRUE(shown->inPart);
        EXPECT_TRUE(shown->outcome.quotas.empty());
        ASSERT_EQ(shown->outcome.workloads.size(), 1U);
        EXPECT_EQ(shown->outcome.workloads.front().first, "hers");
        EXPECT_EQ(as("fay", "cancel", {{"name", "hers"}}), over ? "project-unknown" : "");
    }
}

TEST_F(People, AnUndoThatTakesTheRightToRunSaysOfWhom) {
    ASSERT_EQ(as("lea", "workspace.member",
                 {{"name", "left-space"}, {"user", "bob"}, {"role", "member"}}),
              "");
    ASSERT_EQ(as("leo", "submit", {{"workspace", "left-space"}, {"gpu", "8"}, {"replicas", "4"}}),
              "");
    ASSERT_EQ(as("bob", "submit", {{"workspace", "left-space"}, {"gpu", "1"}, {"name", "waits"}}),
              "");
    ASSERT_EQ(state("waits"), WorkloadState::pending);
    const auto lea = open("lea");
    for (const bool dry : {true, false}) {
        const auto undone = lea->undo({}, dry);
        ASSERT_TRUE(undone) << allOf(undone.error());
        EXPECT_THAT(allOf(undone->notes), ::testing::HasSubstr("lose the right to start: waits."))
            << dry;
    }
}

// Raising the strictest alone would not do: the others are told as well.
TEST_F(People, OfSeveralCapsEachIsTold) {
    EXPECT_EQ(as("leo", "submit", {{"workspace", "left-space"}, {"gpu", "4"}, {"name", "a"}}), "");
    EXPECT_EQ(as("lea", "workspace.caps",
                 {{"name", "left-space"}, {"caps", R"([{"role": "member", "gpu": 5},
                               {"user": "leo", "gpu": 4}, {"gpu": 9}])"}}),
              "");
    EXPECT_EQ(as("leo", "submit", {{"workspace", "left-space"}, {"gpu", "2"}, {"name", "b"}}), "");
    ASSERT_EQ(reasonOf("b"), "cap");
    EXPECT_NE(render(work("b").reason->message)
                  .find("the user cap is 4 GPUs. Further user caps are in the way: 5 GPUs."),
              std::string::npos)
        << render(work("b").reason->message);
    EXPECT_EQ(as("leo", "submit", {{"workspace", "left-space"}, {"gpu", "6"}, {"name", "c"}}), "");
    EXPECT_EQ(reasonOf("c"), "cap");
}

TEST_F(People, AQuotaThatIsNotTheWorkspacesIsForbidden) {
    EXPECT_EQ(as("leo", "submit",
                 {{"workspace", "left-space"}, {"quota", "right"}, {"gpu", "1"}, {"name", "x"}}),
              "forbidden.quota");
}

TEST_F(People, AQuotaThatIsNotThereIsNotSaidToBeAddedToTheWorkspace) {
    const auto submitted = [&](const char* who) {
        return as(who, "submit",
                  {{"workspace", "left-space"}, {"quota", "Team Z"}, {"gpu", "1"}, {"name", "x"}});
    };
    EXPECT_EQ(as("ana", "workspace.member",
                 {{"name", "left-space"}, {"user", "ana"}, {"role", "member"}}),
              "");
    EXPECT_EQ(submitted("ana"), "unknown-quota");
    EXPECT_EQ(submitted("leo"), "forbidden.quota") << "a member does not learn which quotas exist";
}

TEST_F(People, RolesOfTheProjectComeAndGo) {
    EXPECT_EQ(as("ana", "user.grant",
                 {{"user", "quinn"}, {"role", "quota-administrator"}, {"quota", "left"}}),
              "");
    EXPECT_EQ(as("quinn", "policy", {{"quota", "left"}, {"set", R"({"queueing": "fifo"})"}}), "");
    EXPECT_EQ(as("quinn", "policy", {{"quota", "left"}, {"set", R"({"weight": 2})"}}),
              "not-allowed.resize")
        << "the word of who is above it";
    EXPECT_EQ(as("quinn", "policy", {{"quota", "left"}, {"set", R"({"overQuota": "on"})"}}),
              "not-allowed.resize");
    EXPECT_EQ(as("quinn", "policy", {{"quota", "left"}, {"set", R"({"minRuntime": 900})"}}),
              "not-allowed.resize");
    EXPECT_EQ(as("quinn", "scale", {{"sizes", "left=4"}}), "not-allowed.resize");
    EXPECT_EQ(as("quinn", "policy", {{"quota", "right"}, {"set", R"({"weight": 2})"}}),
              "not-allowed.quota");
    EXPECT_EQ(as("ana", "user.revoke", {{"user", "quinn"}, {"role", "viewer"}}), "grant-missing");
    EXPECT_EQ(as("ana", "user.revoke", {{"user", "quinn"}}), "");
    EXPECT_EQ(as("quinn", "policy", {{"quota", "left"}, {"set", R"({"weight": 3})"}}),
              "not-allowed.quota");
    EXPECT_EQ(as("ana", "user.revoke", {{"user", "ana"}}), "last-administrator");
    EXPECT_EQ(as("ana", "user.grant", {{"user", "x"}, {"role", "viewer"}, {"quota", "nowhere"}}),
              "project-unknown");
}

}  // namespace
}  // namespace apportion::testing
