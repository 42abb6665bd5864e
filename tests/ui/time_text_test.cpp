// SPDX-License-Identifier: GPL-3.0-or-later
// Moments as people read them.
#include "ui/time_text.h"

#include <gtest/gtest.h>

#include <QLocale>

#include "ui/texts.h"

namespace apportion::ui {
namespace {

constexpr Instant kAnHour = 3600 * kSecond;
constexpr Instant kDay = 24 * kAnHour;

TEST(TimeText, TheClockOfALongRunHasItsDay) {
    const TimeText elapsed;
    const Instant at = 3 * kDay + 4 * kAnHour + 30 * kSecond;
    EXPECT_EQ(elapsed.clock(4 * kAnHour, kDay - 1), QStringLiteral("4:00:00"));
    EXPECT_EQ(elapsed.clock(4 * kAnHour, kDay), QStringLiteral("0 d 4:00:00"));
    EXPECT_EQ(elapsed.clock(at, 9 * kDay), QStringLiteral("3 d 4:00:30"));
    const TimeText onTheWall("2026-11-20T09:00:00Z");
    EXPECT_EQ(onTheWall.clock(kAnHour, kAnHour), QStringLiteral("10:00:00 UTC"));
    const QString day = QLocale().toString(QDate(2026, 11, 23), QLocale::ShortFormat);
    EXPECT_EQ(onTheWall.clock(at, 9 * kDay), day + QStringLiteral(" 13:00:30 UTC"));
}

TEST(TimeText, OfAFewMinutesTheSecondsAreTold) {
    EXPECT_EQ(TimeText::duration(114 * kSecond), QStringLiteral("1 min 54 s"));
    EXPECT_EQ(TimeText::duration(120 * kSecond), QStringLiteral("2 min"));
    EXPECT_EQ(TimeText::duration(601 * kSecond), QStringLiteral("10 min"));
    EXPECT_EQ(TimeText::duration(2 * kAnHour + 70 * kSecond), QStringLiteral("2 h 01 min"));
    EXPECT_EQ(TimeText::duration(24 * kAnHour), QStringLiteral("1 d"));
    EXPECT_EQ(TimeText::duration(25 * kAnHour), QStringLiteral("1 d 1 h"));
}

TEST(TimeText, LessThanASecondIsNotNone) {
    EXPECT_EQ(TimeText::duration(500), QStringLiteral("0.5 s"));
    EXPECT_EQ(TimeText::duration(509), QStringLiteral("0.5 s"));
    EXPECT_EQ(TimeText::duration(1), QStringLiteral("0.1 s"));
    EXPECT_EQ(TimeText::duration(0), QStringLiteral("0 s"));
    EXPECT_EQ(TimeText::duration(kSecond), QStringLiteral("1 s"));
}

TEST(TimeText, WhatIsLeftIsToldInWholeSeconds) {
    EXPECT_EQ(TimeText::countdown(53'853), QStringLiteral("54 s"));
    EXPECT_EQ(TimeText::countdown(580 * kSecond), QStringLiteral("9 min 40 s"));
    EXPECT_EQ(TimeText::countdown(600 * kSecond), QStringLiteral("10 min"));
    EXPECT_EQ(TimeText::countdown(2 * kAnHour + 70 * kSecond), QStringLiteral("2 h 01 min"));
    EXPECT_EQ(TimeText::countdown(-kSecond), QStringLiteral("0 s"));
}

TEST(TimeText, MomentsInASentenceAreThoseOfTheClock) {
    const Message why{"stopping",
                      {{"workload", Value::ofText("a")},
                       {"taker", Value::ofText("b")},
                       {"quota", Value::ofText("q")},
                       {"until", Value::ofSeconds(66 * kSecond)}}};
    EXPECT_TRUE(messageText(why, TimeText("2026-11-20T09:00:00Z"))
                    .contains(QStringLiteral("until 09:01:06")));
    EXPECT_TRUE(messageText(why, TimeText()).contains(QStringLiteral("until 0:01:06")))
        << "as the clock of the run shows it";
}

TEST(Texts, TheNumberOfAProcessIsANameAndNoAmount) {
    const Message runs{"runs-elsewhere",
                       {{"workload", Value::ofText("a")},
                        {"process", Value::ofCount(7529)},
                        {"name", Value::ofText("b.apportion")}}};
    EXPECT_TRUE(messageText(runs).contains(QStringLiteral("(process 7529)")))
        << qPrintable(messageText(runs));
}

}  // namespace
}  // namespace apportion::ui
