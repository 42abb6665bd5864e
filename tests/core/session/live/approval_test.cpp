// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in a file that others may write to never makes this machine run anything.
#include <future>

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "core/change/run_facts.h"
#include "core/session/local/ask_approval.h"
#include "core/session/project_pool.h"
#include "tests/core/session/live/runs_rig.h"
#include "tests/core/session/previewed.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

class ApprovalTest : public RunsTest {
protected:
    // Asks from outside while the pool goes on; "" if it was approved.
    std::string ask(const std::string& name, const std::string& digest) {
        auto asked = std::async(std::launch::async, [folder = poolFolderHere(), name, digest] {
            const auto done = askToApprove(folder, {name, digest});
            return done ? std::string() : done.error().front().message.code;
        });
        EXPECT_TRUE(tickUntil(
            [&] { return asked.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }));
        return asked.get();
    }
    // With another program, past all commands: the file alone.
    void forge(const std::string& name, const std::string& action,
               const std::function<void(ProjectWorkload&)>& change) {
        auto other = open("ana");
        auto written = other->file().write([&]() -> Result<std::optional<JournalEntry>> {
            ProjectWorkload work = *findWork(**other->project(), name);
            const store::Object* spec = other->objects().find(ObjectKind::workload, name);
            const store::Object* run = other->objects().find(ObjectKind::run, name);
            change(work);
            JournalEntry entry;
            entry.at = now();
            entry.who = "ana";
            entry.action = action;
            entry.subject = name;
            entry.arguments = "{}";
            const std::string specBody = store::bodyOf(work.spec, work.command);
            const std::string runBody = store::bodyOf(work.run);
            if (specBody != spec->body)
                entry.facts.push_back(
                    {ObjectKind::workload, name, spec->place, spec->body, specBody});
            if (runBody != run->body)
                entry.facts.push_back({ObjectKind::run, name, run->place, run->body, runBody});
            return entry;
        });
        ASSERT_TRUE(written) << allOf(written.error());
    }
    void waitsUnapproved(const std::string& name) {
        const Moment begun = systemMoment();
        tickUntil([&] { return systemMoment() > begun + 300; });
        EXPECT_EQ(state(name), WorkloadState::pending);
        const auto why = desk_->explain(name);
        ASSERT_TRUE(why && why->reason);
        EXPECT_EQ(why->reason->code, ReasonCode::needsApproval);
        EXPECT_THAT(runs(), IsEmpty());
        EXPECT_THAT(text("ran"), IsEmpty());
    }
    const std::vector<std::string> touch_{"/bin/sh", "-c", "echo ran >> ran"};
};

TEST_F(ApprovalTest, ACommandInTheFileWaitsUntilItIsApproved) {
    begin(1);
    ASSERT_EQ(submit("work", touch_), "");
    waitsUnapproved("work");
    // It is there for everybody to see, and stands in nobody's way.
    const auto shown = desk_->show();
    ASSERT_EQ(shown->outcome.workloads.size(), 1U);
    EXPECT_EQ(shown->outcome.workloads[0].second.reason->code, ReasonCode::needsApproval);
    ASSERT_EQ(run("submit", {{"name", "other"}, {"quota", "team"}, {"gpu", "1"}}), "");
    tick();
    EXPECT_EQ(state("other"), WorkloadState::running);
    ASSERT_EQ(run("finish", {{"name", "other"}}), "");
    EXPECT_EQ(ask("work", digest("work")), "");
    ASSERT_TRUE(writes("ran", "ran"));
    ASSERT_TRUE(tickUntil([&] { return isOver("work"); }));
    EXPECT_EQ(entry("approve").who, "ana");
}

