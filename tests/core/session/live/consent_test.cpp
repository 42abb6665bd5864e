// SPDX-License-Identifier: GPL-3.0-or-later
// What people are told before something runs, what they decline, and what they see of runs.
#include <gmock/gmock.h>

#include "core/session/local/live_consent.h"
#include "core/session/local/run_logs.h"
#include "core/session/local/work_runs.h"
#include "core/session/project_pool.h"
#include "core/view/awaiting_approval.h"
#include "core/view/explain/work_story.h"
#include "tests/core/session/live/runs_rig.h"
#include "tests/core/view/standing.h"

namespace apportion::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

class ConsentTest : public RunsTest {
protected:
    LiveConsent consent(const std::string& machine = "here") {
        machine_.name = machine;
        auto told = consentOf(*desk_, machine_);
        EXPECT_TRUE(told);
        return told.value_or(LiveConsent{});
    }
    void makePool(const std::string& nodes, const std::string& more = "") {
        make(R"({"apportion": 1, "nodes": [)" + nodes +
             R"(], "quotas": [{"name": "team", "guaranteed": {"gpu": 1}}])" + more + "}");
    }
    const std::vector<std::string> sleep_{"sleep", "1000"};
};

TEST_F(ConsentTest, SaysWhatWillRun) {
    makePool(R"({"name": "node", "gpu": 2})");
    EXPECT_EQ(consent().runs.code, "consent-runs.none");
    EXPECT_FALSE(consent().remembered);
    ASSERT_EQ(submit("running", sleep_), "");
    goLive();
    approve("running");
    ASSERT_TRUE(tickUntil([&] { return state("running") == WorkloadState::running; }));
    ASSERT_EQ(submit("waits", sleep_, {{"gpu", "2"}}), "");
    approve("waits");
    ASSERT_EQ(submit("asks", sleep_), "");
    ASSERT_EQ(submit("asks-too", sleep_), "");
    EXPECT_THAT(render(consent().runs), HasSubstr("Running: 1."));
    EXPECT_THAT(render(consent().runs), HasSubstr("free: 1."));
    EXPECT_THAT(render(consent().runs), HasSubstr("Not approved: 2."));
    ASSERT_TRUE(rememberLive(desk_->file()));
    EXPECT_TRUE(consent().remembered);
}

// While nobody runs the pool the file does not hear of it.
TEST_F(ConsentTest, WhatHasEndedMeanwhileDoesNotRun) {
    begin(1);
    start("ends", "echo run > ends; while ! [ -e go ]; do sleep 0.01; done");
    ASSERT_TRUE(writes("ends", "run"));
    start("waits", "true");
    ASSERT_EQ(state("ends"), WorkloadState::running);
    live_.reset();
    writeBytes(folder_ / "go", "");
    ASSERT_TRUE(comesTrue([this] {
        auto keeper = Keeper::find(runs().front());
        return keeper && keeper->look() != Keeper::State::alive;
    }));
    EXPECT_THAT(render(consent().runs), HasSubstr("Running: 0."));
    EXPECT_THAT(render(consent().runs), HasSubstr("free: 1."));
    // What is approved in the file alone asks again.
    Approvals(poolFolderHere()).keepOnly({digest("ends")});
    EXPECT_THAT(render(consent().runs), HasSubstr("free: 0."));
    EXPECT_THAT(render(consent().runs), HasSubstr("Not approved: 1."));
}

TEST_F(ConsentTest, SaysWhoMaySubmit) {
    makePool(R"({"name": "node", "gpu": 2})");
    EXPECT_EQ(consent().submitters.code, "consent-submitters.nobody");
    ASSERT_EQ(run("user.grant", {{"user", "vic"}, {"role", "viewer"}}), "");
    EXPECT_EQ(consent().submitters.code, "consent-submitters.nobody");
    ASSERT_EQ(run("user.grant", {{"user", "eve"}, {"role", "administrator"}, {"quota", "team"}}),
              "");
    ASSERT_EQ(run("workspace.add", {{"name", "w"}, {"quota", "team"}}), "");
    EXPECT_EQ(consent().submitters.code, "consent-submitters.everybody") << "it lists nobody";
    for (const auto& [user, role] : {std::pair("bob", "member"), std::pair("kim", "viewer")})
        ASSERT_EQ(run("workspace.member", {{"name", "w"}, {"user", user}, {"role", role}}), "");
    EXPECT_THAT(render(consent().submitters), HasSubstr("bob and eve can also submit"));
    const auto refused = consentOf(*open("bob"), machine_);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().message.code, "not-allowed.administer");
}

