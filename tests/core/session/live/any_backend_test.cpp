// SPDX-License-Identifier: GPL-3.0-or-later
// A live pool of a cluster that is not this machine: it knows no more of it than backend.h says.
#include <gmock/gmock.h>

#include "tests/core/cluster/fake_backend.h"
#include "tests/core/session/live/live_rig.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr const char* kOneTeam = R"({"apportion": 1, "name": "cluster", "settings": {SETTINGS},
 "nodes": [{"name": "node", "gpu": 4}],
 "quotas": [{"name": "team", "guaranteed": {"gpu": 4}, "priorityPreemption": true}]})";

class AnyBackendTest : public LiveProject {
protected:
    void begin(const std::string& settings = "") {
        std::string pool = kOneTeam;
        pool.replace(pool.find("SETTINGS"), 8, settings);
        make(pool);
        goLiveThere();
    }
    void goLiveThere() {
        auto live = LivePool::start(*desk_, std::make_unique<FakeBackend>(cluster_));
        ASSERT_TRUE(live) << allOf(live.error());
        live_.emplace(std::move(*live));
        look();
    }
    // The program ends and is started again; the cluster has gone on.
    void restartThere() {
        live_.reset();
        reopen();
        goLiveThere();
    }
    void look(Duration after = kSecond) {
        passes(after);
        auto ticked = live_->tick();
        ASSERT_TRUE(ticked) << allOf(ticked.error());
        for (const Problem& note : ticked->notes)
            notes_.push_back(note.message.code);
    }
    void submit(const std::string& name, const std::string& gpu, const Given& more = {}) {
        Given given{{"name", name}, {"quota", "team"}, {"gpu", gpu}};
        given.insert(given.end(), more.begin(), more.end());
        ASSERT_EQ(run("submit", given), "");
        look();
    }
    JournalEntry lastOf(const std::string& action) {
        const auto entries = desk_->file().entriesBack(revision(), 100);
        for (const JournalEntry& each : *entries)
            if (each.action == action)
                return each;
        return {};
    }

    FakeCluster cluster_;
    std::vector<std::string> notes_;
};

TEST_F(AnyBackendTest, StartsWorkSeesItsEndAndGivesItsPlaceToTheNext) {
    begin();
    submit("train", "3");
    EXPECT_EQ(state("train"), WorkloadState::running);
    EXPECT_EQ(cluster_.starts("train"), 1);
    EXPECT_THAT(cluster_.jobs.begin()->second.devices, SizeIs(3));
    submit("next", "2");
    EXPECT_EQ(state("next"), WorkloadState::pending);
    passes(10 * kSecond);
    cluster_.end("train", 0, now());
    const Instant end = now() - epoch_;
    look(5 * kSecond);
    EXPECT_EQ(state("train"), WorkloadState::finished);
    EXPECT_EQ(work("train").end, end - (*desk_->begin() - epoch_)) << "not at the look";
    EXPECT_EQ(lastOf("finish").who, "engine");
    EXPECT_EQ(state("next"), WorkloadState::running);
    EXPECT_EQ(cluster_.starts("next"), 1);
    cluster_.end("next", 3);
    look();
    EXPECT_EQ(state("next"), WorkloadState::failed);
    EXPECT_EQ(lastOf("fail").subject, "next");
    EXPECT_THAT(notes_, IsEmpty());
    EXPECT_TRUE(verified());
}

TEST_F(AnyBackendTest, WhoIsTakenStopsWithinItsGraceAndMakesRoomThen) {
    cluster_.isDeaf = true;
    begin(R"("gracePeriod": 30)");
    submit("low", "4", {{"priority", "1"}});
    submit("high", "4", {{"priority", "9"}});
    ASSERT_TRUE(work("low").stopping);
    EXPECT_TRUE(cluster_.runs("low"));
    EXPECT_EQ(cluster_.jobs.begin()->second.toldToStop, runOf("low").stopping);
    EXPECT_EQ(cluster_.starts("high"), 0);
    look();
    EXPECT_EQ(cluster_.told, 2) << "one start, one stop, told once";
    passes(5 * kSecond);
    const Moment end = now();
    cluster_.end("low", 143, end);
    look();
    EXPECT_EQ(state("low"), WorkloadState::pending) << "it waits again";
    EXPECT_EQ(runOf("low").end, end) << "not at the look";
    EXPECT_EQ(state("high"), WorkloadState::running) << "before the grace is over";
    EXPECT_EQ(cluster_.starts("high"), 1);
    ASSERT_EQ(shown().evictions.size(), 1U);
    cluster_.end("high", 0);
    look();
    EXPECT_EQ(cluster_.starts("low"), 2) << "another run";
    EXPECT_TRUE(verified());
}

TEST_F(AnyBackendTest, ForeignWorkIsToldAndLeftAlone) {
    cluster_.foreign.push_back({{}, "job 17", "stranger", 17, now(), {0}, kOneGpu});
    begin();
    submit("train", "4");
    EXPECT_EQ(state("train"), WorkloadState::running) << "as the file has it";
    EXPECT_EQ(cluster_.starts("train"), 0);
    ASSERT_TRUE(live_->awaitingDevices().contains("train"));
    ASSERT_THAT(live_->unknownRuns(), SizeIs(1));
    EXPECT_EQ(live_->unknownRuns().front().workload, "stranger");
    for (int i = 0; i < 5; ++i)
        look();
    EXPECT_THAT(cluster_.foreign, SizeIs(1));
    EXPECT_EQ(cluster_.told, 0);
    cluster_.foreign.clear();
    look();
    EXPECT_EQ(cluster_.starts("train"), 1);
    EXPECT_THAT(live_->awaitingDevices(), IsEmpty());
}

