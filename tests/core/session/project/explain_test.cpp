// SPDX-License-Identifier: GPL-3.0-or-later
// Why work of a project waits and what became of it, told from the journal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/session/live/live_pool.h"
#include "core/session/project_pool.h"
#include "core/view/explain/remedies.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;

// Serving takes the whole node from training where it needs it.
constexpr const char* kPastPool = R"({"apportion": 1, "name": "past",
 "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 8},
   "selfPreemption": {"high": [7, 9], "low": [1, 3], "modules": ["training"], "scope": "quota"}}],
 "workloads": [{"name": "train", "quota": "all", "gpu": 8, "priority": 1, "duration": 100}]})";

class Explain : public SmallProject {
protected:
    void SetUp() override { make(kPastPool); }
    void decide() {
        auto live = LivePool::start(*desk_);
        ASSERT_TRUE(live);
        ASSERT_TRUE(live->tick());
    }
    Explanation explained(const std::string& name) {
        auto explanation = desk_->explain(name);
        EXPECT_TRUE(explanation) << allOf(explanation.error());
        return explanation ? *explanation : Explanation{};
    }
    std::vector<std::string> endings(const std::string& name) {
        std::vector<std::string> endings;
        for (const apportion::Run& run : explained(name).runs)
            endings.push_back(run.endedBy);
        return endings;
    }
};

TEST_F(Explain, WithoutAnEngineItWaitsForOne) {
    const Explanation waits = explained("train");
    ASSERT_TRUE(waits.reason);
    EXPECT_EQ(waits.reason->code, ReasonCode::notLive);
    EXPECT_TRUE(waits.unblock.empty());
    const auto shown = desk_->show();
    ASSERT_TRUE(shown);
    ASSERT_TRUE(shown->outcome.workloads.front().second.reason);
    EXPECT_EQ(shown->outcome.workloads.front().second.reason->code, ReasonCode::notLive);
}

TEST_F(Explain, RunsAndEvictionsOfThePastAreTold) {
    decide();
    EXPECT_THAT(endings("train"), ElementsAre(""));
    passes(10 * kSecond);
    ASSERT_EQ(run("submit", {{"name", "serve"}, {"quota", "all"}, {"gpu", "8"}, {"priority", "9"}}),
              "");
    decide();
    EXPECT_THAT(endings("train"), ElementsAre("self-level"));
    ASSERT_EQ(explained("train").evictions.size(), 1U);
    passes(10 * kSecond);
    ASSERT_EQ(run("finish", {{"name", "serve"}}), "");
    decide();
    EXPECT_THAT(endings("train"), ElementsAre("self-level", ""));
    const Explanation train = explained("train");
    EXPECT_EQ(train.runs.front().start, 0);
    EXPECT_EQ(train.runs.front().end, 10 * kSecond);
    EXPECT_EQ(train.runs.back().start, 20 * kSecond);
    ASSERT_EQ(train.runs.back().placements.size(), 1U);

    const Explanation serve = explained("serve");
    EXPECT_EQ(serve.state, WorkloadState::finished) << "what is over is told, too";
    ASSERT_EQ(serve.runs.size(), 1U);
    EXPECT_EQ(serve.runs.front().endedBy, "finish");
    EXPECT_EQ(serve.runs.front().end, 20 * kSecond);
}

constexpr const char* kFullPool = R"({"apportion": 1, "name": "full",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "R", "guaranteed": {"gpu": 16}},
  {"name": "A", "parent": "R", "guaranteed": {"gpu": 4}},
  {"name": "B", "parent": "R", "guaranteed": {"gpu": 12}}],
 "workloads": [{"name": "a-1", "quota": "A", "gpu": 2}, {"name": "a-2", "quota": "A", "gpu": 2},
  {"name": "b-1", "quota": "B", "gpu": 2}, {"name": "b-2", "quota": "B", "gpu": 2},
  {"name": "b-3", "quota": "B", "gpu": 2}, {"name": "b-4", "quota": "B", "gpu": 2},
  {"name": "b-5", "quota": "B", "gpu": 2}, {"name": "b-6", "quota": "B", "gpu": 2},
  {"name": "next", "quota": "A", "gpu": 2}]})";

