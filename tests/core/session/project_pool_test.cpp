// SPDX-License-Identifier: GPL-3.0-or-later
// A console on a project file: what it shows, what it follows, what it changes.
#include "core/session/project_pool.h"

#include <gmock/gmock.h>

#include "core/change/run_facts.h"
#include "core/plan/draft/quota_draft.h"
#include "core/session/session.h"
#include "core/view/explain/work_story.h"
#include "tests/core/session/explained.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

constexpr const char* kPool = R"({"apportion": 1, "name": "Pool 16",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 16}},
            {"name": "A", "parent": "all", "guaranteed": {"gpu": 8}},
            {"name": "B", "parent": "all", "guaranteed": {"gpu": 8}}],
 "workspaces": [{"name": "ws-a", "quotas": ["A"], "members": [{"user": "bob", "role": "member"}]},
                {"name": "ws-b", "quotas": ["B"], "members": [{"user": "eve", "role": "member"}]}],
 "workloads": [
  {"name": "a-1", "quota": "A", "workspace": "ws-a", "user": "bob", "gpu": 8, "duration": 600},
  {"name": "b-1", "quota": "B", "workspace": "ws-b", "user": "eve", "gpu": 8},
  {"name": "b-2", "quota": "B", "workspace": "ws-b", "user": "eve", "gpu": 8}]})";

const QuotaRow* quotaRow(const View& view, const std::string& name) {
    for (const QuotaRow& row : view.quotas)
        if (row.name == name)
            return &row;
    return nullptr;
}

class ProjectPoolTest : public SmallProject {
protected:
    void SetUp() override {
        make(kPool);
        console = open("ana");
    }

    std::unique_ptr<ProjectPool> open(const std::string& who) {
        auto opened = ProjectPool::open(path_, who, clock());
        EXPECT_TRUE(opened) << allOf(opened.error());
        return opened ? std::move(*opened) : nullptr;
    }
    bool look() {
        const auto seen = console->follow();
        EXPECT_TRUE(seen) << allOf(seen.error());
        return seen && *seen;
    }

    std::unique_ptr<ProjectPool> console;
};

TEST_F(ProjectPoolTest, RestsWithReasonsAndNobodyDecides) {
    const View view = console->view();
    EXPECT_TRUE(view.document.open);
    EXPECT_TRUE(view.document.rests());
    EXPECT_EQ(view.document.name, "Pool 16");
    EXPECT_EQ(view.document.who, "ana");
    EXPECT_FALSE(view.document.readOnly);
    EXPECT_EQ(view.key.running, 0);
    ASSERT_EQ(view.waiting.size(), 3U);
    EXPECT_EQ(view.waiting[0].name, "a-1");
    EXPECT_FALSE(view.waiting[0].status.reason) << "it would start at once";
    EXPECT_TRUE(view.waiting[2].status.reason) << "the second of B has to wait";
    EXPECT_EQ(view.journal.size(), 1U);
    EXPECT_TRUE(view.journal[0].notUndoable);
}

// Though nobody has ever let an engine decide.
TEST_F(ProjectPoolTest, ANodeThatIsDownIsSoSinceItsEntry) {
    passes(90 * kSecond);
    ASSERT_TRUE(console->run(command("nodes.state", {{"node", "n-2"}, {"state", "down"}})));
    passes(30 * kSecond);
    EXPECT_TRUE(look());
    console = open("ana");
    const View view = console->view();
    std::map<std::string_view, std::optional<Instant>> since;
    for (const Issue& issue : view.issues)
        since.emplace(issue.validator, issue.since);
    for (const char* validator : {"node-down", "over-capacity"}) {
        ASSERT_TRUE(since.contains(validator)) << validator;
        EXPECT_EQ(since[validator], 90 * kSecond) << validator;
    }
}

