// SPDX-License-Identifier: GPL-3.0-or-later
// The journal as the undo stack: linear, by entry, across closing, and refused where something
// hangs on the change.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/session/live/live_pool.h"
#include "core/store/project_values.h"
#include "tests/core/session/previewed.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;

class ProjectUndo : public SmallProject {
protected:
    void SetUp() override { make(kTwoTeams); }
    std::string scale(const std::string& size) { return run("scale", {{"sizes", size}}); }
};

TEST_F(ProjectUndo, GoesBackAndForthAcrossClosing) {
    EXPECT_EQ(undo(), "undo-nothing");
    EXPECT_EQ(redo(), "redo-nothing");
    for (const char* size : {"left=11", "left=10", "left=9"})
        ASSERT_EQ(scale(size), "");
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(sizeOf("left"), 10);
    reopen();
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(sizeOf("left"), 12);
    EXPECT_EQ(undo(), "undo-nothing");
    reopen();
    EXPECT_EQ(redo(), "");
    EXPECT_EQ(redo(), "");
    EXPECT_EQ(sizeOf("left"), 10);
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(redo(), "");
    EXPECT_EQ(sizeOf("left"), 10);
    // A change of one's own ends what could be done again.
    EXPECT_EQ(scale("right=15"), "");
    EXPECT_EQ(redo(), "redo-nothing");
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(sizeOf("left"), 11);
    EXPECT_EQ(revision(), 14) << "each step is an entry of its own";
    EXPECT_TRUE(desk_->audit(true)->verified);
}

// Ties go to the first created.
TEST_F(ProjectUndo, ARestoredQuotaStandsWhereItStood) {
    const auto order = [this] {
        std::vector<std::string> names;
        for (const Quota& quota : project().pool.quotas)
            names.push_back(quota.name);
        return names;
    };
    using Names = std::vector<std::string>;
    ASSERT_EQ(run("quota.add", {{"name", "a"}, {"parent", "all"}, {"gpu", "1"}}), "");
    ASSERT_EQ(run("quota.add", {{"name", "b"}, {"parent", "all"}, {"gpu", "1"}}), "");
    const Names created{"all", "left", "right", "a", "b"};
    ASSERT_EQ(run("restore-point", {{"name", "r"}}), "");
    ASSERT_EQ(run("quota.delete", {{"name", "a"}}), "");
    ASSERT_EQ(run("quota.add", {{"name", "a"}, {"parent", "all"}, {"gpu", "1"}}), "");
    ASSERT_EQ(order(), (Names{"all", "left", "right", "b", "a"}));
    ASSERT_EQ(codeOf(desk_->restore("r")), "");
    EXPECT_EQ(order(), created);
    EXPECT_EQ(codeOf(desk_->restore("r")), "nothing");
    ASSERT_EQ(undo(), "");
    EXPECT_EQ(order(), (Names{"all", "left", "right", "b", "a"}));
    ASSERT_EQ(redo(), "");
    ASSERT_EQ(run("submit", {{"name", "work"}, {"quota", "a"}, {"gpu", "1"}}), "");
    ASSERT_EQ(run("quota.rename", {{"name", "a"}, {"to", "x"}}), "");
    ASSERT_EQ(run("quota.add", {{"name", "a"}, {"parent", "all"}, {"gpu", "1"}}), "");
    ASSERT_EQ(codeOf(desk_->restore("r")), "");
    EXPECT_EQ(order(), created);
    EXPECT_EQ(findWork(project(), "work")->spec.quota, "a");
    reopen();
    EXPECT_EQ(order(), created);
    EXPECT_TRUE(desk_->audit(true)->verified);
}

