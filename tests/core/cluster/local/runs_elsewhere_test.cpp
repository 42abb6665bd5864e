// SPDX-License-Identifier: GPL-3.0-or-later
// A file that was moved, copied or recovered while its commands run: none of them is run twice.
#include <SQLiteCpp/Database.h>
#include <gmock/gmock.h>

#include "core/cluster/local/unknown_run_issues.h"
#include "core/session/commands/project_preview.h"
#include "core/session/local/live_consent.h"
#include "core/session/local/work_runs.h"
#include "core/session/project_pool.h"
#include "core/store/fold.h"
#include "tests/core/session/live/runs_rig.h"

namespace apportion::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kUpUntilTold = "echo up >> up; while ! [ -e go ]; do sleep 0.01; done; ";

class RunsElsewhereTest : public RunsTest {
protected:
    // A command runs on device 0 of two, and nobody runs the engine any more.
    void leaveRunning() {
        begin(2);
        start("long", std::string(kUpUntilTold) + "exit 7");
        ASSERT_TRUE(writes("up", "up"));
        live_.reset();
        desk_.reset();
    }
    void goLiveWith(const std::string& file) {
        live_.reset();
        desk_.reset();
        auto opened = ProjectDesk::open(folder_ / file, OpenMode::readWrite, "ana", clock());
        ASSERT_TRUE(opened) << allOf(opened.error());
        desk_ = std::make_unique<ProjectDesk>(std::move(*opened));
        goLive();
    }
    void endsWellKnown() {
        EXPECT_EQ(state("long"), WorkloadState::running) << reasonOf("long");
        EXPECT_THAT(notes_, IsEmpty()) << allOf(notes_);
        writeBytes(folder_ / "go", "");
        ASSERT_TRUE(tickUntil([&] { return isOver("long"); }));
        EXPECT_EQ(reasonOf("long"), "command-failed.exit");
        EXPECT_EQ(text("up"), "up\n") << "once";
    }
    std::string told() const {
        std::string all;
        for (const Problem& note : notes_)
            all += render(note.message) + "\n";
        return all;
    }
};

TEST_F(RunsElsewhereTest, AFileThatWasMovedFindsItsCommands) {
    leaveRunning();
    fs::rename(path_, folder_ / "moved.apportion");
    goLiveWith("moved.apportion");
    endsWellKnown();
    // It stays found, also where another file has taken the place.
    const std::string folder = poolFolderHere();
    ASSERT_TRUE(desk_->backup(path_, false));
    EXPECT_EQ(poolFolderHere(), folder);
    auto other = ProjectDesk::open(path_, OpenMode::readWrite, "ana", clock());
    ASSERT_TRUE(other);
    EXPECT_NE(poolFolder(other->file()).value_or(""), folder);
}

TEST_F(RunsElsewhereTest, WhatIsRecoveredOfADamagedFileFindsItsCommands) {
    leaveRunning();
    SQLite::Database(path_, SQLite::OPEN_READWRITE).exec("ALTER TABLE journal RENAME TO elsewhere");
    const auto recovered = recoverInto(path_, folder_ / "new.apportion", "ana");
    ASSERT_TRUE(recovered) << allOf(recovered.error());
    goLiveWith("new.apportion");
    endsWellKnown();
}

TEST_F(RunsElsewhereTest, WhatIsRecoveredOfAFileInOrderIsAnotherPool) {
    leaveRunning();
    ASSERT_TRUE(recoverInto(path_, folder_ / "new.apportion", "ana"));
    goLiveWith("new.apportion");
    EXPECT_EQ(reasonOf("long"), "command-failed.other-pool");
    notes_.clear();
    goLiveWith("pool.apportion");
    endsWellKnown();
}

TEST_F(RunsElsewhereTest, ACopySaysWhatRunsForTheOtherAndWaitsForItsDevices) {
    leaveRunning();
    fs::copy_file(path_, folder_ / "copy.apportion");
    goLiveWith("copy.apportion");
    EXPECT_THAT(told(), HasSubstr("long still runs (process "));
    EXPECT_THAT(told(), HasSubstr("pool.apportion"));
    EXPECT_EQ(reasonOf("long"), "command-failed.other-pool");
    start("next", "echo next >> out");
    ASSERT_EQ(state("next"), WorkloadState::running);
    for (int i = 0; i < 5; ++i)
        tick();
    EXPECT_EQ(text("out"), "") << "its device is taken";
    const auto waiting = live_->awaitingDevices();
    ASSERT_TRUE(waiting.contains("next"));
    EXPECT_THAT(render(waiting.at("next")), HasSubstr("on which long runs (process "));
    const auto page = workRunsOf(*desk_, "next");
    ASSERT_TRUE(page.waits);
    EXPECT_EQ(page.waits->code, "waiting-for-victims.other-pool");
    writeBytes(folder_ / "go", "");
    EXPECT_TRUE(writes("out", "next")) << "once the other has ended";
    EXPECT_EQ(text("up"), "up\n");
}

