// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/time_ticks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QDateTime>

namespace apportion::ui {
namespace {

using ::testing::ElementsAre;

qint64 utc(const char* iso) {
    return QDateTime::fromString(QLatin1String(iso), Qt::ISODate).toMSecsSinceEpoch();
}

std::vector<std::string> labels(const std::vector<TimeTick>& ticks) {
    std::vector<std::string> texts;
    for (const TimeTick& tick : ticks)
        texts.push_back(tick.label.toStdString());
    return texts;
}

const QTimeZone kBerlin("Europe/Berlin");

TEST(TimeTicks, FallOnRoundTimes) {
    EXPECT_THAT(labels(wallTicks(utc("2026-11-20T09:00:00Z"), utc("2026-11-20T14:32:00Z"), 6,
                                 QTimeZone::utc())),
                ElementsAre("09:00", "10:00", "11:00", "12:00", "13:00", "14:00"));
    EXPECT_THAT(labels(wallTicks(utc("2026-11-20T09:00:07Z"), utc("2026-11-20T09:00:41Z"), 4,
                                 QTimeZone::utc())),
                ElementsAre("09:00:10", "09:00:20", "09:00:30", "09:00:40"));
}

TEST(TimeTicks, AreRoundInLocalTime) {
    // UTC+5:30: whole hours there are half hours in UTC.
    EXPECT_THAT(labels(wallTicks(utc("2026-11-20T06:10:00Z"), utc("2026-11-20T09:10:00Z"), 4,
                                 QTimeZone("Asia/Kolkata"))),
                ElementsAre("12:00", "13:00", "14:00"));
}

TEST(TimeTicks, MidnightIsADate) {
    EXPECT_THAT(labels(wallTicks(utc("2026-11-20T14:32:00Z"), utc("2026-11-21T14:32:00Z"), 5,
                                 QTimeZone::utc())),
                ElementsAre("18:00", "Sat 21", "06:00", "12:00"));
}

TEST(TimeTicks, DaysAreDates) {
    EXPECT_THAT(labels(wallTicks(utc("2026-11-09T00:00:00Z"), utc("2026-11-16T00:00:00Z"), 5,
                                 QTimeZone::utc())),
                ElementsAre("9 Nov", "11 Nov", "13 Nov", "15 Nov"));
}

TEST(TimeTicks, StayRoundThroughTheEndOfSummerTime) {
    const auto ticks =
        wallTicks(utc("2026-10-24T22:00:00Z"), utc("2026-10-25T11:00:00Z"), 6, kBerlin);
    EXPECT_THAT(labels(ticks), ElementsAre("Sun 25", "03:00", "06:00", "09:00", "12:00"));
    EXPECT_EQ(ticks[1].at - ticks[0].at, 4 * 3600 * 1000) << "that night has an hour more";
}

TEST(TimeTicks, ElapsedTimeCountsFromTheStart) {
    constexpr qint64 kMinute = 60 * 1000;
    EXPECT_THAT(labels(elapsedTicks(0, 44 * kMinute, 5)),
                ElementsAre("0:00", "0:10", "0:20", "0:30", "0:40"));
    EXPECT_THAT(labels(elapsedTicks(0, 7 * 60 * kMinute, 4)),
                ElementsAre("0 h", "2 h", "4 h", "6 h"));
    EXPECT_THAT(labels(elapsedTicks(0, 7 * 24 * 60 * kMinute, 5)),
                ElementsAre("0 d", "2 d", "4 d", "6 d"));
}

TEST(TimeTicks, MomentsSayWhatTheRangeNeeds) {
    constexpr qint64 kHour = 3600 * 1000;
    const qint64 at = utc("2026-11-20T12:24:00Z");
    EXPECT_EQ(wallMoment(at, 6 * kHour, QTimeZone::utc()), QStringLiteral("12:24"));
    EXPECT_EQ(wallMoment(at + 5000, 6 * kHour, QTimeZone::utc()), QStringLiteral("12:24:05"));
    EXPECT_EQ(wallMoment(at, 7 * 24 * kHour, QTimeZone::utc()),
              QStringLiteral("Fri 20 Nov, 12:24"));
    EXPECT_EQ(wallMomentInFull(at, QTimeZone::utc()), QStringLiteral("20 Nov 2026, 12:24"));
    EXPECT_EQ(elapsedMoment(90 * 1000), QStringLiteral("0:01:30"));
    EXPECT_EQ(elapsedMoment(26 * kHour), QStringLiteral("1 d 2:00"));
}

}  // namespace
}  // namespace apportion::ui