TEST_F(ProjectUndo, WhatIsGoneIsSaidToBeGoneByTheEntryThatTookItAway) {
    ASSERT_EQ(run("quota.add", {{"name", "q"}, {"parent", "left"}, {"gpu", "0"}}), "");  // 2
    ASSERT_EQ(run("policy", {{"quota", "q"}, {"set", R"({"weight": 3})"}}), "");         // 3
    ASSERT_EQ(run("quota.delete", {{"name", "q"}}), "");                                 // 4
    ASSERT_EQ(run("user.grant", {{"user", "quin"}, {"role", "viewer"}}), "");            // 5
    const auto refused = desk_->undo(2);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().message.code, "undo-depends");
    EXPECT_THAT(render(refused.error().front().message), HasSubstr("entry 4"));
}

TEST_F(ProjectUndo, TellsNothingOfEntriesThatOneMayNotSee) {
    ASSERT_EQ(run("submit", {{"name", "secret"}, {"quota", "left"}, {"gpu", "1"}}), "");  // 2
    ASSERT_EQ(run("workspace.member", {{"name", "left-space"}, {"user", "x"}, {"role", "member"}}),
              "");
    const auto rita = open("rita");
    for (const Revision entry : {2, 3, 4, 99}) {
        const auto answer = rita->undo(entry, true);
        ASSERT_FALSE(answer);
        EXPECT_EQ(answer.error().front().message.code, "undo-no-entry") << entry;
    }
    EXPECT_EQ(codeOf(open("lea")->undo(3, true)), "");
}

// Also what came to a quota under its new name goes back with it.
TEST_F(ProjectUndo, ANameReturnsWithTheWorkUnderIt) {
    ASSERT_EQ(run("submit", {{"name", "early"}, {"quota", "left"}, {"gpu", "1"}}), "");
    ASSERT_EQ(run("restore-point", {{"name", "start"}}), "");
    ASSERT_EQ(run("quota.rename", {{"name", "left"}, {"to", "links"}}), "");
    const Revision renaming = revision();
    ASSERT_EQ(run("submit", {{"name", "late"}, {"quota", "links"}, {"gpu", "1"}}), "");
    ASSERT_EQ(undo(renaming), "");
    for (const ProjectWorkload& work : project().work)
        EXPECT_EQ(work.spec.quota, "left") << work.spec.name;
    ASSERT_EQ(redo(), "");
    for (const ProjectWorkload& work : project().work)
        EXPECT_EQ(work.spec.quota, "links") << work.spec.name;
    ASSERT_EQ(run("quota.rename", {{"name", "links"}, {"to", "gauche"}}), "");
    ASSERT_EQ(codeOf(desk_->restore("start")), "");
    for (const ProjectWorkload& work : project().work)
        EXPECT_EQ(work.spec.quota, "left") << work.spec.name;
    EXPECT_TRUE(desk_->audit(true)->verified);
}

// Another quota that goes while one comes is no renaming: work does not move to it.
TEST_F(ProjectUndo, ARestoreThatAddsAndDeletesRenamesNothing) {
    ASSERT_EQ(run("quota.add", {{"name", "d"}, {"parent", "all"}, {"gpu", "0"}}), "");
    ASSERT_EQ(run("restore-point", {{"name", "start"}}), "");
    ASSERT_EQ(run("quota.rename", {{"name", "left"}, {"to", "links"}}), "");
    ASSERT_EQ(run("quota.add", {{"name", "e"}, {"parent", "all"}, {"gpu", "1"}}), "");
    ASSERT_EQ(run("quota.delete", {{"name", "d"}}), "");
    ASSERT_EQ(codeOf(desk_->restore("start")), "");
    ASSERT_EQ(run("submit", {{"name", "w"}, {"quota", "left"}, {"gpu", "1"}}), "");
    ASSERT_EQ(undo(), "");
    ASSERT_EQ(project().work.size(), 1U);
    EXPECT_EQ(project().work.front().spec.quota, "links");
}

