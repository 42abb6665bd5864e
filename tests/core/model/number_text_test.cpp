// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/number_text.h"

#include <limits>

#include <gtest/gtest.h>

namespace apportion {
namespace {

TEST(NumberText, WritesTheShortestDecimal) {
    EXPECT_EQ(gpuText(800), "8");
    EXPECT_EQ(gpuText(25), "0.25");
    EXPECT_EQ(gpuText(150), "1.5");
    EXPECT_EQ(gpuText(0), "0");
    EXPECT_EQ(gpuText(-25), "-0.25");
    EXPECT_EQ(cpuText(1500), "1.5");
    EXPECT_EQ(cpuText(1), "0.001");
    EXPECT_EQ(decimalText(123456, 6, 6), "0.123456");
    EXPECT_EQ(decimalText(1'000'000, 6, 6), "1.000000");
    EXPECT_EQ(decimalText(std::numeric_limits<std::int64_t>::min(), 3), "-9223372036854775.808");
}

TEST(NumberText, SecondsHaveOneToThreePlaces) {
    EXPECT_EQ(secondsText(60'000), "60.0");
    EXPECT_EQ(secondsText(6'503'382), "6503.382");
    EXPECT_EQ(secondsText(10), "0.01");
    EXPECT_EQ(secondsText(-120'000), "-120.0");
    EXPECT_EQ(secondsText(0), "0.0");
    EXPECT_EQ(gpuSecondsText(100'000), "1.0");
    EXPECT_EQ(gpuSecondsText(49), "0.0");  // 0.49 ms of a GPU
    EXPECT_EQ(gpuSecondsText(50), "0.001");
    EXPECT_EQ(gpuSecondsText(-150), "-0.002");
}

TEST(NumberText, MemoryIsExact) {
    EXPECT_EQ(memoryText(1024), "1");
    EXPECT_EQ(memoryText(1536), "1.5");
    EXPECT_EQ(memoryText(1), "0.0009765625");
    EXPECT_EQ(memoryText(-1536), "-1.5");
}

TEST(NumberText, ReadsNumbersFromTheirText) {
    EXPECT_EQ(scaledNumber("0.29", 100), 29);
    EXPECT_EQ(scaledNumber("8", 100), 800);
    EXPECT_EQ(scaledNumber("-0.5", 100), -50);
    EXPECT_EQ(scaledNumber("1e2", 100), 10'000);
    EXPECT_EQ(scaledNumber("1E+2", 1), 100);
    EXPECT_EQ(scaledNumber("2500e-3", 100), 250);
    EXPECT_EQ(scaledNumber("0.250000000000000000000000", 100), 25);
    EXPECT_EQ(scaledNumber("0.0009765625", 1024), 1);
    EXPECT_EQ(scaledNumber("0", 100), 0);
    EXPECT_EQ(scaledNumber("-0.0", 100), 0);
    EXPECT_EQ(scaledNumber("0e999999999999", 100), 0);
    EXPECT_EQ(scaledNumber("92233720368547758.07", 100), std::numeric_limits<std::int64_t>::max());
}

TEST(NumberText, RefusesWhatDoesNotComeOutWholeOrDoesNotFit) {
    EXPECT_FALSE(scaledNumber("0.001", 100));
    EXPECT_FALSE(scaledNumber("0.1", 1024));
    EXPECT_FALSE(scaledNumber("1e-99999999999", 100));
    EXPECT_FALSE(scaledNumber("1e99999999999", 100));
    EXPECT_FALSE(scaledNumber("92233720368547758.08", 100));
    EXPECT_FALSE(scaledNumber("18446744073709551616", 1));
    EXPECT_FALSE(scaledNumber("123456789012345678901234567890", 1));
    for (const char* text : {"", "-", ".5", "1.", "1e", "1e+", "x", "1x", "--1", "+1", " 1"})
        EXPECT_FALSE(scaledNumber(text, 1)) << text;
}

TEST(NumberText, WorkIsToldInGpuHours) {
    EXPECT_EQ(gpuHoursText(480'000'000), "1.3 GPU hours");
    EXPECT_EQ(gpuHoursText(36'000'000), "0.1 GPU hours");
    EXPECT_EQ(gpuHoursText(100'000), "less than 0.1 GPU hours");
    EXPECT_EQ(gpuHoursText(0), "0.0 GPU hours");
}

}  // namespace
}  // namespace apportion
