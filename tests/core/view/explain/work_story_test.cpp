// SPDX-License-Identifier: GPL-3.0-or-later
// What happened to a workload, the marks of what was taken, and whose a record is where a name was
// given again.
#include "core/view/explain/work_story.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/session/project_pool.h"
#include "core/view/earlier_work.h"
#include "core/view/explain/taken_marks.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;

Eviction taken(Instant at, const char* victim, const char* taker, Gpu gpu = kOneGpu) {
    Eviction eviction;
    eviction.at = at;
    eviction.victim = victim;
    eviction.preemptor = taker;
    eviction.gpu = gpu;
    return eviction;
}

TEST(WorkStory, AnEvictionStandsWithTheRunItEndedElseAlone) {
    Explanation explanation;
    explanation.runs = {{10, 50, {}, "reclaim"}, {80, {}, {}, {}}};
    explanation.evictions = {taken(5, "work", "early"), taken(40, "work", "high")};
    const auto episodes = episodesOf(explanation, 6);
    ASSERT_EQ(episodes.size(), 3U);
    EXPECT_EQ(episodes[0].at(), 80);
    EXPECT_FALSE(episodes[0].eviction);
    EXPECT_EQ(episodes[1].run->start, 10);
    ASSERT_TRUE(episodes[1].eviction) << "decided at 40, over after its grace at 50";
    EXPECT_EQ(episodes[1].eviction->preemptor, "high");
    EXPECT_FALSE(episodes[2].run) << "of the run before it nothing was kept";
    EXPECT_EQ(episodes[2].eviction->preemptor, "early");
    EXPECT_EQ(episodesOf(explanation, 1).size(), 1U);
}

TEST(WorkStory, WorkThatIsOverKeepsItsLastRunAndWhatWasTakenFromIt) {
    View view;
    EvictionRow row;
    row.record = taken(40, "work", "high");
    view.evictions = {row};
    WorkloadRow work;
    work.name = "work";
    work.status.state = WorkloadState::cancelled;
    work.status.start = 10;
    work.status.end = 90;
    Explanation kept = keptExplanation(view, work);
    ASSERT_EQ(kept.runs.size(), 1U);
    EXPECT_EQ(*kept.runs[0].end, 40) << "it waited when it was cancelled";
    EXPECT_EQ(episodesOf(kept, 6).size(), 1U);
    work.status.start = 60;
    kept = keptExplanation(view, work);
    EXPECT_EQ(*kept.runs[0].end, 90);
    EXPECT_EQ(kept.runs[0].endedBy, "cancel");
    EXPECT_EQ(episodesOf(kept, 6).size(), 2U);
}

// Records go by the names of the view.
TEST(WorkStory, WhatWasTakenForWork) {
    View view;
    view.clock = 100;
    for (const Eviction& each : {taken(90, "c", "high"), taken(60, "b", "high"),
                                 taken(60, "a", "other"), taken(5, "a", "high #1")}) {
        EvictionRow row;
        row.record = each;
        view.evictions.push_back(row);
    }
    const auto names = [&](const char* name) {
        WorkloadRow row;
        row.name = name;
        std::string all;
        for (const EvictionRow& each : takenFor(view, row))
            all += each.record.victim;
        return all;
    };
    EXPECT_EQ(names("high"), "cb");
    EXPECT_EQ(names("high #1"), "a") << "a later one bears its name";
    WorkloadRow a;
    a.name = "a";
    ASSERT_NE(evictionOf(view, a, 60), nullptr);
    EXPECT_EQ(evictionOf(view, a, 60)->record.preemptor, "other");
    EXPECT_EQ(evictionOf(view, a, 61), nullptr);
    view.running.push_back(a);
    EXPECT_EQ(workNamed(view, "a"), &view.running[0]);
    EXPECT_EQ(workNamed(view, "high"), nullptr);
}

// Who bears its name later did not take it.
TEST(WorkStory, WhoTookIsToldAlsoWhenItIsOver) {
    View view;
    view.clock = 100;
    WorkloadRow later, first;
    later.name = "high";
    first.name = "high #1";
    first.status.state = WorkloadState::cancelled;
    view.waiting = {later};
    const Eviction eviction = taken(60, "a", "high #1");
    EXPECT_EQ(takerOf(view, eviction), nullptr);
    view.ended = {first};
    ASSERT_EQ(takerOf(view, eviction), &view.ended[0]);
    EXPECT_TRUE(isOver(view.ended[0]));
    EXPECT_FALSE(isOver(later));
    EXPECT_EQ(takerOf(view, taken(90, "a", "high")), &view.waiting[0]);
    EXPECT_EQ(takerOf(view, taken(60, "a", "")), nullptr);
}

