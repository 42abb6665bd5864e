// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 19 against brute force: the set that the search finds is the least of all allowed sets.
#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "core/engine/victim_search.h"
#include "tests/core/engine/pool.h"

namespace apportion {
namespace {

class Dice {
public:
    explicit Dice(unsigned seed) : generator_(seed) {}
    int from(int low, int high) {
        // The engine's own stream of bits: distributions differ among libraries.
        return low + static_cast<int>(generator_() % static_cast<unsigned>(high - low + 1));
    }
    bool chance(int percent) { return from(1, 100) <= percent; }

private:
    std::mt19937 generator_;
};

ModuleSet modules(Dice& dice) {
    ModuleSet set;
    for (std::size_t i = 0; i < kModules; ++i)
        set.set(i, dice.chance(60));
    if (set.none())
        set.set(0);
    return set;
}

// A parent with up to three children on two to four nodes, full of running work, and one taker.
struct Instance {
    testing::Pool pool;
    std::string taker = "taker";
};

Instance randomInstance(unsigned seed) {
    Dice dice(seed);
    Instance instance;
    testing::Pool& pool = instance.pool;
    const int nodes = dice.from(2, 4);
    const int devices = dice.from(2, 6);
    pool.nodes(nodes, devices);
    Gpu left = nodes * devices;
    Quota& root = pool.quota("root", left);
    if (dice.chance(40)) {
        ChildPreemption policy;
        policy.priorities = {1, dice.from(2, 9)};
        policy.modules = modules(dice);
        root.policy.childPreemption = policy;
    }
    const int children = dice.from(1, 3);
    std::vector<std::string> names{"root"};
    for (int i = 0; i < children; ++i) {
        const Gpu size = dice.from(0, static_cast<int>(left));
        left -= size;
        const std::string name = "q" + std::to_string(i);
        Quota& quota = pool.quota(name, size, "root");
        names.push_back(name);
        quota.policy.priorityPreemption = dice.chance(30);
        if (dice.chance(40)) {
            SelfPreemption policy;
            const int low = dice.from(2, 6);
            policy.low = {dice.from(1, low), low};
            policy.high = {low + 1, dice.from(low + 1, 9)};
            policy.modules = modules(dice);
            policy.scope = static_cast<PreemptionScope>(dice.from(0, 2));
            policy.mayTakeGuaranteed = dice.chance(30);
            quota.policy.selfPreemption = policy;
        }
    }
    // Fill device by device; fractions share one.
    std::vector<int> free(static_cast<std::size_t>(nodes), devices);
    for (int i = 0; i < 14; ++i) {
        Workload workload;
        workload.name = "w" + std::to_string(i);
        workload.quota = names[static_cast<std::size_t>(dice.from(0, children))];
        workload.module = static_cast<Module>(dice.from(0, 2));
        workload.preemptible = dice.chance(80);
        workload.priority = dice.from(1, 9);
        if (dice.chance(20))
            workload.checkpoint = dice.from(1, 40) * kSecond;
        const int need = dice.from(1, 3);
        const bool halves = dice.chance(15);
        workload.replicas = halves ? 2 : dice.chance(15) ? 2 : 1;
        workload.request.gpu = halves ? 50 : need * kOneGpu;
        const int each = halves ? 1 : need;
        RunningSince running;
        running.since = -dice.from(0, 60) * kSecond;
        for (int replica = 0; replica < workload.replicas; ++replica)
            for (std::size_t node = 0; node < free.size(); ++node)
                if (free[node] >= each) {
                    free[node] -= each;
                    running.placements.push_back(
                        {"node-" + std::to_string(node + 1), workload.request.gpu});
                    break;
                }
        if (static_cast<int>(running.placements.size()) != workload.replicas)
            continue;
        workload.running = running;
        pool.scenario.workloads.push_back(workload);
    }
    Workload& taker =
        pool.work("taker", names[static_cast<std::size_t>(dice.from(0, children))],
                  dice.chance(15) ? 50 : dice.from(1, devices) * kOneGpu, 1, dice.from(1, 9));
    taker.module = static_cast<Module>(dice.from(0, 2));
    taker.preemptible = dice.chance(70);
    taker.replicas = dice.chance(40) ? 2 : 1;
    return instance;
}

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
                lifted.take(all[i].id);
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
        const Instance instance = randomInstance(seed);
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
            state.fleet.takeAll(job.group, job.slot, job.spec->replicas, seats))
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
    // Enough of them must be about taking for the comparison to mean something.
    EXPECT_GT(compareInstances(1, 1500), 300);
}

}  // namespace
}  // namespace apportion
