// SPDX-License-Identifier: GPL-3.0-or-later
// A project with a crowd of work: its quotas are shown while the work is being read.
#include "core/session/project_outline.h"

#include <condition_variable>
#include <mutex>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include "core/plan/draft/quota_draft.h"
#include "core/session/project_listing.h"
#include "core/session/project_opening.h"
#include "core/session/project_pool.h"
#include "core/session/session.h"
#include "tests/core/session/outline_at.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

std::string poolOf(int workloads) {
    std::string text = R"({"apportion": 1, "name": "Crowd",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 16}},
            {"name": "A", "parent": "all", "guaranteed": {"gpu": 8}},
            {"name": "B", "parent": "all", "guaranteed": {"gpu": 8}, "weight": 3}],
 "workspaces": [{"name": "ws-a", "quotas": ["A"], "members": [{"user": "bob", "role": "member"}]}],
 "workloads": [)";
    for (int i = 0; i < workloads; ++i)
        text += (i > 0 ? "," : "") + (R"({"name": "w)" + std::to_string(i)) +
                R"(", "quota": "A", "gpu": 8})";
    return text + "]}";
}

class ProjectOutlineTest : public SmallProject {};

TEST_F(ProjectOutlineTest, HasTheTreeAndNothingOfTheWork) {
    make(poolOf(3));
    const auto drawn = outlineAt(path_, "ana", clock(), 2);
    ASSERT_TRUE(drawn) << allOf(drawn.error());
    ASSERT_NE(*drawn, nullptr);
    const View& view = **drawn;
    auto whole = ProjectPool::open(path_, "ana", clock());
    ASSERT_TRUE(whole);
    const View after = (*whole)->view();
    ASSERT_EQ(view.quotas.size(), after.quotas.size());
    for (std::size_t i = 0; i < view.quotas.size(); ++i) {
        EXPECT_EQ(view.quotas[i].name, after.quotas[i].name);
        EXPECT_EQ(view.quotas[i].parent, after.quotas[i].parent);
        EXPECT_EQ(view.quotas[i].colour, after.quotas[i].colour);
        EXPECT_EQ(view.quotas[i].policy, after.quotas[i].policy);
        EXPECT_EQ(view.quotas[i].numbers.guaranteed, after.quotas[i].numbers.guaranteed);
    }
    EXPECT_EQ(view.quotaTree, after.quotaTree) << "the screen need not build its tree again";
    EXPECT_EQ(view.document.reading, 3);
    EXPECT_EQ(view.document.epoch, after.document.epoch);
    EXPECT_EQ(view.document.revision, after.document.revision);
    EXPECT_EQ(view.clock, after.clock);
    EXPECT_TRUE(view.issues.empty());
    EXPECT_TRUE(view.waiting.empty());
    for (const CommandInfo& each : projectCommands())
        EXPECT_FALSE(view.document.offers(each.id)) << each.id;
    EXPECT_TRUE(after.document.offers("scale"));
    EXPECT_EQ(after.document.reading, 0);
}

TEST_F(ProjectOutlineTest, IsLeftOutWhereThereIsLittleWork) {
    make(poolOf(3));
    const auto drawn = outlineAt(path_, "ana", clock(), 3);
    ASSERT_TRUE(drawn);
    EXPECT_EQ(*drawn, nullptr);
}

TEST_F(ProjectOutlineTest, ShowsNobodyMoreThanTheyMaySee) {
    make(poolOf(3));
    const auto drawn = outlineAt(path_, "bob", clock(), 2);
    ASSERT_TRUE(drawn && *drawn);
    for (const QuotaRow& row : (*drawn)->quotas)
        EXPECT_NE(row.name, "B");
}

// Keeps what a session shows.
class Views final : public SessionObserver {
public:
    void viewChanged(std::shared_ptr<const View> view) override {
        {
            const std::lock_guard lock(mutex_);
            views_.push_back(std::move(view));
        }
        changed_.notify_all();
    }
    void answerReady() override {}
    bool comes(const std::function<bool(const View&)>& wanted) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::seconds(60), [&] {
            return std::any_of(views_.begin(), views_.end(),
                               [&](const auto& view) { return wanted(*view); });
        });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::shared_ptr<const View>> views_;
};