// Going live would start neither.
TEST_F(ProjectPoolTest, WhatWouldNotStartDoesNotWaitForThePoolToGoLive) {
    const auto waits = [this](const char* quota) {
        console = ProjectPool::open(path_, "ana", clock()).value();
        const auto why = console->explainQuota(quota, false);
        EXPECT_TRUE(why);
        for (const QuotaFact& fact : why->facts)
            if (fact.kind == QuotaFact::Kind::resting)
                return fillTemplate("{count} {gpu} {why}", fact.arguments, formatValue);
        return std::string("none");
    };
    EXPECT_EQ(waits("B"), "1 8 GPUs never") << "the second of B has to wait for the first";
    const std::string before = waits("A");
    EXPECT_TRUE(before.ends_with(" never")) << before;
    ASSERT_TRUE(console->run(command("submit", {{"name", "huge"}, {"quota", "A"}, {"gpu", "64"}})));
    EXPECT_EQ(waits("A"), before);
    ASSERT_TRUE(
        console->run(command("policy", {{"quota", "A"}, {"set", R"({"overQuota": "off"})"}})));
    ASSERT_TRUE(
        console->run(command("submit", {{"name", "beyond"}, {"quota", "A"}, {"gpu", "12"}})));
    EXPECT_EQ(waits("A"), before) << "it asks for more than it may have";
    ASSERT_TRUE(console->run(command("cancel", {{"name", "b-1"}})));
    EXPECT_EQ(waits("B"), "1 8 GPUs never") << "work is cancelled at rest, too";
}

// A view has rows of the latest alone.
TEST_F(ProjectPoolTest, WhatIsOverForLongIsFoundInItsFile) {
    ASSERT_TRUE(console->run(command("cancel", {{"name", "b-1"}})));
    WorkToSearch pool{Engine(Scenario{}), 0};
    EXPECT_EQ(findWork(pool, "b-1", 3).all, 0U);
    pool.olderIn = path_;
    pool.epoch = console->begin();
    const FoundWork found = findWork(pool, "b-1", 3);
    ASSERT_EQ(found.rows.size(), 1U);
    EXPECT_EQ(found.rows.front().name, "b-1");
    EXPECT_EQ(found.rows.front().quota, "B");
    EXPECT_EQ(found.rows.front().status.state, WorkloadState::cancelled);
    EXPECT_EQ(findWork(pool, "B b-", 3).all, 1U) << "a word may be of the quota";
    EXPECT_EQ(findWork(pool, "A b-", 3).all, 0U);
    pool.ended = found.rows;
    EXPECT_EQ(findWork(pool, "b-1", 3).all, 1U) << "it is told once";
    pool.ended.clear();
    pool.readable = [](const Workload&) { return false; };
    EXPECT_EQ(findWork(pool, "b-1", 3).all, 0U);
    pool.olderIn = path_ + "-gone";
    EXPECT_FALSE(findWork(pool, "b-1", 3).complete);
}

TEST_F(ProjectPoolTest, WhatWouldStartOnceItIsLiveIsTriedOnACopy) {
    auto trial = console->liveStart();
    ASSERT_TRUE(trial) << allOf(trial.error());
    const LiveStart start = std::move(*trial).run();
    EXPECT_EQ(start.effect.started, (std::vector<std::string>{"a-1", "b-1"}));
    EXPECT_EQ(console->standing().state(0), WorkloadState::pending);
    std::stop_source stop;
    stop.request_stop();
    auto again = console->liveStart();
    ASSERT_TRUE(again);
    EXPECT_FALSE(std::move(*again).run(stop.get_token()).effect.touchesOthers())
        << "nobody waits for it";
    const auto refused = open("bob")->liveStart();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().message.code, "not-allowed.administer");
}

// Work that ran when the file was made ran elsewhere.
class RunsFromTheFile : public SmallProject {};

TEST_F(RunsFromTheFile, DoesNotMeanThatThePoolWasLive) {
    make(R"({"apportion": 1, "name": "running",
 "nodes": [{"name": "n", "gpu": 8}], "quotas": [{"name": "A", "guaranteed": {"gpu": 8}}],
 "workloads": [{"name": "runs", "quota": "A", "gpu": 4,
                "running": {"since": -60, "placements": [{"node": "n", "gpu": 4}]}},
               {"name": "waits", "quota": "A", "gpu": 4}]})");
    const auto console = ProjectPool::open(path_, "ana", clock()).value();
    EXPECT_EQ(console->view().key.running, 1);
    const auto why = console->explainQuota("A", false);
    ASSERT_TRUE(why && !why->facts.empty());
    EXPECT_EQ(why->facts.front().kind, QuotaFact::Kind::resting);
    EXPECT_EQ(fillTemplate("{why}", why->facts.front().arguments, formatValue), "never");
}