TEST_F(AnyBackendTest, ALostAnswerIsToldAndStartsNothingTwice) {
    begin();
    cluster_.losesAnswers = 1;
    submit("train", "2");
    EXPECT_THAT(notes_, ElementsAre("no-answer"));
    EXPECT_EQ(cluster_.starts("train"), 1);
    for (int i = 0; i < 5; ++i)
        look();
    EXPECT_EQ(cluster_.starts("train"), 1);
    EXPECT_EQ(cluster_.told, 1);
    EXPECT_THAT(notes_, SizeIs(1)) << "once";
    cluster_.end("train", 0);
    look();
    EXPECT_EQ(state("train"), WorkloadState::finished);
}

TEST_F(AnyBackendTest, AStepThatHalfHappenedGoesOnAfterARestart) {
    begin();
    cluster_.stopsHalfWay = 1;
    submit("gang", "1", {{"replicas", "3"}});
    EXPECT_EQ(cluster_.starts("gang"), 1);
    restartThere();
    EXPECT_EQ(cluster_.starts("gang"), 3) << "once each";
    for (const auto& [key, job] : cluster_.jobs)
        EXPECT_EQ(job.starts, 1) << key;
    look();
    EXPECT_EQ(state("gang"), WorkloadState::running);
    EXPECT_EQ(cluster_.told, 2);
}

TEST_F(AnyBackendTest, APoolGoesOnWhileItsClusterIsSilent) {
    begin();
    submit("train", "2");
    cluster_.isDown = true;
    passes(kSecond);
    cluster_.end("train", 0, now());
    const Moment end = now();
    submit("next", "2");
    submit("third", "2");
    EXPECT_EQ(state("next"), WorkloadState::running) << "it has its place";
    EXPECT_EQ(state("third"), WorkloadState::pending);
    EXPECT_EQ(cluster_.starts("next"), 0);
    look(30 * kSecond);
    EXPECT_EQ(state("train"), WorkloadState::running) << "nobody knows better";
    EXPECT_THAT(notes_, ElementsAre("no-answer"));
    cluster_.isDown = false;
    look();
    EXPECT_EQ(state("train"), WorkloadState::finished);
    EXPECT_EQ(work("train").end, end - *desk_->begin()) << "when it really was";
    EXPECT_EQ(cluster_.starts("next"), 1);
    EXPECT_EQ(cluster_.starts("third"), 1);
    cluster_.isDown = true;
    look();
    EXPECT_THAT(notes_, SizeIs(2)) << "told again when it begins again";
}

TEST_F(AnyBackendTest, NothingIsDoneToAClusterThatCannotBeSeen) {
    begin();
    cluster_.isBlind = true;
    submit("train", "2");
    look();
    EXPECT_EQ(state("train"), WorkloadState::running);
    EXPECT_EQ(cluster_.told, 0);
    EXPECT_THAT(notes_, ElementsAre("no-answer"));
    cluster_.isBlind = false;
    look();
    EXPECT_EQ(cluster_.told, 1);
}

TEST_F(AnyBackendTest, WhatASlowClusterSaysIsOfItsMoment) {
    begin();
    submit("train", "2");
    passes(10 * kSecond);
    cluster_.end("train", 0, 0);  // it keeps no moments
    cluster_.lag = 3 * kSecond;
    look();
    const Moment seen = now() - cluster_.lag;
    EXPECT_EQ(state("train"), WorkloadState::finished);
    EXPECT_EQ(work("train").end, seen - *desk_->begin());
    // A step whose effect is not seen yet is not done again.
    cluster_.isSlow = true;
    submit("next", "2");
    for (int i = 0; i < 5; ++i)
        look();
    EXPECT_EQ(cluster_.starts("next"), 1);
    cluster_.end("next", 0, 0);
    EXPECT_EQ(state("next"), WorkloadState::running);
    cluster_.isSlow = false;
    look();
    EXPECT_EQ(state("next"), WorkloadState::finished);
}

TEST_F(AnyBackendTest, ARunIsFoundAgainByTheNextProgram) {
    begin();
    submit("train", "2");
    restartThere();
    restartThere();
    EXPECT_EQ(cluster_.starts("train"), 1);
    EXPECT_EQ(cluster_.told, 1);
    live_.reset();
    cluster_.end("train", 0, now() + kSecond);
    passes(60 * kSecond);
    restartThere();
    EXPECT_EQ(state("train"), WorkloadState::finished);
    EXPECT_NE(lastOf("finish").why, "") << "it ended while nobody looked";
}

TEST_F(AnyBackendTest, NobodyIsAskedToApproveWhatRunsAsNobodyHere) {
    begin();
    ASSERT_EQ(run("submit", {{"name", "mine"},
                             {"quota", "team"},
                             {"gpu", "1"},
                             {"directory", folder_.path().string()},
                             {"command", "/bin/true"}}),
              "");
    look();
    EXPECT_TRUE(findWork(project(), "mine")->needsApproval());
    EXPECT_EQ(cluster_.told, 0) << "a command of the file is none of the cluster's";
    const auto given = live_->approve("mine", "");
    ASSERT_FALSE(given);
    EXPECT_EQ(given.error().front().message.code, "approval-no-holder");
}

TEST_F(AnyBackendTest, SaysThatANodeHasFewerGpusThanItDeclares) {
    cluster_.devices = 3;
    begin();
    ASSERT_TRUE(live_->gpusMissing());
    EXPECT_EQ(live_->gpusMissing()->code, "gpus-missing");
}

}  // namespace
}  // namespace apportion::testing
