// SPDX-License-Identifier: GPL-3.0-or-later
// What the sentence of an eviction names.
#include "core/sim/eviction_message.h"

#include <gtest/gtest.h>

#include "core/engine/instant_log.h"
#include "core/model/runner_up.h"
#include "tests/core/engine/told.h"

namespace apportion {
namespace {

using testing::detail;
using testing::Pool;
using testing::twoTeams;

TEST(EvictionMessage, OfALowerLimitNamesTheResourceAndBothNumbers) {
    Pool pool = twoTeams(8, 4, 4);
    pool.work("a-1", "a", 100, 0).request.cpu = 12 * kOneCore;
    pool.work("a-2", "a", 100, 1).request.cpu = 12 * kOneCore;
    PolicyEvent lower{"a", {}};
    lower.change.limit = std::optional<Limit>(Limit{{}, 16 * kOneCore, {}});
    lower.mode = ScaleMode::reclaim;
    pool.event(10, lower);
    const auto evictions = pool.run(20).outcome().evictions;
    ASSERT_EQ(evictions.size(), 1U);
    const Message& why = evictions[0].why;
    EXPECT_TRUE(isComplete(why));
    EXPECT_EQ(detail(why, "resource"), "cpu");
    EXPECT_EQ(detail(why, "placed"), "24 cores");
    EXPECT_EQ(detail(why, "bound"), "16 cores");
    EXPECT_EQ(render(why),
              "a had 24 cores allocated, above its new limit of 16 cores. a-2 with 1 GPU returned "
              "to the queue.");
}

// Evicted, and begun anew in the same instant by the eviction of who took it: that never started,
// and the record names the taker of that, which is the victim.
TEST(EvictionMessage, WhoBeganAnewIsNotSaidToHaveTakenFromItself) {
    Pool pool = twoTeams(4, 2, 2);
    pool.work("first", "a", 400, 0);
    pool.work("second", "b", 200, 0);
    const Simulation simulation = pool.run(1);
    const Engine& engine = simulation.engine();
    const WorkloadId first = *engine.findWorkload("first");
    const WorkloadId second = *engine.findWorkload("second");
    InstantLog log;
    log.begin();
    Taken record;
    record.victim = first;
    record.taker = second;
    record.quota = *engine.findQuota("b");
    log.evicted(std::move(record));
    log.started(second, {});
    log.undo(second, first);
    Decisions made;
    log.report(made);
    ASSERT_EQ(made.taken.size(), 1U);
    const Eviction eviction = evictionRecord(engine, made.taken[0], 1);
    EXPECT_EQ(eviction.preemptor, "first") << "rule 11";
    EXPECT_EQ(detail(eviction.why, "taker"), "second");
    EXPECT_EQ(tookIt(eviction), "second");
    EXPECT_EQ(render(eviction.why).find("for first"), std::string::npos) << render(eviction.why);
}

}  // namespace
}  // namespace apportion
