// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/wait_numbers.h"

#include <numeric>

#include <gtest/gtest.h>

namespace apportion {
namespace {

TEST(WaitNumbers, AreZeroWhereNothingStarted) {
    EXPECT_EQ(waitNumbers({}), WaitNumbers{});
}

TEST(WaitNumbers, TakeTheElementAtTheFloorOfNTimesP) {
    // 0 … 99: element floor(100 * p) is the percentage itself.
    std::vector<Duration> sorted(100);
    std::iota(sorted.begin(), sorted.end(), 0);
    const WaitNumbers numbers = waitNumbers(sorted);
    EXPECT_EQ(numbers.p50, 50);
    EXPECT_EQ(numbers.p90, 90);
    EXPECT_EQ(numbers.p95, 95);
    EXPECT_EQ(numbers.p99, 99);
    EXPECT_EQ(numbers.max, 99);
    EXPECT_EQ(numbers.atOnce, 1);
}

TEST(WaitNumbers, NeverLookBeyondTheLast) {
    const std::vector<Duration> one{7};
    const WaitNumbers numbers = waitNumbers(one);
    EXPECT_EQ(numbers.p99, 7);
    EXPECT_EQ(numbers.atOnce, 0);
    // floor(3 * 0.5) = 1, floor(3 * 0.99) = 2
    const std::vector<Duration> three{1, 2, 3};
    EXPECT_EQ(waitNumbers(three).p50, 2);
    EXPECT_EQ(waitNumbers(three).p99, 3);
}

TEST(WaitNumbers, RoundTheMeanHalfUp) {
    const std::vector<Duration> half{0, 0, 0, 2};  // 0.5
    EXPECT_EQ(waitNumbers(half).mean, 1);
    const std::vector<Duration> third{0, 0, 1};
    EXPECT_EQ(waitNumbers(third).mean, 0);
    EXPECT_EQ(waitNumbers(third).atOnce, 2);
}

}  // namespace
}  // namespace apportion