TEST_F(ProjectUndo, SamplesFollowANameThatARestoreBringsBack) {
    ASSERT_EQ(run("restore-point", {{"name", "start"}}), "");
    ASSERT_EQ(run("quota.rename", {{"name", "left"}, {"to", "links"}}), "");
    ProjectFile::HistorySample sample{store::SubjectKind::quota, "links",
                                      store::Measure::allocation, 4 * kOneGpu};
    ASSERT_TRUE(desk_->file().recordHistory(now(), {sample}));
    ASSERT_EQ(codeOf(desk_->restore("start")), "");
    sample.name = "left";
    const auto chart = desk_->chart(sample, now() - kSecond, now() + kSecond, 10);
    ASSERT_TRUE(chart);
    EXPECT_FALSE(chart->points.empty());
}

TEST_F(ProjectUndo, WhoeverNeedsAQuotaIsNamed) {
    ASSERT_EQ(run("quota.add", {{"name", "new"}, {"parent", "all"}, {"gpu", "0"}}), "");
    const Revision adding = revision();
    const auto refusal = [&] {
        const auto answer = desk_->undo(adding);
        return answer ? std::string() : render(answer.error().front().message);
    };
    ASSERT_EQ(run("workspace.add", {{"name", "its-space"}, {"quota", "new"}}), "");
    EXPECT_THAT(refusal(), HasSubstr("the workspace 'its-space' depends on it"));
    ASSERT_EQ(run("workspace.delete", {{"name", "its-space"}}), "");
    ASSERT_EQ(run("submit", {{"name", "its-work"}, {"quota", "new"}, {"gpu", "1"}}), "");
    EXPECT_THAT(refusal(), HasSubstr("the workload 'its-work' depends on it"));
    ASSERT_EQ(run("cancel", {{"name", "its-work"}}), "");
    EXPECT_EQ(refusal(), "");
}

TEST_F(ProjectUndo, WhoseQuotaIsGoneHearsThat) {
    ASSERT_EQ(
        run("user.grant", {{"user", "quin"}, {"role", "quota-administrator"}, {"quota", "left"}}),
        "");
    ASSERT_EQ(run("quota.add", {{"name", "l1"}, {"parent", "left"}, {"gpu", "2"}}), "");
    const auto quin = open("quin");
    ASSERT_EQ(codeOf(quin->run(command("scale", {{"sizes", "l1=3"}}))), "");
    ASSERT_EQ(run("quota.delete", {{"name", "l1"}}), "");
    EXPECT_EQ(codeOf(quin->undo()), "undo-depends");
    ASSERT_EQ(undo(), "");
    ASSERT_EQ(codeOf(quin->undo()), "");
}

TEST_F(ProjectUndo, TheWorkOfAWorkspaceIsNamed) {
    ASSERT_EQ(run("workspace.add", {{"name", "w"}, {"quota", "left"}}), "");
    ASSERT_EQ(run("submit", {{"name", "early"}, {"workspace", "w"}, {"gpu", "1"}}), "");
    const auto refused = desk_->undo();
    EXPECT_EQ(codeOf(refused), "undo-needed.work");
    EXPECT_THAT(allOf(refused.error()), HasSubstr("'early'"));
    ASSERT_EQ(run("cancel", {{"name", "early"}}), "");
    EXPECT_EQ(undo(), "");
}

// Who may not give something may not undo that it was given either.
TEST_F(ProjectUndo, TakesTheRightsOfWhatIsUndone) {
    ASSERT_EQ(
        run("user.grant", {{"user", "quin"}, {"role", "quota-administrator"}, {"quota", "left"}}),
        "");
    const auto quin = open("quin");
    for (const Given& given :
         {Given{{"quota", "left"}, {"set", R"({"limit":{"gpu":16}})"}},
          Given{{"quota", "left"}, {"set", R"({"rank":1})"}},
          Given{{"quota", "left"},
                {"self", R"({"high":[7,9],"low":[1,3],"modules":["training"],"scope":"both"})"}},
          Given{{"quota", "left"}, {"self", "off"}}}) {
        ASSERT_EQ(run("policy", given), "");
        EXPECT_EQ(codeOf(quin->undo(revision())), "not-allowed.resize") << given.back().second;
    }
    ASSERT_EQ(run("policy", {{"quota", "left"}, {"set", R"({"queueing":"fifo"})"}}), "");
    EXPECT_EQ(codeOf(quin->undo(revision())), "");
}