TEST(FateOfCommand, SaysWhereItWouldBePlacedAndFail) {
    DocumentState document;
    stand(document, Standing::live);
    document.nodeHere = "vm";
    EXPECT_FALSE(failsThere(document, {"vm"}));
    EXPECT_FALSE(failsThere(document, {}));
    const auto fails = failsThere(document, {"vm", "vm2"});
    ASSERT_TRUE(fails);
    EXPECT_THAT(render(*fails), HasSubstr("on vm2 now and fail"));
    stand(document, Standing::elsewhere);
    EXPECT_FALSE(failsThere(document, {"vm2"})) << "of another machine nothing is known";
    document.holderHere = true;
    EXPECT_TRUE(failsThere(document, {"vm2"})) << "another program on this one runs it";
    EXPECT_FALSE(failsThere(document, {"vm"}));
    document.nodeHere.clear();
    ASSERT_TRUE(failsThere(document, {"vm2"}));
    EXPECT_EQ(failsThere(document, {"vm2"})->code, "command-fate.no-node");
}

TEST_F(ConsentTest, SaysWhichGpusAreMissing) {
    makePool(R"({"name": "any", "gpu": 2})");
    EXPECT_FALSE(consent().gpus) << "without a driver what is declared counts";
    machine_.devices = {"GPU-a", "GPU-b"};
    EXPECT_FALSE(consent().gpus);
    machine_.devices = {"GPU-a"};
    ASSERT_TRUE(consent().gpus);
    EXPECT_THAT(render(*consent().gpus),
                HasSubstr("any declares 2 devices, but this machine has 1 device."));
    EXPECT_THAT(std::string(remedyTemplate("gpus-missing")), HasSubstr("with the GPUs found"));
}

TEST_F(ConsentTest, SaysWhereTheLimitIs) {
    makePool(R"({"name": "any", "gpu": 2})");
    EXPECT_EQ(consent().machine.code, "consent-machine") << "the only node is this machine";
    EXPECT_THAT(render(consent().machine), HasSubstr("run only on "));
}

TEST_F(ConsentTest, SaysWhichNodesRunNothing) {
    makePool(R"({"name": "here", "gpu": 2}, {"name": "other", "count": 2, "gpu": 2})");
    EXPECT_EQ(consent().machine.code, "consent-machine.some");
    EXPECT_THAT(render(consent().machine), HasSubstr("only on here. The pool has 3 nodes,"));
    EXPECT_EQ(consent("third").machine.code, "consent-machine.none");
    EXPECT_THAT(render(consent("third").machine), HasSubstr("Name a node after the machine."));
}

std::vector<std::string> codesOf(const std::vector<Message>& messages) {
    std::vector<std::string> codes;
    codes.reserve(messages.size());
    for (const Message& each : messages)
        codes.push_back(each.code);
    return codes;
}

TEST(CommandFate, DependsOnWhoRunsTheEngineAndOnTheNodes) {
    DocumentState document;
    document.who = "ana";
    document.machine = document.nodeHere = "here";
    document.nodes = 1;
    stand(document, Standing::resting);
    EXPECT_THAT(codesOf(fateOfCommand(document)), ElementsAre("command-fate"));
    EXPECT_EQ(obstacleToApprove(document)->code, "approve-obstacle");
    stand(document, Standing::live);
    EXPECT_THAT(codesOf(fateOfCommand(document)), ElementsAre("command-fate.here"));
    EXPECT_FALSE(obstacleToApprove(document));
    document.nodes = 3;
    EXPECT_THAT(codesOf(fateOfCommand(document)),
                ElementsAre("command-fate.here", "command-fate.nodes"));
    document.nodeHere.clear();
    EXPECT_THAT(codesOf(fateOfCommand(document)),
                ElementsAre("command-fate.here", "command-fate.no-node"));
    stand(document, Standing::elsewhere);
    document.holder = "bob";
    EXPECT_THAT(codesOf(fateOfCommand(document)), ElementsAre("command-fate.other"));
    EXPECT_EQ(obstacleToApprove(document)->code, "approve-obstacle.other");
    document.holder = "ana";
    EXPECT_THAT(codesOf(fateOfCommand(document)), ElementsAre("command-fate.elsewhere"));
    EXPECT_FALSE(obstacleToApprove(document)) << "by the socket, as the same user";
    document.holderHere = true;
    EXPECT_THAT(codesOf(fateOfCommand(document)),
                ElementsAre("command-fate.elsewhere", "command-fate.no-node"));
}

