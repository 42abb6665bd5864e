// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of quotas: sizes and what becomes of work (rule 21), what keeps a quota from being
// deleted (rule 22), names, policies, and scenarios taken over.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/session/project_pool.h"
#include "tests/core/session/explained.h"
#include "tests/core/session/previewed.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Non-preemptible work fills the left quota, so that a smaller size breaks rule 3.
constexpr const char* kFullLeft = R"({"apportion": 1, "name": "full",
 "nodes": [{"name": "n", "count": 4, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 32}},
            {"name": "left", "parent": "all", "guaranteed": {"gpu": 16}},
            {"name": "right", "parent": "all", "guaranteed": {"gpu": 16}}],
 "workspaces": [{"name": "space", "quotas": ["left"]}],
 "workloads": [
  {"name": "firm", "workspace": "space", "quota": "left", "gpu": 8, "preemptible": false,
   "running": {"since": -9, "placements": [{"node": "n-1", "gpu": 8}]}},
  {"name": "firmer", "quota": "left", "gpu": 8, "preemptible": false,
   "running": {"since": -5, "placements": [{"node": "n-2", "gpu": 8}]}},
  {"name": "waits", "workspace": "space", "quota": "left", "gpu": 8}]})";

class QuotaCommands : public SmallProject {};

TEST_F(QuotaCommands, APreviewSaysWhatItLeavesOut) {
    make(kFullLeft);
    const auto notesOf = [&](const Given& given) {
        std::vector<std::string> codes;
        if (const auto preview = previewed(*desk_, command("scale", given)))
            for (const Problem& note : preview->notes)
                codes.push_back(note.message.code);
        return codes;
    };
    EXPECT_THAT(notesOf({{"sizes", "right=8"}}), ElementsAre("preview-no-holder"));
    EXPECT_THAT(notesOf({{"sizes", "left=8"}, {"mode", "reclaim"}, {"after", "5m"}}),
                ElementsAre("preview-delayed", "preview-no-holder"));
}

// Rule 11: it is booked until whom it takes from has stopped.
TEST_F(QuotaCommands, APreviewSaysThatAGracePeriodComesFirst) {
    make(R"({"apportion": 1, "name": "grace", "settings": {"gracePeriod": 30},
 "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 8}}, {"name": "b", "guaranteed": {"gpu": 0}}],
 "workloads": [{"name": "borrows", "quota": "b", "gpu": 8,
   "running": {"since": -9, "placements": [{"node": "n", "gpu": 8}]}}]})");
    const auto preview =
        previewed(*desk_, command("submit", {{"name", "owner"}, {"quota", "a"}, {"gpu", "8"}}));
    ASSERT_TRUE(preview);
    EXPECT_TRUE(preview->effect.resting);
    const Effect& part = preview->effect;
    EXPECT_EQ(part.evicted.size(), 1U);
    EXPECT_THAT(startedNow(part), ::testing::IsEmpty());
    EXPECT_THAT(part.booked, ElementsAre("owner"));
    EXPECT_EQ(part.grace, 30 * kSecond);
    EXPECT_THAT(preview->json, HasSubstr(R"("booked": ["owner"])"));
}

TEST_F(QuotaCommands, WhatEndedIsOfItsQuotaByThePresentName) {
    make(kFullLeft);
    auto console = ProjectPool::open(path_, "ana", clock());
    ASSERT_TRUE(console);
    View view;
    const auto look = [&] {
        EXPECT_TRUE((*console)->follow());
        view = (*console)->view();
    };
    ASSERT_EQ(run("cancel", {{"name", "firm"}}), "");
    passes(10 * kSecond);
    look();
    ASSERT_EQ(view.ended.size(), 1U);
    EXPECT_EQ(view.ended[0].quota, "left");
    const auto rename = [&](const char* from, const char* to) {
        EXPECT_EQ(run("quota.rename", {{"name", from}, {"to", to}}), "");
        passes(10 * kSecond);
        look();
    };
    rename("left", "Alpha");
    EXPECT_EQ(view.ended[0].quota, "Alpha");
    EXPECT_EQ(view.ended[0].colour, view.quotas[1].colour);
    EXPECT_EQ(explained(**console, "firm")->explanation.quota, "Alpha");
    EXPECT_EQ(desk_->explain("firm")->quota, "Alpha");
    // Another one may bear the old name.
    ASSERT_EQ(run("quota.add", {{"name", "left"}, {"gpu", "0"}, {"parent", "all"}}), "");
    passes(10 * kSecond);
    rename("Alpha", "Alf");
    EXPECT_EQ(view.ended[0].quota, "Alf");
    rename("left", "other");
    EXPECT_EQ(view.ended[0].quota, "Alf");
    ASSERT_TRUE(desk_->undo());
    ASSERT_TRUE(desk_->undo());
    look();
    EXPECT_EQ(view.ended[0].quota, "Alpha") << "the renaming was undone";
}