// What others did is undone by its number, or by who administers the pool.
TEST_F(ProjectUndo, WithoutANumberIsOnesOwnChange) {
    ASSERT_EQ(
        run("user.grant", {{"user", "quin"}, {"role", "quota-administrator"}, {"quota", "left"}}),
        "");
    const auto quin = open("quin");
    EXPECT_EQ(codeOf(quin->undo()), "undo-nothing.own");
    EXPECT_FALSE(quin->turns()->undo);
    ASSERT_EQ(run("quota.add", {{"name", "l1"}, {"parent", "left"}, {"gpu", "2"}}), "");
    ASSERT_EQ(codeOf(quin->run(command("scale", {{"sizes", "l1=3"}}))), "");
    ASSERT_EQ(scale("right=15"), "");
    EXPECT_EQ(quin->turns()->undo, "l1");
    ASSERT_EQ(codeOf(quin->undo()), "");
    EXPECT_EQ(sizeOf("l1"), 2);
    EXPECT_EQ(sizeOf("right"), 15);
    EXPECT_EQ(codeOf(quin->undo()), "undo-nothing.own");
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(sizeOf("right"), 16);
    EXPECT_EQ(quin->turns()->redo, "l1");
    EXPECT_EQ(codeOf(quin->redo()), "");
    EXPECT_EQ(sizeOf("l1"), 3);
    EXPECT_EQ(codeOf(quin->redo()), "redo-nothing.own");
}

TEST_F(ProjectUndo, AChangeOfSomebodyElseLeavesOnesOwnRedo) {
    ASSERT_EQ(
        run("user.grant", {{"user", "quin"}, {"role", "quota-administrator"}, {"quota", "left"}}),
        "");
    ASSERT_EQ(run("quota.add", {{"name", "l1"}, {"parent", "left"}, {"gpu", "2"}}), "");
    const auto quin = open("quin");
    ASSERT_EQ(codeOf(quin->run(command("scale", {{"sizes", "l1=3"}}))), "");
    ASSERT_EQ(codeOf(quin->undo()), "");
    ASSERT_EQ(scale("right=15"), "");
    EXPECT_EQ(quin->turns()->redo, "l1");
    EXPECT_FALSE(desk_->turns()->redo) << "what ana did since is later than what was undone";
    ASSERT_EQ(codeOf(quin->redo()), "");
    EXPECT_EQ(sizeOf("l1"), 3);
    EXPECT_EQ(sizeOf("right"), 15);
    // And where it depends on it, the reason is told.
    ASSERT_EQ(codeOf(quin->undo()), "");
    ASSERT_EQ(scale("l1=4"), "");
    EXPECT_EQ(codeOf(quin->redo()), "redo-depends");
    ASSERT_EQ(codeOf(quin->run(command("scale", {{"sizes", "l1=1"}}))), "");
    EXPECT_EQ(codeOf(quin->redo()), "redo-nothing") << "one's own change does end it";
}

// Nobody is told what to do away with that is not theirs, nor its name.
TEST_F(ProjectUndo, WhoeverNeedsAQuotaIsNamedToWhoMaySeeIt) {
    ASSERT_EQ(
        run("user.grant", {{"user", "quin"}, {"role", "quota-administrator"}, {"quota", "left"}}),
        "");
    const auto quin = open("quin");
    ASSERT_EQ(codeOf(quin->run(
                  command("quota.add", {{"name", "new"}, {"parent", "left"}, {"gpu", "0"}}))),
              "");
    ASSERT_EQ(run("workspace.add", {{"name", "shared"}, {"quota", "new"}, {"quota", "right"}}), "");
    const auto refusal = [&](ProjectDesk& desk) {
        const auto answer = desk.undo(3);
        return answer ? Message() : answer.error().front().message;
    };
    EXPECT_EQ(refusal(*desk_).code, "undo-needed");
    EXPECT_EQ(refusal(*quin).code, "undo-needed.hidden");
    ASSERT_EQ(run("workspace.delete", {{"name", "shared"}}), "");
    ASSERT_EQ(run("submit", {{"name", "its-work"}, {"quota", "new"}, {"gpu", "1"}}), "");
    EXPECT_EQ(refusal(*desk_).code, "undo-needed.work");
    EXPECT_EQ(refusal(*quin).code, "undo-needed.others") << "ana's to cancel";
}