// The engine counts waits from the approval on; people from the submission.
TEST_F(ApprovalTest, TheWaitForAnApprovalIsShownAsWaiting) {
    begin(1);
    ASSERT_EQ(submit("work", {"/bin/sh", "-c", "while ! [ -e go ]; do sleep 0.01; done"}), "");
    waitsUnapproved("work");
    approve("work");
    ASSERT_TRUE(tickUntil([&] { return state("work") == WorkloadState::running; }));
    constexpr Duration kLeast = 300;
    EXPECT_LT(work("work")->run.waited, kLeast) << "in the queue it did not wait";
    auto console = ProjectPool::open(path_, "ana", clock());
    ASSERT_TRUE(console);
    const View view = (*console)->view();
    ASSERT_EQ(view.running.size(), 1U);
    EXPECT_GE(view.running[0].status.waited, kLeast);
    const auto shown = desk_->show();
    ASSERT_TRUE(shown);
    EXPECT_GE(shown->outcome.workloads[0].second.waited, kLeast);
    // Whoever goes on with it counts as the engine did that was there before.
    live_.reset();
    goLive();
    const auto id = live_->engine()->findWorkload("work");
    ASSERT_TRUE(id);
    EXPECT_LT(live_->engine()->past(*id).waited, kLeast);
    writeBytes(folder_ / "go", "");
    ASSERT_TRUE(tickUntil([&] { return isOver("work"); }));
    EXPECT_GE(over("work")->run.besideQueue, kLeast);
}

TEST_F(ApprovalTest, ATrialCountsAsApprovedWhatWouldBe) {
    begin(1);
    ASSERT_EQ(run("user.grant", {{"user", "eve"}, {"role", "administrator"}}), "");
    const auto triedBy = [&](const std::string& who) {
        const auto desk = open(who);
        const auto preview =
            previewed(*desk, command("submit", {{"name", "work"},
                                                {"quota", "team"},
                                                {"gpu", "1"},
                                                {"directory", folder_.path().string()},
                                                {"command", "true"}}));
        EXPECT_TRUE(preview);
        std::string told;
        for (const std::string& each : preview->effect.started)
            told += "starts " + each + "\n";
        for (const Problem& note : preview->notes)
            told += note.message.code + "\n";
        return told;
    };
    EXPECT_EQ(triedBy("ana"), "starts work\n");
    EXPECT_EQ(triedBy("eve"), "needs-approval\n") << "she runs no engine";
    live_.reset();
    EXPECT_EQ(triedBy("ana"), "needs-approval\n") << "nobody does";
}

