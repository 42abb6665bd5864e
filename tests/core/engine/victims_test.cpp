// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 19 against brute force: the set that the search finds is the least of all allowed sets.
#include <algorithm>
#include <array>
#include <string>

#include <gtest/gtest.h>

#include "core/engine/instant.h"
#include "core/sim/recorder.h"
#include "tests/core/engine/brute_force.h"
#include "tests/core/engine/history.h"
#include "tests/core/engine/instances.h"
#include "tests/core/engine/pool.h"
#include "tests/core/engine/random_borrowers.h"
#include "tests/core/engine/random_world.h"

namespace apportion {
namespace {

using testing::BruteForce;

constexpr std::size_t kMostVictimSets = 1 << 14;

// "w3" for all of a workload, "w3#0002" for a replica.
std::vector<std::string> namesOf(const EngineState& state, const std::vector<Candidate>& victims) {
    std::vector<std::string> names;
    for (const Candidate& victim : victims) {
        std::string name = state.name(victim.id);
        if (victim.replica != kWhole) {
            const auto replica = static_cast<std::size_t>(victim.replica);
            name += "#" + std::to_string(state.job(victim.id).marks()[replica].place);
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
    int belowShare = 0;  // key (a2) told two sets apart
    int spared = 0;      // of a workload that could give, younger replicas went and the rest stayed
    std::array<int, kVictimClasses> ofClass{};
};

void compare(EngineState& state, WorkloadId taker, const std::string& where, Seen& seen) {
    if (state.job(taker).fit != Fit::possible || testing::startsInFreeRoom(state, taker))
        return;
    BruteForce all(state, taker);
    if (all.sets(kMostVictimSets) > kMostVictimSets)
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
    seen.belowShare += all.trial().claims().reachesBelowShares() && !expected->belowShare ? 1 : 0;
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

TEST(Victims, EqualBruteForce) {
    Seen seen;
    for (unsigned seed = 1; seed <= testing::instancesOr(3000); ++seed) {
        const testing::Instance instance = testing::randomInstance(seed);
        EngineState state(instance.pool.scenario);
        state.now = kSecond;
        const WorkloadId taker = state.find(instance.taker).value();
        state.enqueue(taker);
        state.divideShares();
        compare(state, taker, "seed " + std::to_string(seed), seen);
    }
    // Enough of them must be about taking for the comparison to mean something.
    EXPECT_GT(seen.taken, static_cast<int>(testing::instancesOr(3000) / 6));
}

class Borrowers : public ::testing::TestWithParam<int> {};  // percent of parts of a GPU

TEST_P(Borrowers, EqualBruteForce) {
    Seen seen;
    for (unsigned seed = 1; seed <= testing::instancesOr(3000); ++seed) {
        const testing::Instance instance = testing::randomBorrowers(seed, 150, GetParam());
        EngineState state(instance.pool.scenario);
        state.now = kSecond;
        const WorkloadId taker = state.find(instance.taker).value();
        state.enqueue(taker);
        state.divideShares();
        compare(state, taker, "seed " + std::to_string(seed), seen);
    }
    EXPECT_GT(seen.taken, static_cast<int>(testing::instancesOr(3000) / 6));
    EXPECT_GT(seen.belowShare, static_cast<int>(testing::instancesOr(3000) / 100));
}

INSTANTIATE_TEST_SUITE_P(Victims, Borrowers, ::testing::Values(0, 60, 100));

TEST(Victims, EqualBruteForceWithAllFeatures) {
    Seen seen;
    for (unsigned seed = 1; seed <= testing::instancesOr(3000); ++seed) {
        const testing::Siege siege = testing::randomSiege(seed);
        EngineState state(siege.scenario);
        state.now = kSecond;
        Decisions made;
        for (const NodeEvent& cordon : siege.cordons)
            applyEvent(state, cordon, made);
        const WorkloadId taker = state.find(siege.taker).value();
        state.enqueue(taker);
        state.divideShares();
        compare(state, taker, "seed " + std::to_string(seed), seen);
    }
    const auto tenth = static_cast<int>(testing::instancesOr(3000) / 10);
    EXPECT_GT(seen.taken, tenth);
    EXPECT_GT(seen.bounded, tenth / 2);
    EXPECT_GT(seen.cordoned, tenth / 20);
    EXPECT_GT(seen.spared, tenth / 6);
    for (const int count : seen.ofClass)
        EXPECT_GT(count, tenth / 10);
}

// Whoever might come next, wherever a history has led: with work that still stops, bookings, moved
// and regrown replicas, protection that has run out, victims that may not be taken twice.
TEST(Victims, EqualBruteForceInTheMiddleOfHistories) {
    Seen seen;
    for (unsigned seed = 1; seed <= testing::instancesOr(3000) / 6; ++seed) {
        testing::History history(testing::randomWorld(seed));
        testing::Dice dice(seed);
        for (int steps = 0; steps < 60 && history.step(); ++steps) {
            EngineState state = *history.state;
            ++state.pass;  // who started in the last pass is fair game
            // Somebody like one who is there already.
            const auto last = static_cast<int>(state.jobs.size()) - 1;
            Workload next = *state.specOf(static_cast<WorkloadId>(dice.from(0, last)));
            next.name = "next";
            next.running.reset();
            next.idle = false;
            next.priority = dice.from(3, 9);
            next.request.gpu = dice.from(1, 4) * kOneGpu;
            next.quota = state.tree
                             .quota(static_cast<QuotaId>(
                                 dice.from(0, static_cast<int>(state.tree.quotas().size()) - 1)))
                             .name;
            const WorkloadId taker = state.add(next);
            state.enqueue(taker);
            if (state.job(taker).atCap)
                continue;
            state.divideShares();
            compare(state, taker,
                    "seed " + std::to_string(seed) + " at " + std::to_string(state.now), seen);
        }
    }
    EXPECT_GT(seen.taken, static_cast<int>(testing::instancesOr(3000) / 6));
    for (const int count : seen.ofClass)
        EXPECT_GT(count, static_cast<int>(testing::instancesOr(3000) / 100));
}

// By hand: the limit of a quota above the taker, GPUs and CPU of the only node are short at once.
// "wide" frees all three; "near" (limit and GPUs) and "idle" (CPU) do it together.
std::vector<std::string> victimsOfThreeBounds(int priorityOfWide) {
    testing::Pool pool;
    pool.nodes(1, 8);
    pool.scenario.nodes.front().node.cpu = 12 * kOneCore;
    pool.quota("root", 8);
    pool.quota("team", 4, "root").policy.limit.gpu = 5 * kOneGpu;
    pool.quota("mine", 4, "team");
    pool.quota("beside", 0, "team").policy.weight = 1;
    pool.quota("other", 3, "root");
    const auto run = [&](const std::string& name, const std::string& quota, Gpu gpu, Cpu cores) {
        Workload& work = pool.work(name, quota, gpu * kOneGpu, -10);
        work.request.cpu = cores * kOneCore;
        work.running = RunningSince{-10 * kSecond, {{"node", gpu * kOneGpu}}};
    };
    run("near", "beside", 2, 0);
    run("wide", "beside", 2, 6);
    pool.scenario.workloads.back().priority = priorityOfWide;
    run("idle", "other", 1, 5);
    pool.scenario.workloads.back().idle = true;
    run("firm", "other", 3, 0);
    pool.scenario.workloads.back().preemptible = false;
    pool.work("taker", "mine", 2 * kOneGpu, 0).request.cpu = 4 * kOneCore;
    EngineState state(pool.scenario);
    const WorkloadId taker = state.find("taker").value();
    state.enqueue(taker);
    state.divideShares();
    const VictimAnswer answer = chooseVictims(state, taker);
    EXPECT_TRUE(answer.proven);
    return answer.choice ? namesOf(state, answer.choice->victims) : std::vector<std::string>{};
}

TEST(Victims, OneThatServesThreeBoundsOrTwoThatDoTogether) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(victimsOfThreeBounds(5), Names{"wide"});            // (d): no idle GPU besides
    EXPECT_EQ(victimsOfThreeBounds(9), (Names{"idle", "near"}));  // (c): a lower priority
}

// There is room on a node without victims, and a limit in the way: one replica less is enough,
// though two would make room where they run.
TEST(Victims, OnlyWhatALimitAsksForWhereThereIsRoom) {
    testing::Pool pool;
    pool.nodes(1, 3, "full").nodes(1, 2, "empty");
    pool.quota("q", 4).policy.limit.gpu = 4 * kOneGpu;
    Workload& elastic = pool.work("elastic", "q", kOneGpu, -10);
    elastic.replicas = 3;
    elastic.minReplicas = 1;
    elastic.running =
        RunningSince{-10 * kSecond, {{"full", kOneGpu}, {"full", kOneGpu}, {"full", kOneGpu}}};
    pool.work("taker", "q", 2 * kOneGpu, 0);
    EngineState state(pool.scenario);
    const WorkloadId taker = state.find("taker").value();
    state.enqueue(taker);
    state.divideShares();
    const VictimAnswer answer = chooseVictims(state, taker);
    ASSERT_TRUE(answer.choice);
    EXPECT_EQ(namesOf(state, answer.choice->victims), std::vector<std::string>{"elastic#2"});
}

constexpr int kGangTeams = 9;

// Nine teams of 20 whose gangs of two to four single GPUs fill 216 of them, on nodes of so many;
// somebody with a guarantee of 32 waits for replicas of so many.
testing::Pool gangsThatSpanNodes(int gpusOfNode, int gpusOfReplica) {
    constexpr int kGpus = 216;
    constexpr int kGang = 32;
    testing::Pool pool;
    pool.nodes(kGpus / gpusOfNode, gpusOfNode).quota("all", kGpus);
    for (int i = 0; i < kGangTeams; ++i)
        pool.quota("team-" + std::to_string(i), 20, "all");
    pool.quota("taker", kGang, "all");
    int used = 0;
    for (int i = 0; used < kGpus; ++i) {
        const int size = std::min(2 + i % 3, kGpus - used);
        pool.work("w" + std::to_string(i), "team-" + std::to_string(i % kGangTeams), kOneGpu, 0)
            .replicas = size;
        used += size;
    }
    pool.work("gang", "taker", gpusOfReplica * kOneGpu, 1000).replicas = kGang / gpusOfReplica;
    return pool;
}

// Gangs that span nodes, among whom the search meets its bound before it has found anything: some
// set is taken all the same.
TEST(Victims, AGangStartsThoughTheSearchMeetsItsBound) {
    testing::Pool pool = gangsThatSpanNodes(2, 2);
    const Simulation simulation = pool.run(1001);
    EXPECT_TRUE(testing::runs(simulation, "gang"));
    const auto& evictions = simulation.outcome().evictions;
    ASSERT_FALSE(evictions.empty());
    EXPECT_FALSE(evictions.front().proven);
    // All are preemptible, of one priority and one class: the fewer GPUs, the better.
    Gpu taken = 0;
    Gpu next = 0;
    for (const Eviction& each : evictions)
        taken += each.gpu;
    for (const std::string& name : evictions.front().runnerUp)
        for (const Workload& each : simulation.scenario().workloads)
            next += each.name == name ? each.replicas * kOneGpu : 0;
    if (next > 0) {
        EXPECT_LE(taken, next) << "the next best is better";
    }
    EXPECT_EQ(simulation.recorder().unprovenCount(), static_cast<std::int64_t>(evictions.size()));
    // One victim of four may go through the guarantee of 20, and nobody's who has not more.
    const Simulation before = pool.run(999);
    for (int i = 0; i < kGangTeams; ++i) {
        const std::string team = "team-" + std::to_string(i);
        EXPECT_GE(testing::used(simulation, team), std::min<Gpu>(testing::used(before, team), 17))
            << i;
    }
}

// Where any device does the nodes are of no meaning: the least set is known, not only some set.
TEST(Victims, OfAGangOfSingleDevicesTheLeastAreKnown) {
    for (const int gpusOfNode : {1, 2, 8}) {
        testing::Pool pool = gangsThatSpanNodes(gpusOfNode, 1);
        const Simulation simulation = pool.run(1001);
        EXPECT_TRUE(testing::runs(simulation, "gang")) << gpusOfNode;
        const auto& evictions = simulation.outcome().evictions;
        EXPECT_EQ(simulation.recorder().unprovenCount(), 0) << gpusOfNode;
        Gpu taken = 0;
        for (const Eviction& each : evictions)
            taken += each.gpu;
        // Eight teams hold 24 and one 24: so many of four, with one through each guarantee.
        EXPECT_EQ(taken, 32 * kOneGpu) << gpusOfNode;
    }
}

}  // namespace
}  // namespace apportion
