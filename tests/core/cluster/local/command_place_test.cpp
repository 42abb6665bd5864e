// SPDX-License-Identifier: GPL-3.0-or-later
// What keeps a command on the node that is this machine, and what is told of it.
#include "core/cluster/local/command_place.h"

#include <gmock/gmock.h>

#include "core/session/local/live_consent.h"
#include "core/session/local/not_run.h"
#include "core/session/project_pool.h"
#include "core/view/rest_reasons.h"
#include "tests/core/session/explained.h"
#include "tests/core/session/live/runs_rig.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Of three machines one is here; the others are of another type.
const std::string kNodes = R"({"name": "other", "count": 2, "gpu": 2, "gpuType": "A100"},
                              {"name": "here", "gpu": 2, "gpuType": "H100"})";

class CommandPlaceTest : public RunsTest {
protected:
    void makePool(const std::string& nodes, const std::string& quotas) {
        make(R"({"apportion": 1, "nodes": [)" + nodes + R"(], "quotas": [)" + quotas + "]}");
    }
    CommandRequest submission(const std::string& quota) const {
        return command("submit", {{"name", "job"},
                                  {"quota", quota},
                                  {"gpu", "1"},
                                  {"directory", folder_.path().string()},
                                  {"command", "true"}});
    }
    static SubmitWork& workOf(CommandRequest& request) {
        return std::get<SubmitWork>(request.change);
    }
    // What is told of it, and the type that it asks for then.
    std::pair<std::string, std::string> kept(CommandRequest request) {
        const Problems notes = keepCommandHere(request, project(), "here", "here");
        for (const Problem& note : notes) {
            EXPECT_TRUE(isComplete(note.message)) << note.message.code;
            EXPECT_TRUE(isFate(note) && note.warning);
        }
        return {notes.empty() ? "" : notes.front().message.code, workOf(request).gpuType};
    }
};

using Kept = std::pair<std::string, std::string>;

TEST_F(CommandPlaceTest, ATypeThatOnlyThisNodeHasIsAskedFor) {
    makePool(kNodes, R"({"name": "team", "guaranteed": {"gpu": 4}},
                        {"name": "sub", "parent": "team", "guaranteed": {"gpu": 1}})");
    EXPECT_EQ(kept(submission("sub")), (Kept{"command-fate.type", "H100"}));
    CommandRequest named = submission("team");
    workOf(named).gpuType = "A100";
    EXPECT_EQ(kept(named), (Kept{"command-fate.nodes", "A100"})) << "what was asked for stays";
    CommandRequest plain = command("submit", {{"quota", "team"}, {"gpu", "1"}});
    EXPECT_EQ(kept(plain), (Kept{"", ""})) << "without a command it may run anywhere";
    CommandRequest nowhere = submission("team");
    const Problems told = keepCommandHere(nowhere, project(), "", "elsewhere");
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told.front().message.code, "command-fate.no-node");
}

TEST_F(CommandPlaceTest, OrARootThatDividesItAlone) {
    makePool(R"({"name": "here", "gpu": 2, "labels": {"rack": "1"}},
                {"name": "other", "gpu": 2}, {"name": "third", "gpu": 2})",
             R"({"name": "mine", "guaranteed": {"gpu": 2}, "nodes": {"labels": {"rack": "1"}}},
                {"name": "rest", "guaranteed": {"gpu": 2}})");
    EXPECT_EQ(kept(submission("mine")), (Kept{"command-fate.quota", ""}));
    EXPECT_EQ(kept(submission("rest")), (Kept{"command-fate.not-of-quota", ""}));
}

TEST_F(CommandPlaceTest, WhereNoNodeIsThisMachineWhatWaitsForAnApprovalSaysSo) {
    makePool(R"({"name": "one", "gpu": 2}, {"name": "two", "gpu": 2})",
             R"({"name": "team", "guaranteed": {"gpu": 4}})");
    EXPECT_TRUE(runsNothingHere(project(), {}, "here"));
    EXPECT_FALSE(runsNothingHere(project(), {}, "two"));
    store::Lease lease{store::thisProcess(), 0, "ana"};
    EXPECT_TRUE(runsNothingHere(project(), lease, "here"));
    lease.holder.machine = "another";
    EXPECT_FALSE(runsNothingHere(project(), lease, "here")) << "who runs the engine knows";
    ASSERT_EQ(submit("job", {"true"}), "");
    auto explained = desk_->explain("job");
    ASSERT_TRUE(explained);
    sayNoNode("job", "here", explained->reason);
    ASSERT_TRUE(explained->reason);
    EXPECT_EQ(explained->reason->message.code, "needs-approval.no-node");
    std::optional<Reason> other = notLiveReason({});
    sayNoNode("job", "here", other);
    EXPECT_EQ(other->message.code, "not-live");
}