TEST(TakenMarks, WhatOneInstantTookIsOneMark) {
    std::vector<Eviction> evictions{taken(10, "a", "high", 2 * kOneGpu), taken(10, "b", "high"),
                                    taken(20, "a", "other"), taken(30, "c", "")};
    evictions.push_back(taken(40, "a", "aside"));
    evictions.back().rule = EvictionRule::consolidation;
    const auto marks = takenMarks(
        evictions, [](const std::string& name) { return name == "b" ? "right" : "left"; });
    ASSERT_EQ(marks.size(), 2U) << "nobody takes where a node fails, nor where work is moved";
    EXPECT_EQ(marks[0].kind, Mark::Kind::preemption);
    EXPECT_EQ(marks[0].subject, "high");
    EXPECT_EQ(marks[0].from, "") << "from several quotas";
    EXPECT_EQ(marks[0].gpu, 3 * kOneGpu);
    EXPECT_EQ(marks[0].count, 2);
    EXPECT_EQ(marks[1].from, "left");
}

ProjectWorkload bearer(const char* name, Moment from = 0, std::optional<Moment> to = {}) {
    ProjectWorkload work;
    work.spec.name = name;
    work.run.submitted = from;
    work.run.end = to;
    return work;
}

TEST(EarlierWork, TheLastBearerKeepsTheNameAndTheOthersGoByNumber) {
    EXPECT_THAT(namesOfEnded({"train", "once", "train"}, {}),
                ElementsAre("train", "once", "train #1"));
    EXPECT_THAT(namesOfEnded({"train", "once", "train"}, {bearer("train"), bearer("other")}),
                ElementsAre("train #2", "once", "train #1"));
}

TEST(EarlierWork, ANameThatSomebodyChoseIsNotGivenToAnother) {
    EXPECT_THAT(namesOfEnded({"train"}, {bearer("train"), bearer("train #1")}),
                ElementsAre("train #2"));
    EXPECT_THAT(namesOfEnded({"train #1", "train", "train"}, {bearer("train")}),
                ElementsAre("train #1", "train #2", "train #3"));
}

TEST(EarlierWork, AnEvictionIsOfWhatBoreTheNameThen) {
    const std::vector<ProjectWorkload> over{bearer("low", 10, 50), bearer("high", 20, 60),
                                            bearer("low", 70, 90)};
    const std::vector<ProjectWorkload> present{bearer("high", 65)};
    const EarlierWork earlier(over, present, [](const Workload&) { return true; });
    EXPECT_EQ(earlier.nameOf(0), "low #1");
    EXPECT_EQ(earlier.nameOf(1), "high #1");
    EXPECT_EQ(earlier.nameOf(2), "low");
    const auto named = [&](Moment at) {
        Eviction eviction;
        eviction.at = at;
        eviction.victim = "low";
        eviction.preemptor = "high";
        eviction.runnerUp = {"low", "other"};
        earlier.rename(eviction);
        return eviction.victim + " for " + eviction.preemptor + ", not " +
               eviction.runnerUp.front() + " " + eviction.runnerUp.back();
    };
    EXPECT_EQ(named(40), "low #1 for high #1, not low #1 other");
    EXPECT_EQ(named(80), "low for high, not low other");
}

TEST(EarlierWork, WhatMayNotBeReadTakesNoNumber) {
    std::vector<ProjectWorkload> over{bearer("low", 10, 20), bearer("low", 30, 40),
                                      bearer("low", 50, 60)};
    over[0].spec.user = "other";
    const EarlierWork earlier(over, {}, [](const Workload& spec) { return spec.user.empty(); });
    EXPECT_EQ(earlier.nameOf(1), "low #1");
    EXPECT_EQ(earlier.nameOf(2), "low");
    EXPECT_EQ(earlier.nameOf(0), "low #2") << "it is kept apart all the same";
}

std::string meant(Moment at, NamedAs as) {
    static const std::vector<Bearer> bearers{
        {10, 50, "low #1"}, {60, 80, "low #2"}, {80, {}, "low"}};
    const Bearer* bearer = bearerAt(bearers, at, as);
    return bearer == nullptr ? "" : bearer->name;
}