TEST_F(QuotaCommands, AddAndDelete) {
    make(kTwoTeams);
    EXPECT_EQ(run("quota.add", {{"name", "new"},
                                {"parent", "left"},
                                {"gpu", "2.5"},
                                {"team", "Team"},
                                {"weight", "3"},
                                {"limit", "8"},
                                {"lend", "0"},
                                {"over-quota", "off"}}),
              "");
    const Quota* quota = findQuota(project(), "new");
    ASSERT_NE(quota, nullptr);
    EXPECT_EQ(quota->parent, "left");
    EXPECT_EQ(quota->guaranteed.gpu, 250);
    EXPECT_EQ(quota->policy.team, "Team");
    EXPECT_EQ(quota->policy.weight, 3);
    EXPECT_EQ(quota->policy.limit.gpu, 800);
    EXPECT_EQ(quota->policy.lend, 0);
    EXPECT_EQ(quota->policy.overQuota, OverQuota::off);
    // Rule 1, with the numbers.
    EXPECT_EQ(run("quota.add", {{"name", "x"}, {"parent", "left"}, {"gpu", "10"}}),
              "sum-of-children");
    EXPECT_EQ(run("quota.add", {{"name", "x"}, {"gpu", "1"}}), "above-capacity");
    EXPECT_EQ(run("quota.add", {{"name", "x"}, {"gpu", "0"}, {"parent", "elsewhere"}}),
              "project-unknown");
    EXPECT_EQ(run("quota.add", {{"name", "x"}, {"gpu", "0"}, {"lend", "1"}}),
              "lend-above-guarantee");
    EXPECT_EQ(run("quota.delete", {{"name", "new"}}), "");
    EXPECT_EQ(findQuota(project(), "new"), nullptr);
    reopen();
    EXPECT_EQ(project().pool.quotas.size(), 3U);
}

TEST_F(QuotaCommands, WhatHangsOnAQuotaKeepsItFromBeingDeleted) {
    make(kFullLeft);
    ASSERT_EQ(run("quota.add", {{"name", "below"}, {"parent", "left"}, {"gpu", "0"}}), "");
    ASSERT_EQ(run("timetable.set", {{"name", "nightly"}, {"steps", "20:00,left=16"}}), "");
    const auto refused = desk_->run(command("quota.delete", {{"name", "left"}}));
    ASSERT_FALSE(refused);
    std::vector<std::string> codes;
    for (const Problem& problem : refused.error())
        codes.push_back(problem.message.code);
    EXPECT_THAT(codes, ElementsAre("quota-blocked.children", "quota-blocked.workspaces",
                                   "quota-blocked.workloads", "quota-blocked.timetables"));
    EXPECT_THAT(allOf(refused.error()), HasSubstr("firm, firmer and waits"));
    EXPECT_THAT(allOf(refused.error()), HasSubstr("nightly"));
    // One after the other.
    EXPECT_EQ(run("quota.delete", {{"name", "below"}}), "");
    for (const char* name : {"firm", "firmer", "waits"})
        EXPECT_EQ(run("cancel", {{"name", name}}), "");
    EXPECT_EQ(run("timetable.delete", {{"name", "nightly"}}), "");
    EXPECT_EQ(run("workspace.delete", {{"name", "space"}}), "");
    EXPECT_EQ(run("quota.delete", {{"name", "left"}}), "");
    reopen();
    EXPECT_EQ(findQuota(project(), "left"), nullptr);
}

TEST_F(QuotaCommands, DeletingAQuotaTakesTheRolesThere) {
    make(kTwoTeams);
    ASSERT_EQ(run("quota.add", {{"name", "new"}, {"parent", "left"}, {"gpu", "0"}}), "");
    ASSERT_EQ(run("user.grant", {{"user", "bob"}, {"role", "viewer"}, {"quota", "new"}}), "");
    ASSERT_EQ(run("quota.delete", {{"name", "new"}}), "");
    ASSERT_EQ(run("quota.add", {{"name", "new"}, {"parent", "left"}, {"gpu", "0"}}), "");
    EXPECT_FALSE(Roster(project()).may("bob", Right::readQuota, {"new"}));
}