// Nobody stops what would have to go: that is told of the pool, not of who is in turn.
TEST_F(RunsFromTheFile, NobodyIsLeavingAPoolThatNobodyRuns) {
    make(R"({"apportion": 1, "name": "grace", "settings": {"gracePeriod": 30},
 "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "A", "guaranteed": {"gpu": 8}}, {"name": "B", "guaranteed": {"gpu": 0}}],
 "workloads": [{"name": "runs", "quota": "B", "gpu": 8,
                "running": {"since": -60, "placements": [{"node": "n", "gpu": 8}]}},
               {"name": "waits", "quota": "A", "gpu": 8}]})");
    const auto console = ProjectPool::open(path_, "ana", clock()).value();
    const auto why = console->explainQuota("A", false);
    ASSERT_TRUE(why);
    std::vector<QuotaFact::Kind> kinds;
    for (const QuotaFact& fact : why->facts)
        kinds.push_back(fact.kind);
    EXPECT_THAT(kinds, ::testing::Contains(QuotaFact::Kind::resting));
    EXPECT_THAT(kinds, ::testing::Not(::testing::Contains(QuotaFact::Kind::stillWaiting)));
}

TEST_F(ProjectPoolTest, ATableOfTheJournalHasAllThatAnEntryChanged) {
    const std::map<Revision, ChangeTexts> texts = console->changeTexts();
    ASSERT_EQ(texts.size(), 1U);
    const std::string& made = texts.begin()->second.after;
    for (const char* part : {"A guaranteed.gpu 8", "b-2 gpu 8", "b-2 state pending"})
        EXPECT_NE(made.find(part), std::string::npos) << part << " in " << made;
    EXPECT_EQ(made.find("…"), std::string::npos) << made;
}

TEST_F(ProjectPoolTest, ChangesAreEntriesAndTheJournalIsTheUndoStack) {
    const auto scaled = console->run(command("scale", {{"sizes", "A=4"}, {"sizes", "B=12"}}));
    ASSERT_TRUE(scaled) << allOf(scaled.error());
    EXPECT_TRUE(look());
    View view = console->view();
    EXPECT_EQ(quotaRow(view, "A")->numbers.guaranteed, 4 * kOneGpu);
    EXPECT_EQ(quotaRow(view, "B")->numbers.guaranteed, 12 * kOneGpu);
    ASSERT_EQ(view.journal.size(), 2U);
    EXPECT_EQ(view.journal[0].action, "scale");
    EXPECT_FALSE(view.journal[0].notUndoable);
    EXPECT_TRUE(view.document.undo);
    EXPECT_FALSE(view.document.redo);
    ASSERT_EQ(view.history->marks.size(), 1U);
    EXPECT_EQ(view.history->marks[0].kind, Mark::Kind::scale);

    ASSERT_TRUE(console->turn({true, {}}));
    look();
    view = console->view();
    EXPECT_EQ(quotaRow(view, "A")->numbers.guaranteed, 8 * kOneGpu);
    EXPECT_FALSE(view.document.undo);
    EXPECT_TRUE(view.document.redo);
    ASSERT_TRUE(console->turn({false, {}}));
    look();
    EXPECT_EQ(quotaRow(console->view(), "B")->numbers.guaranteed, 12 * kOneGpu);
}

TEST_F(ProjectPoolTest, FollowsWhatOthersWrite) {
    EXPECT_FALSE(look());
    ASSERT_EQ(run("quota.add", {{"name", "C"}, {"parent", "A"}, {"gpu", "2"}}), "");
    EXPECT_TRUE(look());
    ASSERT_NE(quotaRow(console->view(), "C"), nullptr);
    EXPECT_FALSE(look());
    passes(kSecond);
    EXPECT_TRUE(look()) << "what waits has waited longer";
    EXPECT_EQ(console->view().waiting[0].status.waited, kSecond);
}