TEST(AwaitingApproval, IsWhatWasChosenAndWaitsForOne) {
    View view;
    for (const char* name : {"first", "plain", "second", "third"}) {
        WorkloadRow& row = view.waiting.emplace_back();
        row.name = name;
        if (row.name != "plain")
            row.status.reason = Reason{ReasonCode::needsApproval, Rule::access, {}};
    }
    EXPECT_THAT(awaitingApproval(view, {"third", "plain", "gone", "first"}),
                ElementsAre("first", "third"))
        << "as they stand";
    EXPECT_THAT(awaitingApproval(view, {"plain"}), IsEmpty());
    EXPECT_THAT(awaitingApproval(view, {}), ElementsAre("first")) << "none is chosen";
    EXPECT_THAT(awaitingApproval(View{}, {}), IsEmpty());
}

TEST_F(ConsentTest, ADeclinedCommandNeverRuns) {
    begin(1);
    ASSERT_EQ(submit("work", {"/bin/sh", "-c", "echo ran > ran"}), "");
    const std::string seen = digest("work");
    ASSERT_EQ(run("decline", {{"name", "work"}}), "");
    ASSERT_TRUE(tickUntil([&] { return isOver("work"); }));
    EXPECT_EQ(state("work"), WorkloadState::rejected);
    EXPECT_EQ(reasonOf("work"), "forbidden.declined");
    const auto late = live_->approve("work", seen);
    ASSERT_FALSE(late) << "it is over";
    EXPECT_THAT(text("ran"), IsEmpty());
    ASSERT_EQ(run("submit", {{"name", "plain"}, {"quota", "team"}, {"gpu", "1"}}), "");
    EXPECT_EQ(run("decline", {{"name", "plain"}}), "approval-none");
    ASSERT_EQ(submit("approved", sleep_), "");
    approve("approved");
    EXPECT_EQ(run("decline", {{"name", "approved"}}), "approval-given") << "it is cancelled";
    tick();
    EXPECT_TRUE(desk_->audit(true)->verified);
}

TEST_F(ConsentTest, WhatWaitsForAnApprovalIsCountedAsWaiting) {
    makePool(R"({"name": "node", "gpu": 1})");
    ASSERT_EQ(run("submit", {{"name", "plain"}, {"quota", "team"}, {"gpu", "1"}}), "");
    ASSERT_EQ(submit("asks", sleep_, {{"gpu", "1"}, {"replicas", "2"}}), "");
    auto console = ProjectPool::open(path_, "ana", clock());
    ASSERT_TRUE(console);
    const View view = (*console)->view();
    EXPECT_EQ(view.key.waiting, 2);
    EXPECT_EQ(view.key.unapproved, 1);
    EXPECT_EQ(view.key.waitingGpu, 3 * kOneGpu);
    EXPECT_EQ(view.key.asking(), view.quotas.front().numbers.pendingWorkloads);
    EXPECT_EQ(view.key.askingGpu(), view.quotas.front().numbers.pending);
    ASSERT_THAT(view.waiting, SizeIs(2)) << "as many rows as are counted";
    EXPECT_FALSE(waitsForApproval(view.waiting[0]));
    EXPECT_TRUE(waitsForApproval(view.waiting[1]));
    EXPECT_EQ(view.waiting[1].team, "team");
    EXPECT_EQ(view.quotas.front().numbers.pending, kOneGpu) << "its quota does not ask for it yet";
    ASSERT_THAT(view.issues, Not(IsEmpty()));
    EXPECT_EQ(view.issues.front().what.code, "issue-unapproved");
    EXPECT_EQ(view.issues.front().fix.subject, "asks");
    EXPECT_FALSE(view.document.machine.empty());
    EXPECT_EQ(view.document.nodeHere, "node") << "the only one there is";
}