TEST_F(QuotaCommands, ScaleIsAtomicWhateverTheOrder) {
    make(kFullLeft);
    EXPECT_EQ(run("scale", {{"sizes", "right=17"}, {"sizes", "left=15"}, {"mode", "drain"}}), "");
    EXPECT_EQ(sizeOf("left"), 15);
    EXPECT_EQ(sizeOf("right"), 17);
    EXPECT_EQ(run("scale", {{"sizes", "right=18"}}), "sum-of-children");
    EXPECT_EQ(run("scale", {{"sizes", "all=33"}}), "above-capacity");
    EXPECT_EQ(run("scale", {{"sizes", "right=1"}, {"sizes", "elsewhere=1"}}), "project-unknown");
    EXPECT_EQ(sizeOf("right"), 17) << "all or nothing";
    EXPECT_EQ(run("scale", {{"sizes", "right=1"}, {"sizes", "right=2"}}), "argument-wrong");
    EXPECT_EQ(run("scale", {{"sizes", "right"}}), "argument-wrong");
    EXPECT_EQ(run("scale", {{"sizes", "right=-1"}}), "argument-wrong");
    EXPECT_EQ(run("scale", {{"sizes", "right=0.001"}}), "argument-wrong");
}

TEST_F(QuotaCommands, ScaleRefusesWhereWorkWouldNotFitUnlessAModeIsGiven) {
    make(kFullLeft);
    const auto refused = desk_->run(command("scale", {{"sizes", "left=8"}}));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().message.code, "below-usage");
    EXPECT_THAT(allOf(refused.error()), HasSubstr("firm"));
    EXPECT_EQ(sizeOf("left"), 16);
    EXPECT_EQ(run("scale", {{"sizes", "left=8"}, {"mode", "drain"}}), "");
    EXPECT_EQ(sizeOf("left"), 8);
    // It breaks no more than it is broken already.
    EXPECT_EQ(run("scale", {{"sizes", "left=9"}}), "");
    const auto idle = desk_->run(command("scale", {{"sizes", "left=10"}, {"after", "1h"}}));
    ASSERT_TRUE(idle) << allOf(idle.error());
    ASSERT_FALSE(idle->notes.empty());
    EXPECT_EQ(idle->notes.front().message.code, "after-without-reclaim");
    EXPECT_EQ(run("scale", {{"sizes", "left=8"}, {"mode", "reclaim"}, {"after", "1h"}}), "");
    EXPECT_EQ(run("scale", {{"sizes", "left=8"}, {"mode", "gently"}}), "argument-wrong");
    reopen();
    EXPECT_EQ(sizeOf("left"), 8);
}

TEST_F(QuotaCommands, EverythingFollowsAName) {
    make(kFullLeft);
    ASSERT_EQ(run("quota.add", {{"name", "below"}, {"parent", "left"}, {"gpu", "0"}}), "");
    ASSERT_EQ(run("user.grant", {{"user", "bob"}, {"role", "viewer"}, {"quota", "left"}}), "");
    ASSERT_EQ(run("timetable.set", {{"name", "nightly"}, {"steps", "20:00,left=16"}}), "");
    ASSERT_EQ(run("scale", {{"sizes", "right=15"}, {"sizes", "left=17"}, {"for", "2h"}}), "");
    ASSERT_EQ(run("policy", {{"quota", "left"}, {"set", R"({"weight": 5})"}, {"for", "3h"}}), "");
    const auto names = [&] {
        const Project& now = project();
        std::vector<std::string> found;
        found.push_back(findQuota(now, "below")->parent);
        found.push_back(now.pool.workspaces[0].quotas[0]);
        found.push_back(now.users.back().grants[0].quota);
        found.push_back(now.timetables[0].steps[0].sizes[0].first);
        for (const auto& size : now.temporary[0].sizes)
            if (size.quota != "right")
                found.push_back(size.quota);
        found.push_back(now.temporary[1].policies[0].quota);
        for (const ProjectWorkload& work : now.work)
            found.push_back(work.spec.quota);
        return found;
    };
    ASSERT_EQ(run("quota.rename", {{"name", "left"}, {"to", "Links"}}), "");
    EXPECT_THAT(names(), ::testing::Each("Links"));
    EXPECT_EQ(names().size(), 9U);
    EXPECT_EQ(project().pool.quotas[1].name, "Links") << "at its place";
    reopen();
    EXPECT_THAT(names(), ::testing::Each("Links"));
    EXPECT_EQ(undo(), "");
    EXPECT_THAT(names(), ::testing::Each("left"));
    EXPECT_EQ(project().pool.quotas[1].name, "left") << "at its place";
    EXPECT_EQ(redo(), "");
    EXPECT_THAT(names(), ::testing::Each("Links"));
    passes(4 * 3600 * kSecond);
    ASSERT_TRUE(desk_->doWhatIsDue());
    EXPECT_EQ(sizeOf("Links"), 16);
    EXPECT_EQ(policyOf("Links").weight, std::nullopt);
    EXPECT_EQ(run("quota.rename", {{"name", "Links"}, {"to", "right"}}), "project-name-taken");
    EXPECT_EQ(run("quota.rename", {{"name", "elsewhere"}, {"to", "x"}}), "project-unknown");
    EXPECT_EQ(run("quota.rename", {{"name", "Links"}, {"to", "Links"}}), "project-name-taken");
}

