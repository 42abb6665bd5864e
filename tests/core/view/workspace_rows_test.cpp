// SPDX-License-Identifier: GPL-3.0-or-later
// Workspaces as a screen shows them, and what a change of them would do.
#include "core/view/workspace_rows.h"

#include <gtest/gtest.h>

#include "core/plan/draft/workspace_request.h"
#include "core/plan/effect.h"
#include "core/session/project_pool.h"
#include "core/session/trials/entry_effect.h"
#include "tests/core/session/project/small_project.h"
#include "tests/core/session/view_at.h"

namespace apportion::testing {
namespace {

// Of two nodes one is used by u and one by v; u has a second workload, v work without a workspace.
constexpr const char* kRunOf = R"({"apportion": 1,
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 16}}],
 "workspaces": [{"name": "one", "quotas": ["all"], "members": [{"user": "w", "role": "viewer"}]},
                {"name": "two", "quotas": ["all"]}],
 "workloads": [{"name": "a", "quota": "all", "workspace": "two", "user": "u", "gpu": 8},
               {"name": "b", "quota": "all", "user": "v", "gpu": 8},
               {"name": "c", "quota": "all", "workspace": "two", "user": "u", "gpu": 4,
                "replicas": 2, "submit": 1}],
 "until": 60})";

TEST(WorkspaceRows, CountWhatTheirUsersHaveThere) {
    const View view = test::viewAt(test::scenarioOf(kRunOf), 30 * kSecond);
    ASSERT_EQ(view.workspaces.size(), 2U);
    const WorkspaceRow& one = view.workspaces[0];
    EXPECT_EQ(one.work, WorkspaceRow::Work());
    ASSERT_EQ(one.users.size(), 1U);
    EXPECT_EQ(one.users[0].name, "w");
    EXPECT_EQ(one.users[0].role, Role::viewer);
    const WorkspaceRow& two = view.workspaces[1];
    EXPECT_EQ(two.work.running, 1);
    EXPECT_EQ(two.work.held, 8 * kOneGpu);
    EXPECT_EQ(two.work.waiting, 1);
    EXPECT_EQ(two.work.asked, 8 * kOneGpu);
    ASSERT_EQ(two.users.size(), 1U);
    EXPECT_FALSE(two.users[0].role);
    EXPECT_EQ(two.users[0].work, two.work);
    EXPECT_EQ(knownUsers(view), (std::vector<std::string>{"u", "v", "w"}));
}

TEST(TiedQuotas, KeepTheOrderOfThoseThatWereThere) {
    EXPECT_EQ(tiedQuotas({"c", "a"}, {"a", "b", "c"}), (std::vector<std::string>{"c", "a", "b"}));
    EXPECT_EQ(tiedQuotas({"c", "a"}, {"b", "a"}), (std::vector<std::string>{"a", "b"}));
}

constexpr const char* kWorkspacePool = R"({"apportion": 1, "name": "Pool",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 16}},
            {"name": "A", "parent": "all", "guaranteed": {"gpu": 16}}],
 "workspaces": [{"name": "team", "quotas": ["A"],
                 "members": [{"user": "bob", "role": "member"}, {"user": "eve", "role": "viewer"}],
                 "caps": [{"role": "member", "gpu": 8}]},
                {"name": "other", "quotas": ["all"], "members": [{"user": "eve", "role": "admin"}]}],
 "workloads": [
  {"name": "first", "quota": "A", "workspace": "team", "user": "bob", "gpu": 8},
  {"name": "second", "quota": "A", "workspace": "team", "user": "bob", "gpu": 8}]})";

class WorkspacesTest : public SmallProject {
protected:
    void SetUp() override { make(kWorkspacePool); }

