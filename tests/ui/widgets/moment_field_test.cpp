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
const QDateTime kNew(QDate(2026, 11, 26), QTime(3, 38));

TEST(TypedMoment, IsReadAsItIsWrittenAndWithoutItsMarks) {
    for (const char* typed :
         {"2026-11-26 03:38", " 2026-11-26  3:38 ", "2026-11-26T03:38", "2026/11/26 03:38",
          "2026.11.26, 03:38", "202611260338", "20261126 0338", "20261126T0338"})
        EXPECT_EQ(typedMoment(QString::fromLatin1(typed)), kNew) << typed;
    EXPECT_EQ(typedMoment(momentText(kNew)), kNew);
    EXPECT_EQ(typedMoment(momentText(QDateTime(QDate(226, 1, 2), QTime(8, 0)))),
              QDateTime(QDate(226, 1, 2), QTime(8, 0)));
}

TEST(TypedMoment, HalfOfOneIsNone) {
    for (const char* typed :
         {"", "2026", "2026-11-26", "2026-11-26 03", "2026-11-26 03:3", "2026-13-26 03:38",
          "2026-02-29 03:38", "2026-11-26 24:00", "26-11-26 03:38", "tomorrow", "2026112603380"})
        EXPECT_FALSE(typedMoment(QString::fromLatin1(typed))) << typed;
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