TEST_F(QuotaCommands, PoliciesAreSetAndReturnToTheirDefaults) {
    make(kTwoTeams);
    EXPECT_EQ(
        run("policy", {{"quota", "left"},
                       {"set", R"({"weight": 7, "queueing": "fifo", "limit": {"gpu": 20}})"},
                       {"self", R"({"high": [6, 9], "low": [1, 3], "modules": ["training"]})"},
                       {"child", R"({"priorities": [1, 3], "modules": ["notebook"]})"}}),
        "");
    EXPECT_EQ(policyOf("left").weight, 7);
    EXPECT_EQ(policyOf("left").queueing, Queueing::fifo);
    EXPECT_TRUE(policyOf("left").selfPreemption && policyOf("left").childPreemption);
    EXPECT_EQ(run("policy", {{"quota", "left"}, {"self", "off"}, {"child", "off"}}), "");
    EXPECT_FALSE(policyOf("left").selfPreemption || policyOf("left").childPreemption);
    EXPECT_EQ(run("policy", {{"quota", "left"}, {"set", R"({"weight": null, "limit": null})"}}),
              "");
    EXPECT_EQ(policyOf("left").weight, std::nullopt);
    EXPECT_EQ(run("policy", {{"quota", "left"}}), "argument-missing");
    EXPECT_EQ(
        run("policy", {{"quota", "left"},
                       {"self", R"({"high": [3, 9], "low": [1, 3], "modules": ["training"]})"}}),
        "low-not-below-high");
    EXPECT_EQ(run("policy", {{"quota", "left"}, {"set", R"({"limit": {"gpu": 2}})"}}),
              "limit-below-guarantee");
    EXPECT_EQ(run("policy", {{"quota", "elsewhere"}, {"child", "off"}}), "project-unknown");
    EXPECT_EQ(run("policy", {{"quota", "left"}, {"set", "weight=3"}}), "argument-wrong");
}

// As scaling to it would be refused; what may run on is not called evicted.
TEST_F(QuotaCommands, TurningASizeRoundSaysWhatDoesNotFitIt) {
    make(kFullLeft);
    ASSERT_EQ(run("scale", {{"sizes", "left=15"}, {"mode", "drain"}}), "");
    const auto undone = desk_->undo({}, false);
    ASSERT_TRUE(undone);
    EXPECT_TRUE(undone->notes.empty()) << allOf(undone->notes);
    const auto redone = desk_->redo(true);
    ASSERT_TRUE(redone);
    ASSERT_EQ(redone->notes.size(), 1U) << allOf(redone->notes);
    EXPECT_EQ(redone->notes.front().message.code, "undo-drains");
    EXPECT_THAT(render(redone->notes.front().message),
                HasSubstr("Quota left has 15 GPUs, but its workloads use 16 GPUs"));
}

// The engine would refuse such a scale for the capacity that is left; what stands is in effect.
TEST_F(QuotaCommands, ItSaysSoAlsoWhileANodeIsDown) {
    make(R"({"apportion": 1, "name": "p", "nodes": [{"name": "n", "count": 4, "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 4}}, {"name": "b", "guaranteed": {"gpu": 16}}],
 "workloads": [
  {"name": "firm", "quota": "b", "gpu": 8, "preemptible": false,
   "running": {"since": -9, "placements": [{"node": "n-1", "gpu": 8}]}},
  {"name": "firmer", "quota": "b", "gpu": 8, "preemptible": false,
   "running": {"since": -5, "placements": [{"node": "n-2", "gpu": 8}]}}]})");
    ASSERT_EQ(run("scale", {{"sizes", "a=16"}, {"sizes", "b=8"}, {"mode", "drain"}}), "");
    const Revision scaled = revision();
    for (const char* node : {"n-3", "n-4"})
        ASSERT_EQ(run("nodes.state", {{"node", node}, {"state", "down"}}), "");
    ASSERT_EQ(undo(scaled), "");
    const auto redone = desk_->redo(true);
    ASSERT_TRUE(redone) << allOf(redone.error());
    ASSERT_EQ(redone->notes.size(), 1U) << allOf(redone->notes);
    EXPECT_EQ(redone->notes.front().message.code, "undo-drains");
    EXPECT_THAT(render(redone->notes.front().message), HasSubstr("Quota b"));
}