TEST_F(CommandPlaceTest, ElseItIsToldThatNothingDoes) {
    makePool(R"({"name": "here", "gpu": 2}, {"name": "other", "gpu": 2})",
             R"({"name": "team", "guaranteed": {"gpu": 2}})");
    EXPECT_EQ(kept(submission("team")), (Kept{"command-fate.nodes", ""}));
}

TEST_F(CommandPlaceTest, OfTheOnlyNodeNothingIsTold) {
    makePool(R"({"name": "here", "gpu": 2})", R"({"name": "team", "guaranteed": {"gpu": 2}})");
    EXPECT_EQ(kept(submission("team")), (Kept{"", ""}));
}

// Without it the first node that has room would take it, and it would fail.
TEST_F(CommandPlaceTest, SoItRuns) {
    makePool(kNodes, R"({"name": "team", "guaranteed": {"gpu": 6}})");
    goLive();
    CommandRequest request = submission("team");
    keepCommandHere(request, project(), "here", "here");
    ASSERT_TRUE(desk_->run(request));
    approve("job");
    ASSERT_TRUE(tickUntil([&] { return isOver("job"); }));
    EXPECT_EQ(state("job"), WorkloadState::finished) << reasonOf("job");
}

TEST_F(CommandPlaceTest, TheConsoleDoesItAndSaysSo) {
    const std::string here = machineName();
    makePool(R"({"name": "other", "gpu": 2, "gpuType": "A100"}, {"name": ")" + here +
                 R"(", "gpu": 2, "gpuType": "H100"})",
             R"({"name": "team", "guaranteed": {"gpu": 4}})");
    auto console = ProjectPool::open(path_, "ana", clock());
    ASSERT_TRUE(console);
    CommandRequest dry = submission("team");
    dry.dryRun = true;
    const auto answer = (*console)->run(dry);
    ASSERT_TRUE(answer);
    const auto fate = fateOfCommand((*console)->view().document, answer->notes);
    EXPECT_THAT(render(fate.back()), HasSubstr("GPUs of type H100"));
    ASSERT_TRUE((*console)->run(submission("team")));
    EXPECT_EQ(work("job")->spec.gpuType, "H100");
}

TEST_F(CommandPlaceTest, WhatIsNotThereIsToldBeforeItIsSubmitted) {
    makePool(R"({"name": "here", "gpu": 2})", R"({"name": "team", "guaranteed": {"gpu": 2}})");
    CommandRequest request = submission("team");
    workOf(request).command = {"nosuchprog"};
    const auto codes = [&](const std::optional<store::Lease>& holder,
                           const std::optional<std::string>& path) {
        std::string all;
        for (const Problem& note : missingOfCommand(request, holder, "ana", path)) {
            EXPECT_TRUE(note.warning && isOfMissing(note) && isComplete(note.message));
            all += note.message.code;
        }
        return all;
    };
    EXPECT_EQ(codes({}, "/usr/bin"), "command-missing");
    EXPECT_EQ(codes({}, {}), "") << "another program may look elsewhere";
    workOf(request).directory = "/nonexistent/dir";
    EXPECT_EQ(codes({}, {}), "command-missing.folder");
    store::Lease lease{store::thisProcess(), 0, "ana"};
    EXPECT_EQ(codes(lease, {}), "command-missing.folder");
    lease.who = "bob";
    EXPECT_EQ(codes(lease, {}), "") << "another user may see another";
    lease = {store::thisProcess(), 0, "ana"};
    lease.holder.machine = "another";
    EXPECT_EQ(codes(lease, {}), "");
    request = command("submit", {{"quota", "team"}, {"directory", "/nonexistent/dir"}});
    EXPECT_EQ(codes({}, {}), "") << "without a command nothing is to be started";
    // It is no refusal, and whoever opened the file is told in the dry run.
    auto console = ProjectPool::open(path_, "ana", clock());
    ASSERT_TRUE(console);
    CommandRequest dry = submission("team");
    workOf(dry).command = {"nosuchprog"};
    dry.dryRun = true;
    const auto answer = (*console)->run(dry);
    ASSERT_TRUE(answer);
    EXPECT_EQ(std::count_if(answer->notes.begin(), answer->notes.end(), isOfMissing), 1);
}