TEST_F(ApprovalTest, OnlyTheSameUserIsHeard) {
    machine_.peer = [](int) { return std::optional<uid_t>(geteuid() + 1); };
    begin(1);
    ASSERT_EQ(submit("work", touch_), "");
    tick();
    EXPECT_EQ(ask("work", digest("work")), "approval-refused");
    waitsUnapproved("work");
    live_.reset();
    machine_.peer = [](int) { return std::optional<uid_t>(); };
    goLive();
    EXPECT_EQ(ask("work", digest("work")), "approval-refused") << "nor who cannot be told";
    waitsUnapproved("work");
    struct stat status {};
    ASSERT_EQ(stat((poolFolderHere() + "/socket").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0600U);
    ASSERT_EQ(stat(poolFolderHere().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0700U);
}

TEST_F(ApprovalTest, WhatWasSeenIsWhatIsApproved) {
    begin(2);
    ASSERT_EQ(submit("work", {"true"}), "");
    tick();
    const std::string seen = digest("work");
    forge("work", "submit", [&](ProjectWorkload& work) { work.command->arguments = touch_; });
    EXPECT_EQ(ask("work", seen), "approval-refused");
    waitsUnapproved("work");
    EXPECT_EQ(ask("nothing", seen), "approval-refused");
    EXPECT_EQ(ask("", seen), "approval-refused");
}

TEST_F(ApprovalTest, AnApprovalInTheFileAloneIsTakenBack) {
    begin(1);
    ASSERT_EQ(submit("work", touch_), "");
    forge("work", "approve", [](ProjectWorkload& work) { work.run.approvedBy = "ana"; });
    waitsUnapproved("work");
    EXPECT_EQ(entry("hold").subject, "work");
    // Nor does it help to say that it runs.
    forge("work", "instant", [&](ProjectWorkload& work) {
        work.run.approvedBy = "ana";
        work.run.state = WorkloadState::running;
        work.run.waitingSince.reset();
        work.run.start = work.run.firstStart = now();
        work.run.placements = {{"node", kOneGpu}};
    });
    ASSERT_TRUE(tickUntil([&] { return isOver("work"); }));
    EXPECT_EQ(reasonOf("work"), "command-failed.approval");
    EXPECT_THAT(runs(), IsEmpty());
    EXPECT_THAT(text("ran"), IsEmpty());
}

TEST_F(ApprovalTest, AnApprovedCommandThatIsChangedWaitsAgain) {
    begin(1);
    ASSERT_EQ(run("submit", {{"name", "first"}, {"quota", "team"}, {"gpu", "1"}}), "");
    ASSERT_EQ(submit("work", {"true"}), "");
    tick();
    approve("work");
    tick();
    ASSERT_EQ(work("work")->run.approvedBy, "ana");
    forge("work", "submit", [&](ProjectWorkload& work) { work.command->arguments = touch_; });
    ASSERT_TRUE(tickUntil([&] { return work("work")->needsApproval(); }));
    ASSERT_EQ(run("finish", {{"name", "first"}}), "");
    waitsUnapproved("work");
    // More of the same command than was agreed to is another one too.
    forge("work", "submit", [](ProjectWorkload& work) { work.command->arguments = {"true"}; });
    const std::string one = digest("work");
    forge("work", "submit", [](ProjectWorkload& work) { work.spec.replicas = 50; });
    EXPECT_NE(digest("work"), one);
}

// As everything that was approved elsewhere is on a machine that a copy was brought to.
TEST_F(ApprovalTest, WhoWasTakenFromAndIsHeldIsStillKnown) {
    begin(1);
    start("low", "sleep 60", {{"priority", "1"}});
    ASSERT_EQ(state("low"), WorkloadState::running);
    ASSERT_EQ(run("submit", {{"name", "high"}, {"quota", "team"}, {"gpu", "1"}, {"priority", "9"}}),
              "");
    ASSERT_TRUE(tickUntil([&] { return state("low") == WorkloadState::pending; }));
    live_.reset();
    forge("low", "hold", [](ProjectWorkload& work) { work.run.approvedBy.clear(); });
    ASSERT_TRUE(work("low")->needsApproval());
    auto console = ProjectPool::open(path_, "ana", clock());
    ASSERT_TRUE(console);
    const View view = (*console)->view();
    ASSERT_THAT(view.evictions, SizeIs(1));
    EXPECT_EQ(view.evictions[0].victim.quota, "team");
    EXPECT_EQ(view.evictions[0].victim.team, "team");
    EXPECT_EQ(view.evictions[0].priority, 1);
    EXPECT_EQ(view.evictions[0].colour, view.quotas.front().colour);
}

// Of a file that has lost what was written last, as with a -wal that is gone.
TEST_F(ApprovalTest, WhatHasEndedIsNotCalledUnapprovedByAnOlderFile) {
    begin(1);
    start("work", "exit 42");
    const ProjectWorkload before = *work("work");
    ASSERT_EQ(before.run.state, WorkloadState::running);
    ASSERT_TRUE(tickUntil([&] { return isOver("work"); }));
    const auto backTo = [&](Moment start) {
        live_.reset();
        ASSERT_EQ(submit("work", {"true"}), "");
        forge("work", "instant", [&](ProjectWorkload& work) {
            work = before;
            work.run.start = start;
        });
        goLive();
        ASSERT_TRUE(tickUntil([&] { return isOver("work"); }));
    };
    backTo(*before.run.start);
    EXPECT_EQ(reasonOf("work"), "command-failed.exit") << "its own folder says so";
    backTo(*before.run.start - 1);
    EXPECT_EQ(reasonOf("work"), "command-failed.unknown") << "it ran once more";
}

TEST_F(ApprovalTest, NoMoreRunsThanWasApproved) {
    begin(4);
    ASSERT_EQ(run("submit", {{"name", "first"}, {"quota", "team"}, {"gpu", "4"}}), "");
    ASSERT_EQ(submit("work", touch_), "");
    approve("work");
    tick();
    ASSERT_EQ(state("work"), WorkloadState::pending);
    forge("work", "instant", [&](ProjectWorkload& work) {
        work.run.state = WorkloadState::running;
        work.run.waitingSince.reset();
        work.run.start = work.run.firstStart = now();
        work.run.placements = {{"node", kOneGpu}, {"node", kOneGpu}};
    });
    ASSERT_TRUE(tickUntil([&] { return isOver("work"); }));
    EXPECT_EQ(reasonOf("work"), "command-failed.approval");
    EXPECT_THAT(runs(), IsEmpty());
}

TEST_F(ApprovalTest, WhatIsOverDoesNotComeBackWithItsApproval) {
    begin(1);
    start("work", "echo ran >> ran");
    const ProjectWorkload was = *work("work");
    ASSERT_TRUE(tickUntil([&] { return isOver("work"); }));
    ASSERT_EQ(submit("work", touch_), "");
    forge("work", "approve", [&](ProjectWorkload& work) {
        work.command = was.command;
        work.run.submitted = was.run.submitted;
        work.run.approvedBy = "ana";
    });
    ASSERT_TRUE(
        tickUntil([&] { return work("work") == nullptr || work("work")->needsApproval(); }));
    ASSERT_TRUE(work("work"));
    EXPECT_EQ(text("ran"), "ran\n");
    // Nor when it was cancelled while nobody looked.
    approve("work");
    live_.reset();
    ASSERT_EQ(run("cancel", {{"name", "work"}}), "");
    goLive();
    EXPECT_TRUE(std::filesystem::is_empty(poolFolderHere() + "/approved"));
}

TEST_F(ApprovalTest, PriorityAndRenamedQuotasKeepCommandAndApproval) {
    begin(1);
    ASSERT_EQ(run("submit", {{"name", "first"}, {"quota", "team"}, {"gpu", "1"}}), "");
    ASSERT_EQ(submit("work", touch_), "");
    approve("work");
    tick();
    ASSERT_EQ(run("priority", {{"name", "work"}, {"priority", "3"}}), "");
    ASSERT_EQ(run("quota.rename", {{"name", "team"}, {"to", "crew"}}), "");
    ASSERT_TRUE(work("work")->command);
    EXPECT_EQ(work("work")->command->arguments, touch_);
    ASSERT_EQ(run("finish", {{"name", "first"}}), "");
    ASSERT_TRUE(writes("ran", "ran"));
}

TEST_F(ApprovalTest, SaysThatNobodyIsThereToApprove) {
    make(R"({"apportion": 1, "nodes": [{"name": "node", "gpu": 1}],
             "quotas": [{"name": "team", "guaranteed": {"gpu": 1}}]})");
    ASSERT_EQ(submit("work", touch_), "");
    const auto done = approveThere(*desk_, "work", digest("work"));
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().front().message.code, "approval-no-holder");
    ASSERT_EQ(run("submit", {{"name", "plain"}, {"quota", "team"}, {"gpu", "1"}}), "");
    EXPECT_EQ(approvalOf(*desk_, "plain").error().front().message.code, "approval-none");
    const auto asked = approvalOf(*desk_, "work");
    ASSERT_TRUE(asked);
    EXPECT_EQ(asked->command.arguments, touch_);
}

