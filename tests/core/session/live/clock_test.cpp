// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks that somebody sets while a pool is live, and leases of machines whose clock is wrong.
#include <SQLiteCpp/Database.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/session/live/live_clock.h"
#include "tests/core/session/live/live_rig.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;

constexpr Duration kMinute = 60 * kSecond;
constexpr Duration kHour = 60 * kMinute;
constexpr Duration kDay = 24 * kHour;

class LiveClocks : public LiveProject {
protected:
    WallClock twoClocks() const {
        return {[wall = now_] { return *wall; }, [steady = steady_] { return *steady; }};
    }
    void bothPass(Duration time) {
        *now_ += time;
        *steady_ += time;
    }
    void begin() {
        make(R"({"apportion": 1, "name": "live", "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 8}},
            {"name": "left", "parent": "all", "guaranteed": {"gpu": 4}},
            {"name": "right", "parent": "all", "guaranteed": {"gpu": 4}}]})");
        desk_.reset();
        desk_ = openBySame("ana");
    }
    std::unique_ptr<ProjectDesk> openBySame(const std::string& who) const {
        auto opened = ProjectDesk::open(path_, OpenMode::readWrite, who, twoClocks());
        EXPECT_TRUE(opened) << allOf(opened.error());
        return opened ? std::make_unique<ProjectDesk>(std::move(*opened)) : nullptr;
    }
    // As a holder on another machine, of which nothing can be asked, whose clock is ahead.
    void holdElsewhere(Duration ahead) const {
        SQLite::Database file(path_, SQLite::OPEN_READWRITE);
        file.exec("INSERT OR REPLACE INTO lease VALUES(1, 'another', 'another', 1, 1, " +
                  std::to_string(now() + ahead) + ", 'bob')");
    }
    std::string startSays() {
        auto started = LivePool::start(*desk_);
        return started ? std::string() : started.error().front().message.code;
    }
    std::string noticeNow() const {
        const auto notice = live_->clockNotice();
        return notice ? render(*notice) : std::string();
    }

    const std::shared_ptr<Duration> steady_ = std::make_shared<Duration>(5 * kHour);
};

TEST_F(LiveClocks, TimeIsTheWallClockAsLongAsItIsNotSetBack) {
    LiveClock clock(twoClocks());
    EXPECT_EQ(clock.now(), now());
    bothPass(kHour);
    EXPECT_EQ(clock.now(), now());
    // Disciplined by less than a second it waits.
    const Moment before = clock.now();
    *now_ -= 300;
    EXPECT_EQ(clock.now(), before);
    EXPECT_EQ(clock.ahead(), 0);
    bothPass(kSecond);
    EXPECT_EQ(clock.now(), now());
    EXPECT_EQ(clock.takeForward(), 0);
}

TEST_F(LiveClocks, SetBackItGoesOnEvenlyUntilTheWallClockHasReachedIt) {
    LiveClock clock(twoClocks());
    const Moment begun = clock.now();
    *now_ -= kDay;
    EXPECT_EQ(clock.now(), begun);
    EXPECT_EQ(clock.ahead(), kDay);
    for (int i = 0; i < 10; ++i) {
        bothPass(7 * kMinute + 1);
        EXPECT_EQ(clock.now(), begun + (i + 1) * (7 * kMinute + 1));
    }
    *now_ -= kDay;  // once more
    bothPass(kMinute);
    const Moment before = clock.now();
    EXPECT_EQ(clock.ahead(), 2 * kDay);
    *now_ += 2 * kDay;
    bothPass(kMinute);
    EXPECT_EQ(clock.now(), before + kMinute);
    EXPECT_EQ(clock.ahead(), 0);
    EXPECT_EQ(clock.takeForward(), 0) << "it is where it was";
}

TEST_F(LiveClocks, SetForwardItIsFollowedAndTold) {
    LiveClock clock(twoClocks());
    (void)clock.now();
    *now_ += kDay;
    bothPass(kMinute);
    EXPECT_EQ(clock.now(), now());
    EXPECT_EQ(clock.takeForward(), kDay);
    EXPECT_EQ(clock.takeForward(), 0);
}

