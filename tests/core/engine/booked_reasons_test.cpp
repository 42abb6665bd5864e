// SPDX-License-Identifier: GPL-3.0-or-later
// Reasons where somebody is booked: what waits for its victims to end counts, and is not in use.
#include <algorithm>

#include <gtest/gtest.h>

#include "core/model/booked_start.h"
#include "tests/core/engine/told.h"

namespace apportion {
namespace {

using testing::Pool;
using testing::tell;
using testing::Told;
using testing::whyOf;

// Who waits for the end of victims holds what they will leave, and uses none of it yet.
TEST(BookedReasons, SaysThatWhatIsBookedCountsToo) {
    Pool pool;
    pool.nodes(1, 4);
    pool.scenario.settings.gracePeriod = 30 * kSecond;
    pool.quota("a", 2);
    pool.quota("b", 2);
    pool.work("theirs", "b", 200, 0);
    pool.work("more", "b", 200, 0);
    pool.work("booked", "a", 200, 1);
    pool.work("w", "a", 100, 2);
    EXPECT_EQ(tell(pool, 3, "booked").code, "waiting-for-victims");
    Quota& a = pool.scenario.quotas[0];
    Told told = tell(pool, 3);
    EXPECT_EQ(told.code, "above-fair-share");
    EXPECT_NE(told.text.find("the fair share of a (2 GPUs of 2 GPUs allocated)"), std::string::npos)
        << told.text;
    EXPECT_NE((whyOf(pool, "theirs", 3) + whyOf(pool, "more", 3))
                  .find("the fair share of a (2 GPUs of 2 GPUs allocated)"),
              std::string::npos);
    a.policy.overQuota = OverQuota::off;
    told = tell(pool, 3);
    EXPECT_EQ(told.code, "over-quota-off");
    EXPECT_NE(told.text.find("2 GPUs allocated"), std::string::npos) << told.text;
    a.policy.overQuota = OverQuota::on;
    a.policy.limit = Limit{200, {}, {}};
    EXPECT_EQ(tell(pool, 3).code, "over-limit");
}

// On one node others may be waited for by somebody else, and longer.
TEST(BookedReasons, NamesThoseWhoseDevicesItGets) {
    Pool pool;
    pool.nodes(1, 2);
    pool.scenario.settings.gracePeriod = 5 * kSecond;
    pool.quota("a", 0);
    pool.quota("b", 2);
    pool.work("a1", "a", 100, 0);
    pool.work("a2", "a", 100, 0);
    pool.work("b1", "b", 100, 10);
    pool.work("b2", "b", 100, 12);
    const Told first = tell(pool, 13, "b1");
    const Told second = tell(pool, 13, "b2");
    EXPECT_EQ(first.code, "waiting-for-victims");
    EXPECT_TRUE(first.text.find("a1") != std::string::npos) << first.text;
    EXPECT_TRUE(first.text.find("a2") == std::string::npos) << first.text;
    EXPECT_TRUE(second.text.find("a1") == std::string::npos) << second.text;
    EXPECT_TRUE(second.text.find("a2") != std::string::npos) << second.text;
    EXPECT_TRUE(first.text.find("15 s") != std::string::npos) << first.text;
    EXPECT_TRUE(second.text.find("17 s") != std::string::npos) << second.text;
}

// In all variants: of an own part, of what ranks leave, and of a request that is too large alone.
TEST(BookedReasons, SaysThatWhatIsBookedCountsTooBesideWhatElseHolds) {
    Pool pool;
    pool.nodes(1, 4);
    pool.scenario.settings.gracePeriod = 30 * kSecond;
    pool.quota("a", 1);
    pool.quota("b", 1).policy.rank = 1;
    for (const char* theirs : {"b1", "b2", "b3", "b4", "b5"})
        pool.work(theirs, "b", 100, 0);
    pool.work("booked", "a", 100, 1);
    pool.work("w", "a", 100, 2);
    const auto hasBooked = [](const Told& told) {
        for (const char* words : {"1 GPU of 1 GPU allocated", "1 GPU allocated"})
            if (told.text.find(words) != std::string::npos)
                return true;
        return false;
    };
    Told told = tell(pool, 3);
    EXPECT_EQ(told.code, "above-fair-share");
    EXPECT_TRUE(hasBooked(told)) << told.text;
    pool.scenario.quotas[0].policy.weight = 0;
    told = tell(pool, 3);
    EXPECT_EQ(told.code, "above-fair-share");
    EXPECT_TRUE(hasBooked(told)) << told.text;
    pool.scenario.quotas[0].policy.weight.reset();
    pool.quota("c", 0, "a");
    told = tell(pool, 3);
    EXPECT_EQ(told.code, "above-fair-share");
    EXPECT_TRUE(hasBooked(told)) << told.text;
    EXPECT_NE(whyOf(pool, "b4", 3).find("(1 GPU of 1 GPU allocated)"), std::string::npos)
        << whyOf(pool, "b4", 3);
    pool.scenario.quotas[0].policy.weight = 0;
    pool.scenario.quotas[1].policy.rank = 0;
    told = tell(pool, 3);
    EXPECT_EQ(told.code, "above-fair-share");
    EXPECT_TRUE(hasBooked(told)) << told.text;
    pool.scenario.quotas[0].policy.overQuota = OverQuota::off;
    pool.scenario.workloads.back().request.gpu = 200;
    told = tell(pool, 3);
    EXPECT_EQ(told.code, "over-quota-off");
    EXPECT_TRUE(hasBooked(told)) << told.text;
    pool.scenario.quotas[0].policy.overQuota = OverQuota::on;
    for (Workload& each : pool.scenario.workloads)
        each.preemptible = each.quota == "b";
    told = tell(pool, 3);
    EXPECT_EQ(told.code, "non-preemptible-over-quota");
    EXPECT_TRUE(hasBooked(told)) << told.text;
}

// b2 stops for "booked", by 52; "w" waits beside them.
Pool besideABooking() {
    Pool pool;
    pool.nodes(2, 8);
    pool.scenario.settings.gracePeriod = 40 * kSecond;
    pool.quota("A", 8);
    pool.quota("B", 8);
    pool.work("b1", "B", 800, 0);
    pool.work("b2", "B", 800, 1);
    pool.work("booked", "A", 800, 12);
    pool.work("w", "A", 800, 13);
    return pool;
}

// The grace period that runs already is not the whole one.
TEST(BookedReasons, TellsHowLongWhatStopsAlreadyIsWaitedFor) {
    const auto explanation = besideABooking().run(24).explain("w");
    ASSERT_TRUE(explanation);
    std::vector<std::string> edits;
    for (const Unblock& each : explanation->unblock) {
        edits.push_back(render(each.message));
        if (each.message.code != "end-workload.waiting")
            continue;
        EXPECT_TRUE(each.evicts.empty());
        EXPECT_EQ(each.grace, 28 * kSecond);
    }
    EXPECT_NE(std::find(edits.begin(), edits.end(), "Cancel booked, which waits for 8 GPUs in A."),
              edits.end());
}

// It is out of the books, and on its devices still.
TEST(BookedReasons, WhoIsToldToStopHoldsItsGpusUntilItHasLeft) {
    const auto explanation = besideABooking().run(24).explain("w");
    ASSERT_TRUE(explanation);
    int stopping = 0;
    for (const Holder& each : explanation->holders)
        if (each.why.code == "stopping") {
            ++stopping;
            EXPECT_EQ(each.gpu, 8 * kOneGpu);
        }
    EXPECT_EQ(stopping, 1);
}

TEST(BookedReasons, WhatIsBookedStartsByItself) {
    const Simulation at = besideABooking().run(24);
    const auto booked = at.explain("booked");
    ASSERT_TRUE(booked);
    const auto start = bookedStart(*booked);
    ASSERT_TRUE(start);
    EXPECT_TRUE(isComplete(*start));
    EXPECT_EQ(render(*start),
              "GPUs are reserved. booked starts automatically after these stop, by 52 s: b2.");
    EXPECT_FALSE(bookedStart(*at.explain("w")));
}

}  // namespace
}  // namespace apportion