TEST_F(ProjectUndo, IsPreviewedInNumbers) {
    ASSERT_EQ(scale("left=11"), "");
    const auto planned = desk_->undo({}, true);
    ASSERT_TRUE(planned);
    const auto preview = previewed(*desk_, *planned);
    ASSERT_TRUE(preview);
    bool found = false;
    for (const auto& [name, before, after] : preview->effect.quotas)
        if (name == "left") {
            found = true;
            EXPECT_EQ(before.guaranteed, 11 * kOneGpu);
            EXPECT_EQ(after.guaranteed, 12 * kOneGpu);
        }
    EXPECT_TRUE(found);
}

TEST_F(ProjectUndo, ADryRunWritesNothing) {
    ASSERT_EQ(scale("left=11"), "");
    const auto answer = desk_->undo({}, true);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->entry->undoes, 2);
    EXPECT_TRUE(answer->notes.empty()) << "nothing was evicted for it";
    EXPECT_EQ(revision(), 2);
    EXPECT_EQ(sizeOf("left"), 11);
}

TEST_F(ProjectUndo, TakesAnyEntryThatNothingHangsOn) {
    ASSERT_EQ(scale("left=11"), "");                                                  // 2
    ASSERT_EQ(run("policy", {{"quota", "right"}, {"set", R"({"weight": 3})"}}), "");  // 3
    ASSERT_EQ(scale("left=10"), "");                                                  // 4
    EXPECT_EQ(undo(3), "");
    EXPECT_EQ(policyOf("right").weight, std::nullopt);
    EXPECT_EQ(undo(3), "undo-undone");
    const auto refused = desk_->undo(2);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().message.code, "undo-depends");
    EXPECT_THAT(allOf(refused.error()), HasSubstr("4"));
    EXPECT_EQ(undo(99), "undo-no-entry");
    EXPECT_EQ(undo(1), "undo-not.first");
    EXPECT_EQ(undo(5), "undo-not.turned") << "an undo is turned round by a redo";
    EXPECT_EQ(undo(4), "");
    EXPECT_EQ(undo(2), "");
    EXPECT_EQ(sizeOf("left"), 12);
    EXPECT_EQ(redo(), "");
    EXPECT_EQ(sizeOf("left"), 11) << "the last that was undone comes first";
}

TEST_F(ProjectUndo, WorkIsNotUndone) {
    ASSERT_EQ(run("submit", {{"quota", "left"}, {"gpu", "1"}, {"name", "job"}}), "");
    ASSERT_EQ(run("cancel", {{"name", "job"}}), "");
    EXPECT_EQ(undo(2), "undo-not");
    EXPECT_EQ(undo(), "undo-nothing");
    const auto history = desk_->history(10);
    ASSERT_TRUE(history);
    EXPECT_EQ(history->front().entry.action, "cancel");
    EXPECT_EQ(history->front().notUndoable->code, "undo-not");
}