class Import : public SmallProject {
protected:
    void SetUp() override { make(kFullLeft); }
    std::string import(const std::string& content, bool replace = false) {
        Given given{{"from", "other.json"}, {"content", content}};
        if (replace)
            given.emplace_back("replace", "true");
        return run("import", given);
    }
};

TEST_F(Import, StandsBesideWhatIsThere) {
    EXPECT_EQ(import(R"({"apportion": 1, "nodes": [{"name": "m", "gpu": 8}],
        "quotas": [{"name": "more", "guaranteed": {"gpu": 8}}],
        "workspaces": [{"name": "room", "quotas": ["more"]}],
        "workloads": [{"name": "x", "quota": "more", "gpu": 1}]})"),
              "");
    EXPECT_EQ(sizeOf("more"), 8);
    EXPECT_EQ(project().work.size(), 3U) << "work is not taken over";
    reopen();
    EXPECT_EQ(project().pool.nodes.size(), 2U);
}

TEST_F(Import, ReplacesOnlyWhereThatIsSaid) {
    const char* other = R"({"apportion": 1, "nodes": [{"name": "n", "count": 4, "gpu": 8}],
        "quotas": [{"name": "all", "guaranteed": {"gpu": 32}},
                   {"name": "right", "parent": "all", "guaranteed": {"gpu": 12}}]})";
    EXPECT_EQ(import(other), "import-taken");
    EXPECT_EQ(sizeOf("right"), 16);
    EXPECT_EQ(import(other, true), "");
    EXPECT_EQ(sizeOf("right"), 12);
    EXPECT_EQ(import(other, true), "nothing");
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(sizeOf("right"), 16);
    EXPECT_EQ(import("{", true).empty(), false);
    EXPECT_EQ(import(R"({"apportion": 1, "nodes": [{"name": "z", "gpu": 1}],
        "quotas": [{"name": "z", "guaranteed": {"gpu": 2}}]})"),
              "above-capacity");
}

TEST_F(Import, SaysWhoIsAMemberNoMore) {
    desk_.reset();
    std::filesystem::remove(path_);
    make(kTwoTeams);
    const auto done = desk_->run(command(
        "import", {{"from", "other.json"},
                   {"replace", "true"},
                   {"content", R"({"apportion": 1, "nodes": [{"name": "n", "count": 4, "gpu": 8}],
        "quotas": [{"name": "all", "guaranteed": {"gpu": 32}},
                   {"name": "left", "parent": "all", "guaranteed": {"gpu": 12}}],
        "workspaces": [{"name": "left-space", "quotas": ["left"],
                        "members": [{"user": "lea", "role": "admin"}]}]})"}}));
    ASSERT_TRUE(done) << allOf(done.error());
    ASSERT_EQ(done->notes.size(), 1U);
    EXPECT_EQ(
        render(done->notes.front().message),
        "These members are not in the scenario and lose their roles: leo (member of left-space).");
}

// A smaller size is a smaller size, however it comes.
TEST_F(Import, DoesNotShrinkWhatIsInUse) {
    EXPECT_EQ(import(R"({"apportion": 1, "nodes": [{"name": "n", "count": 4, "gpu": 8}],
        "quotas": [{"name": "all", "guaranteed": {"gpu": 32}},
                   {"name": "left", "parent": "all", "guaranteed": {"gpu": 8}}]})",
                     true),
              "below-usage");
    EXPECT_EQ(sizeOf("left"), 16);
}

TEST_F(Import, DoesNotTakeTheNodesFromWork) {
    EXPECT_EQ(
        import(
            R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}, {"name": "m", "count": 4, "gpu": 8}],
        "quotas": [{"name": "all", "guaranteed": {"gpu": 32}}]})",
            true),
        "nodes-blocked");
    EXPECT_EQ(import(R"({"apportion": 1, "nodes": [{"name": "n", "count": 8, "gpu": 4}],
        "quotas": [{"name": "all", "guaranteed": {"gpu": 32}}]})",
                     true),
              "nodes-blocked.room");
    reopen();
    EXPECT_EQ(project().pool.nodes.size(), 1U);
}

}  // namespace
}  // namespace apportion::testing
