// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.h"

#include <atomic>
#include <csignal>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/change/command.h"
#include "core/change/command_request.h"
#include "core/io/scenario_writer.h"
#include "core/plan/draft/estimate.h"
#include "core/session/recovery.h"
#include "core/view/explain/quota_explanation.h"
#include "core/view/explain/work_explanation.h"
#include "core/view/quota_order.h"
#include "tests/core/session/four_teams.h"
#include "tests/core/session/view_at.h"

namespace apportion {
namespace {

namespace fs = std::filesystem;
using test::kMinute;

class Counter final : public SessionObserver {
public:
    void viewChanged(std::shared_ptr<const View>) override { ++views; }
    void answerReady() override { ++answers; }
    std::atomic<int> views = 0;
    std::atomic<int> answers = 0;
};

class SessionTest : public ::testing::Test {
protected:
    SessionTest() {
        folder = fs::temp_directory_path() / ("apportion-session-" + std::to_string(::getpid()));
        fs::remove_all(folder);
        fs::create_directories(folder);
        file = folder / "four.json";
        EXPECT_TRUE(saveScenario(file.string(), test::fourTeams()).has_value());
    }
    ~SessionTest() override { fs::remove_all(folder); }

    static Gpu guarantee(const View& view, const std::string& quota) {
        for (const QuotaRow& row : view.quotas)
            if (row.name == quota)
                return row.numbers.guaranteed;
        return -1;
    }

    // A command at half past.
    static bool run(Session& session, const std::string& id, const std::string& name,
                    const std::string& value) {
        session.seek(30 * kMinute);
        session.settled().get();
        Arguments arguments;
        arguments.set(name, value);
        return session.run(requestOf(id, arguments)).get().has_value();
    }
    static bool scale(Session& session, const std::string& quota, int gpus) {
        return run(session, "scale", "sizes", quota + "=" + std::to_string(gpus));
    }

    fs::path folder;
    fs::path file;
};

TEST_F(SessionTest, OpensAtTheEndOfTheRun) {
    Session session;
    ASSERT_TRUE(session.open(file).get().has_value());
    const auto view = session.settled().get();
    EXPECT_TRUE(view->document.open);
    EXPECT_FALSE(view->document.dirty);
    EXPECT_EQ(view->clock, 44 * kMinute);
    EXPECT_EQ(view->key.used, 16 * kOneGpu);
}

TEST_F(SessionTest, AWrongFileLeavesTheOpenOne) {
    Session session;
    ASSERT_TRUE(session.open(file).get().has_value());
    std::ofstream(folder / "wrong.json") << R"({"apportion": 1, "quotas": [{"nam": "x"}]})";
    const auto answer = session.open(folder / "wrong.json").get();
    ASSERT_FALSE(answer.has_value());
    EXPECT_FALSE(answer.error().empty());
    EXPECT_EQ(session.settled().get()->document.file, file.string());
}

TEST_F(SessionTest, EstimatesComeFromAThreadOfTheirOwn) {
    Session session;
    EXPECT_EQ(session.estimateStarts().get(), nullptr) << "nothing is open";
    const std::string pool = R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
     "quotas": [{"name": "q", "guaranteed": {"gpu": 8}}], "until": 1000,
     "workloads": [{"name": "runs", "quota": "q", "gpu": 8, "duration": 600},
                   {"name": "waits", "quota": "q", "gpu": 8, "duration": 60, "submit": 100}]})";
    ASSERT_TRUE(session.openText(pool, "two").get());
    session.seek(200 * kSecond);
    session.settled().get();
    const auto made = session.estimateStarts().get();
    ASSERT_NE(made, nullptr);
    ASSERT_NE(made->of("waits"), nullptr);
    EXPECT_EQ(made->of("waits")->start, 600 * kSecond);
    EXPECT_EQ(made->of("waits")->wait, 500 * kSecond);
    EXPECT_EQ(session.estimateStarts().get(), made) << "nothing has changed";
    session.seek(50 * kSecond);
    session.settled().get();
    const auto before = session.estimateStarts().get();
    EXPECT_TRUE(before->waiting.empty()) << "it is not submitted yet";
}

