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

TEST(WaitNumbers, AskForNoOrder) {
    std::vector<Duration> mixed(1000);
    for (std::size_t i = 0; i < mixed.size(); ++i)
        mixed[i] = static_cast<Duration>(i * 377 % 1000);  // 377 and 1000 share no factor
    const WaitNumbers numbers = waitNumbers(mixed);
    EXPECT_EQ(numbers.p50, 500);
    EXPECT_EQ(numbers.p90, 900);
    EXPECT_EQ(numbers.p95, 950);
    EXPECT_EQ(numbers.p99, 990);
    EXPECT_EQ(numbers.max, 999);
    EXPECT_EQ(numbers.atOnce, 1);
}

TEST(WaitNumbers, NeverLookBeyondTheLast) {
    std::vector<Duration> one{7};
    const WaitNumbers numbers = waitNumbers(one);
    EXPECT_EQ(numbers.p99, 7);
    EXPECT_EQ(numbers.atOnce, 0);
    // floor(3 * 0.5) = 1, floor(3 * 0.99) = 2
    std::vector<Duration> three{1, 2, 3};
    EXPECT_EQ(waitNumbers(three).p50, 2);
    EXPECT_EQ(waitNumbers(three).p99, 3);
}

TEST(WaitNumbers, RoundTheMeanHalfUp) {
    std::vector<Duration> half{0, 0, 0, 2};  // 0.5
    EXPECT_EQ(waitNumbers(half).mean, 1);
    std::vector<Duration> third{0, 0, 1};
    EXPECT_EQ(waitNumbers(third).mean, 0);
    EXPECT_EQ(waitNumbers(third).atOnce, 2);
}

}  // namespace
}  // namespace apportion
