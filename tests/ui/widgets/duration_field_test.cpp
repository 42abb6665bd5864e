// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/duration_field.h"

#include <gtest/gtest.h>

#include <QTest>

namespace apportion::ui {
namespace {

constexpr Duration kMinute = 60 * kSecond;

void type(DurationField& field, const char* text) {
    field.selectAll();
    QTest::keyClicks(&field, QString::fromLatin1(text));
}

TEST(DurationField, ReadsWhatItWritesAndEveryMillisecond) {
    for (const auto unit : {DurationField::Unit::minutes, DurationField::Unit::seconds})
        for (const Duration time : {Duration{1}, 333 * kSecond + 7, 90 * kMinute, 1440 * kMinute}) {
            DurationField field(unit);
            field.setRange(0, 1e6);
            field.setDuration(time);
            EXPECT_EQ(field.duration(), time);
            const QString written = field.text();
            field.setDuration(0);
            field.selectAll();
            QTest::keyClicks(&field, written);
            EXPECT_EQ(field.duration(), time) << written.toStdString();
        }
}

TEST(DurationField, WritesTheLargestUnitsThatSayItExactly) {
    DurationField field(DurationField::Unit::minutes);
    field.setRange(0, 1e6);
    for (const auto& [time, written] : {std::pair{1440 * kMinute, "1 d"},
                                        {1560 * kMinute, "1 d 2 h"},
                                        {90 * kMinute, "1 h 30 min"},
                                        {45 * kMinute, "45 min"},
                                        {kMinute + 500, "1 min 0.5 s"},
                                        {Duration{0}, "0 min"}}) {
        field.setDuration(time);
        EXPECT_EQ(field.text(), QString::fromLatin1(written));
    }
}

TEST(DurationField, IsTypedInTheNumbersOfTheLanguage) {
    DurationField field(DurationField::Unit::minutes);
    field.setRange(0, 1e6);
    field.setLocale(QLocale(QLocale::Portuguese, QLocale::Brazil));
    for (const char* typed : {"1,5h", "1.5 h", "90", "90m", "1h 30m"}) {
        type(field, typed);
        EXPECT_EQ(field.duration(), 90 * kMinute) << typed;
    }
    type(field, "1.440 min");
    EXPECT_EQ(field.duration(), 1440 * kMinute);
}

TEST(DurationField, IsTypedInWords) {
    DurationField field(DurationField::Unit::minutes);
    field.setRange(0, 1e6);
    for (const auto& [typed, minutes] : {std::pair{"2 days", 2880},
                                         {"1 day", 1440},
                                         {"1 day 2 hours", 1560},
                                         {"1.5 Hours", 90},
                                         {"45 minutes", 45},
                                         {"1 minute", 1}}) {
        type(field, typed);
        EXPECT_TRUE(field.isReadable()) << typed;
        EXPECT_EQ(field.duration(), minutes * kMinute) << typed;
    }
}

TEST(DurationField, WhatIsNoTimeIsRefused) {
    DurationField field(DurationField::Unit::minutes);
    field.setRange(0, 1000);
    field.setLocale(QLocale(QLocale::English, QLocale::UnitedStates));
    field.setAccessibleName(QStringLiteral("Duration"));
    for (const char* typed : {"1h 30", "30m 1h", "1w", "an hour", "1h,30m", "2d", "-5", "m"}) {
        type(field, typed);
        EXPECT_FALSE(field.isReadable()) << typed;
        EXPECT_EQ(field.text(), QString::fromLatin1(typed)) << "it stays to be mended";
    }
    type(field, "2d");
    EXPECT_EQ(field.complaint().toStdString(), "Duration: “2d” is not from 0 min to 16 h 40 min.");
}

}  // namespace
}  // namespace apportion::ui