TEST_F(SessionTest, EditsAreUndoneAndRedone) {
    Session session(nullptr, folder / "recovery");
    ASSERT_TRUE(session.open(file).get().has_value());
    ASSERT_TRUE(scale(session, "team-d", 6));
    auto view = session.settled().get();
    EXPECT_EQ(guarantee(*view, "team-d"), 6 * kOneGpu);
    EXPECT_TRUE(view->document.dirty);
    EXPECT_EQ(view->document.undo, "team-d");
    ASSERT_TRUE(session.undo().get().has_value());
    view = session.settled().get();
    EXPECT_EQ(guarantee(*view, "team-d"), 8 * kOneGpu);
    EXPECT_FALSE(view->document.dirty);
    ASSERT_TRUE(session.redo().get().has_value());
    EXPECT_EQ(guarantee(*session.settled().get(), "team-d"), 6 * kOneGpu);
}

TEST_F(SessionTest, ARefusedEditChangesNothing) {
    Session session;
    ASSERT_TRUE(session.open(file).get().has_value());
    ASSERT_FALSE(scale(session, "team-a", 100));
    const auto view = session.settled().get();
    EXPECT_EQ(guarantee(*view, "team-a"), 4 * kOneGpu);
    EXPECT_FALSE(view->document.dirty);
}

TEST_F(SessionTest, AnAddedEventChangesTheRunAndIsUndone) {
    Session session;
    ASSERT_TRUE(session.open(file).get().has_value());
    session.seek(30 * kMinute);
    const auto before = session.settled().get();
    ASSERT_TRUE(run(session, "cancel", "name", "a-1"));
    const auto after = session.settled().get();
    EXPECT_NE(after->ended, before->ended);
    ASSERT_TRUE(session.undo().get().has_value());
    EXPECT_EQ(session.settled().get()->ended, before->ended);
}

TEST_F(SessionTest, SavesWhatWasEdited) {
    Session session;
    ASSERT_TRUE(session.open(file).get().has_value());
    ASSERT_TRUE(scale(session, "team-d", 7));
    ASSERT_TRUE(session.saveAs(folder / "other.json").get().has_value());
    EXPECT_FALSE(session.settled().get()->document.dirty);
    Session again;
    ASSERT_TRUE(again.open(folder / "other.json").get().has_value());
    EXPECT_EQ(guarantee(*again.settled().get(), "team-d"), 7 * kOneGpu);
}

TEST_F(SessionTest, WhereNothingIsOpenThereIsNothingToSave) {
    Session session;
    const auto as = session.saveAs(folder / "none.json").get();
    ASSERT_FALSE(as);
    EXPECT_EQ(as.error().front().message.code, "nothing-open");
    EXPECT_FALSE(session.save().get());
    EXPECT_FALSE(fs::exists(folder / "none.json"));
}

TEST_F(SessionTest, AFileThatCannotBeWrittenKeepsTheChanges) {
    Session session;
    ASSERT_TRUE(session.open(file).get().has_value());
    ASSERT_TRUE(scale(session, "team-d", 7));
    EXPECT_FALSE(session.saveAs(folder / "no-such-folder" / "x.json").get().has_value());
    EXPECT_TRUE(session.settled().get()->document.dirty);
}

TEST_F(SessionTest, AKilledProgramLeavesACopyThatIsOffered) {
    const fs::path recovery = folder / "recovery";
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        Session session(nullptr, recovery);
        const bool done = session.open(file).get().has_value() && scale(session, "team-d", 5);
        if (done)
            ::kill(::getpid(), SIGKILL);
        ::_exit(1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));

    Session session(nullptr, recovery);
    const auto copies = session.recoverable().get();
    ASSERT_EQ(copies.size(), 1U);
    EXPECT_EQ(copies[0].file, file.string());
    ASSERT_TRUE(session.recover(copies[0]).get().has_value());
    const auto view = session.settled().get();
    EXPECT_EQ(guarantee(*view, "team-d"), 5 * kOneGpu);
    EXPECT_TRUE(view->document.dirty);
    EXPECT_EQ(view->document.file, file.string());
    // It is this session's copy now, and goes when the changes are saved.
    EXPECT_TRUE(session.recoverable().get().empty());
    ASSERT_TRUE(session.save().get().has_value());
    EXPECT_TRUE(Session(nullptr, recovery).recoverable().get().empty());
}

TEST_F(SessionTest, ACopyInUseIsNotOffered) {
    Session one(nullptr, folder / "recovery");
    ASSERT_TRUE(one.open(file).get().has_value());
    ASSERT_TRUE(scale(one, "team-d", 5));
    Session other(nullptr, folder / "recovery");
    EXPECT_TRUE(other.recoverable().get().empty());
}