TEST(BearerAt, TheOneThatWasThereAtThatMoment) {
    for (const NamedAs as : {NamedAs::victim, NamedAs::taker}) {
        EXPECT_EQ(meant(10, as), "low #1");
        EXPECT_EQ(meant(60, as), "low #2");
        EXPECT_EQ(meant(81, as), "low");
        EXPECT_EQ(meant(55, as), "low #1") << "its end was learned of later";
        EXPECT_EQ(meant(9, as), "") << "one from before";
    }
}

// At the moment at which one ends and the next is submitted.
TEST(BearerAt, WhoIsTakenFromWasThereBeforeAndWhoTakesMayBeNew) {
    EXPECT_EQ(meant(80, NamedAs::victim), "low #2");
    EXPECT_EQ(meant(80, NamedAs::taker), "low");
}

TEST(EarlierWork, WhatIsSaidOfAnEvictionNamesThemAsItDoes) {
    const EarlierWork earlier({bearer("low", 10, 50)}, {bearer("low", 60), bearer("high", 20)},
                              [](const Workload&) { return true; });
    Eviction eviction;
    eviction.at = 40;
    eviction.victim = "low";
    eviction.preemptor = "high";
    eviction.why = {"evicted-idle",
                    {{"victim", Value::ofText("low")}, {"taker", Value::ofText("high")}}};
    earlier.rename(eviction);
    EXPECT_EQ(eviction.why.arguments[0].value.text, "low #1");
    EXPECT_EQ(eviction.why.arguments[1].value.text, "high");
}

// Of those that were over before them.
TEST(EarlierWork, ARecordOfWorkThatIsNotKeptIsOfNoneThatIs) {
    Eviction eviction;
    eviction.at = 40;
    eviction.victim = "low";
    eviction.preemptor = "high";
    const auto renamed = [&](Moment at) {
        const EarlierWork earlier({bearer("once", 10, 50)}, {bearer("low", 60), bearer("high", 20)},
                                  [](const Workload&) { return true; }, {eviction});
        Eviction record = eviction;
        record.at = at;
        earlier.rename(record);
        return record.victim + " " + record.preemptor;
    };
    EXPECT_EQ(renamed(40), "low #0 high");
    EXPECT_EQ(renamed(70), "low high");
}

// Serving takes the whole node from training where it needs it.
constexpr const char* kTwice = R"({"apportion": 1, "name": "twice",
 "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 8}, "childPreemption":
             {"priorities": [1, 9], "modules": ["training"]}},
            {"name": "left", "parent": "all", "guaranteed": {"gpu": 4}},
            {"name": "right", "parent": "all", "guaranteed": {"gpu": 4}}],
 "workspaces": [{"name": "left-space", "quotas": ["left"],
                 "members": [{"user": "leo", "role": "member"}]},
                {"name": "right-space", "quotas": ["right"],
                 "members": [{"user": "rita", "role": "member"}]}]})";

// rita's "work" in "right" lost its GPUs to "serve", both ended, and their names were given again:
// leo's "work" runs in "left", and another "serve" with it.
class GivenAgain : public SmallProject {
protected:
    void SetUp() override {
        make(kTwice);
        pool = console("ana");
        ASSERT_TRUE(pool->goLive());
        submit("rita", "work", {{"workspace", "right-space"}, {"priority", "2"}});
        submit("ana", "serve", {{"quota", "all"}, {"gpu", "8"}});
        for (const char* name : {"work", "serve"})
            ASSERT_EQ(run("cancel", {{"name", name}}), "");
        live();
        submit("leo", "work", {{"workspace", "left-space"}, {"module", "inference"}});
        submit("ana", "serve", {{"quota", "all"}, {"gpu", "1"}});
    }
    std::unique_ptr<ProjectPool> console(const std::string& who) {
        auto opened = ProjectPool::open(path_, who, clock());
        EXPECT_TRUE(opened) << allOf(opened.error());
        return opened ? std::move(*opened) : nullptr;
    }
    void live() {
        passes(kSecond);
        ASSERT_TRUE(pool->follow());
        passes(10 * kSecond);
        ASSERT_TRUE(pool->follow());
    }
    void submit(const char* who, const char* name, Given given) {
        given.emplace_back("name", name);
        if (std::none_of(given.begin(), given.end(),
                         [](const auto& each) { return each.first == "gpu"; }))
            given.emplace_back("gpu", "4");
        ASSERT_EQ(codeOf(open(who)->run(command("submit", given))), "") << name;
        live();
    }