TEST_F(LiveClocks, DurationsAndTemporaryChangesKeepTheirTimeThroughAClockThatIsSetBack) {
    begin();
    goLive();
    ASSERT_EQ(run("submit", {{"name", "job"}, {"quota", "left"}, {"gpu", "4"}, {"duration", "1h"}}),
              "");
    ASSERT_EQ(run("scale", {{"sizes", "left=6"}, {"sizes", "right=2"}, {"for", "2h"}}), "");
    tick();
    EXPECT_EQ(noticeNow(), "");
    bothPass(10 * kMinute);
    tick();
    const Moment before = desk_->now();
    *now_ -= kDay;
    tick();
    EXPECT_THAT(noticeNow(), HasSubstr("set back"));
    EXPECT_GE(desk_->now(), before);
    bothPass(49 * kMinute);
    tick();
    EXPECT_EQ(state("job"), WorkloadState::running);
    bothPass(2 * kMinute);
    tick();
    EXPECT_EQ(state("job"), WorkloadState::finished) << "after an hour";
    EXPECT_EQ(sizeOf("left"), 6);
    bothPass(kHour);
    tick();
    EXPECT_EQ(sizeOf("left"), 4) << "after two hours";
    Moment last = 0;
    const auto entries = desk_->file().entriesFrom(1, 1000);
    for (const JournalEntry& entry : *entries) {
        EXPECT_GE(entry.at, last) << entry.n;
        last = entry.at;
    }
    *now_ += kDay;
    tick();
    EXPECT_EQ(noticeNow(), "");
    EXPECT_TRUE(verified());
    // Once it is not live any more its time is the wall clock again.
    *now_ -= kDay;
    tick();
    live_.reset();
    EXPECT_EQ(desk_->now(), now());
}

TEST_F(LiveClocks, WhoWritesIntoALivePoolGoesByItsTime) {
    begin();
    goLive();
    bothPass(kHour);
    tick();
    *now_ -= kDay;
    tick();
    bothPass(10 * kSecond);
    tick();
    const auto other = openBySame("ana");
    ASSERT_TRUE(other);
    const auto answer =
        other->run(command("scale", {{"sizes", "left=6"}, {"sizes", "right=2"}, {"for", "1h"}}));
    ASSERT_TRUE(answer && answer->entry) << (answer ? "" : allOf(answer.error()));
    EXPECT_EQ(answer->entry->at, desk_->now());
    bothPass(50 * kMinute);
    tick();
    EXPECT_EQ(sizeOf("left"), 6);
    bothPass(11 * kMinute);
    tick();
    EXPECT_EQ(sizeOf("left"), 4);
}

TEST_F(LiveClocks, APoolThatIsStartedAgainAfterTheClockWasSetBackIsWhole) {
    begin();
    goLive();
    ASSERT_EQ(run("submit", {{"name", "job"}, {"quota", "left"}, {"gpu", "4"}, {"duration", "1h"}}),
              "");
    bothPass(10 * kMinute);
    tick();
    live_.reset();
    *now_ -= kHour;
    desk_ = openBySame("ana");
    goLive();
    bothPass(2 * kHour);
    tick();
    EXPECT_EQ(state("job"), WorkloadState::finished);
    EXPECT_GE(work("job").waited, 0);
    EXPECT_TRUE(verified());
}

TEST_F(LiveClocks, AClockThatIsSetForwardIsToldOnce) {
    begin();
    goLive();
    *now_ += kDay;
    bothPass(kSecond);
    const auto ticked = live_->tick();
    ASSERT_TRUE(ticked);
    ASSERT_EQ(ticked->notes.size(), 1U);
    EXPECT_EQ(ticked->notes.front().message.code, "clock-set-forward");
    bothPass(kSecond);
    EXPECT_TRUE(live_->tick()->notes.empty());
}

// Its holder was killed, and its heartbeat is in the future for more than a year.
TEST_F(LiveClocks, ALeaseWhoseHeartbeatIsAheadIsTakenOverWhenItStandsStill) {
    begin();
    holdElsewhere(400 * kDay);
    EXPECT_EQ(startSays(), "live-held.ahead");
    bothPass(29 * kSecond);
    EXPECT_EQ(startSays(), "live-held.ahead");
    EXPECT_TRUE(desk_->holder().value());
    // Nor does setting the own clock change anything.
    *now_ -= kDay;
    EXPECT_EQ(startSays(), "live-held.ahead");
    bothPass(2 * kSecond);
    EXPECT_EQ(startSays(), "");
}

TEST_F(LiveClocks, ALeaseWhoseHeartbeatIsAheadAndGoesOnIsNotTakenOver) {
    begin();
    holdElsewhere(400 * kDay);
    EXPECT_EQ(startSays(), "live-held.ahead");
    for (int i = 0; i < 20; ++i) {
        bothPass(5 * kSecond);
        holdElsewhere(400 * kDay);
        EXPECT_EQ(startSays(), "live-held");
    }
    bothPass(31 * kSecond);
    EXPECT_EQ(startSays(), "");
}

TEST(Lease, OfAProcessThatLivesIsWaitedForLonger) {
    store::Lease lease{store::thisProcess(), kFriday + kDay, "ana"};
    lease.still = 59 * kSecond;
    EXPECT_TRUE(store::isLive(lease, kFriday));
    lease.still = 60 * kSecond;
    EXPECT_FALSE(store::isLive(lease, kFriday));
}

}  // namespace
}  // namespace apportion::testing
