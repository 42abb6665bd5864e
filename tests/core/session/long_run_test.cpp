// SPDX-License-Identifier: GPL-3.0-or-later
// A console that is left running: memory must follow what is alive, not the time that has passed.
#include <string>

#include <gtest/gtest.h>
#include <malloc.h>

#include "core/session/player.h"
#include "core/session/project_pool.h"
#include "core/view/view_builder.h"
#include "tests/core/sanitized.h"
#include "tests/core/session/four_teams.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

// What is asked for and not given back. Resident memory would do in place of it, were it not for
// pages of files and for what the allocator keeps, which differ from run to run.
std::int64_t heapBytes() {
    const struct mallinfo2 all = mallinfo2();
    return static_cast<std::int64_t>(all.uordblks + all.hblkhd);
}

constexpr const char* kLongPool = R"({"apportion": 1, "name": "Pool 16",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "A", "guaranteed": {"gpu": 8}}, {"name": "B", "guaranteed": {"gpu": 8}}],
 "workspaces": [{"name": "ws", "quotas": ["A", "B"]}]})";

class LongRun : public SmallProject {};

// A workload comes, starts and ends in every round: three instants, entries of the journal and a
// view of each. An engine keeps about a kilobyte of a workload that is over until it is loaded
// anew, and the console the latest 5,000 as rows.
TEST_F(LongRun, ALivePoolStaysFlat) {
    constexpr int kWarm = 100;
    constexpr int kRounds = kSanitized ? 50 : 250;
    constexpr std::int64_t kOfARound = 5500;  // bytes
    make(kLongPool);
    auto opened = ProjectPool::open(path_, "ana", clock());
    ASSERT_TRUE(opened) << allOf(opened.error());
    ProjectPool& console = **opened;
    ASSERT_TRUE(console.goLive());
    std::int64_t before = 0;
    for (int round = 0; round < kWarm + kRounds; ++round) {
        if (round == kWarm)
            before = heapBytes();
        const auto submitted = console.run(command("submit", {{"name", "w" + std::to_string(round)},
                                                              {"workspace", "ws"},
                                                              {"quota", round % 2 ? "A" : "B"},
                                                              {"gpu", "2"},
                                                              {"duration", "20"}}));
        ASSERT_TRUE(submitted) << allOf(submitted.error());
        for (int look = 0; look < 3; ++look) {
            passes(10 * kSecond);
            ASSERT_TRUE(console.follow());
            ASSERT_FALSE(console.view().quotas.empty());
        }
    }
    EXPECT_EQ(console.view().key.ended, kWarm + kRounds);
    if (!kSanitized) {
        EXPECT_LT(heapBytes() - before, kRounds * kOfARound);
    }
}

// Thousands of jumps through a recorded run.
TEST(LongRunOfAPlayer, JumpsLeaveNothingBehind) {
    constexpr int kWarm = 200;
    constexpr int kJumps = 4000;
    constexpr std::int64_t kMost = 200'000;  // bytes
    Player player(test::shared(test::fourTeams()));
    const auto finish = [&] {
        while (player.busy())
            player.work(Deadline::max());
    };
    player.toEnd();
    finish();
    std::int64_t before = 0;
    for (int jump = 0; jump < kWarm + kJumps; ++jump) {
        if (jump == kWarm)
            before = heapBytes();
        player.seek(jump * 7 % 44 * test::kMinute);
        finish();
        ASSERT_EQ(viewOf(player).quotas.size(), 4U);
    }
    if (!kSanitized) {
        EXPECT_LT(heapBytes() - before, kMost);
    }
}

}  // namespace
}  // namespace apportion::testing