// Draws each and lets go of it.
class Drawing final : public SessionObserver {
public:
    void viewChanged(std::shared_ptr<const View> view) override {
        const std::weak_ptr<const View> drawn = view;
        view.reset();
        kept_ = kept_ && !drawn.expired();
        last_ = drawn;
        ++views_;
    }
    void answerReady() override {}
    int views() const { return views_; }
    bool areKept() const { return kept_; }
    bool isLastFreed() const { return last_.expired(); }

private:
    int views_ = 0;
    bool kept_ = true;
    std::weak_ptr<const View> last_;
};

TEST(SessionViews, AreFreedByTheirMakerAndNotByWhoDraws) {
    Drawing drawing;
    {
        Session session(&drawing);
        ASSERT_TRUE(session.openText(poolOf(1), "small").get());
        ASSERT_TRUE(session.settled().get());
        ASSERT_TRUE(session.openText(poolOf(2), "other").get());
        ASSERT_TRUE(session.settled().get());
    }
    EXPECT_GT(drawing.views(), 0);
    EXPECT_TRUE(drawing.areKept());
    EXPECT_TRUE(drawing.isLastFreed());
}

class CrowdedSessionTest : public ProjectOutlineTest {
protected:
    // Made once, as it takes seconds. Whoever runs the tests is the administrator.
    static void SetUpTestSuite() {
        const TemporaryFolder folder;
        writeBytes(folder / "pool.json", poolOf(kManyWorkloads + 1));
        Problems notes;
        ASSERT_TRUE(ProjectDesk::init(folder / "made", folder / "pool.json", notes));
        made_ = bytesOf(folder / "made");
    }
    void SetUp() override {
        ASSERT_NE(made_, "");
        writeBytes(path_, made_);
    }

    inline static std::string made_;
    Views views_;
    Session session_{&views_};
};

TEST_F(CrowdedSessionTest, ShowsTheQuotasFirstAndDoesLaterWhatIsAskedMeanwhile) {
    auto opened = session_.open(path_);
    EXPECT_TRUE(views_.comes([](const View& view) {
        return view.document.reading == kManyWorkloads + 1 && view.quotas.size() == 3;
    }));
    auto scaled = session_.run(command("scale", {{"sizes", "A=4"}, {"sizes", "B=12"}}));
    auto settled = session_.settled();
    const auto done = opened.get();
    ASSERT_TRUE(done) << allOf(done.error());
    const auto answer = scaled.get();
    ASSERT_TRUE(answer) << allOf(answer.error());
    const auto view = settled.get();
    EXPECT_EQ(view->document.reading, 0);
    EXPECT_EQ(view->key.waiting, kManyWorkloads + 1);
    EXPECT_EQ(view->quotas[1].numbers.guaranteed, 4 * kOneGpu);
}

TEST_F(CrowdedSessionTest, ShowsTheWorkBeforeItsEngineIsMade) {
    ProjectOpening opening = openBeside(path_, [] {});
    const auto outline = opening.outline.get();
    ASSERT_NE(outline, nullptr);
    EXPECT_FALSE(isListed(*outline));
    const auto view = opening.listing.get();
    ASSERT_NE(view, nullptr);
    EXPECT_TRUE(isListed(*view));
    EXPECT_EQ(view->key.waiting, kManyWorkloads + 1);
    ASSERT_EQ(view->waiting.size(), View::kMostRows);
    EXPECT_EQ(view->waiting.front().name, "w0");
    EXPECT_EQ(view->waiting.front().colour, outline->quotas[1].colour);
    EXPECT_EQ(view->quotas, outline->quotas);
    for (const CommandInfo& each : projectCommands())
        EXPECT_FALSE(view->document.offers(each.id)) << each.id;
    EXPECT_TRUE(opening.project.get());
}

TEST_F(CrowdedSessionTest, ShowsTheWorkBeforeAllOfItIsRead) {
    std::string order;
    const auto tell = [&](store::FirstWork&& first) {
        order += "first " + std::to_string(first.work.size());
    };
    ASSERT_TRUE(ProjectPool::open(
        path_, {}, systemMoment,
        {{}, [&](ProjectDesk&) { order += ", read"; }, {}, {View::kMostRows, tell}}));
    EXPECT_EQ(order, "first " + std::to_string(View::kMostRows) + ", read");
}

