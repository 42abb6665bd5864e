// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/gpu_time.h"

#include <gtest/gtest.h>

#include "core/model/bounds.h"

namespace apportion {
namespace {

TEST(GpuTimeBook, AddsWhatEachQuotaHeld) {
    GpuTimeBook book(2, 800);
    book.runs(0, +1);
    book.heldChanged(0, 0, 400);
    book.heldChanged(1, 1000, 200);
    book.heldChanged(0, 3000, -400);
    EXPECT_EQ(book.own(0, 5000), 400 * 3000);
    EXPECT_EQ(book.own(1, 5000), 200 * 4000);
    EXPECT_EQ(book.total(5000), 400 * 3000 + 200 * 4000);
    EXPECT_EQ(book.makespan(5000), 5000);
    // 2,000,000 of 800 * 5000
    EXPECT_EQ(book.utilizationMillionths(5000), 500'000);
}

TEST(GpuTimeBook, CountsNothingBeforeMomentZero) {
    GpuTimeBook book(1, 100);
    book.heldChanged(0, -60'000, 100);
    EXPECT_EQ(book.own(0, 1000), 100 * 1000);
}

TEST(GpuTimeBook, StopsAtTheLastMomentAtWhichAnythingRan) {
    GpuTimeBook book(1, 100);
    book.runs(1000, +1);
    book.heldChanged(0, 1000, 100);
    book.heldChanged(0, 2000, -100);
    book.runs(2000, -1);
    EXPECT_EQ(book.makespan(9000), 2000);
    EXPECT_EQ(book.utilizationMillionths(9000), 500'000);  // 1 s of 2 s
    book.runs(5000, +1);                                   // CPU alone
    EXPECT_EQ(book.makespan(9000), 9000);
    EXPECT_EQ(book.utilizationMillionths(10'000), 100'000);
}

TEST(GpuTimeBook, RoundsUtilizationHalfUp) {
    GpuTimeBook book(1, 300);
    book.runs(0, +1);
    book.heldChanged(0, 0, 200);
    EXPECT_EQ(book.utilizationMillionths(1000), 666'667);
    EXPECT_EQ(GpuTimeBook(1, 0).utilizationMillionths(1000), 0);
}

TEST(GpuTimeBook, HoldsLargePoolsForYears) {
    GpuTimeBook book(1, 6'553'600);
    constexpr Instant kTenYears = Instant{315'360'000} * kSecond;
    book.runs(0, +1);
    book.heldChanged(0, 0, 6'553'600);
    EXPECT_EQ(book.utilizationMillionths(kTenYears), 1'000'000);
}

TEST(GpuTimeBook, HoldsTheLargestPoolForTheLongestTime) {
    GpuTimeBook book(1, kMostGpu);
    book.runs(0, +1);
    book.heldChanged(0, 0, kMostGpu / 2);
    EXPECT_EQ(book.utilizationMillionths(kMostTime), 500'000);
    EXPECT_TRUE(book.total(kMostTime) == static_cast<Int128>(kMostGpu / 2) * kMostTime);
    EXPECT_EQ(saturated(book.total(kMostTime)), std::numeric_limits<GpuTime>::max());
}

}  // namespace
}  // namespace apportion
