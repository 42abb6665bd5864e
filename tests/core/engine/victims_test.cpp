// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 19 against brute force: the set that the search finds is the least of all allowed sets.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "core/engine/instant.h"
#include "tests/core/engine/brute_force.h"
#include "tests/core/engine/random_world.h"

namespace apportion {
namespace {

using testing::BruteForce;

constexpr std::size_t kMostSets = 1 << 14;

// "w3" for all of a workload, "w3#0002" for a replica.
std::vector<std::string> namesOf(const EngineState& state, const std::vector<Candidate>& victims) {
    std::vector<std::string> names;
    for (const Candidate& victim : victims) {
        std::string name = state.name(victim.id);
        if (victim.replica != kWhole) {
            const auto replica = static_cast<std::size_t>(victim.replica);
            name += "#" + std::to_string(state.job(victim.id).marks[replica].place);
        }
        names.push_back(std::move(name));
    }
    std::sort(names.begin(), names.end());
    return names;
}

// What the random pools were about: a comparison that never met a feature says nothing about it.
struct Seen {
    int taken = 0;
    int bounded = 0;  // more than room was missing: bounds of rule 3 interact with it
    int cordoned = 0;
    int spared = 0;  // of a workload that could give, younger replicas went and the rest stayed
    std::array<int, kVictimClasses> ofClass{};
};

void compare(EngineState& state, WorkloadId taker, const std::string& where, Seen& seen) {
    if (state.job(taker).fit != Fit::possible || testing::startsInFreeRoom(state, taker))
        return;
    BruteForce all(state, taker);
    if (all.sets(kMostSets) > kMostSets)
        return;
    const auto expected = all.least();
    const VictimAnswer answer = chooseVictims(state, taker);
    EXPECT_TRUE(answer.proven) << where;
    EXPECT_EQ(answer.choice.has_value(), expected.has_value()) << where;
    if (!answer.choice || !expected)
        return;
    std::vector<Candidate> victims;
    for (const std::size_t member : expected->members)
        victims.push_back(all.all()[member]);
    EXPECT_EQ(namesOf(state, answer.choice->victims), namesOf(state, victims)) << where;
    ++seen.taken;
    seen.bounded += all.trial().onlyRoomMissing() ? 0 : 1;
    bool cordoned = false;
    bool spared = false;
    for (const Candidate& victim : victims) {
        const Job& job = state.job(victim.id);
        ++seen.ofClass[static_cast<std::size_t>(victim.victimClass)];
        for (const Seat& seat : seatsOf(job, victim))
            cordoned = cordoned || state.fleet.use(seat.node).state == NodeState::cordoned;
        spared = spared || victim.replica != kWhole;
    }
    seen.cordoned += cordoned ? 1 : 0;
    seen.spared += spared ? 1 : 0;
}

unsigned instances() {
    // tests/long/victims asks for more.
    const char* asked = std::getenv("APPORTION_INSTANCES");
    return static_cast<unsigned>(asked ? std::atoi(asked) : 3000);
}

TEST(Victims, EqualBruteForce) {
    Seen seen;
    for (unsigned seed = 1; seed <= instances(); ++seed) {
        const testing::Instance instance = testing::randomInstance(seed);
        EngineState state(instance.pool.scenario);
        state.now = kSecond;
        const WorkloadId taker = state.jobByName.at(instance.taker);
        state.enqueue(taker);
        state.divideShares();
        compare(state, taker, "seed " + std::to_string(seed), seen);
    }
    // Enough of them must be about taking for the comparison to mean something.
    EXPECT_GT(seen.taken, static_cast<int>(instances() / 6));
}

TEST(Victims, EqualBruteForceWithAllFeatures) {
    Seen seen;
    for (unsigned seed = 1; seed <= instances(); ++seed) {
        const testing::Siege siege = testing::randomSiege(seed);
        EngineState state(siege.scenario);
        state.now = kSecond;
        Decisions made;
        for (const NodeEvent& cordon : siege.cordons)
            applyEvent(state, cordon, made);
        const WorkloadId taker = state.jobByName.at(siege.taker);
        state.enqueue(taker);
        state.divideShares();
        compare(state, taker, "seed " + std::to_string(seed), seen);
    }
    const auto tenth = static_cast<int>(instances() / 10);
    EXPECT_GT(seen.taken, 2 * tenth);
    EXPECT_GT(seen.bounded, tenth / 2);
    EXPECT_GT(seen.cordoned, tenth / 20);
    EXPECT_GT(seen.spared, tenth / 6);
    for (const int count : seen.ofClass)
        EXPECT_GT(count, tenth / 5);
}

}  // namespace
}  // namespace apportion
