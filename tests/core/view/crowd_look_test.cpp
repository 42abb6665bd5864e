// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/crowd_look.h"

#include <gtest/gtest.h>

#include "core/view/snapshot.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

class CrowdLookTest : public SmallProject {};

TEST_F(CrowdLookTest, LeavesThePoolAsItIsAndCanBeDropped) {
    make(R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
        "quotas": [{"name": "A", "guaranteed": {"gpu": 8}}],
        "workloads": [{"name": "a", "quota": "A", "gpu": 8}]})");
    const Engine pool = engineOf(project(), now());
    CrowdLook look;
    EXPECT_FALSE(look.isBegun());
    look.begin(pool);
    EXPECT_TRUE(look.isBegun());
    EXPECT_EQ(look.take().state(0), WorkloadState::running);
    EXPECT_FALSE(look.isBegun());
    EXPECT_EQ(pool.state(0), WorkloadState::pending);
    look.begin(pool);
    look.begin(pool);
    look.drop();
    EXPECT_FALSE(look.isBegun());
    EXPECT_FALSE(look.isUnderWay());
}

TEST_F(CrowdLookTest, ThatNobodyWaitsForAsksNobody) {
    make(R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
        "quotas": [{"name": "A", "guaranteed": {"gpu": 8}}],
        "workloads": [{"name": "a", "quota": "A", "gpu": 8}]})");
    std::stop_source stop;
    stop.request_stop();
    const Engine pool = engineOf(project(), now());
    EXPECT_EQ(lookedAtAllThatWaits(pool, stop.get_token()).state(0), WorkloadState::pending);
    EXPECT_EQ(lookedAtAllThatWaits(pool).state(0), WorkloadState::running);
}

}  // namespace
}  // namespace apportion::testing
