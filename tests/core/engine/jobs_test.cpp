// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/jobs.h"

#include <gtest/gtest.h>

namespace apportion {
namespace {

EndedJob endedAt(Instant end) {
    EndedJob job;
    job.end = end;
    return job;
}

TEST(Jobs, WhatEndedIsRemembered) {
    Jobs jobs;
    jobs.expect(2);
    EXPECT_TRUE(jobs.toCome(0));
    EXPECT_FALSE(jobs.alive(0));
    jobs.begin(0).submit = 7;
    EXPECT_TRUE(jobs.alive(0));
    EXPECT_EQ(jobs[0].submit, 7);
    EndedJob ended = endedAt(9);
    ended.set(3, true);
    jobs.end(0, ended);
    EXPECT_FALSE(jobs.alive(0) || jobs.toCome(0));
    EXPECT_EQ(jobs.ended(0).end, 9);
    EXPECT_EQ(jobs.ended(0).quota(), 3U);
    EXPECT_TRUE(jobs.ended(0).cancelled());
    EXPECT_TRUE(jobs.living().empty());
    EXPECT_TRUE(jobs.toCome(1));
}

// The place of one that ended is for the next; nothing of it shows there.
TEST(Jobs, PlacesAreUsedAgain) {
    Jobs jobs;
    jobs.expect(3);
    jobs.begin(0).preemptions = 1;
    jobs.begin(2);
    jobs.end(0, endedAt(1));
    EXPECT_EQ(jobs.begin(1).preemptions, 0);
    EXPECT_EQ(jobs.living(), (std::vector<WorkloadId>{1, 2}));
}

// Copies share what has ended; what ends later is each one's own.
TEST(Jobs, CopiesGoTheirOwnWays) {
    constexpr WorkloadId kMany = 2000;
    Jobs one;
    one.expect(kMany);
    const auto end = [](Jobs& jobs, WorkloadId id, Instant at) {
        jobs.begin(id);
        jobs.end(id, endedAt(at));
    };
    for (WorkloadId id = 0; id < kMany / 2; ++id)
        end(one, id, id);
    Jobs other = one;
    for (WorkloadId id = kMany / 2; id < kMany; ++id) {
        end(one, id, id);
        end(other, id, 2 * id);
    }
    for (WorkloadId id = 0; id < kMany; ++id) {
        EXPECT_EQ(one.ended(id).end, id);
        EXPECT_EQ(other.ended(id).end, id < kMany / 2 ? id : 2 * id);
    }
}

}  // namespace
}  // namespace apportion