class ExplainFull : public Explain {
protected:
    void SetUp() override { make(kFullPool); }
};

// The end of each of eight would do it, and evicts nobody.
TEST_F(ExplainFull, EndsDoNotCrowdOutWhatElseWouldStartIt) {
    decide();
    const Explanation next = explained("next");
    std::vector<std::string> ways;
    for (const Remedy& each : remediesOf(next, {}))
        ways.emplace_back(plainCode(each.message.code));
    EXPECT_THAT(ways, ElementsAre("move-from-sibling", "end-any", "end-any", "add-node"));
}

class ExplainStopping : public Explain {
protected:
    void SetUp() override {
        make(R"({"apportion": 1, "name": "grace", "settings": {"gracePeriod": 40},
 "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 8},
   "selfPreemption": {"high": [7, 9], "low": [1, 3], "modules": ["training"], "scope": "quota"}}],
 "workloads": [{"name": "train", "quota": "all", "gpu": 8, "priority": 1}]})");
    }
};

// The moment at which a grace period ends, on the clock of the answer, as `stopping` is.
TEST_F(ExplainStopping, UntilWhenSomethingLastsIsAMomentOfTheAnswersClock) {
    decide();
    passes(20 * kSecond);
    ASSERT_EQ(run("submit", {{"name", "high"}, {"quota", "all"}, {"gpu", "8"}, {"priority", "8"}}),
              "");
    decide();
    passes(10 * kSecond);
    const Explanation high = explained("high");
    ASSERT_TRUE(high.reason);
    EXPECT_EQ(high.reason->message.code, "waiting-for-victims");
    const auto untilIn = [](const Message& message) {
        for (const Argument& argument : message.arguments)
            if (argument.name == "until")
                return argument.value.number;
        return std::int64_t{-1};
    };
    EXPECT_EQ(untilIn(high.reason->message), high.time + 30 * kSecond);
    const Explanation train = explained("train");
    EXPECT_EQ(train.stopping, high.time + 30 * kSecond);
    ASSERT_EQ(train.toldToStop.size(), 1U);
    EXPECT_EQ(train.toldToStop.front().code, "told-to-stop");
    EXPECT_EQ(untilIn(train.toldToStop.front()), high.time + 30 * kSecond);
    ASSERT_EQ(high.holders.size(), 1U);
    EXPECT_EQ(untilIn(high.holders.front().why), high.time + 30 * kSecond);
    const auto shown = desk_->show();
    ASSERT_TRUE(shown);
    for (const auto& [name, outcome] : shown->outcome.workloads) {
        if (name == "train") {
            EXPECT_EQ(outcome.stopping, high.time + 30 * kSecond);
        } else {
            EXPECT_EQ(untilIn(outcome.reason->message), high.time + 30 * kSecond);
        }
    }
}

TEST_F(Explain, ANameThatIsGivenAgainBeginsAnew) {
    decide();
    ASSERT_EQ(run("cancel", {{"name", "train"}}), "");
    EXPECT_THAT(endings("train"), ElementsAre("cancel"));
    ASSERT_EQ(run("submit", {{"name", "train"}, {"quota", "all"}, {"gpu", "1"}}), "");
    EXPECT_THAT(endings("train"), ElementsAre());
    EXPECT_EQ(explained("train").state, WorkloadState::pending);
    EXPECT_FALSE(desk_->explain("tra"));
}

// A pool that nobody has run yet: what would be so once somebody does is told as that.
class ExplainAtRest : public Explain {
protected:
    void SetUp() override {
        make(R"({"apportion": 1, "name": "rests", "settings": {"gracePeriod": 30},
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 8}}, {"name": "b", "guaranteed": {"gpu": 8}}],
 "workloads": [
  {"name": "wide", "quota": "b", "gpu": 4, "replicas": 4, "minReplicas": 1,
   "running": {"since": -5, "placements": [{"node": "n-1", "gpu": 4}, {"node": "n-1", "gpu": 4},
     {"node": "n-2", "gpu": 4}, {"node": "n-2", "gpu": 4}]}},
  {"name": "first", "quota": "a", "gpu": 8, "submit": 0},
  {"name": "next", "quota": "a", "gpu": 8, "submit": 0}]})");
    }
};