TEST_F(ApprovalTest, AnotherUsersRunningCommandsAreNotTakenOver) {
    begin(1);
    ASSERT_EQ(run("user.grant", {{"user", "eve"}, {"role", "administrator"}}), "");
    start("work", "sleep 1000");
    ASSERT_TRUE(tickUntil([&] { return state("work") == WorkloadState::running; }));
    live_.reset();
    auto eve = open("eve");
    const auto live = LivePool::start(*eve, localBackend(*eve, machine_));
    ASSERT_FALSE(live);
    EXPECT_EQ(live.error().front().message.code, "live-others-commands");
    EXPECT_THAT(render(live.error().front().message), HasSubstr("ana"));
    goLive();
    EXPECT_EQ(state("work"), WorkloadState::running) << "the lease was given back";
}

TEST_F(ApprovalTest, OthersDoNotReadCommands) {
    begin(1);
    ASSERT_EQ(run("user.grant", {{"user", "vic"}, {"role", "viewer"}}), "");
    ASSERT_EQ(submit("work", {"train", "--token=secret"}), "");
    tick();
    ASSERT_EQ(run("cancel", {{"name", "work"}}), "");
    const auto allOf = [&](const std::string& who) {
        auto desk = open(who);
        const auto history = desk->history(100);
        EXPECT_TRUE(history);
        std::string text;
        for (const auto& each : *history) {
            text += each.entry.arguments + each.entry.why;
            for (const Fact& fact : each.entry.facts)
                text += fact.before + fact.after;
        }
        return text;
    };
    EXPECT_THAT(allOf("ana"), HasSubstr("token=secret"));
    EXPECT_THAT(allOf("vic"), Not(HasSubstr("secret")));
    EXPECT_THAT(allOf("vic"), HasSubstr("\"name\":\"work\""));
}

