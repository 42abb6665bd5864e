// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plan/futures.h"
#include "tests/core/plan/plan_pool.h"

namespace apportion {
namespace {

using namespace apportion::testing;

constexpr Instant kSecondsOfADay = 24 * 3600;

// In each week left submits jobs of one GPU and an hour, one after the other; how many says
// `jobs`, of the week.
template <typename Jobs>
PlanBase weeksOf(int weeks, Jobs&& jobs) {
    Pool pool = twoJobs();
    pool.scenario.workloads.clear();
    int number = 0;
    for (int week = 0; week <= weeks; ++week)
        for (int i = 0; i < jobs(week); ++i)
            pool.work("job-" + std::to_string(++number), "left", kOneGpu,
                      7 * week * kSecondsOfADay + 7200 * i)
                .duration = 3600 * kSecond;
    return baseOf(pool.scenario);
}

const CheckedBand* find(const PlanCheck& check, std::string_view metric, std::string_view of) {
    for (const CheckedBand& band : check.bands)
        if (band.metric == metric && band.of == of)
            return &band;
    return nullptr;
}

TEST(CheckBands, HoldWhereEachWeekIsAlike) {
    const PlanBase base = weeksOf(6, [](int) { return 3; });
    ASSERT_EQ(weeksToCheck(base), 6);
    const auto check = checkBands(base, {}, {});
    ASSERT_TRUE(check);
    EXPECT_EQ(check->baseWeeks, 4);
    EXPECT_EQ(check->heldWeeks, 2);
    EXPECT_EQ(find(*check, "gpuHours", "root"), nullptr) << "it is the whole pool";
    for (const char* of : {"", "left"}) {
        const CheckedBand* hours = find(*check, "gpuHours", of);
        ASSERT_NE(hours, nullptr) << of;
        EXPECT_EQ(hours->times, 2);
        EXPECT_EQ(hours->held, 2);
    }
    EXPECT_EQ(find(*check, "gpuHours", "right"), nullptr) << "it never submits";
    EXPECT_EQ(find(*check, "meanWait", ""), nullptr) << "nothing ever waits";
    EXPECT_EQ(check->submittedBefore, check->submittedHeld);
}

TEST(CheckBands, DoNotHoldWhereTheHeldWeeksAreUnlikeThoseBefore) {
    const auto check = checkBands(weeksOf(6, [](int week) { return week < 4 ? 3 : 9; }), {}, {});
    ASSERT_TRUE(check);
    EXPECT_EQ(find(*check, "gpuHours", "")->held, 0);
    EXPECT_EQ(find(*check, "gpuHours", "")->times, 2);
    EXPECT_EQ(check->submittedHeld, 3 * check->submittedBefore);
}

TEST(CheckBands, CountWaitsOfThoseThatWaitStill) {
    // In the last week a job takes all GPUs to beyond the end, and those behind it never start.
    Pool pool = twoJobs();
    pool.scenario.workloads.clear();
    for (int week = 0; week <= 3; ++week) {
        pool.work("long-" + std::to_string(week), "left", 4 * kOneGpu, 7 * week * kSecondsOfADay)
            .duration = (week == 2 ? 14 * 24 : 1) * 3600 * kSecond;
        pool.work("short-" + std::to_string(week), "left", kOneGpu, 7 * week * kSecondsOfADay + 1)
            .duration = 3600 * kSecond;
    }
    const auto check = checkBands(baseOf(pool.scenario), {}, {});
    ASSERT_TRUE(check);
    EXPECT_EQ(check->heldWeeks, 1);
    const CheckedBand* mean = find(*check, "meanWait", "");
    ASSERT_NE(mean, nullptr);
    EXPECT_EQ(mean->times, 1);
    EXPECT_EQ(mean->held, 0) << "half a week on average, and an hour in each week before";
}

TEST(CheckBands, EndWhenTheyAreStopped) {
    std::stop_source stop;
    stop.request_stop();
    RunControl control(stop.get_token());
    SweepOptions options;
    options.control = &control;
    EXPECT_FALSE(checkBands(weeksOf(3, [](int) { return 1; }), {}, options));
}

// What waits at the end counts with its wait so far, and what was cancelled with the wait until
// then; what is rejected never waited.
TEST(Summary, WaitsOfAllCountThoseThatNeverStarted) {
    Pool pool = twoJobs();
    pool.work("c", "right", 4 * kOneGpu, 5).duration = kSecond;
    pool.event(8, CancelEvent{"c"});
    pool.work("d", "nowhere", kOneGpu, 0);
    pool.scenario.workloads.back().quota = "left";
    pool.scenario.workloads.back().duration = std::nullopt;
    pool.scenario.workloads.back().request.gpu = 5 * kOneGpu;
    Simulation simulation(std::make_shared<const Scenario>(pool.scenario));
    simulation.runTo(9 * kSecond);
    const Summary summary = simulation.outcome().summary;
    EXPECT_EQ(summary.wait.max, 0) << "a alone has started";
    EXPECT_EQ(summary.wait.atLeast, 0);
    EXPECT_EQ(summary.waitAll.atLeast, 2) << "b, and d, which never fits";
    EXPECT_EQ(summary.waitAll.max, 9 * kSecond);
    EXPECT_EQ(summary.waitAll.mean, (0 + 9 + 9 + 3) * kSecond / 4);
    EXPECT_EQ(summary.byQuota[2].second.waitAll.max, 3 * kSecond) << "c in right";
    EXPECT_EQ(summary.byQuota[2].second.waitAll.atLeast, 0);
    EXPECT_EQ(summary.byQuota[0].second.waitAll, summary.waitAll);
}

}  // namespace
}  // namespace apportion
