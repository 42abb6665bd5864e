// SPDX-License-Identifier: GPL-3.0-or-later
// Why a workload of an open project waits is told from the engines that are there, on a thread of
// its own.
#include "core/view/explain/work_asked.h"

#include <sstream>
#include <vector>

#include <gtest/gtest.h>

#include "core/io/answers/explanation_writer.h"
#include "core/plan/draft/quota_draft.h"
#include "core/session/project_pool.h"
#include "core/session/session.h"
#include "tests/core/session/explained.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

class WorkAskedTest : public SmallProject {
protected:
    void SetUp() override {
        make(R"({"apportion": 1, "name": "Pool 16",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 16}},
            {"name": "A", "parent": "all", "guaranteed": {"gpu": 8}},
            {"name": "B", "parent": "all", "guaranteed": {"gpu": 8}}],
 "workloads": [
  {"name": "a-1", "quota": "A", "gpu": 8, "duration": 600},
  {"name": "b-1", "quota": "B", "gpu": 8},
  {"name": "b-2", "quota": "B", "gpu": 8, "priority": 4},
  {"name": "huge", "quota": "B", "gpu": 9}]})");
        auto opened = ProjectPool::open(path_, "ana", clock());
        ASSERT_TRUE(opened) << allOf(opened.error());
        console = std::move(*opened);
    }
    // As whoever opens the file alone says it.
    void expectSame(const std::string& name) {
        const auto told = explained(*console, name);
        auto alone = desk_->explain(name);
        ASSERT_EQ(told.has_value(), alone.has_value()) << name;
        if (!told)
            return;
        alone->starts.reset();  // the console asks for estimates by themselves
        EXPECT_EQ(textOf(told->explanation), textOf(*alone));
        EXPECT_EQ(told->rises.least, desk_->riseThatStarts(name).least) << name;
    }
    static std::string textOf(const Explanation& explanation) {
        std::ostringstream text;
        writeExplanation(text, explanation);
        return text.str();
    }
    void expectAllSame() {
        for (const char* name : {"a-1", "b-1", "b-2", "huge", "gone"})
            expectSame(name);
    }

    std::unique_ptr<ProjectPool> console;
};

TEST_F(WorkAskedTest, TellsTheSameAtRestAndLive) {
    expectAllSame();
    ASSERT_TRUE(console->goLive());
    passes(kSecond);
    ASSERT_TRUE(console->follow());
    expectAllSame();
    passes(700 * kSecond);
    ASSERT_TRUE(console->follow());
    expectSame("a-1");
    expectSame("b-2");
    console->rest();
    ASSERT_TRUE(console->follow());
    expectSame("b-2");
}

// What the live engine has not heard of yet waits for no reason that anybody knows.
TEST_F(WorkAskedTest, NoEngineIsMadeOfTheFileWhileItIsLive) {
    ASSERT_TRUE(console->goLive());
    ASSERT_TRUE(console->follow());
    ASSERT_EQ(run("submit", {{"name", "new"}, {"quota", "B"}, {"gpu", "8"}}), "");
    const auto told = explained(*console, "new");
    ASSERT_TRUE(told);
    EXPECT_EQ(told->explanation.state, WorkloadState::pending);
    EXPECT_FALSE(told->explanation.reason);
    ASSERT_TRUE(console->follow());
    ASSERT_TRUE(explained(*console, "new")->explanation.reason);
}

// The first entry of a large pool has facts of everything in it.
TEST_F(WorkAskedTest, OfItsEntriesOnlyFactsThatNameItAreRead) {
    const auto all = desk_->file().entriesFrom(1, 1);
    const auto named = desk_->file().entriesNaming("a-1");
    ASSERT_TRUE(all && named && !named->empty());
    EXPECT_EQ(named->front().hash, all->front().hash);
    ASSERT_FALSE(named->front().facts.empty());
    EXPECT_LT(named->front().facts.size(), all->front().facts.size());
    for (const JournalEntry& entry : *named)
        for (const Fact& fact : entry.facts)
            EXPECT_NE((fact.key + fact.after).find("a-1"), std::string::npos) << fact.key;
}

TEST_F(WorkAskedTest, WhoMayNotSeeItHearsNothing) {
    ASSERT_EQ(run("workspace.add", {{"name", "w"}, {"quota", "A"}}), "");
    ASSERT_EQ(run("workspace.member", {{"name", "w"}, {"user", "bob"}, {"role", "member"}}), "");
    auto bob = ProjectPool::open(path_, "bob", clock());
    ASSERT_TRUE(bob);
    EXPECT_FALSE(explained(**bob, "b-2"));
}

TEST_F(WorkAskedTest, NobodyElseWaitsForTheAnswer) {
    const std::string file = folder_ / "own.apportion";
    Problems notes;
    ASSERT_TRUE(ProjectDesk::init(file, folder_ / "pool.json", notes));
    Session session;
    ASSERT_TRUE(session.open(file).get().has_value());
    session.settled().get();
    // So many that the last one is not answered at once.
    std::vector<decltype(session.explainWorkload("b-2"))> asked;
    for (int i = 0; i < 60; ++i)
        asked.push_back(session.explainWorkload(i % 2 == 0 ? "b-2" : "b-1"));
    EXPECT_EQ(session.kept().get().pool.nodes.size(), 1U);
    EXPECT_NE(asked.back().wait_for(std::chrono::seconds(0)), std::future_status::ready);
    for (auto& why : asked)
        EXPECT_TRUE(why.get().has_value());
    // Of what is not open any more nothing is told.
    auto late = session.explainWorkload("b-2");
    ASSERT_TRUE(session.close().get().has_value());
    EXPECT_FALSE(late.get().has_value());
}

}  // namespace
}  // namespace apportion::testing