TEST_F(ApprovalTest, AFolderThatIsNotSafeKeepsCommandsFromRunningAndNotThePool) {
    ASSERT_EQ(mkdir((folder_ / "state").c_str(), 0700), 0);
    ASSERT_EQ(mkdir((folder_ / "state/apportion").c_str(), 0700), 0);
    ASSERT_EQ(mkdir((folder_ / "state/apportion/pools").c_str(), 0700), 0);
    begin(1);
    ASSERT_EQ(mkdir(poolFolderHere().c_str(), 0700), 0);
    ASSERT_EQ(chmod(poolFolderHere().c_str(), 0777), 0);
    ASSERT_EQ(submit("work", touch_), "");
    ASSERT_TRUE(tickUntil([&] { return !notes_.empty(); }));
    EXPECT_EQ(notes_.front().message.code, "folder-not-safe");
    ASSERT_EQ(run("submit", {{"name", "plain"}, {"quota", "team"}, {"gpu", "1"}}), "");
    tick();
    EXPECT_EQ(state("plain"), WorkloadState::running);
    EXPECT_EQ(notes_.size(), 1U) << "told once";
    ASSERT_EQ(run("cancel", {{"name", "plain"}}), "");
    ASSERT_EQ(chmod(poolFolderHere().c_str(), 0700), 0);
    tick();
    approve("work");
    ASSERT_TRUE(writes("ran", "ran"));
}

TEST_F(ApprovalTest, GoingLiveIsRememberedForThisFileAlone) {
    make(R"({"apportion": 1, "nodes": [{"name": "node", "gpu": 1}],
             "quotas": [{"name": "team", "guaranteed": {"gpu": 1}}]})");
    EXPECT_FALSE(*isRemembered(desk_->file()));
    ASSERT_TRUE(rememberLive(desk_->file()));
    EXPECT_TRUE(*isRemembered(desk_->file()));
    ASSERT_TRUE(desk_->backup(folder_ / "copy.apportion", false));
    auto copy = ProjectFile::open(folder_ / "copy.apportion", OpenMode::readOnly);
    EXPECT_FALSE(*isRemembered(*copy)) << "a copy is another pool";
    ASSERT_TRUE(forgetLive(desk_->file()));
    EXPECT_FALSE(*isRemembered(desk_->file()));
    ASSERT_TRUE(forgetLive(desk_->file())) << "twice is no fault";
}

}  // namespace
}  // namespace apportion::testing