TEST_F(ExplainAtRest, NothingIsSaidToBeBookedOrStopped) {
    const Explanation first = explained("first");
    ASSERT_TRUE(first.reason);
    EXPECT_EQ(first.reason->code, ReasonCode::notLive);
    EXPECT_EQ(first.reason->message.code, "not-live.grace");
    EXPECT_TRUE(first.unblock.empty()) << "nobody has to end for it";
    EXPECT_TRUE(first.holders.empty());
    EXPECT_FALSE(first.ahead);
    const Explanation next = explained("next");
    ASSERT_TRUE(next.reason && next.ahead);
    EXPECT_EQ(next.ahead->code, "explained-at-rest");
    const auto shown = desk_->show();
    ASSERT_TRUE(shown);
    for (const auto& [name, status] : shown->outcome.workloads) {
        if (name == "first") {
            EXPECT_EQ(status.reason->message.code, "not-live.grace");
        }
    }
    auto live = LivePool::start(*desk_);
    ASSERT_TRUE(live && live->tick());
    EXPECT_EQ(explained("first").reason->code, ReasonCode::waitingForVictims);
    EXPECT_FALSE(explained("next").ahead);
}

// Without a grace period the start comes with the eviction.
TEST_F(Explain, AtRestAStartByAnEvictionNamesWhomItEvicts) {
    decide();
    ASSERT_EQ(run("submit", {{"name", "serve"}, {"quota", "all"}, {"gpu", "8"}, {"priority", "9"}}),
              "");
    const Explanation serve = explained("serve");
    ASSERT_TRUE(serve.reason);
    EXPECT_EQ(serve.reason->code, ReasonCode::notLive);
    EXPECT_EQ(render(serve.reason->message),
              "When the pool goes live, serve starts and evicts train.");
    const auto shown = desk_->show();
    ASSERT_TRUE(shown);
    for (const auto& [name, status] : shown->outcome.workloads) {
        if (name == "serve") {
            EXPECT_EQ(status.reason->message.code, "not-live.evicting");
        }
    }
    decide();
    EXPECT_EQ(explained("train").state, WorkloadState::pending) << "so it was";
}

TEST_F(Explain, WhileThePoolIsLiveItTellsByWhenItStarts) {
    auto live = LivePool::start(*desk_);
    ASSERT_TRUE(live && live->tick());
    ASSERT_EQ(run("submit", {{"name", "next"}, {"quota", "all"}, {"gpu", "8"}, {"priority", "1"}}),
              "");
    ASSERT_TRUE(live->tick());
    const auto pool =
        ProjectPool::forCommand(ProjectDesk::open(path_, OpenMode::readOnly, "ana", clock()));
    ASSERT_TRUE(pool);
    const auto asked = (*pool)->explain("next");
    ASSERT_TRUE(asked) << allOf(asked.error());
    const Explanation& next = *asked;
    ASSERT_TRUE(next.starts);
    EXPECT_EQ(next.starts->code, "start-by");
    ASSERT_EQ(explained("train").runs.size(), 1U);
    EXPECT_EQ(next.startsBy, explained("train").runs.front().start + 100 * kSecond);
}