TEST_F(ConsentTest, PoolsThatGoLiveAreListedAndForgotten) {
    EXPECT_THAT(rememberedPools(), IsEmpty());
    makePool(R"({"name": "node", "gpu": 1})");
    auto console = ProjectPool::open(path_, "ana", clock());
    ASSERT_TRUE(console);
    EXPECT_FALSE((*console)->view().document.remembered);
    ASSERT_TRUE((*console)->remember(true));
    EXPECT_TRUE((*console)->view().document.remembered);
    EXPECT_FALSE((*console)->isLive()) << "remembering starts nothing";
    const auto pools = rememberedPools();
    ASSERT_THAT(pools, SizeIs(1));
    EXPECT_EQ(pools.front().file, path_);
    auto again = ProjectPool::open(path_, "ana", clock());
    EXPECT_TRUE((*again)->view().document.remembered);
    EXPECT_FALSE((*again)->isLive()) << "neither does opening";
    forgetLive(pools.front());
    EXPECT_THAT(rememberedPools(), IsEmpty());
    static_cast<LiveControl&>(**console).lookAtMemory();
    EXPECT_FALSE((*console)->view().document.remembered);
}

// What was stated of a command ends nothing, and tells when its GPUs may be free.
TEST_F(ConsentTest, AStatedDurationTellsWhenTheNextWouldStart) {
    begin(1);
    start("first", "sleep 1000", {{"duration", "100s"}});
    ASSERT_TRUE(tickUntil([&] { return state("first") == WorkloadState::running; }));
    start("next", "true");
    const auto estimate = [&] {
        auto console = ProjectPool::open(path_, "ana", clock());
        const Estimator::Fork fork = (*console)->ahead();
        StartEstimate found = *estimateStarts(fork.engine, fork.at).of("next");
        if (found.start)
            *found.start -= fork.at;
        return found;
    };
    {
        // What is tried out reckons with it too.
        auto console = ProjectPool::open(path_, "ana", clock());
        const Engine& plain = (*console)->engine();
        const auto id = plain.findWorkload("first");
        ASSERT_TRUE(id);
        EXPECT_FALSE(plain.endOf(*id));
        Pool& pool = **console;
        EXPECT_TRUE(pool.fork(Pool::State::shown).engine.endOf(*id));
    }
    const StartEstimate known = estimate();
    ASSERT_TRUE(known.start) << render(*known.unknown);
    EXPECT_EQ(*known.start, *work("first")->run.start + 100 * kSecond - now());
    passes(200 * kSecond);
    const StartEstimate late = estimate();
    ASSERT_TRUE(late.when) << render(*late.unknown);
    EXPECT_EQ(render(*late.when), "not before first ends") << "it runs longer than was stated";
    EXPECT_EQ(state("first"), WorkloadState::running);
}

TEST_F(ConsentTest, RunsAreShownWithTheirEndsInWords) {
    begin(4);
    start("well", "echo hello");
    start("badly", "echo broken; exit 3");
    start("killed", "kill -USR1 $$");
    ASSERT_TRUE(tickUntil([&] { return isOver("well") && isOver("badly") && isOver("killed"); }));
    const auto stateOf = [&](const std::string& name) {
        const WorkRuns runs = workRunsOf(*desk_, name);
        EXPECT_THAT(runs.runs, SizeIs(1)) << name;
        return runs.runs.empty() ? RunState{} : runs.runs.front().state;
    };
    EXPECT_EQ(stateOf("well").tone, RunState::Tone::good);
    EXPECT_THAT(render(stateOf("badly").sentence), HasSubstr("exit code 3"));
    EXPECT_THAT(render(stateOf("killed").sentence), HasSubstr("SIGUSR1"));
    const WorkRuns well = workRunsOf(*desk_, "well");
    EXPECT_FALSE(well.asked) << "it is over";
    EXPECT_TRUE(well.runs.front().ended);
    EXPECT_THAT(well.runs.front().command.arguments, ElementsAre("/bin/sh", "-c", "echo hello"));
    EXPECT_THAT(well.runs.front().devices, SizeIs(1));
    EXPECT_EQ(logTail(well.runs.front().folder, 1000).text, "hello\n");

    start("runs", "trap 'exit 0' TERM; echo ready; while :; do sleep 0.01; done");
    ASSERT_TRUE(tickUntil([&] {
        const WorkRuns runs = workRunsOf(*desk_, "runs");
        return !runs.runs.empty() && logTail(runs.runs.front().folder, 99).text == "ready\n";
    }));
    const WorkRuns runs = workRunsOf(*desk_, "runs");
    ASSERT_TRUE(runs.asked);
    EXPECT_EQ(runs.asked->approvedBy, "ana");
    EXPECT_EQ(runs.runs.front().state.sentence.code, "run-state");
    EXPECT_FALSE(runs.runs.front().ended);
    ASSERT_EQ(run("cancel", {{"name", "runs"}}), "");
    ASSERT_TRUE(tickUntil([&] { return stateOf("runs").sentence.code == "run-state.asked-exit"; }));
    EXPECT_EQ(stateOf("runs").tone, RunState::Tone::asked) << "it did as it was told";
}