// It is rejected in the instant in which it is let run: the row is gone before anybody sees it.
TEST_F(CommandPlaceTest, WhatIsThrownOutAtOnceIsTold) {
    makePool(R"({"name": "other", "gpu": 2}, {"name": "third", "gpu": 2})",
             R"({"name": "team", "guaranteed": {"gpu": 4}})");
    auto console = ProjectPool::open(path_, "ana", clock());
    ASSERT_TRUE(console);
    ASSERT_TRUE((*console)->goLive());
    const View before = (*console)->view();
    std::vector<GivenWork> given{{"job", before.clock, before.document.file}};
    EXPECT_THAT(takeNotRun(before, given), IsEmpty());
    EXPECT_THAT(given, SizeIs(1)) << "nobody has seen it yet";
    ASSERT_TRUE((*console)->run(submission("team")));
    ASSERT_TRUE((*console)->follow());
    const View view = (*console)->view();
    const auto told = takeNotRun(view, given);
    ASSERT_THAT(told, SizeIs(1));
    EXPECT_EQ(told.front().why.code, "command-failed.no-node");
    EXPECT_THAT(renderRemedy(told.front().why), HasSubstr("Name a node after"));
    EXPECT_EQ(told.front().workload, "job");
    EXPECT_THAT(given, IsEmpty()) << "told once";
    given = {{"job", view.clock + kSecond, view.document.file}};
    EXPECT_THAT(takeNotRun(view, given), IsEmpty()) << "an earlier one of that name";
    given = {{"job", before.clock, "another"}};
    EXPECT_THAT(takeNotRun(view, given), IsEmpty());
    EXPECT_THAT(given, IsEmpty());
}

// The journal, which others read, does not name the program; the run does.
TEST(NotRun, WhatCouldNotBeStartedIsNamedByItsRun) {
    const NotRun told{"typo",
                      {"command-failed.start",
                       {{"workload", Value::ofText("typo")},
                        {"replica", Value::ofCount(0)},
                        {"detail", Value::ofText("No such file or directory")}}}};
    EXPECT_EQ(sentenceOf(told, {}), told.why) << "there is none";
    WorkRuns runs;
    runs.runs.resize(2);
    runs.runs[0].state.sentence = {"run-state.asked-exit", {{"code", Value::ofCount(1)}}};
    runs.runs[1].state.sentence = {
        "run-state.start",
        {{"detail", Value::ofText("nosuch could not be started: No such file")}}};
    EXPECT_EQ(render(sentenceOf(told, runs)),
              "typo was not run. nosuch could not be started: No such file.");
    EXPECT_TRUE(isComplete(sentenceOf(told, runs)));
    const NotRun other{"typo", {"command-failed.lost", {}}};
    EXPECT_EQ(sentenceOf(other, runs), other.why);
}

TEST_F(CommandPlaceTest, WithoutANodeWhatIsNotApprovedWaitsAndSaysWhatIsMissing) {
    makePool(R"({"name": "other", "gpu": 2}, {"name": "third", "gpu": 2})",
             R"({"name": "team", "guaranteed": {"gpu": 4}})");
    auto console = ProjectPool::open(path_, "ana", clock());
    ASSERT_TRUE(console);
    ASSERT_TRUE((*console)->run(submission("team")));
    const auto view = (*console)->view();
    ASSERT_EQ(view.waiting.size(), 1U);
    const auto& reason = view.waiting[0].status.reason;
    ASSERT_TRUE(reason);
    EXPECT_EQ(reason->code, ReasonCode::needsApproval);
    EXPECT_THAT(render(reason->message), HasSubstr("no node of the pool is this machine"));
    const auto explanation = explained(**console, "job");
    ASSERT_TRUE(explanation);
    EXPECT_EQ(explanation->explanation.reason, reason) << "the same in the row and beside it";
}

}  // namespace
}  // namespace apportion::testing