// Each is told by a name of its own, and an eviction with the one that it was of.
TEST_F(Explain, ANameThatWasGivenAgainIsShownOnceForEachThatBoreIt) {
    decide();
    passes(10 * kSecond);
    ASSERT_EQ(run("submit", {{"name", "serve"}, {"quota", "all"}, {"gpu", "8"}, {"priority", "9"}}),
              "");
    decide();
    passes(10 * kSecond);
    for (const char* name : {"train", "serve"})
        ASSERT_EQ(run("cancel", {{"name", name}}), "");
    passes(10 * kSecond);
    ASSERT_EQ(run("submit", {{"name", "train"}, {"quota", "all"}, {"gpu", "8"}}), "");
    const auto shown = desk_->show();
    ASSERT_TRUE(shown);
    std::vector<std::string> names;
    for (const auto& [name, status] : shown->outcome.workloads)
        names.push_back(name);
    EXPECT_THAT(names, ElementsAre("train #1", "serve", "train"));
    ASSERT_EQ(shown->outcome.evictions.size(), 1U);
    EXPECT_EQ(shown->outcome.evictions.front().victim, "train #1");
}

// Each by the name that it goes by, with what was taken from it and by whom.
TEST_F(Explain, WorkWhoseNameWasGivenAgainIsToldAsItWas) {
    decide();
    const auto submit = [&](const char* name, const char* priority) {
        passes(10 * kSecond);
        ASSERT_EQ(
            run("submit", {{"name", name}, {"quota", "all"}, {"gpu", "8"}, {"priority", priority}}),
            "");
        decide();
        passes(10 * kSecond);
    };
    submit("serve", "9");
    for (const char* name : {"train", "serve"})
        ASSERT_EQ(run("cancel", {{"name", name}}), "");
    submit("train", "1");
    submit("serve", "9");
    const auto evictionsOf = [&](const char* name) {
        std::vector<std::string> told;
        for (const Eviction& each : explained(name).evictions)
            told.push_back(each.victim + " for " + each.preemptor);
        return told;
    };
    EXPECT_THAT(evictionsOf("train"), ElementsAre("train for serve"));
    EXPECT_THAT(evictionsOf("train #1"), ElementsAre("train #1 for serve #1"));
    const Explanation earlier = explained("train #1");
    EXPECT_EQ(earlier.workload, "train #1");
    EXPECT_EQ(earlier.state, WorkloadState::cancelled);
    EXPECT_THAT(endings("train #1"), ElementsAre("self-level"));
    EXPECT_EQ(explained("train").state, WorkloadState::pending);
    EXPECT_EQ(explained("serve #1").state, WorkloadState::cancelled);
    for (const char* none : {"train #2", "train #", "other #1"}) {
        const auto unknown = desk_->explain(none);
        ASSERT_FALSE(unknown) << none;
        EXPECT_TRUE(unknown.error().front().message.code.starts_with("project-unknown")) << none;
    }
}

// Somebody chose it himself.
TEST_F(Explain, ANameThatOnlyLooksLikeANumberIsItsOwn) {
    ASSERT_EQ(run("cancel", {{"name", "train"}}), "");
    passes(kSecond);
    for (const char* name : {"train #1", "train"})
        ASSERT_EQ(run("submit", {{"name", name}, {"quota", "all"}, {"gpu", "8"}}), "");
    EXPECT_EQ(explained("train #1").state, WorkloadState::pending);
    EXPECT_EQ(explained("train #2").state, WorkloadState::cancelled);
}

// What is due is done before anything starts, by whoever goes live.
class ExplainDue : public Explain {
protected:
    void SetUp() override {
        make(R"({"apportion": 1, "name": "due", "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 4}, "overQuota": "off"},
            {"name": "b", "guaranteed": {"gpu": 4}}],
 "workloads": [{"name": "large", "quota": "a", "gpu": 8, "priority": 1}]})");
    }
};

TEST_F(ExplainDue, ItDoesNotStartWhereTheReturnOfASizeTakesItsPlace) {
    ASSERT_EQ(run("scale", {{"sizes", "a=8"}, {"sizes", "b=0"}, {"for", "1h"}}), "");
    EXPECT_EQ(explained("large").reason->code, ReasonCode::notLive);
    passes(2 * 3600 * kSecond);
    const Explanation large = explained("large");
    ASSERT_TRUE(large.reason);
    EXPECT_NE(large.reason->code, ReasonCode::notLive);
    const auto shown = desk_->show();
    ASSERT_TRUE(shown);
    const auto& reason = shown->outcome.workloads.front().second.reason;
    ASSERT_TRUE(reason);
    EXPECT_EQ(reason->code, large.reason->code);
    decide();
    EXPECT_EQ(explained("large").state, WorkloadState::pending);
}