// As a recovery does where the records of the work cannot be read.
class RunsUnknownTest : public RunsElsewhereTest {
protected:
    void recoverWithout(const std::string& action, const std::vector<ObjectKind>& kinds,
                        const std::string& state = {}) {
        JournalEntry entry;
        entry.at = systemMoment();
        entry.who = "ana";
        entry.action = action;
        for (const ObjectKind kind : kinds) {
            const auto object = desk_->file().object(kind, "long");
            ASSERT_TRUE(object && *object);
            entry.facts.push_back({kind, "long", (*object)->place, (*object)->body, state});
        }
        ASSERT_TRUE(
            desk_->file().write([&]() -> Result<std::optional<JournalEntry>> { return entry; }));
    }
    void leaveRunningAndForget(const std::string& action) {
        begin(2);
        start("long", std::string(kUpUntilTold) + "echo end > end");
        ASSERT_TRUE(writes("up", "up"));
        live_.reset();
        recoverWithout(action, {ObjectKind::run, ObjectKind::workload});
        goLiveWith("pool.apportion");
    }
    bool hasEnded() {
        for (const std::string& run : runs())
            if (auto keeper = Keeper::find(run); keeper && keeper->look() == Keeper::State::alive)
                return false;
        return true;
    }
};

TEST_F(RunsUnknownTest, WhatARecoveryCouldNotReadIsLeftRunningAndHoldsItsDevices) {
    leaveRunningAndForget(store::kRecover);
    EXPECT_THAT(told(), HasSubstr("long has run since "));
    EXPECT_THAT(told(), HasSubstr("the file has no record of this run"));
    const auto consent = consentOf(*desk_, machine_);
    ASSERT_TRUE(consent);
    EXPECT_EQ(consent->runs.code, "consent-runs.unknown");
    EXPECT_THAT(render(consent->runs), HasSubstr("Running without a record in the file: long."));
    start("next", "echo next >> out");
    ASSERT_EQ(state("next"), WorkloadState::running);
    for (int i = 0; i < 20; ++i)
        tick();
    EXPECT_FALSE(hasEnded());
    for (const std::string& run : runs())
        EXPECT_FALSE(readStop(run)) << "nobody has decided that it ends";
    EXPECT_EQ(text("out"), "") << "its device is taken";
    const auto waiting = live_->awaitingDevices();
    ASSERT_TRUE(waiting.contains("next"));
    EXPECT_EQ(waiting.at("next").code, "waiting-for-victims.other-pool-unknown");
    const auto page = workRunsOf(*desk_, "next");
    ASSERT_TRUE(page.waits);
    EXPECT_EQ(*page.waits, waiting.at("next"));
    View view;
    addUnknownRunIssues(view, live_->unknownRuns(), "gpu-box", 0);
    ASSERT_EQ(view.issues.size(), 1U) << "for as long as it runs";
    EXPECT_EQ(view.issues[0].severity, Severity::warning);
    EXPECT_EQ(view.issues[0].subject, "long");
    EXPECT_TRUE(isComplete(view.issues[0].what));
    EXPECT_THAT(render(view.issues[0].what), HasSubstr("long runs on gpu-box (process "));
    writeBytes(folder_ / "go", "");
    EXPECT_TRUE(writes("out", "next")) << "once the other has ended";
    EXPECT_THAT(live_->unknownRuns(), IsEmpty());
    EXPECT_EQ(text("end"), "end\n");
}

// Nobody looks after it, whoever runs the pool; and who may go live can end it.
TEST_F(RunsUnknownTest, OfAPoolThatRestsItIsAnIssueTooAndIsEnded) {
    leaveRunningAndForget(store::kRecover);
    live_.reset();
    desk_.reset();
    auto console = ProjectPool::open(path_, "ana", clock());
    ASSERT_TRUE(console) << allOf(console.error());
    const auto unknown = [&] {
        const View view = (*console)->view();
        return std::find_if(view.issues.begin(), view.issues.end(), [](const Issue& each) {
                   return each.validator == "unknown-run";
               }) != view.issues.end();
    };
    ASSERT_TRUE((*console)->view().document.rests());
    EXPECT_TRUE(unknown());
    for (const Issue& each : (*console)->view().issues) {
        if (each.validator == "unknown-run") {
            EXPECT_EQ(each.fix.kind, IssueFix::Kind::endRun);
            EXPECT_EQ(each.fix.subject, "long");
        }
    }
    LiveControl& live = **console;
    EXPECT_TRUE(live.endUnknownRun("another"));
    EXPECT_FALSE(hasEnded()) << "it is not that one";
    const auto ended = live.endUnknownRun("long");
    ASSERT_TRUE(ended) << allOf(ended.error());
    EXPECT_TRUE(comesTrue([&] { return hasEnded(); }));
    EXPECT_FALSE(unknown()) << "it goes when there is nothing left";
    EXPECT_FALSE(fs::exists(folder_ / "end")) << "it was stopped";
}