    std::unique_ptr<ProjectPool> open(const std::string& who) {
        auto opened = ProjectPool::open(path_, who, clock());
        EXPECT_TRUE(opened) << allOf(opened.error());
        return opened ? std::move(*opened) : nullptr;
    }
    static std::vector<std::string> namesIn(const View& view) {
        std::vector<std::string> names;
        for (const WorkspaceRow& row : view.workspaces)
            names.push_back(row.spec.name);
        return names;
    }
};

TEST_F(WorkspacesTest, EachSeesItsOwnAndWhatMayBeDoneWithThem) {
    const View all = open("ana")->view();
    EXPECT_EQ(namesIn(all), (std::vector<std::string>{"team", "other"}));
    EXPECT_TRUE(all.workspaces[0].ties && all.workspaces[0].manages);
    const View bob = open("bob")->view();
    ASSERT_EQ(namesIn(bob), (std::vector<std::string>{"team"}));
    EXPECT_TRUE(bob.workspaces[0].submits);
    EXPECT_FALSE(bob.workspaces[0].ties || bob.workspaces[0].manages);
    EXPECT_EQ(workspacesFor(bob.workspaces, "A"), (std::vector<std::string>{"team"}));
    EXPECT_TRUE(workspacesFor(bob.workspaces, "all").empty()) << "it does not use that quota";
    const View eve = open("eve")->view();
    ASSERT_EQ(namesIn(eve), (std::vector<std::string>{"team", "other"}));
    EXPECT_FALSE(eve.workspaces[0].submits) << "a viewer";
    EXPECT_TRUE(eve.workspaces[1].manages) << "its admin";
    EXPECT_EQ(workspacesFor(eve.workspaces, {}), (std::vector<std::string>{"other"}));
    EXPECT_EQ(workspaceFor(bob.workspaces, "A", "other"), "team");
    EXPECT_EQ(workspaceFor(bob.workspaces, "A", ""), "") << "none is wanted";
    EXPECT_EQ(workspaceFor(bob.workspaces, "all", "team"), "team") << "no other uses it";
}

TEST_F(WorkspacesTest, ACapThatIsRaisedStartsWhatWaitsForIt) {
    const auto console = open("ana");
    Cap cap;
    cap.role = Role::member;
    cap.gpu = 16 * kOneGpu;
    const auto trialOf = [&](CommandRequest request) {
        request.dryRun = true;
        const auto answer = console->run(request);
        EXPECT_TRUE(answer && answer->entry) << allOf(answer.error());
        return effectOfEntry(console->desk(), console->engine(), *answer->entry);
    };
    EXPECT_EQ(trialOf({SetCaps{"team", std::vector<Cap>{cap}}}).started,
              (std::vector<std::string>{"second"}));
    cap.priorities = PriorityRange{1, 3};
    cap.modules = ModuleSet(1);
    cap.gpu = 0;
    ASSERT_TRUE(console->run({SetCaps{"team", std::vector<Cap>{cap}}}));
    EXPECT_EQ(console->follow().value_or(false), true);
    EXPECT_EQ(console->view().workspaces[0].spec.caps, std::vector<Cap>{cap});
    ASSERT_TRUE(console->run({SetCaps{"team", std::vector<Cap>()}}));
    EXPECT_FALSE(trialOf({SetMember{"team", "eve", {std::nullopt}}}).touchesOthers());
}

