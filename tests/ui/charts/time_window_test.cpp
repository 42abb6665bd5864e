// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/time_window.h"

#include <gtest/gtest.h>

namespace apportion::ui {
namespace {

constexpr qint64 kMinute = 60 * 1000;
constexpr qint64 kHour = 60 * kMinute;

TimeWindow::Extent run(qint64 clock, qint64 end) {
    return {0, clock, end, false};
}
TimeWindow::Extent live(qint64 now) {
    return {0, now, now, true};
}

TEST(TimeWindow, OffersWhatShowsMoreThanTheNextShorterRange) {
    TimeWindow window;
    window.start(run(44 * kMinute, 44 * kMinute));
    EXPECT_EQ(window.offered(),
              (std::vector{TimeRange::quarterHour, TimeRange::hour, TimeRange::all}));
    window.start(run(10 * kMinute, 10 * kMinute));
    EXPECT_EQ(window.offered(), (std::vector{TimeRange::quarterHour, TimeRange::all}));
    window.start(live(100 * 24 * kHour));
    EXPECT_EQ(window.offered().size(), 8U) << "up to the year and all";
}

TEST(TimeWindow, ARunIsShownWholeAndALivePoolFromSixHoursAgo) {
    TimeWindow window;
    window.start(run(30 * kMinute, 44 * kMinute));
    EXPECT_EQ(window.span(), (TimeSpan{0, 44 * kMinute}));
    window.start(live(100 * kHour));
    EXPECT_EQ(window.span(), (TimeSpan{94 * kHour, 100 * kHour}));
    window.start(live(20 * kMinute));
    EXPECT_EQ(window.chosen(), TimeRange::hour) << "no longer one is worth it";
}

TEST(TimeWindow, FollowsTheEndUntilPaused) {
    TimeWindow window;
    window.start(live(100 * kHour));
    window.advance(live(101 * kHour));
    EXPECT_EQ(window.span(), (TimeSpan{95 * kHour, 101 * kHour}));
    window.setFollowing(false);
    window.advance(live(103 * kHour));
    EXPECT_EQ(window.span(), (TimeSpan{95 * kHour, 101 * kHour}));
    EXPECT_FALSE(window.following());
    window.setFollowing(true);
    EXPECT_EQ(window.span(), (TimeSpan{97 * kHour, 103 * kHour}));
}

TEST(TimeWindow, ZoomedAtTheEndItFollowsAndPannedAwayItStays) {
    TimeWindow window;
    window.start(live(100 * kHour));
    window.look({98 * kHour, 100 * kHour});
    EXPECT_TRUE(window.following());
    EXPECT_TRUE(window.moved());
    window.advance(live(101 * kHour));
    EXPECT_EQ(window.span(), (TimeSpan{99 * kHour, 101 * kHour}));
    window.look({90 * kHour, 92 * kHour});
    window.advance(live(102 * kHour));
    EXPECT_EQ(window.span(), (TimeSpan{90 * kHour, 92 * kHour}));
    EXPECT_FALSE(window.following());
    window.reset();
    EXPECT_EQ(window.span(), (TimeSpan{96 * kHour, 102 * kHour}));
    EXPECT_FALSE(window.moved());
}

TEST(TimeWindow, TheStartOfARunFillsTheRangeFromTheLeft) {
    TimeWindow window;
    window.start(run(5 * kMinute, 3 * kHour));
    window.choose(TimeRange::quarterHour);
    EXPECT_EQ(window.span(), (TimeSpan{0, 15 * kMinute}));
    window.advance(run(60 * kMinute, 3 * kHour));
    EXPECT_EQ(window.span(), (TimeSpan{45 * kMinute, 60 * kMinute}));
    EXPECT_EQ(window.limits(), (TimeSpan{0, 3 * kHour}));
}

}  // namespace
}  // namespace apportion::ui