TEST_F(ProjectUndo, IsRefusedWhereSomethingHangsOnTheChange) {
    ASSERT_EQ(run("quota.add", {{"name", "new"}, {"parent", "left"}, {"gpu", "2"}}), "");  // 2
    ASSERT_EQ(run("nodes.add", {{"nodes", R"({"name": "m", "gpu": 8})"}}), "");            // 3
    ASSERT_EQ(run("workspace.add", {{"name", "w"}, {"quota", "new"}}), "");                // 4
    EXPECT_EQ(undo(2), "undo-needed") << "a workspace uses it";
    ASSERT_EQ(scale("all=40"), "");  // 5
    EXPECT_EQ(undo(3), "undo-invalid") << "its GPUs are given away";
    ASSERT_EQ(run("submit", {{"workspace", "w"}, {"quota", "new"}, {"gpu", "1"}}), "");  // 6
    EXPECT_EQ(undo(4), "undo-needed.work") << "there is work in it";
    ASSERT_EQ(run("cancel", {{"name", "job-6"}}), "");
    EXPECT_EQ(undo(4), "");
    ASSERT_EQ(run("timetable.set", {{"name", "t"}, {"steps", "20:00,new=2"}}), "");
    EXPECT_EQ(undo(2), "undo-depends") << "a timetable names it";
    ASSERT_EQ(run("timetable.delete", {{"name", "t"}}), "");
    ASSERT_EQ(run("user.grant", {{"user", "bob"}, {"role", "viewer"}, {"quota", "new"}}), "");
    EXPECT_EQ(undo(2), "undo-depends") << "a role is given there";
    ASSERT_EQ(run("user.revoke", {{"user", "bob"}}), "");
    EXPECT_EQ(undo(2), "");
    EXPECT_EQ(undo(5), "");
    EXPECT_EQ(undo(3), "");
    reopen();
    EXPECT_EQ(project().pool.quotas.size(), 3U);
}

TEST_F(ProjectUndo, NeverLeavesAPoolWithoutAdministrator) {
    ASSERT_EQ(run("user.grant", {{"user", "bob"}, {"role", "administrator"}}), "");  // 2
    EXPECT_EQ(codeOf(open("bob")->run(command("user.revoke", {{"user", "ana"}}))), "");
    EXPECT_EQ(codeOf(open("bob")->undo(2)), "last-administrator");
    EXPECT_EQ(codeOf(open("bob")->run(command("user.revoke", {{"user", "bob"}}))),
              "last-administrator");
    // Nobody gets a right back by undoing that it was taken.
    EXPECT_EQ(undo(), "not-allowed.administer");
    EXPECT_EQ(undo(3), "not-allowed.administer");
    EXPECT_EQ(codeOf(open("bob")->undo()), "");
    EXPECT_EQ(undo(2), "");
}

TEST_F(ProjectUndo, AMemberDoesNotGetARoleBackByUndoing) {
    ASSERT_EQ(
        codeOf(open("lea")->run(command(
            "workspace.member", {{"name", "left-space"}, {"user", "leo"}, {"role", "admin"}}))),
        "");
    ASSERT_EQ(
        codeOf(open("leo")->run(command(
            "workspace.member", {{"name", "left-space"}, {"user", "lea"}, {"role", "viewer"}}))),
        "");
    EXPECT_EQ(codeOf(open("lea")->undo()), "not-allowed.workspace");
    EXPECT_EQ(codeOf(open("leo")->undo()), "");
}

TEST_F(ProjectUndo, WhoeverMayDoItMayUndoIt) {
    ASSERT_EQ(
        run("user.grant", {{"user", "quinn"}, {"role", "quota-administrator"}, {"quota", "left"}}),
        "");
    ASSERT_EQ(run("quota.add", {{"name", "l1"}, {"parent", "left"}, {"gpu", "2"}}), "");
    auto quinn = open("quinn");
    const std::vector<std::pair<std::string, Given>> changes{
        {"scale", {{"sizes", "l1=3"}}},
        {"policy", {{"quota", "l1"}, {"set", R"({"weight": 3})"}}},
        {"quota.rename", {{"name", "l1"}, {"to", "l2"}}},
        {"quota.add", {{"name", "l3"}, {"parent", "l2"}, {"gpu", "0"}}},
        {"quota.delete", {{"name", "l3"}}},
        {"workspace.add", {{"name", "w"}, {"quota", "l2"}}},
        {"workspace.delete", {{"name", "w"}}},
        {"timetable.set", {{"name", "t"}, {"steps", "20:00,l2=2"}}},
        {"timetable.delete", {{"name", "t"}}},
        {"scale", {{"sizes", "l2=4"}, {"for", "1h"}}},
        {"temporary.end", {{"name", "temporary-1"}}}};
    for (const auto& [id, given] : changes) {
        ASSERT_EQ(codeOf(quinn->run(command(id, given))), "") << id;
        const std::string code = codeOf(open("rita")->undo(revision()));
        EXPECT_TRUE(code.starts_with("not-allowed") || code == "undo-no-entry") << id << code;
        ASSERT_EQ(codeOf(quinn->undo()), "") << id;
        ASSERT_EQ(codeOf(quinn->redo()), "") << id;
    }
    for (std::size_t i = 0; i < changes.size(); ++i)
        EXPECT_EQ(codeOf(quinn->undo()), "") << i;
    EXPECT_EQ(sizeOf("l1"), 2);
    EXPECT_EQ(codeOf(quinn->undo(3)), "") << "what others did there";
    EXPECT_EQ(codeOf(quinn->undo(2)), "not-allowed.administer") << "what others did elsewhere";
}