TEST_F(SessionTest, ShowsAtMostFiveViewsASecond) {
    Counter counter;
    const auto start = std::chrono::steady_clock::now();
    Session session(&counter);
    ASSERT_TRUE(session.open(file).get().has_value());
    session.settled().get();
    session.toStart();
    session.play();
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));
    const auto passed = std::chrono::steady_clock::now() - start;
    EXPECT_GE(counter.views, 2);
    EXPECT_LE(counter.views, passed / std::chrono::milliseconds(200) + 1);
}

TEST_F(SessionTest, ExplainsAQuotaThatBorrows) {
    Session session;
    ASSERT_TRUE(session.open(file).get().has_value());
    session.settled().get();
    const auto why = session.explainQuota("team-a").get();
    ASSERT_TRUE(why.has_value());
    ASSERT_GE(why->facts.size(), 2U);
    EXPECT_EQ(why->facts[0].kind, QuotaFact::Kind::lendersIdle);
    EXPECT_EQ(why->facts[1].kind, QuotaFact::Kind::surplus);
    ASSERT_FALSE(why->changes.empty());
    EXPECT_EQ(why->changes[0].subject, "team-d");
    EXPECT_FALSE(session.explainQuota("nobody").get().has_value());
}

// Else every view would be followed by the questions of the panes, and these by a view.
TEST_F(SessionTest, QuestionsAreNotFollowedByViews) {
    Counter counter;
    Session session(&counter);
    ASSERT_TRUE(session.open(file).get().has_value());
    const auto view = session.settled().get();
    const auto rest = std::chrono::milliseconds(500);  // longer than views are apart
    std::this_thread::sleep_for(rest);
    const int before = counter.views;
    EXPECT_TRUE(session.explainQuota("team-a").get().has_value());
    EXPECT_TRUE(session.explainWorkload("d-1").get().has_value());
    EXPECT_EQ(session.orderQuotas(view, {}).get().rows.size(), view->quotas.size());
    std::this_thread::sleep_for(rest);
    EXPECT_EQ(counter.views, before);
    session.seek(kMinute);
    session.settled().get();
    std::this_thread::sleep_for(rest);
    EXPECT_GT(counter.views, before);
}

TEST_F(SessionTest, ExplainsAQuotaThatWasTakenFrom) {
    Session session;
    ASSERT_TRUE(session.open(file).get().has_value());
    session.seek(25 * kMinute);
    session.settled().get();
    const auto workload = session.explainWorkload("d-1").get();
    ASSERT_TRUE(workload.has_value());
    EXPECT_EQ(workload->explanation.state, WorkloadState::running);
    const auto why = session.explainQuota("team-d").get();
    ASSERT_TRUE(why.has_value());
    ASSERT_FALSE(why->facts.empty());
    EXPECT_EQ(why->facts[0].kind, QuotaFact::Kind::took);
}

// The taker has ended: what it took is no longer why.
TEST_F(SessionTest, ATakingThatIsOverExplainsNothing) {
    Session session;
    ASSERT_TRUE(session.open(file).get().has_value());
    session.settled().get();
    const auto view = session.settled().get();
    ASSERT_FALSE(view->evictions.empty());
    for (const QuotaRow& row : view->quotas) {
        const auto why = session.explainQuota(row.name).get();
        ASSERT_TRUE(why.has_value());
        for (const QuotaFact& fact : why->facts) {
            EXPECT_NE(fact.kind, QuotaFact::Kind::took) << row.name;
            EXPECT_NE(fact.kind, QuotaFact::Kind::takenBy) << row.name;
        }
    }
}

TEST(View, SaysHowLongWhatWaitsHasWaited) {
    const Scenario scenario = test::scenarioOf(R"({"apportion": 1,
 "nodes": [{"name": "n", "gpu": 8}], "quotas": [{"name": "a", "guaranteed": {"gpu": 8}}],
 "workloads": [{"name": "runs", "quota": "a", "gpu": 8},
               {"name": "long", "quota": "a", "gpu": 8, "submit": 10},
               {"name": "mid", "quota": "a", "gpu": 8, "submit": 60},
               {"name": "late", "quota": "a", "gpu": 8, "submit": 90}],
 "until": 200})");
    const View view = test::viewAt(scenario, 100 * kSecond);
    EXPECT_EQ(view.key.waitingP50, 40 * kSecond);
    EXPECT_EQ(view.key.waitingP90, 90 * kSecond);
    EXPECT_EQ(test::viewAt(scenario, 5 * kSecond).key.waitingP90, 0);
}

}  // namespace
}  // namespace apportion