TEST_F(RunsUnknownTest, WhatSomebodyTookOutOfTheFileIsEnded) {
    leaveRunningAndForget("undo");
    EXPECT_THAT(notes_, IsEmpty()) << told();
    EXPECT_TRUE(tickUntil([&] { return hasEnded(); }));
    EXPECT_EQ(text("end"), "");
}

TEST_F(RunsUnknownTest, WhatWasCancelledWhileNobodyRanThePoolIsEnded) {
    leaveRunning();
    auto opened = ProjectDesk::open(path_, OpenMode::readWrite, "ana", clock());
    ASSERT_TRUE(opened);
    desk_ = std::make_unique<ProjectDesk>(std::move(*opened));
    ASSERT_EQ(run("cancel", {{"name", "long"}}), "");
    goLiveWith("pool.apportion");
    EXPECT_THAT(notes_, IsEmpty()) << told();
    EXPECT_TRUE(tickUntil([&] { return hasEnded(); }));
}

TEST_F(RunsUnknownTest, WhatWaitsAgainByARecoveryIsNotStartedTwice) {
    begin(2);
    start("long", std::string(kUpUntilTold) + "echo end >> end");
    ASSERT_TRUE(writes("up", "up"));
    live_.reset();
    WorkloadRun run = work("long")->run;
    run.state = WorkloadState::pending;
    run.waitingSince = run.submitted;
    run.start.reset();
    run.placements.clear();
    run.devices.clear();
    run.replicas.clear();
    recoverWithout(store::kRecover, {ObjectKind::run}, store::bodyOf(run));
    goLiveWith("pool.apportion");
    EXPECT_THAT(told(), HasSubstr("long has run since "));
    ASSERT_EQ(state("long"), WorkloadState::running) << reasonOf("long");
    for (int i = 0; i < 20; ++i)
        tick();
    EXPECT_EQ(text("up"), "up\n") << "once";
    EXPECT_FALSE(hasEnded());
    const auto waiting = live_->awaitingDevices();
    ASSERT_TRUE(waiting.contains("long"));
    EXPECT_EQ(waiting.at("long").code, "waiting-for-victims.itself-unknown");
    writeBytes(folder_ / "go", "");
    EXPECT_TRUE(tickUntil([&] { return isOver("long"); }));
    EXPECT_EQ(text("end"), "end\nend\n");
}

TEST_F(RunsUnknownTest, WorkWhoseRunIsLostWaitsAndItsCommandIsTold) {
    leaveRunning();
    SQLite::Database(path_, SQLite::OPEN_READWRITE).exec("DROP TABLE journal; DROP TABLE run");
    const auto recovered = recoverInto(path_, folder_ / "new.apportion", "ana");
    ASSERT_TRUE(recovered) << allOf(recovered.error());
    EXPECT_THAT(allOf(recovered->losses), HasSubstr("'long' waits again"));
    goLiveWith("new.apportion");
    EXPECT_THAT(told(), HasSubstr("long has run since "));
    ASSERT_NE(work("long"), nullptr);
    EXPECT_EQ(state("long"), WorkloadState::pending);
    EXPECT_TRUE(work("long")->needsApproval()) << "nobody starts it a second time unasked";
    EXPECT_FALSE(hasEnded());
}

TEST_F(RunsElsewhereTest, OfAFileThatStillLooksAfterThemNothingIsTakenOver) {
    begin(2);
    start("long", std::string(kUpUntilTold) + "exit 7");
    ASSERT_TRUE(writes("up", "up"));
    ASSERT_TRUE(desk_->backup(folder_ / "copy.apportion", false));
    // As if it was moved under the program that has it open.
    fs::rename(path_, folder_ / "away");
    auto copy = ProjectDesk::open(folder_ / "copy.apportion", OpenMode::readWrite, "ana", clock());
    ASSERT_TRUE(copy);
    const auto held = holdPoolFolder(copy->file());
    ASSERT_FALSE(held);
    EXPECT_EQ(held.error().front().message.code, "pool-folder-held");
    fs::rename(folder_ / "away", path_);
    writeBytes(folder_ / "go", "");
    EXPECT_TRUE(tickUntil([&] { return isOver("long"); }));
    EXPECT_EQ(reasonOf("long"), "command-failed.exit");
}

}  // namespace
}  // namespace apportion::testing
