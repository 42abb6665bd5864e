// SPDX-License-Identifier: GPL-3.0-or-later
// A date and a time as one types them.
#include "ui/widgets/moment_field.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QCalendarWidget>
#include <QTest>

#include "ui/widgets/typed_moment.h"

namespace apportion::ui {
namespace {

const QDateTime kOld(QDate(2025, 11, 27), QTime(8, 0));
const QDateTime kNow(QDate(2026, 11, 24), QTime(12, 30, 20));
const QDateTime kNew(QDate(2026, 11, 26), QTime(3, 38));

TEST(TypedMoment, IsReadAsItIsWrittenAndWithoutItsMarks) {
    for (const char* typed :
         {"2026-11-26 03:38", " 2026-11-26  3:38 ", "2026-11-26T03:38", "2026/11/26 03:38",
          "2026.11.26, 03:38", "202611260338", "20261126 0338", "20261126T0338"})
        EXPECT_EQ(typedMoment(QString::fromLatin1(typed), kNow), kNew) << typed;
    EXPECT_EQ(typedMoment(momentText(kNew), kNow), kNew);
    EXPECT_EQ(typedMoment(momentText(QDateTime(QDate(226, 1, 2), QTime(8, 0))), kNow),
              QDateTime(QDate(226, 1, 2), QTime(8, 0)));
}

TEST(TypedMoment, ATimeOfDayIsTheNextOneUnlessItsDayIsSaid) {
    const auto read = [](const char* typed) {
        return typedMoment(QString::fromLatin1(typed), kNow).value_or(QDateTime());
    };
    const QDate today = kNow.date();
    EXPECT_EQ(read("18:00"), QDateTime(today, QTime(18, 0)));
    EXPECT_EQ(read("8:05"), QDateTime(today.addDays(1), QTime(8, 5))) << "it has passed today";
    EXPECT_EQ(read("6 pm"), QDateTime(today, QTime(18, 0)));
    EXPECT_EQ(read("6:30PM"), QDateTime(today, QTime(18, 30)));
    EXPECT_EQ(read("12 a.m."), QDateTime(today.addDays(1), QTime(0, 0)));
    EXPECT_EQ(read("today 18:00"), QDateTime(today, QTime(18, 0)));
    EXPECT_EQ(read("today 8:00"), QDateTime(today, QTime(8, 0))) << "and is over";
    EXPECT_EQ(read("Tomorrow  18:00"), QDateTime(today.addDays(1), QTime(18, 0)));
    EXPECT_EQ(read("tomorrow 8"), QDateTime(today.addDays(1), QTime(8, 0)));
    EXPECT_EQ(read("tomorrow noon"), QDateTime(today.addDays(1), QTime(12, 0)));
    EXPECT_EQ(read("Noon"), QDateTime(today.addDays(1), QTime(12, 0))) << "it has passed today";
    EXPECT_EQ(read("midnight"), QDateTime(today.addDays(1), QTime(0, 0)));
}

TEST(TypedMoment, ATimeFromNowOnIsInWholeMinutes) {
    const auto read = [](const char* typed) {
        return typedMoment(QString::fromLatin1(typed), kNow).value_or(QDateTime());
    };
    const QDateTime exact(kNow.date(), QTime(15, 31));
    for (const char* typed : {"in 3 h", "In 3 hours", "+3h", "+ 3 h", "+180 min", "in 2h 60m"})
        EXPECT_EQ(read(typed), exact) << typed;
    EXPECT_EQ(read("+1d"), QDateTime(kNow.date().addDays(1), QTime(12, 31)));
}

TEST(TypedMoment, HalfOfOneIsNone) {
    for (const char* typed : {"",
                              "2026",
                              "2026-11-26",
                              "2026-11-26 03",
                              "2026-11-26 03:3",
                              "2026-13-26 03:38",
                              "2026-02-29 03:38",
                              "2026-11-26 24:00",
                              "26-11-26 03:38",
                              "tomorrow",
                              "2026112603380",
                              "18",
                              "18:0",
                              "24:00",
                              "13 pm",
                              "in 0 h",
                              "+0",
                              "in",
                              "in 3",
                              "+3",
                              "3h",
                              "+",
                              "in soon"})
        EXPECT_FALSE(typedMoment(QString::fromLatin1(typed), kNow)) << typed;
}

class MomentFieldTest : public ::testing::Test {
protected:
    void type(const char* text) { QTest::keyClicks(&field_, QString::fromLatin1(text)); }
    MomentField field_{kOld};
};

TEST_F(MomentFieldTest, AWholeOneIsTypedOverTheSelection) {
    field_.selectAll();
    type("2026");
    EXPECT_FALSE(field_.isReadable());
    EXPECT_EQ(field_.dateTime(), kOld);
    type("11260338");
    EXPECT_TRUE(field_.isReadable());
    EXPECT_EQ(field_.dateTime(), kNew);
    field_.setDateTime(kOld);
    field_.selectAll();
    type("2026-11-26 03:38");
    EXPECT_EQ(field_.dateTime(), kNew);
}

TEST_F(MomentFieldTest, OrOverWhatStandsThere) {
    QTest::keyClick(&field_, Qt::Key_Home);
    type("2026-11-26 03:38");
    EXPECT_EQ(field_.text(), QStringLiteral("2026-11-26 03:38"));
    EXPECT_EQ(field_.dateTime(), kNew);
    // One digit of it, and one that was taken out before.
    field_.setCursorPosition(3);
    type("7");
    EXPECT_EQ(field_.dateTime().date().year(), 2027);
    QTest::keyClick(&field_, Qt::Key_Backspace);
    type("8");
    EXPECT_EQ(field_.text(), QStringLiteral("2028-11-26 03:38"));
}

TEST_F(MomentFieldTest, ThePartWithTheCursorIsStepped) {
    field_.setCursorPosition(9);
    QTest::keyClick(&field_, Qt::Key_Up);
    EXPECT_EQ(field_.text(), QStringLiteral("2025-11-28 08:00"));
    field_.setCursorPosition(16);
    QTest::keyClick(&field_, Qt::Key_Down);
    EXPECT_EQ(field_.text(), QStringLiteral("2025-11-28 07:59"));
    field_.setCursorPosition(2);
    QTest::keyClick(&field_, Qt::Key_Up);
    EXPECT_EQ(field_.text(), QStringLiteral("2026-11-28 07:59"));
}

TEST_F(MomentFieldTest, WhatIsTypedInAnotherWayIsWrittenInOneWhenItIsLeft) {
    field_.selectAll();
    type("in 3 h");
    EXPECT_TRUE(field_.isReadable());
    const QDateTime understood = field_.dateTime();
    EXPECT_EQ(field_.text(), QStringLiteral("in 3 h"));
    QTest::keyClick(&field_, Qt::Key_Up);
    EXPECT_EQ(field_.text(), momentText(understood.addSecs(60))) << "its minutes are stepped";
    field_.selectAll();
    type("18:00");
    QFocusEvent left(QEvent::FocusOut);
    QApplication::sendEvent(&field_, &left);
    EXPECT_EQ(field_.text(), momentText(field_.dateTime()));
    EXPECT_EQ(field_.dateTime().time(), QTime(18, 0));
}

TEST_F(MomentFieldTest, ADayIsChosenInACalendar) {
    field_.show();
    QTest::keyClick(&field_, Qt::Key_F4);
    auto* calendar = field_.findChild<QCalendarWidget*>();
    ASSERT_NE(calendar, nullptr);
    EXPECT_EQ(calendar->selectedDate(), kOld.date());
    emit calendar->clicked(kNew.date());
    EXPECT_EQ(field_.dateTime(), QDateTime(kNew.date(), kOld.time()));
}

}  // namespace
}  // namespace apportion::ui