// The end of a command is told when somebody looks, which may be after a later one.
TEST_F(ProjectPoolTest, WhatEndedStandsByItsEndAndInNobodyElsesColour) {
    passes(60 * kSecond);
    const Moment end = now();
    const auto finish = [&](const std::string& name, Moment when) {
        const auto written = desk_->file().write([&]() -> Result<std::optional<JournalEntry>> {
            JournalEntry entry;
            entry.at = now();
            entry.who = "engine";
            entry.action = "finish";
            entry.facts = endedFacts(desk_->objects(), *findWork(project(), name),
                                     WorkloadState::finished, when);
            return entry;
        });
        ASSERT_TRUE(written) << allOf(written.error());
        desk_->show();
    };
    finish("b-2", end);
    finish("b-1", end - 20 * kSecond);
    finish("a-1", end - 10 * kSecond);
    look();
    View view = console->view();
    ASSERT_EQ(view.ended.size(), 3U);
    EXPECT_EQ(view.ended[0].name, "b-2");
    EXPECT_EQ(view.ended[1].name, "a-1");
    EXPECT_EQ(view.ended[2].name, "b-1");
    EXPECT_EQ(view.ended[1].colour, quotaRow(view, "A")->colour);
    ASSERT_EQ(run("workspace.delete", {{"name", "ws-a"}}), "");
    ASSERT_EQ(run("quota.delete", {{"name", "A"}}), "");
    look();
    view = console->view();
    EXPECT_EQ(view.ended[1].colour, -1);
    EXPECT_EQ(view.ended[2].colour, quotaRow(view, "B")->colour);
}

// The first entry of a file has the whole pool: what it changed is told of as much as anybody
// reads.
TEST_F(ProjectPoolTest, OfAnEntryWithMuchItTellsTheFirstAndCountsTheRest) {
    Scenario pool;
    constexpr int kNodes = 3000;
    for (int i = 0; i < kNodes; ++i) {
        NodeGroup& group = pool.nodes.emplace_back();
        group.node.name = "n" + std::to_string(i);
        group.node.gpu = kOneGpu;
    }
    const auto created = ProjectPool::create(folder_ / "wide.apportion", pool, clock());
    ASSERT_TRUE(created) << allOf(created.error());
    const auto changes = (*created)->changesOf(1);
    ASSERT_TRUE(changes) << allOf(changes.error());
    EXPECT_EQ(changes->changes.size(), 200U);
    EXPECT_GT(changes->more, 0U);
    EXPECT_GT(changes->moreObjects, static_cast<std::size_t>(kNodes) - 2000);
    EXPECT_LT(changes->moreObjects, static_cast<std::size_t>(kNodes));
}

TEST_F(ProjectPoolTest, TheHistoryTellsWhatWasInheritedThen) {
    const auto run = [this](const std::string& quota, const std::string& changes) {
        const auto answer = console->run(command("policy", {{"quota", quota}, {"set", changes}}));
        EXPECT_TRUE(answer) << allOf(answer.error());
        return answer->entry->n;
    };
    const auto told = [this](Revision entry) {
        const auto changes = console->changesOf(entry);
        EXPECT_EQ(changes->changes.size(), 1U);
        const EntryChange& change = changes->changes.front();
        return (change.messageBefore ? render(*change.messageBefore) : change.before) + " to " +
               (change.messageAfter ? render(*change.messageAfter) : change.after);
    };
    const Revision first = run("A", R"({"minRuntime": 60})");
    const Revision above = run("all", R"({"minRuntime": 600})");
    const Revision last = run("A", R"({"minRuntime": null})");
    EXPECT_EQ(told(first), "inherited (0 s) to 60");
    EXPECT_EQ(told(above), "inherited (0 s) to 600");
    EXPECT_EQ(told(last), "60 to inherited (600 s)");
}

