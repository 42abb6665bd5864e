// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/field_values.h"

#include <gtest/gtest.h>

#include "core/io/traces/interner.h"
#include "core/model/date_text.h"

namespace apportion {
namespace {

TEST(DateReader, AgreesWithTheModelOnEveryDay) {
    DateReader reader;
    for (Instant day = -719'000; day < 800'000; day += 97) {
        const Instant moment = (day * 86'400 + 3661) * kSecond;
        const std::string text = dateText(moment);
        if (text.size() == 20) {
            EXPECT_EQ(reader.read(text), moment) << text;
        }
    }
    EXPECT_EQ(reader.read("1970-01-01 00:00:01.2345"), 1234);
}

TEST(DateReader, RefusesWhatIsNoMoment) {
    DateReader reader;
    EXPECT_FALSE(reader.read(std::string(10, '\0') + " 07:01:55"));
    ASSERT_TRUE(reader.read("2017-10-09 07:01:55"));
    for (const char* wrong : {"",
                              "2017-10-09",
                              "2017-10-09 07:01",
                              "2017-02-29 07:01:55",
                              "2017-00-09 07:01:55",
                              "2017-13-09 07:01:55",
                              "2017-10-00 07:01:55",
                              "2017-10-09 24:01:55",
                              "2017-10-09 07:60:55",
                              "2017-10-09 07:01:60",
                              "2017-10-09x07:01:55",
                              "2017-10-09 07-01:55",
                              "2017/10/09 07:01:55",
                              "2O17-10-09 07:01:55",
                              "2017-10-09 07:01:55.",
                              "2017-10-09 07:01:55.x",
                              "2017-10-09 07:01:55+1",
                              "2017-10-09 07:01:5:",
                              "-017-10-09 07:01:55",
                              "2017-10- 9 07:01:55"})
        EXPECT_FALSE(reader.read(wrong)) << wrong;
}

TEST(DateReader, TakesOffWhatAClockIsAheadOfUtc) {
    const auto read = [](const std::string& clock) {
        return DateReader().read("2026-01-01T01:30:00" + clock);
    };
    const Instant utc = *read("");
    constexpr Duration kMinute = 60 * kSecond;
    EXPECT_EQ(read("Z"), utc);
    EXPECT_EQ(read("+00:00"), utc);
    EXPECT_EQ(read("+02:00"), utc - 120 * kMinute);
    EXPECT_EQ(read("+0530"), utc - 330 * kMinute);
    EXPECT_EQ(read("-05"), utc + 300 * kMinute);
    EXPECT_EQ(read(".25-03:30"), utc + 210 * kMinute + 250);
    for (const char* wrong :
         {"+", "+2", "+2:00", "+24:00", "+02:60", "+02:0", "+02.00", "+020", "+02:00:00", "+02:00Z",
          "Z+02:00", ".+02:00", "x+02:00", "+-2:00", "--200", " +02:00", "+ 2:00", "CET"})
        EXPECT_FALSE(read(wrong)) << wrong;
}

TEST(DateReader, WantsAllClocksToldOrNone) {
    DateReader told;
    EXPECT_TRUE(told.read("2026-01-01 10:00:00Z"));
    EXPECT_TRUE(told.read("2026-01-01 10:00:00+01:00"));
    EXPECT_TRUE(told.read("2026-07-01 10:00:00+00:00"));
    EXPECT_TRUE(told.read("2026-07-01 10:00:00+02:00"));
    EXPECT_FALSE(told.read("2026-07-01 10:00:00"));
    DateReader none;
    EXPECT_TRUE(none.read("2026-07-01 10:00:00"));
    EXPECT_TRUE(none.read("2026-07-01 10:00:00Z"));
    EXPECT_FALSE(none.read("2026-07-01 10:00:00+02:00"));
}

TEST(TimeReader, WantsAllRowsAlike) {
    TimeReader dates;
    EXPECT_TRUE(dates.read("2017-10-09 07:01:55"));
    EXPECT_FALSE(dates.read("55"));
    EXPECT_TRUE(dates.dates());
    TimeReader seconds;
    EXPECT_EQ(seconds.read("55.5"), 55'500);
    EXPECT_FALSE(seconds.read("2017-10-09 07:01:55"));
    EXPECT_FALSE(seconds.read("99999999999999"));
    EXPECT_FALSE(seconds.dates());
    TimeReader unixTime;
    EXPECT_EQ(unixTime.read("1504521041"), 1'504'521'041'000);
    EXPECT_TRUE(unixTime.dates());
}

TEST(FieldValues, ReadsGpus) {
    EXPECT_EQ(gpuValue("8"), 800);
    EXPECT_EQ(gpuValue("8.0"), 800);
    EXPECT_EQ(gpuValue("0.25"), 25);
    EXPECT_EQ(gpuValue("0.125"), 13);
    EXPECT_EQ(gpuValue("0.0000001"), 1);
    EXPECT_EQ(gpuValue("1000000"), 100'000'000);
    EXPECT_EQ(gpuValue("2.5e-1"), 25);
    EXPECT_EQ(gpuValue("1e3"), 100'000);
    EXPECT_EQ(gpuValue(".5"), 50);
    EXPECT_EQ(gpuValue(".5e1"), 500);
    EXPECT_EQ(gpuValue(".5e0"), 50);
    EXPECT_FALSE(hasPlacesBeyond("2.5e-1", 2));
    EXPECT_TRUE(hasPlacesBeyond("1e-3", 2));
    for (const char* wrong :
         {"", "-1", "1.5", "1000001", "1e7", "15e-1", "1e", "e3", "1e3e", "1e+", ".", ".5.5", ".e1",
          "0.5.5", "+1", " 1", "0x1", "99999999999999999999999999"})
        EXPECT_FALSE(gpuValue(wrong)) << wrong;
}

TEST(FieldValues, ReadsSeconds) {
    EXPECT_EQ(secondsValue("0"), 0);
    EXPECT_EQ(secondsValue("66.0"), 66'000);
    EXPECT_EQ(secondsValue("1e-05"), 0);
    EXPECT_EQ(secondsValue("1.25E2"), 125'000);
    EXPECT_EQ(secondsValue("1234.5e-3"), 1'234);
    EXPECT_EQ(secondsValue("1e+09"), 1'000'000'000'000);
    EXPECT_FALSE(secondsValue("1e10"));
    EXPECT_FALSE(secondsValue("1e-99"));
    EXPECT_FALSE(secondsValue("1e"));
    EXPECT_FALSE(secondsValue("-1e3"));
    EXPECT_EQ(secondsValue("1.9999"), 1999);
    EXPECT_EQ(secondsValue("1."), 1000);
    EXPECT_EQ(secondsValue(".5"), 500);
    EXPECT_FALSE(secondsValue("."));
    EXPECT_EQ(secondsValue("1000000000"), 1'000'000'000'000);
    for (const char* wrong : {"", "-1", "1000000001", "nan", "1e33", "1,5", "1.5s"})
        EXPECT_FALSE(secondsValue(wrong)) << wrong;
}

TEST(Interner, ForgetsTheLastText) {
    Interner texts;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        EXPECT_EQ(texts.index("bad" + std::to_string(i)), i);
        texts.takeBack();
        EXPECT_EQ(texts.index("good" + std::to_string(i)), i);
    }
    EXPECT_EQ(texts.index("bad7"), 1000u);
    EXPECT_EQ(texts.index("good999"), 999u);
}

TEST(Interner, NumbersTextsByFirstAppearance) {
    Interner texts(std::vector<std::string>{""});
    EXPECT_EQ(texts.index(""), 0u);
    for (std::uint32_t round = 0; round < 2; ++round)
        for (std::uint32_t i = 1; i < 5000; ++i)
            EXPECT_EQ(texts.index("user " + std::to_string(i)), i);
    EXPECT_EQ(texts.texts().size(), 5000u);
}

}  // namespace
}  // namespace apportion