// Nobody has to be live to know it.
TEST_F(ExplainStopping, ATakerThatIsGoneIsToldToBe) {
    decide();
    ASSERT_EQ(run("submit", {{"name", "high"}, {"quota", "all"}, {"gpu", "8"}, {"priority", "8"}}),
              "");
    decide();
    passes(10 * kSecond);
    ASSERT_EQ(run("cancel", {{"name", "high"}}), "");
    const auto told = [&] {
        const Explanation train = explained("train");
        return train.toldToStop.size() == 1 ? render(train.toldToStop.front())
                                            : std::string("not one sentence");
    };
    EXPECT_EQ(told(),
              "This workload is stopping (self-level, rule 15). The grace period ends at 40 s. "
              "high no longer waits for it.");
    ASSERT_EQ(run("submit", {{"name", "other"}, {"quota", "all"}, {"gpu", "8"}, {"priority", "8"}}),
              "");
    decide();
    EXPECT_EQ(told(),
              "This workload is stopping (self-level, rule 15). The grace period ends at 40 s. "
              "high no longer waits for it, but other does.");
}

// Nobody has looked since.
TEST_F(ExplainStopping, AGraceThatIsOverAndNotRecordedIsToldAsPast) {
    decide();
    ASSERT_EQ(run("submit", {{"name", "high"}, {"quota", "all"}, {"gpu", "8"}, {"priority", "8"}}),
              "");
    decide();
    const auto told = [&] {
        const Explanation train = explained("train");
        return train.toldToStop.size() == 1 ? render(train.toldToStop.front())
                                            : std::string("not one sentence");
    };
    passes(40 * kSecond);
    EXPECT_EQ(
        told(),
        "This workload is stopping for high (self-level, rule 15). The grace period ends at 40 s.");
    passes(1);
    EXPECT_EQ(told(),
              "This workload was stopping for high (self-level, rule 15). The grace period ended "
              "at 40 s, and its end is not recorded yet.");
    decide();
    EXPECT_EQ(explained("train").state, WorkloadState::pending);
    EXPECT_TRUE(explained("train").toldToStop.empty());
}

class ExplainElastic : public Explain {
protected:
    void SetUp() override {
        make(R"({"apportion": 1, "name": "elastic", "settings": {"gracePeriod": 60},
 "nodes": [{"name": "n", "count": 2, "gpu": 4}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 4}}, {"name": "b", "guaranteed": {"gpu": 4}}],
 "workloads": [{"name": "wide", "quota": "a", "gpu": 1, "replicas": 8, "minReplicas": 2}]})");
    }
    void submits(const std::string& name, const std::string& gpu) {
        ASSERT_EQ(run("submit", {{"name", name}, {"quota", "b"}, {"gpu", gpu}}), "");
        decide();
    }
};

// Also by who does not run the engine: what is known of that stands in the file.
TEST_F(ExplainElastic, ForWhomAndUntilWhenReplicasAreGivenUpIsTold) {
    decide();
    passes(100 * kSecond);
    submits("first", "3");
    passes(10 * kSecond);
    submits("second", "1");
    const Explanation wide = explained("wide");
    std::vector<std::string> told;
    for (const Message& message : wide.toldToStop)
        told.push_back(render(message));
    EXPECT_THAT(told, ElementsAre("This workload releases 3 replicas for first by 160 s at the "
                                  "latest (elastic, rule 19).",
                                  "This workload releases 1 replica for second by 170 s at the "
                                  "latest (elastic, rule 19)."));
    EXPECT_FALSE(wide.stopping) << "only some of its replicas";
    EXPECT_EQ(wide.state, WorkloadState::running);
    ASSERT_EQ(explained("first").holders.size(), 1U);
    EXPECT_EQ(explained("first").holders.front().gpu, 300);
}

}  // namespace
}  // namespace apportion::testing