TEST_F(ProjectPoolTest, LiveItDecidesAndRecords) {
    ASSERT_TRUE(console->goLive());
    look();
    View view = console->view();
    EXPECT_TRUE(view.document.isLive());
    EXPECT_EQ(view.key.running, 2);
    EXPECT_EQ(view.key.used, 16 * kOneGpu);
    EXPECT_EQ(view.history->waiting.back(), 1);
    passes(600 * kSecond);
    look();
    view = console->view();
    EXPECT_EQ(view.key.running, 2) << "b-2 borrows what a-1 left";
    ASSERT_EQ(view.ended.size(), 1U);
    EXPECT_EQ(view.ended[0].name, "a-1");
    EXPECT_EQ(view.ended[0].status.state, WorkloadState::finished);
    EXPECT_EQ(*view.ended[0].status.end, 600 * kSecond);
    EXPECT_EQ(view.key.started, 3);
    const auto why = console->explainQuota("A", false);
    ASSERT_TRUE(why);
    EXPECT_NE(why->facts.at(0).kind, QuotaFact::Kind::nothingAsked) << "a-1 has ended";

    // Another window looks on.
    const auto other = open("ana");
    ASSERT_TRUE(other->follow());
    EXPECT_TRUE(other->view().document.isElsewhere());
    EXPECT_TRUE(other->view().document.holderHere) << "a command comes to this machine";
    EXPECT_EQ(other->view().document.holder, "ana");
    EXPECT_EQ(other->view().key.running, 2);
    console->rest();
    other->follow();
    EXPECT_TRUE(other->view().document.rests());
}

TEST_F(ProjectPoolTest, WhatWaitsForAnApprovalIsSaidOfItsQuota) {
    for (const char* name : {"a-1", "b-1", "b-2"})
        ASSERT_TRUE(console->run(command("cancel", {{"name", name}})));
    ASSERT_TRUE(desk_->run(command("submit", {{"quota", "A"},
                                              {"gpu", "2"},
                                              {"name", "asks"},
                                              {"directory", "/"},
                                              {"command", "true"}})));
    look();
    const View view = console->view();
    EXPECT_EQ(quotaRow(view, "A")->unapproved, 1);
    EXPECT_EQ(quotaRow(view, "all")->unapproved, 1) << "with all below";
    EXPECT_EQ(quotaRow(view, "B")->unapproved, 0);
    const auto why = console->explainQuota("A", false);
    ASSERT_TRUE(why);
    ASSERT_FALSE(why->facts.empty());
    EXPECT_EQ(why->facts[0].kind, QuotaFact::Kind::unapproved);
    for (const QuotaFact& fact : why->facts)
        EXPECT_NE(fact.kind, QuotaFact::Kind::queueEmpty);
}

TEST_F(ProjectPoolTest, WhatWasTakenAndANodeThatIsDownStandInTheCharts) {
    ASSERT_TRUE(console->run(command("cancel", {{"name", "b-2"}})));
    ASSERT_TRUE(console->run(command("cancel", {{"name", "a-1"}})));
    ASSERT_TRUE(
        console->run(command("submit", {{"quota", "B"}, {"gpu", "8"}, {"name", "borrows"}})));
    ASSERT_TRUE(console->goLive());
    look();
    passes(60 * kSecond);
    look();
    ASSERT_TRUE(console->run(command("submit", {{"quota", "A"}, {"gpu", "8"}, {"name", "taker"}})));
    passes(60 * kSecond);
    look();
    look();
    View view = console->view();
    ASSERT_EQ(view.evictions.size(), 1U);
    const auto taking =
        std::find_if(view.history->marks.begin(), view.history->marks.end(),
                     [](const Mark& mark) { return mark.kind == Mark::Kind::preemption; });
    ASSERT_NE(taking, view.history->marks.end());
    EXPECT_EQ(taking->subject, "taker");
    EXPECT_EQ(taking->from, "B");
    EXPECT_EQ(taking->gpu, 8 * kOneGpu);
    // Its team is known after it is over, too.
    ASSERT_TRUE(console->run(command("cancel", {{"name", view.evictions[0].record.victim}})));
    look();
    look();
    EXPECT_EQ(console->view().evictions.at(0).victim.team, "B");
    const auto explained = keptExplanation(console->view(), console->view().ended.at(0));
    EXPECT_EQ(explained.evictions.size(), 1U);
    passes(60 * kSecond);
    ASSERT_TRUE(console->run(command("nodes.state", {{"node", "n-1"}, {"state", "down"}})));
    look();
    look();
    view = console->view();
    const Mark& down = view.history->marks.back();
    EXPECT_EQ(down.kind, Mark::Kind::node);
    EXPECT_EQ(down.nodeState, NodeState::down);
}

