// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers worked out by hand.
#include "core/sim/metrics.h"

#include <gtest/gtest.h>

#include "core/sim/run_control.h"
#include "tests/core/engine/pool.h"

namespace apportion {
namespace {

using namespace apportion::testing;

MetricSeries metricsOf(const Pool& pool, Duration every) {
    Simulation simulation(std::make_shared<const Scenario>(pool.scenario));
    MetricsCollector collector(simulation, every);
    runUnder(
        nullptr, simulation, [&](Instant next) { collector.before(simulation, next); },
        [&] { collector.after(simulation); });
    return collector.finish(simulation);
}

// Four GPUs, two quotas of two. `greedy` asks for four at 0 and gets them; `modest` asks for one at
// 5, which is its right: greedy's job is evicted, has done nothing, and waits until 10.
Pool greedyAndModest() {
    Pool pool;
    pool.nodes(1, 4);
    pool.quota("root", 4);
    pool.quota("greedy", 2, "root");
    pool.quota("modest", 2, "root");
    Workload& all = pool.work("all", "greedy", 4 * kOneGpu, 0);
    all.duration = 20 * kSecond;
    Workload& one = pool.work("one", "modest", kOneGpu, 5);
    one.duration = 5 * kSecond;
    return pool;
}

TEST(Metrics, CountByBucket) {
    const MetricSeries series = metricsOf(greedyAndModest(), 4 * kSecond);
    // 0-4 all; 4-8 all for 1 s, then one for 3 s and 4 GPUs pending; 8-12 one for 2 s, all for 2 s;
    // all runs from 10 to 30.
    ASSERT_EQ(series.buckets.size(), 8U);
    EXPECT_EQ(series.buckets[0].utilizationMillionths, 1'000'000);
    EXPECT_EQ(series.buckets[1].utilizationMillionths, 437'500);  // 4 + 3 of 16
    EXPECT_EQ(series.buckets[1].pending, 300);                    // 4 for 3 of 4 s
    EXPECT_EQ(series.buckets[1].evictions, 1);
    EXPECT_EQ(series.buckets[1].wasted, 20 * 100'000);            // 4 GPUs for 5 s
    EXPECT_EQ(series.buckets[2].utilizationMillionths, 625'000);  // 2 + 8 of 16
    EXPECT_EQ(series.buckets[2].pending, 200);
    EXPECT_EQ(series.buckets[2].evictions, 0);
    EXPECT_EQ(series.buckets[0].started, 1);
    EXPECT_EQ(series.buckets[0].longestWait, 0);
    EXPECT_EQ(series.buckets[1].started, 1);
    EXPECT_EQ(series.buckets[2].started, 0);  // all starts again
    EXPECT_EQ(series.buckets[7].at, 28'000);
    EXPECT_EQ(series.buckets[7].utilizationMillionths, 1'000'000);
    // At 4: greedy alone wants, and has all of its share. At 8: greedy has 0 of 3, modest 1 of 1.
    EXPECT_EQ(series.buckets[0].fairnessMillionths, 1'000'000);
    EXPECT_EQ(series.buckets[1].fairnessMillionths, 500'000);
}

// A flat pool of four: jobs of four GPUs follow each other.
TEST(Metrics, TellWaitsOfFirstStarts) {
    Pool pool;
    pool.nodes(1, 4);
    pool.quota("root", 4);
    for (int i = 0; i < 3; ++i)
        pool.work("j" + std::to_string(i), "root", 4 * kOneGpu, i).duration = 3500;
    const MetricSeries series = metricsOf(pool, 5 * kSecond);
    // At 0, at 3.5 after 2.5 and at 7 after 5.
    ASSERT_EQ(series.buckets.size(), 3U);
    EXPECT_EQ(series.buckets[0].started, 2);
    EXPECT_EQ(series.buckets[0].meanWait, 1250);
    EXPECT_EQ(series.buckets[0].longestWait, 2500);
    EXPECT_EQ(series.buckets[1].started, 1);
    EXPECT_EQ(series.buckets[1].meanWait, 5000);
    EXPECT_EQ(series.buckets[2].started, 0);
    EXPECT_EQ(series.buckets[2].longestWait, 0);
}

TEST(Metrics, HaveNoFairnessWhereNobodyHoldsAnything) {
    Pool pool = greedyAndModest();
    pool.scenario.workloads.clear();
    pool.work("late", "modest", kOneGpu, 9).duration = kSecond;
    const MetricSeries series = metricsOf(pool, 4 * kSecond);
    ASSERT_EQ(series.buckets.size(), 3U);
    EXPECT_EQ(series.buckets[0].fairnessMillionths, std::nullopt);
    EXPECT_EQ(series.buckets[2].utilizationMillionths, 125'000);  // 1 of 4 for 1 of 2 s
}

}  // namespace
}  // namespace apportion
