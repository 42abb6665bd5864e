// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/jobs.h"

#include <memory>

#include <gtest/gtest.h>

namespace apportion {
namespace {

const JobKind kAny;

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
    jobs.begin(0, kAny).submit = 7;
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
    jobs.runsOf(jobs.begin(0, kAny)).preemptions = 1;
    jobs.begin(2, kAny);
    jobs.end(0, endedAt(1));
    EXPECT_EQ(jobs.runsOf(jobs.begin(1, kAny)).preemptions, 0);
    EXPECT_EQ(jobs.living(), (std::vector<WorkloadId>{1, 2}));
}

// Copies share what has ended; what ends later is each one's own.
TEST(Jobs, CopiesGoTheirOwnWays) {
    constexpr WorkloadId kMany = 2000;
    Jobs one;
    one.expect(kMany);
    const auto end = [](Jobs& jobs, WorkloadId id, Instant at) {
        jobs.begin(id, kAny);
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

JobKind withPriority(int priority) {
    JobKind kind;
    kind.priority = priority;
    return kind;
}

// Also where places are given back and used again, page by page.
TEST(Jobs, ManyComeAndGoInAnyOrder) {
    constexpr WorkloadId kMany = 1000;
    Jobs jobs;
    jobs.expect(2 * kMany);
    for (WorkloadId id = 0; id < kMany; ++id)
        jobs.begin(id, jobs.sameKind(withPriority(static_cast<int>(id % 9)))).submit = id;
    const auto holds = [&jobs](WorkloadId id) {
        return jobs[id].id == id && jobs[id].submit == id &&
               jobs[id].priority() == static_cast<int>(id % 9) && !jobs[id].runs.any();
    };
    for (WorkloadId id = 0; id < kMany; ++id)
        if (id % 3 != 0 || id < 300)
            jobs.end(id, endedAt(1));
    for (WorkloadId id = kMany; id < 2 * kMany; ++id)
        jobs.begin(id, jobs.sameKind(withPriority(static_cast<int>(id % 9)))).submit = id;
    for (const WorkloadId id : jobs.living())
        EXPECT_TRUE(holds(id)) << id;
    EXPECT_EQ(jobs.living().size(), kMany + 234U);
}

TEST(Jobs, WhatIsKnownOfRunsBeginsWithTheFirst) {
    Jobs jobs;
    jobs.expect(1);
    Job& job = jobs.begin(0, kAny);
    EXPECT_FALSE(job.runs.any());
    EXPECT_EQ(job.start(), std::nullopt);
    EXPECT_EQ(job.lastTaker(), kNobody);
    jobs.runsOf(job).start = 5;
    EXPECT_EQ(job.start(), 5);
    Jobs copy = jobs;
    copy.runsOf(0).start = 9;
    EXPECT_EQ(job.start(), 5);
    EXPECT_EQ(copy[0].start(), 9);
}

// Also when the first of them is no longer there.
TEST(Jobs, CopiesHaveKindsInCommonAndLearnTheirOwn) {
    auto one = std::make_unique<Jobs>();
    one->expect(4);
    EXPECT_EQ(one->begin(0, one->sameKind(withPriority(3))).kind,
              one->begin(1, one->sameKind(withPriority(3))).kind);
    Jobs other = *one;
    one->begin(2, one->sameKind(withPriority(4)));
    other.begin(2, other.sameKind(withPriority(6)));
    other.begin(3, other.sameKind(withPriority(3)));
    EXPECT_EQ((*one)[2].priority(), 4);
    one.reset();
    EXPECT_EQ(other[0].priority(), 3);
    EXPECT_EQ(other[2].priority(), 6);
    EXPECT_EQ(other[3].kind, other[0].kind);
    EXPECT_NE(other[2].kind->number, other[0].kind->number);
}

TEST(Jobs, WorkUnderCapsIsOfAKindOfItsOwn) {
    JobKinds kinds;
    JobKind kind;
    const JobKind& free = kinds.same(kind);
    kind.accounts = {2};
    const JobKind& counted = kinds.same(kind);
    EXPECT_NE(&free, &counted);
    EXPECT_EQ(&kinds.same(kind), &counted);
    kind.accounts = {2, 5};
    EXPECT_NE(&kinds.same(kind), &counted);
}

}  // namespace
}  // namespace apportion
