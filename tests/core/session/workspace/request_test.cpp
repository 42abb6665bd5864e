// SPDX-License-Identifier: GPL-3.0-or-later
// More GPUs that a lead asks for, and budgets: what the administrator sees of both.
#include <thread>

#include <gtest/gtest.h>

#include "core/session/project_pool.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

class RequestTest : public SmallProject {
protected:
    void SetUp() override { make(kTwoTeams); }

    std::unique_ptr<ProjectPool> console(const std::string& who) const {
        auto opened = ProjectPool::open(path_, who, clock());
        EXPECT_TRUE(opened) << allOf(opened.error());
        return opened ? std::move(*opened) : nullptr;
    }
    std::string as(const std::string& who, const std::string& id, const Given& given) const {
        return codeOf(open(who)->run(command(id, given)));
    }
    static const Issue* find(const View& view, std::string_view validator) {
        for (const Issue& issue : view.issues)
            if (issue.validator == validator)
                return &issue;
        return nullptr;
    }
    View viewOf(const std::string& who) const { return console(who)->view(); }
    Given ask(const char* gpu) const {
        return {{"name", "left-space"}, {"gpu", gpu}, {"evidence", "two wait for a day"}};
    }
};

TEST_F(RequestTest, TheLeadAsksAndTheAdministratorOpensItAsADraft) {
    EXPECT_EQ(as("lea", "workspace.request", ask("14")), "");
    const View view = viewOf("ana");
    const Issue* issue = find(view, "request");
    ASSERT_NE(issue, nullptr);
    EXPECT_EQ(render(issue->what),
              "Workspace left-space requests 14 GPUs for left, which has 12 GPUs. Reason: two wait "
              "for a day.");
    EXPECT_EQ(issue->fix.kind, IssueFix::Kind::scaling);
    EXPECT_EQ(issue->fix.targets,
              (std::vector<std::pair<std::string, Gpu>>{{"left", 14 * kOneGpu}}));
    EXPECT_EQ(view.journal.front().action, "workspace.request") << "a kind of its own";
    EXPECT_EQ(view.journal.front().who, "lea");
    reopen();
    EXPECT_EQ(project().pool.workspaces.front().request->by, "lea");
}

TEST_F(RequestTest, ItIsDoneWithTheSizeOrWhenItIsTakenBack) {
    ASSERT_EQ(as("lea", "workspace.request", ask("14")), "");
    ASSERT_EQ(as("ana", "scale", {{"sizes", "left=14"}}), "");
    EXPECT_EQ(find(viewOf("ana"), "request"), nullptr);
    ASSERT_EQ(as("lea", "workspace.request", ask("16")), "");
    EXPECT_NE(find(viewOf("ana"), "request"), nullptr);
    ASSERT_EQ(as("ana", "workspace.request", ask("0")), "") << "declined";
    EXPECT_EQ(find(viewOf("ana"), "request"), nullptr);
    EXPECT_EQ(as("lea", "workspace.request", ask("0")), "nothing");
}

TEST_F(RequestTest, ItIsTheLeadsAndOthersNeitherAskNorSeeIt) {
    EXPECT_EQ(as("leo", "workspace.request", ask("14")), "not-allowed.workspace");
    EXPECT_EQ(as("rita", "workspace.request", ask("14")), "not-allowed.workspace");
    EXPECT_EQ(
        as("lea", "workspace.request", {{"name", "left-space"}, {"quota", "right"}, {"gpu", "4"}}),
        "project-unknown");
    ASSERT_EQ(as("lea", "workspace.request", ask("14")), "");
    const View ritas = viewOf("rita");
    EXPECT_EQ(find(ritas, "request"), nullptr);
    EXPECT_TRUE(ritas.journal.empty() || ritas.journal.front().action != "workspace.request");
}

TEST_F(RequestTest, ABudgetThatIsNearlySpentIsAnIssue) {
    ASSERT_EQ(run("policy", {{"quota", "left"},
                             {"set", R"({"budget": {"gpuHours": 10, "period": "month"}})"}}),
              "");
    ASSERT_EQ(as("lea", "submit",
                 {{"name", "w"}, {"quota", "left"}, {"workspace", "left-space"}, {"gpu", "8"}}),
              "");
    auto pool = console("ana");
    ASSERT_TRUE(pool->goLive());
    ASSERT_TRUE(pool->follow());
    const auto issueAfter = [&](Duration time) {
        for (Duration passed = 0; passed < time; passed += 60 * kSecond) {
            passes(60 * kSecond);
            EXPECT_TRUE(pool->follow());
        }
        for (int i = 0; i < 200 && find(pool->view(), "budget") == nullptr; ++i) {
            passes(kSecond);
            EXPECT_TRUE(pool->follow());
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        const View view = pool->view();
        const Issue* issue = find(view, "budget");
        return issue == nullptr ? std::string() : issue->what.code + " of " + issue->subject;
    };
    EXPECT_EQ(issueAfter(30 * 60 * kSecond), "") << "four of ten GPU hours";
    EXPECT_EQ(issueAfter(38 * 60 * kSecond), "budget-near of left");
}

}  // namespace
}  // namespace apportion::testing