    std::unique_ptr<ProjectPool> pool;
};

const WorkloadRow& rowNamed(const View& view, const char* name) {
    static const WorkloadRow none;
    const WorkloadRow* row = workNamed(view, name);
    EXPECT_NE(row, nullptr) << name;
    return row == nullptr ? none : *row;
}

TEST_F(GivenAgain, AnEvictionIsShownAsOfTheOneThatBoreTheName) {
    const View view = pool->view();
    ASSERT_EQ(view.evictions.size(), 1U);
    const EvictionRow& row = view.evictions[0];
    EXPECT_EQ(row.record.victim, "work #1");
    EXPECT_EQ(row.victim.quota, "right");
    EXPECT_EQ(row.victim.team, "right");
    EXPECT_EQ(row.module, Module::training);
    EXPECT_EQ(row.priority, 2);
    EXPECT_EQ(row.record.preemptor, "serve #1");
    const WorkloadRow& earlier = rowNamed(view, "work #1");
    const WorkloadRow& later = rowNamed(view, "work");
    EXPECT_EQ(keptExplanation(view, earlier).evictions.size(), 1U);
    EXPECT_TRUE(keptExplanation(view, later).evictions.empty());
    EXPECT_EQ(row.colour, earlier.colour);
    EXPECT_NE(row.colour, later.colour);
    EXPECT_EQ(takenFor(view, rowNamed(view, "serve #1")).size(), 1U);
    EXPECT_TRUE(takenFor(view, rowNamed(view, "serve")).empty());
    ASSERT_NE(takerOf(view, row.record), nullptr);
    EXPECT_EQ(takerOf(view, row.record)->name, "serve #1");
}

// leo's own work of that name lost nothing, and of rita's he is not told.
TEST_F(GivenAgain, WhatTheOtherOneLostIsNotToldToWhoseWorkHasItsNameNow) {
    const View leos = console("leo")->view();
    EXPECT_EQ(rowNamed(leos, "work").user, "leo");
    EXPECT_TRUE(leos.evictions.empty());
    const View ritas = console("rita")->view();
    ASSERT_EQ(ritas.evictions.size(), 1U);
    EXPECT_EQ(ritas.evictions[0].record.victim, "work #1");
    EXPECT_EQ(ritas.evictions[0].priority, 2);
    EXPECT_EQ(ritas.evictions[0].record.preemptor, "training work of another team");
    for (const char* who : {"ana", "leo", "rita"}) {
        const auto shown = open(who)->show();
        ASSERT_TRUE(shown) << allOf(shown.error());
        const View view = console(who)->view();
        ASSERT_EQ(shown->outcome.evictions.size(), view.evictions.size()) << who;
        for (std::size_t i = 0; i < view.evictions.size(); ++i)
            EXPECT_EQ(shown->outcome.evictions[i].victim, view.evictions[i].record.victim) << who;
    }
}

TEST_F(GivenAgain, AMarkSaysFromWhereItWasTakenThen) {
    const View view = pool->view();
    std::vector<std::string> told;
    for (const Mark& mark : view.history->marks)
        if (mark.kind == Mark::Kind::preemption)
            told.push_back(mark.subject + " from " + mark.from);
    EXPECT_THAT(told, ElementsAre("serve #1 from right"));
}

// Rita's work gave way to one that runs on, and ended; leo's of the same name waits in "left".
TEST_F(GivenAgain, WhatAnEarlierOneLostIsNotTakenFromTheQuotaOfTheLater) {
    submit("rita", "turn", {{"workspace", "right-space"}, {"gpu", "3"}});
    submit("ana", "taker", {{"quota", "all"}, {"gpu", "3"}});
    const auto tellsOfIt = [&] {
        const auto told = pool->explainQuota("left", false);
        EXPECT_TRUE(told);
        return told && std::any_of(told->facts.begin(), told->facts.end(), [](const auto& fact) {
                   return fact.kind == QuotaFact::Kind::takenBy;
               });
    };
    ASSERT_EQ(pool->view().evictions.size(), 2U);
    ASSERT_FALSE(tellsOfIt());
    ASSERT_EQ(run("cancel", {{"name", "turn"}}), "");
    live();
    submit("leo", "turn", {{"workspace", "left-space"}});
    EXPECT_EQ(rowNamed(pool->view(), "turn").status.state, WorkloadState::pending);
    EXPECT_FALSE(tellsOfIt());
}

}  // namespace
}  // namespace apportion::testing
