// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/history/run.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/store/history/timeline.h"
#include "tests/core/store/history/naive_history.h"

namespace apportion::store {
namespace {

using Runs = std::vector<Run>;  // inside a test Run is a function of GoogleTest

Stats meanOf(std::int64_t a, Second forA, std::int64_t b, Second forB) {
    Gathered gathered;
    gathered.add(statsOf(a), forA);
    gathered.add(statsOf(b), forB);
    return gathered.stats();
}

TEST(HistoryMean, isWeightedByTimeAndRoundedHalfUp) {
    EXPECT_EQ(meanOf(0, 1, 3, 1), (Stats{true, 0, 3, 2}));
    EXPECT_EQ(meanOf(0, 3, 3, 1), (Stats{true, 0, 3, 1}));
    EXPECT_EQ(meanOf(0, 1, -3, 1), (Stats{true, -3, 0, -1}));
    EXPECT_EQ(meanOf(0, 1, -5, 3), (Stats{true, -5, 0, -4}));
}

TEST(HistoryMean, leavesOutWhatIsNotKnown) {
    EXPECT_EQ(meanOf(kNoValue, 50, 7, 1), statsOf(7));
    EXPECT_EQ(meanOf(kNoValue, 50, kNoValue, 1), Stats{});
}

TEST(HistoryMean, ofTheLargestValuesOverYears) {
    const std::int64_t most = std::int64_t{1} << 62;
    EXPECT_EQ(meanOf(most, 100'000'000, most, 60'000'000).mean, most);
}

RC_GTEST_PROP(HistoryRollUp, saysWhatEverySecondSays, ()) {
    Runs runs;
    NaiveHistory naive;
    for (Second at = *rc::gen::inRange(0, 100); at < kHour; at += *rc::gen::inRange(1, 600)) {
        const std::int64_t value = *rc::gen::weightedOneOf<std::int64_t>(
            {{1, rc::gen::just(kNoValue)}, {5, rc::gen::inRange<std::int64_t>(-50, 50)}});
        append(runs, {at, statsOf(value)});
        naive.put(1, at, value);
    }
    const Second bucket = *rc::gen::element<Second>(60, kHour);
    const Runs rolled = rollUp(runs, kHour, bucket);
    std::size_t next = 0;
    Stats now;
    for (Second at = 0; at < kHour; at += bucket) {
        while (next < rolled.size() && rolled[next].bucket * bucket <= at)
            now = rolled[next++].stats;
        RC_ASSERT(now == naive.over(1, at, at + bucket));
    }
}

TEST(HistoryRun, appendingKeepsOnlyChanges) {
    Runs runs;
    append(runs, {0, {}});
    EXPECT_TRUE(runs.empty());
    append(runs, {1, statsOf(5)});
    append(runs, {2, statsOf(5)});
    append(runs, {3, statsOf(6)});
    append(runs, {3, statsOf(5)});
    EXPECT_EQ(runs, (Runs{{1, statsOf(5)}}));
}

RC_GTEST_PROP(HistoryTimeline, neverHasMoreBucketsThanAskedFor, ()) {
    const auto from = *rc::gen::inRange<Second>(-1'000'000, 1'000'000);
    const auto to = from + *rc::gen::inRange<Second>(1, 100'000'000);
    const auto most = *rc::gen::inRange(2, 3000);
    const auto unit = *rc::gen::element<Second>(1, 60, 3600);
    const Second width = bucketWidth(from, to, most, unit);
    RC_ASSERT(width % unit == 0);
    RC_ASSERT((to - floorTo(from, width) + width - 1) / width <= most);
}

TEST(HistoryTime, floorsBeforeTheEpochToo) {
    EXPECT_EQ(secondOf(-1), -1);
    EXPECT_EQ(secondOf(-1000), -1);
    EXPECT_EQ(secondOf(1999), 1);
    EXPECT_EQ(floorTo(-1, kHour), -kHour);
}

}  // namespace
}  // namespace apportion::store