// Of what the file samples nothing changes with it.
TEST_F(ProjectPoolTest, AReturnedSizeIsDrawnAtItsMomentAfterAReopening) {
    for (const char* name : {"b-1", "b-2"})
        ASSERT_TRUE(console->run(command("cancel", {{"name", name}})));
    ASSERT_TRUE(console->goLive());
    const auto liveFor = [this](Duration time) {
        for (Duration gone = 0; gone < time; gone += 10 * kSecond) {
            passes(10 * kSecond);
            look();
        }
    };
    liveFor(60 * kSecond);
    const auto scaled =
        console->run(command("scale", {{"sizes", "A=10"}, {"sizes", "B=6"}, {"for", "1m"}}));
    ASSERT_TRUE(scaled) << allOf(scaled.error());
    liveFor(600 * kSecond);
    const std::vector<JournalRow> journal = console->view().journal;
    ASSERT_TRUE(std::any_of(journal.begin(), journal.end(), [](const JournalRow& row) {
        return row.action == "temporary.return";
    }));
    const auto sizeAt = [this](Instant at) {
        const View view = console->view();
        const auto team = std::find_if(view.teams.begin(), view.teams.end(),
                                       [](const TeamInfo& each) { return each.quota == "A"; });
        const auto& times = view.history->times;
        const auto point = std::upper_bound(times.begin(), times.end(), at) - times.begin() - 1;
        return view.history->guaranteed[static_cast<std::size_t>(team - view.teams.begin())]
                                       [static_cast<std::size_t>(point)];
    };
    const auto expectSizes = [&](const char* when) {
        EXPECT_EQ(sizeAt(30 * kSecond), 8 * kOneGpu) << when;
        EXPECT_EQ(sizeAt(90 * kSecond), 10 * kOneGpu) << when;
        EXPECT_EQ(sizeAt(150 * kSecond), 8 * kOneGpu) << when;
    };
    expectSizes("live");
    console.reset();
    console = open("ana");
    look();
    expectSizes("read from the file");
}

TEST_F(ProjectPoolTest, WhatAMemberMayNotReadIsNotThere) {
    const auto bob = open("bob");
    const View view = bob->view();
    EXPECT_NE(quotaRow(view, "A"), nullptr);
    EXPECT_EQ(quotaRow(view, "B"), nullptr);
    for (const WorkloadRow& row : view.waiting)
        EXPECT_EQ(row.quota, "A");
    EXPECT_FALSE(bob->explainQuota("B", false));
    EXPECT_FALSE(explained(*bob, "b-1"));
    EXPECT_TRUE(explained(*bob, "a-1"));
    const auto& allowed = view.document.allowed;
    const auto may = [&](const char* id) {
        return std::find(allowed.begin(), allowed.end(), id) != allowed.end();
    };
    EXPECT_TRUE(may("submit"));
    EXPECT_FALSE(may("scale"));
    EXPECT_FALSE(may("quota.add"));
    EXPECT_FALSE(bob->goLive());
}

TEST_F(ProjectPoolTest, TheSessionMakesAProjectOfARecordedRun) {
    const std::string made = folder_ / "made.apportion";
    Session session;
    ASSERT_TRUE(session.open(folder_ / "pool.json").get());
    ASSERT_TRUE(session.makeProject(made).get());
    auto view = session.settled().get();
    EXPECT_TRUE(view->document.rests());
    EXPECT_EQ(view->document.file, made);
    const auto answer =
        session.run(command("quota.rename", {{"name", "A"}, {"to", "Alpha"}})).get();
    ASSERT_TRUE(answer) << allOf(answer.error());
    ASSERT_TRUE(session.undo().get());
    // Never over something else.
    EXPECT_FALSE(session.newProject(made, Scenario{}).get());
    EXPECT_EQ(session.settled().get()->document.file, made);
}