TEST_F(ConsentTest, LaterRunsComeFirst) {
    begin(1);
    start("work", "exit 1");
    ASSERT_TRUE(tickUntil([&] { return isOver("work"); }));
    start("work", "exit 2");
    ASSERT_TRUE(tickUntil([&] { return isOver("work"); }));
    const auto logs = runLogs(desk_->file(), "work");
    ASSERT_TRUE(logs);
    ASSERT_THAT(*logs, SizeIs(2));
    EXPECT_EQ(logs->front().status.exitCode, 2);
    EXPECT_THAT(*runLogs(desk_->file(), "work", 1), SizeIs(1));
    const auto codesOf = [&](const char* name, bool all) {
        std::vector<std::string> codes;
        const auto named = runLogsNamed(*desk_, name, all);
        EXPECT_TRUE(named);
        for (const NamedRunLog& each : *named)
            codes.push_back(each.workload + ": " +
                            std::to_string(each.log.status.exitCode.value_or(-1)));
        return codes;
    };
    EXPECT_THAT(codesOf("work", true), ElementsAre("work: 2", "work #1: 1"));
    EXPECT_THAT(codesOf("work", false), ElementsAre("work: 2"));
    EXPECT_THAT(codesOf("work #1", true), ElementsAre("work #1: 1"));
    for (const char* never : {"work #2", "nothing"}) {
        const auto unknown = runLogsNamed(*desk_, never, true);
        ASSERT_FALSE(unknown);
        EXPECT_EQ(unknown.error().front().message.code.find("project-unknown"), 0U);
    }
    // It is there, and had no command.
    ASSERT_EQ(run("submit", {{"name", "idles"}, {"quota", "team"}, {"gpu", "1"}}), "");
    EXPECT_THAT(codesOf("idles", true), IsEmpty());
    // Each of them is a row of its own, with its own run.
    auto console = ProjectPool::open(path_, "ana", clock());
    ASSERT_TRUE(console);
    const View view = (*console)->view();
    ASSERT_THAT(view.ended, SizeIs(2));
    EXPECT_EQ(view.ended[0].name, "work");
    EXPECT_EQ(view.ended[1].name, "work #1");
    const WorkRuns earlier = (*console)->runsOf("work #1");
    ASSERT_THAT(earlier.runs, SizeIs(1));
    EXPECT_THAT(earlier.runs[0].command.arguments, Contains("exit 1"));
    EXPECT_FALSE(keptExplanation(view, view.ended[1]).runs.empty());
}

TEST_F(ConsentTest, TheTailOfALogBeginsWithALine) {
    const std::string run = folder_ / "run";
    ASSERT_TRUE(std::filesystem::create_directory(run));
    EXPECT_EQ(logTail(run, 10), LogTail{}) << "nothing yet";
    writeBytes(run + "/log", "one\ntwo\nthree\n");
    EXPECT_EQ(logTail(run, 100).text, "one\ntwo\nthree\n");
    EXPECT_EQ(logTail(run, 100).leftOut, 0);
    EXPECT_EQ(logTail(run, 8).text, "three\n");
    EXPECT_EQ(logTail(run, 8).leftOut, 8);
    writeBytes(run + "/log.1", "zero\n");
    EXPECT_EQ(logTail(run, 100).text, "zero\none\ntwo\nthree\n") << "the part before it, too";
    EXPECT_EQ(logTail(run, 17).text, "one\ntwo\nthree\n");
    writeBytes(run + "/log.1", "");
    writeBytes(run + "/log", "\xc3\xa9\xc3\xa9\xc3\xa9");
    EXPECT_EQ(logTail(run, 3).text, "\xc3\xa9") << "not from the middle of a letter";
}

}  // namespace
}  // namespace apportion::testing