TEST_F(ProjectUndo, NodesWithWorkOnThemStay) {
    ASSERT_EQ(run("nodes.add", {{"nodes", R"({"name": "m", "gpu": 16})"}}), "");
    ASSERT_EQ(run("submit", {{"quota", "left"}, {"gpu", "16"}, {"name", "big"}}), "");
    // As the live engine writes it.
    auto written = desk_->file().write([&]() -> Result<std::optional<JournalEntry>> {
        const store::Object* object = desk_->objects().find(ObjectKind::run, "big");
        WorkloadRun run = project().work.front().run;
        run.state = WorkloadState::running;
        run.start = now();
        run.waitingSince.reset();
        run.placements = {{"m", 16 * kOneGpu}};
        JournalEntry entry;
        entry.at = now();
        entry.who = "engine";
        entry.action = "instant";
        entry.facts = {{ObjectKind::run, "big", object->place, object->body, store::bodyOf(run)}};
        return entry;
    });
    ASSERT_TRUE(written) << allOf(written.error());
    ASSERT_FALSE(project().work.front().run.placements.empty());
    EXPECT_EQ(undo(), "nodes-blocked");
    EXPECT_EQ(run("nodes.remove", {{"name", "m"}}), "nodes-blocked");
}

TEST_F(ProjectUndo, RestorePointsBringBackTheConfigurationAndNothingElse) {
    ASSERT_EQ(scale("left=11"), "");
    ASSERT_EQ(run("restore-point", {{"name", "before"}}), "");
    ASSERT_EQ(scale("left=8"), "");
    ASSERT_EQ(run("quota.add", {{"name", "new"}, {"parent", "left"}, {"gpu", "2"}}), "");
    ASSERT_EQ(run("quota.rename", {{"name", "new"}, {"to", "newer"}}), "");
    ASSERT_EQ(run("nodes.state", {{"node", "n-1"}, {"state", "cordoned"}}), "");
    ASSERT_EQ(run("submit", {{"quota", "left"}, {"gpu", "1"}, {"name", "job"}}), "");
    ASSERT_EQ(run("restore-point", {{"name", "after"}}), "");
    EXPECT_EQ(codeOf(desk_->restore("elsewhere")), "project-unknown");
    EXPECT_EQ(codeOf(open("lea")->restore("before")), "not-allowed.administer");
    const Revision last = revision();
    EXPECT_EQ(codeOf(desk_->restore("before", true)), "");
    EXPECT_EQ(revision(), last);
    EXPECT_EQ(codeOf(desk_->restore("before")), "");
    reopen();
    EXPECT_EQ(sizeOf("left"), 11);
    EXPECT_EQ(project().pool.quotas.size(), 3U);
    EXPECT_TRUE(project().nodeStates.empty());
    EXPECT_EQ(project().work.size(), 1U);
    EXPECT_EQ(project().restorePoints.size(), 2U);
    EXPECT_EQ(codeOf(desk_->restore("before")), "nothing");
    EXPECT_EQ(undo(), "") << "as one";
    EXPECT_EQ(sizeOf("left"), 8);
    EXPECT_EQ(sizeOf("newer"), 2);
    EXPECT_EQ(redo(), "");
    EXPECT_EQ(sizeOf("left"), 11);
    EXPECT_EQ(codeOf(desk_->restore("after")), "") << "forward as well";
    EXPECT_EQ(sizeOf("newer"), 2);
    EXPECT_TRUE(desk_->audit(true)->verified);
}

