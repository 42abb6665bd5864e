// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 19 against brute force: the set that the search finds is the least of all allowed sets.
#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

#include "core/engine/victim_search.h"
#include "tests/core/engine/random_pool.h"

namespace apportion {
namespace {

// The least allowed set by trying all.
std::optional<std::vector<WorkloadId>> bruteForce(EngineState& state, WorkloadId taker) {
    Trial trial(state, taker);
    const std::vector<Candidate> all = trial.claims().candidates();
    std::optional<VictimSet> best;
    for (unsigned mask = 1; mask < (1u << all.size()); ++mask) {
        VictimSet set;
        Lifted lifted(state);
        for (std::size_t i = 0; i < all.size(); ++i)
            if ((mask >> i & 1u) != 0) {
                set.add(state, all, i);
                lifted.take(all[i].id, all[i].replica);
            }
        if (trial.feasible(all, set.members) &&
            (!best || compareSets(state, all, set, *best).order < 0))
            best = set;
    }
    if (!best)
        return std::nullopt;
    std::vector<WorkloadId> ids;
    for (const std::size_t member : best->members)
        ids.push_back(all[member].id);
    std::sort(ids.begin(), ids.end());
    return ids;
}

int compareInstances(unsigned first, unsigned count) {
    int taken = 0;
    for (unsigned seed = first; seed < first + count; ++seed) {
        const testing::Instance instance = testing::randomInstance(seed);
        EngineState state(instance.pool.scenario);
        state.now = kSecond;
        const WorkloadId taker = state.jobByName.at(instance.taker);
        state.enqueue(taker);
        state.divideShares();
        std::vector<Seat> seats;
        const Job& job = state.job(taker);
        if (job.fit != Fit::possible)
            continue;
        if (state.books.allowed(state.tree, state.startOf(job), state.capacityFor(job)) &&
            state.fleet.takeAll(job.group, job.slot, job.least(), seats))
            continue;  // free room: nobody is evicted
        const auto expected = bruteForce(state, taker);
        const VictimAnswer answer = chooseVictims(state, taker);
        EXPECT_TRUE(answer.proven) << "seed " << seed;
        EXPECT_EQ(answer.choice.has_value(), expected.has_value()) << "seed " << seed;
        if (!answer.choice || !expected)
            continue;
        std::vector<WorkloadId> ids;
        for (const Candidate& victim : answer.choice->victims)
            ids.push_back(victim.id);
        EXPECT_EQ(ids, *expected) << "seed " << seed;
        ++taken;
    }
    return taken;
}

TEST(Victims, EqualBruteForce) {
    // tests/long/victims asks for more.
    const char* asked = std::getenv("APPORTION_INSTANCES");
    const auto count = static_cast<unsigned>(asked ? std::atoi(asked) : 3000);
    // Enough of them must be about taking for the comparison to mean something.
    EXPECT_GT(compareInstances(1, count), static_cast<int>(count / 6));
}

}  // namespace
}  // namespace apportion