// Rule 24: it is told before.
TEST_F(WorkspacesTest, WhoLosesTheRightToRunIsNamedByThePreview) {
    const auto console = open("ana");
    const auto barredBy = [&](CommandRequest request) {
        request.dryRun = true;
        const auto answer = console->run(request);
        EXPECT_TRUE(answer && answer->entry) << allOf(answer.error());
        const Effect trial = effectOfEntry(console->desk(), console->engine(), *answer->entry);
        EXPECT_EQ(trial.hitsAnybody(), !trial.neverAgain.empty()) << "nobody is evicted by it";
        std::vector<std::string> names;
        for (const NeverAgain& each : trial.neverAgain) {
            EXPECT_EQ(each.work, NeverAgain::Work::waiting);
            names.push_back(each.workload);
        }
        return names;
    };
    using Names = std::vector<std::string>;
    const auto untied = command("workspace.untie", {{"name", "team"}, {"quota", "A"}});
    Cap none;
    none.role = Role::member;
    const Names both{"first", "second"};
    EXPECT_EQ(barredBy(untied), both);
    EXPECT_EQ(barredBy({SetMember{"team", "bob", {std::nullopt}}}), both);
    EXPECT_EQ(barredBy({SetCaps{"team", std::vector<Cap>{none}}}), both);
    EXPECT_EQ(barredBy({SetMember{"team", "eve", {std::nullopt}}}), Names());
    ASSERT_TRUE(console->run(untied));
    ASSERT_TRUE(console->follow());
    EXPECT_EQ(barredBy({SetMember{"team", "bob", {std::nullopt}}}), Names())
        << "who cannot start anyway";
}

// Work without the right goes on waiting, live as at rest.
TEST_F(WorkspacesTest, WorkThatLosesItsRightWaitsOn) {
    const auto console = open("ana");
    const auto look = [&] { ASSERT_TRUE(console->follow()); };
    const auto rowsOf = [](const std::vector<WorkloadRow>& rows) {
        std::vector<std::string> names;
        names.reserve(rows.size());
        for (const WorkloadRow& row : rows)
            names.push_back(row.name);
        return names;
    };
    using Names = std::vector<std::string>;
    ASSERT_TRUE(console->run(command("workspace.untie", {{"name", "team"}, {"quota", "A"}})));
    passes(60 * kSecond);
    look();
    const Names waitsOf = rowsOf(console->view().waiting);
    ASSERT_EQ(console->view().key.waiting, static_cast<int>(waitsOf.size()));
    for (const WorkloadRow& row : console->view().waiting) {
        EXPECT_EQ(row.status.state, WorkloadState::pending);
        EXPECT_EQ(row.status.waited, 60 * kSecond);
    }
    ASSERT_TRUE(console->goLive());
    look();
    const View view = console->view();
    EXPECT_EQ(rowsOf(view.waiting), waitsOf);
    EXPECT_EQ(rowsOf(view.ended), Names());
    for (const WorkloadRow& row : view.waiting) {
        ASSERT_TRUE(row.status.reason);
        EXPECT_EQ(row.status.reason->message.code, "forbidden.quota-again");
        EXPECT_FALSE(row.status.position);
    }
    ASSERT_TRUE(console->run({SetWorkspaceQuotas{"team", {"A"}}}));
    look();
    EXPECT_EQ(console->view().running.size(), 1U) << "the right came back";
}

TEST_F(WorkspacesTest, AWorkspaceIsMadeTiedAndDeletedAsTheFormsAskIt) {
    const auto console = open("ana");
    ASSERT_TRUE(console->run({CreateWorkspace{"fresh", {"A"}}}));
    ASSERT_TRUE(console->run({SetWorkspaceQuotas{"fresh", {"all", "A"}}}));
    ASSERT_TRUE(console->run({SetMember{"fresh", "zoe", {Role::admin}}}));
    EXPECT_TRUE(console->follow());
    const View view = console->view();
    ASSERT_EQ(view.workspaces.size(), 3U);
    EXPECT_EQ(view.workspaces[2].spec.quotas, (std::vector<std::string>{"all", "A"}));
    EXPECT_EQ(view.workspaces[2].spec.members, (std::vector<Member>{{"zoe", Role::admin}}));
    ASSERT_TRUE(console->run({SetMember{"fresh", "zoe", {std::nullopt}}}));
    ASSERT_TRUE(console->run({DeleteWorkspace{"fresh"}}));
    const auto blocked = console->run({DeleteWorkspace{"team"}});
    ASSERT_FALSE(blocked);
    EXPECT_EQ(blocked.error().front().message.code, "workspace-blocked");
}

}  // namespace
}  // namespace apportion::testing