TEST_F(ProjectPoolTest, OnARecordedRunCommandsAreEventsAtTheClock) {
    Session session;
    ASSERT_TRUE(session.open(folder_ / "pool.json").get());
    session.settled().get();
    session.seek(100 * kSecond);
    session.settled().get();
    ASSERT_TRUE(
        session.run(command("scale", {{"sizes", "A=6"}, {"sizes", "B=10"}, {"mode", "drain"}}))
            .get());
    auto view = session.settled().get();
    EXPECT_EQ(view->clock, 100 * kSecond);
    EXPECT_EQ(quotaRow(*view, "A")->numbers.guaranteed, 6 * kOneGpu);
    EXPECT_TRUE(view->document.dirty);
    session.seek(99 * kSecond);
    EXPECT_EQ(quotaRow(*session.settled().get(), "A")->numbers.guaranteed, 8 * kOneGpu);
    ASSERT_TRUE(session.undo().get());
    EXPECT_FALSE(session.settled().get()->document.dirty);

    const auto refused =
        session.run(command("quota.add", {{"name", "C"}, {"parent", "A"}, {"gpu", "2"}})).get();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().message.code, "recorded-no-event");
    for (const auto& asked : {command("priority", {{"name", "a-1"}, {"priority", "2"}}),
                              command("submit", {{"quota", "nowhere"}, {"gpu", "1"}})}) {
        const auto other = session.run(asked).get();
        ASSERT_FALSE(other);
        EXPECT_EQ(other.error().front().message.code, "recorded-no-event") << idOf(asked.change);
    }
    const auto tooMuch = session.run(command("scale", {{"sizes", "A=100"}})).get();
    EXPECT_FALSE(tooMuch);
    EXPECT_FALSE(session.settled().get()->document.dirty);
}

// What runs in A may not be preempted; b-1 asks for what A has.
constexpr const char* kShrinks = R"({"apportion": 1, "name": "shrinks",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 16}},
            {"name": "A", "parent": "all", "guaranteed": {"gpu": 16}}],
 "workloads": [
  {"name": "a-1", "quota": "A", "gpu": 8, "module": "inference",
   "running": {"since": -20, "placements": [{"node": "n-1", "gpu": 8}]}},
  {"name": "a-2", "quota": "A", "gpu": 8, "module": "inference",
   "running": {"since": -10, "placements": [{"node": "n-2", "gpu": 8}]}}]})";

class ReclaimInAConsole : public ProjectPoolTest {
protected:
    void SetUp() override {
        make(kShrinks);
        console = open("ana");
    }
    std::optional<ReclaimAhead> reclaimOf(const std::string& quota) {
        look();
        return quotaRow(console->view(), quota)->reclaim;
    }
    void scale() {
        const auto done = console->run(
            command("scale", {{"sizes", "A=8"}, {"mode", "reclaim"}, {"after", "600s"}}));
        ASSERT_TRUE(done) << allOf(done.error());
    }
};

TEST_F(ReclaimInAConsole, IsToldWhileThePoolIsLive) {
    ASSERT_TRUE(console->goLive());
    look();
    EXPECT_FALSE(reclaimOf("A"));
    scale();
    const Instant now = this->now() - console->begin();
    EXPECT_EQ(reclaimOf("A"), (ReclaimAhead{now + 600 * kSecond, 8 * kOneGpu, true}));
    // Another console follows, and this one after it has come to rest.
    const auto other = open("ana");
    EXPECT_EQ(quotaRow(other->view(), "A")->reclaim,
              (ReclaimAhead{now + 600 * kSecond, 8 * kOneGpu, true}));
    passes(60 * kSecond);
    console->rest();
    EXPECT_EQ(reclaimOf("A"), (ReclaimAhead{now + 600 * kSecond, 8 * kOneGpu, true}));
    ASSERT_TRUE(console->goLive());
    look();
    passes(541 * kSecond);
    EXPECT_FALSE(reclaimOf("A"));
    EXPECT_EQ(console->view().key.running, 1);
    ASSERT_TRUE(other->follow());
    EXPECT_FALSE(quotaRow(other->view(), "A")->reclaim);
}

TEST_F(ReclaimInAConsole, IsToldWhileNobodyDecidesAndGoneWhenUndone) {
    scale();
    passes(700 * kSecond);
    ASSERT_TRUE(reclaimOf("A"));
    const View view = console->view();
    const auto issue = std::find_if(view.issues.begin(), view.issues.end(),
                                    [](const Issue& each) { return each.validator == "reclaim"; });
    ASSERT_NE(issue, view.issues.end());
    EXPECT_EQ(issue->what.code, "issue-reclaim.due");
    ASSERT_TRUE(console->turn({true, {}}));
    EXPECT_FALSE(reclaimOf("A"));
}

}  // namespace
}  // namespace apportion::testing