TEST_F(CrowdedSessionTest, OfDamageThatIsFoundBeforeThereAreNoRows) {
    {
        SQLite::Database database(path_, SQLite::OPEN_READWRITE);
        database.exec(
            "UPDATE workload SET body = replace(body, '\"A\"', '\"nowhere\"')"
            " WHERE key = 'w7'");
    }
    ProjectOpening opening = openBeside(path_, [] {});
    EXPECT_NE(opening.outline.get(), nullptr);
    EXPECT_EQ(opening.listing.get(), nullptr);
    EXPECT_FALSE(opening.project.get());
}

// The drawing thread's exception, and no broken promise.
TEST_F(CrowdedSessionTest, WhatKeepsItFromBeingDrawnIsTold) {
    const auto broken = []() -> Moment { throw std::domain_error("no clock"); };
    ProjectOpening opening = openBeside(
        path_, [] {}, broken);
    EXPECT_THROW((void)opening.outline.get(), std::domain_error);
    EXPECT_EQ(opening.listing.get(), nullptr);
    EXPECT_THROW((void)opening.project.get(), std::domain_error);
}

TEST_F(CrowdedSessionTest, WhatWasOpenIsThereAgainWhenItFails) {
    ASSERT_TRUE(session_.openText(poolOf(1), "before").get());
    {
        SQLite::Database database(path_, SQLite::OPEN_READWRITE);
        database.exec(
            "UPDATE run SET body = '{\"state\": \"dreaming\", \"submitted\": 0}'"
            " WHERE key = 'w7'");
    }
    auto opened = session_.open(path_);
    EXPECT_TRUE(views_.comes([](const View& view) { return view.document.reading > 0; }));
    EXPECT_FALSE(opened.get());
    const auto view = session_.settled().get();
    EXPECT_EQ(view->document.reading, 0);
    EXPECT_FALSE(view->document.can.journal);
    EXPECT_EQ(view->key.running, 1);
}

TEST_F(CrowdedSessionTest, SaysWhyItWaitsOnceSomebodyHasLooked) {
    ASSERT_TRUE(session_.open(path_).get());
    // Of the first view it is left to the machine whether that was before.
    EXPECT_TRUE(views_.comes([](const View& view) {
        return !view.waiting.empty() &&
               (view.waiting.back().unasked || view.waiting.back().status.reason);
    }));
    const auto view = session_.settled().get();
    ASSERT_EQ(view->waiting.size(), View::kMostRows);
    EXPECT_FALSE(view->waiting.front().unasked);
    EXPECT_FALSE(view->waiting.front().status.reason) << "it would start now";
    EXPECT_FALSE(view->waiting[2].unasked);
    EXPECT_TRUE(view->waiting[2].status.reason);
    const auto explained = session_.explainQuota("A").get();
    ASSERT_TRUE(explained);
}

TEST_F(CrowdedSessionTest, ACommandAndAQuestionWaitForTheEngineAlone) {
    auto opened = ProjectPool::open(path_);
    ASSERT_TRUE(opened) << allOf(opened.error());
    ProjectPool& pool = **opened;
    const bool asking = pool.isAsking();
    const View before = pool.view();
    EXPECT_EQ(before.key.waiting, kManyWorkloads + 1);
    if (asking && pool.isAsking()) {
        EXPECT_TRUE(before.waiting.front().unasked);
        EXPECT_FALSE(before.waiting.back().status.reason);
    }
    EXPECT_EQ(pool.engine().state(0), WorkloadState::running) << "that one has looked";
    EXPECT_EQ(pool.standing().state(0), WorkloadState::pending);
    EXPECT_FALSE(pool.isAsking());
    const View after = pool.view();
    EXPECT_TRUE(after.waiting[2].status.reason);
    EXPECT_EQ(after.key.waiting, before.key.waiting);
    EXPECT_EQ(after.quotas, before.quotas);
}

}  // namespace
}  // namespace apportion::testing