TEST_F(ProjectUndo, ARefusedRestoreSpeaksOfRestoring) {
    ASSERT_EQ(run("restore-point", {{"name", "before"}}), "");
    ASSERT_EQ(run("quota.add", {{"name", "new"}, {"parent", "left"}, {"gpu", "2"}}), "");
    ASSERT_EQ(run("submit", {{"quota", "new"}, {"gpu", "1"}, {"name", "job"}}), "");
    const auto refused = desk_->restore("before");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().message.code, "undo-needed.work");
    EXPECT_TRUE(render(refused.error().front().message)
                    .starts_with("The state 'before' cannot be restored, because "));
}

TEST_F(ProjectUndo, WhatWasChangedBesideItOfAWorkspaceStays) {
    ASSERT_EQ(run("workspace.add", {{"name", "w"}, {"quota", "left"}}), "");  // 2
    ASSERT_EQ(run("workspace.caps", {{"name", "w"}, {"caps", R"([{"gpu": 4}])"}}), "");
    ASSERT_EQ(run("workspace.member", {{"name", "w"}, {"user", "bob"}, {"role", "member"}}), "");
    EXPECT_EQ(undo(3), "");
    const Workspace* workspace = findWorkspace(project(), "w");
    EXPECT_TRUE(workspace->caps.empty());
    EXPECT_EQ(workspace->members.size(), 1U);
    EXPECT_EQ(undo(2), "undo-depends") << "it is not taken away with its member";
}

TEST_F(ProjectUndo, ARedoneReclaimSaysThatItTakesBack) {
    ASSERT_EQ(run("policy", {{"quota", "left"}, {"set", R"({"overQuota": "off"})"}}), "");
    ASSERT_EQ(run("submit", {{"quota", "left"}, {"gpu", "8"}, {"name", "job"}}), "");
    auto live = LivePool::start(*desk_);
    ASSERT_TRUE(live && live->tick());
    ASSERT_EQ(run("scale", {{"sizes", "left=4"}, {"mode", "reclaim"}}), "");
    ASSERT_TRUE(desk_->undo({}));
    const auto redone = desk_->redo();
    ASSERT_TRUE(redone) << allOf(redone.error());
    std::vector<std::string> notes;
    for (const Problem& note : redone->notes)
        notes.push_back(note.message.code);
    EXPECT_EQ(notes, std::vector<std::string>{"redo-reclaims"});
}

TEST_F(ProjectUndo, NamesAreThoseThatCanBeShown) {
    EXPECT_EQ(run("restore-point", {{"name", std::string(64, 'x')}}), "name-too-long");
    EXPECT_EQ(run("timetable.set", {{"name", "a/b"}, {"steps", "20:00,left=2"}}), "name-character");
    EXPECT_EQ(run("user.grant", {{"user", std::string(64, 'x')}, {"role", "viewer"}}),
              "name-too-long");
}

TEST_F(ProjectUndo, UndoingASizeRestoresTheSizeAlsoWhereWorkIsAboveIt) {
    ASSERT_EQ(scale("left=4"), "");
    ASSERT_EQ(run("submit", {{"quota", "left"}, {"gpu", "4"}, {"preemptible", "no"}}), "");
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(sizeOf("left"), 12);
    EXPECT_EQ(redo(), "");
    reopen();
    EXPECT_EQ(sizeOf("left"), 4);
}

}  // namespace
}  // namespace apportion::testing
