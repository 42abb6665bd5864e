// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 10, moves: the plan that is found is the least of all sets of at most three workloads.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "core/engine/consolidation.h"
#include "tests/core/engine/brute_force.h"
#include "tests/core/engine/instances.h"
#include "tests/core/engine/pool.h"
#include "tests/core/engine/random_borrowers.h"

namespace apportion {
namespace {

using Key = std::tuple<Gpu, std::size_t, GpuTime, std::vector<Instant>, std::vector<std::string>>;

Key keyOf(const EngineState& state, const std::vector<WorkloadId>& set) {
    Key key{0, set.size(), 0, {}, {}};
    for (const WorkloadId id : set) {
        std::get<0>(key) += state.job(id).heldGpu();
        std::get<2>(key) += state.lostWork(state.job(id));
        std::get<3>(key).push_back(-*state.job(id).start());
        std::get<4>(key).push_back(state.name(id));
    }
    std::sort(std::get<3>(key).begin(), std::get<3>(key).end());
    std::sort(std::get<4>(key).begin(), std::get<4>(key).end());
    return key;
}

// On a copy: all off, the taker, then they, the largest first, then by name.
bool works(EngineState state, WorkloadId taker, std::vector<WorkloadId> set) {
    for (const WorkloadId id : set)
        for (const Seat& seat : state.job(id).seats())
            state.fleet.giveBack(seat, state.job(id).slot());
    std::sort(set.begin(), set.end(), [&](WorkloadId a, WorkloadId b) {
        return std::pair(-state.job(a).heldGpu(), state.name(a)) <
               std::pair(-state.job(b).heldGpu(), state.name(b));
    });
    const auto runs = [&](WorkloadId id, int replicas) {
        std::vector<Seat> seats;
        return state.fleet.takeAll(state.job(id).group(), state.job(id).slot(), replicas, seats);
    };
    return runs(taker, state.job(taker).least()) &&
           std::all_of(set.begin(), set.end(), [&](WorkloadId id) {
               return runs(id, static_cast<int>(state.job(id).seats().size()));
           });
}

std::optional<Key> leastByTrial(const EngineState& state, WorkloadId taker) {
    std::vector<WorkloadId> movable;
    for (const WorkloadId id : state.jobs.living())
        if (state.job(id).phase == Phase::running && state.job(id).preemptible())
            movable.push_back(id);
    std::optional<Key> best;
    const auto consider = [&](const std::vector<WorkloadId>& set) {
        const Key key = keyOf(state, set);
        if (std::get<0>(key) <= state.job(taker).requestGpu() && (!best || key < *best) &&
            works(state, taker, set))
            best = key;
    };
    for (std::size_t a = 0; a < movable.size(); ++a) {
        consider({movable[a]});
        for (std::size_t b = a + 1; b < movable.size(); ++b) {
            consider({movable[a], movable[b]});
            for (std::size_t c = b + 1; c < movable.size(); ++c)
                consider({movable[a], movable[b], movable[c]});
        }
    }
    return best;
}

struct Arrived {
    EngineState state;
    WorkloadId taker;
};

// As the taker has come, before anything is decided.
Arrived arrived(const Scenario& scenario, const std::string& taker = "taker") {
    Arrived then{EngineState(scenario), {}};
    EngineState& state = then.state;
    state.now = kSecond;
    then.taker = state.find(taker).value();
    state.enqueue(then.taker);
    state.divideShares();
    return then;
}

struct MoveTally {
    unsigned found = 0;
    unsigned several = 0;   // of them moved more than one
    unsigned unproven = 0;  // a search met its bound
};

// Whether the plan for the taker is the least of all sets.
void compareWithTrial(const testing::Instance& instance, unsigned seed, MoveTally& tally) {
    auto [state, taker] = arrived(instance.pool.scenario, instance.taker);
    const Job& job = state.job(taker);
    if (testing::startsInFreeRoom(state, taker) ||
        !state.books.allowed(state.tree, state.startOf(job), state.capacityFor(job)))
        return;
    const auto expected = leastByTrial(state, taker);
    const auto [plan, proven] = consolidate(state, taker);
    if (!proven) {
        ++tally.unproven;
        return;
    }
    ASSERT_EQ(plan.has_value(), expected.has_value()) << "seed " << seed;
    if (!plan)
        return;
    std::vector<WorkloadId> moved;
    for (const auto& [id, seats] : plan->moves)
        moved.push_back(id);
    ASSERT_EQ(keyOf(state, moved), *expected) << "seed " << seed;
    ++tally.found;
    tally.several += moved.size() > 1 ? 1 : 0;
}

// Of so many instances, by their seeds.
template <typename Make>
MoveTally compareWithTrials(unsigned instances, Make&& instanceOf) {
    MoveTally tally;
    for (unsigned seed = 1; seed <= instances && !::testing::Test::HasFatalFailure(); ++seed)
        compareWithTrial(instanceOf(seed), seed, tally);
    EXPECT_EQ(tally.unproven, 0U);
    return tally;
}

TEST(Moves, EqualAllSetsOfAtMostThree) {
    const unsigned instances = testing::instancesOr(1500);
    const MoveTally tally = compareWithTrials(
        instances, [](unsigned seed) { return testing::randomBorrowers(seed, 70); });
    EXPECT_GT(tally.found, instances / 20);
    EXPECT_GT(tally.several, instances / 100);
}

// One quota full of gangs of one to three replicas, and a gang that wants in.
testing::Instance randomGangs(unsigned seed) {
    testing::Dice dice(seed);
    testing::Instance instance;
    testing::Pool& pool = instance.pool;
    const int nodes = dice.from(3, 6);
    const int devices = dice.from(3, 8);
    pool.nodes(nodes, devices);
    if (dice.chance(30))
        pool.scenario.settings.placement = PlacementPolicy::spread;
    pool.quota("all", nodes * devices);
    std::vector<int> free(static_cast<std::size_t>(nodes), devices);
    const int tries = nodes * devices * dice.from(30, 60) / 100;
    for (int i = 0; i < tries && static_cast<int>(pool.scenario.workloads.size()) < 12; ++i) {
        Workload workload;
        workload.name = "w" + std::to_string(dice.from(0, 9)) + std::to_string(i);
        workload.quota = "all";
        workload.preemptible = dice.chance(90);
        const int need = dice.from(1, std::min(4, devices));
        workload.request.gpu = need * kOneGpu;
        workload.replicas = dice.from(1, 3);
        RunningSince running;
        running.since = -dice.from(0, 5) * kSecond;
        std::vector<int> after = free;
        for (int tried = 0; tried < 8; ++tried) {
            const auto node = static_cast<std::size_t>(dice.from(0, nodes - 1));
            if (after[node] < need)
                continue;
            after[node] -= need;
            running.placements.push_back(
                {"node-" + std::to_string(node + 1), workload.request.gpu});
            if (static_cast<int>(running.placements.size()) == workload.replicas)
                break;
        }
        if (static_cast<int>(running.placements.size()) != workload.replicas)
            continue;
        free = after;
        workload.running = running;
        pool.scenario.workloads.push_back(workload);
    }
    Workload& taker = pool.work("taker", "all", dice.from(2, devices) * kOneGpu, 1);
    taker.replicas = dice.from(1, 3);
    return instance;
}

TEST(Moves, EqualAllSetsWhereGangsMoveOrAreMovedFor) {
    const unsigned instances = testing::instancesOr(3000);
    MoveTally tally = compareWithTrials(instances, randomGangs);
    // Rare: two that gain a slot each, and one that gains none but lets another one go where it
    // was.
    for (const unsigned seed : {4153U, 76739U})
        compareWithTrial(randomGangs(seed), seed, tally);
    EXPECT_GT(tally.found, instances / 40);
    EXPECT_GT(tally.several, instances / 400);
}

// One quota on devices that are shared, and one that wants a device or a part of one.
testing::Instance randomParts(unsigned seed) {
    testing::Dice dice(seed);
    testing::Instance instance;
    testing::Pool& pool = instance.pool;
    const int nodes = dice.from(2, 4);
    const int devices = dice.from(1, 3);
    pool.nodes(nodes, devices);
    if (dice.chance(30))
        pool.scenario.settings.placement = PlacementPolicy::spread;
    pool.quota("all", nodes * devices);
    const bool quarters = dice.chance(60);
    std::vector<Gpu> free(static_cast<std::size_t>(nodes * devices), kOneGpu);
    for (int i = 0; i < 40 && pool.scenario.workloads.size() < 16; ++i) {
        Workload workload;
        workload.name = "w" + std::to_string(dice.from(0, 9)) + std::to_string(i);
        workload.quota = "all";
        workload.preemptible = dice.chance(90);
        workload.request.gpu = dice.chance(10) ? kOneGpu
                               : quarters      ? 25 * dice.from(1, 3)
                                               : dice.from(5, 80);
        const auto device = static_cast<std::size_t>(dice.from(0, nodes * devices - 1));
        if (free[device] < workload.request.gpu)
            continue;
        free[device] -= workload.request.gpu;
        const auto node = device / static_cast<std::size_t>(devices) + 1;
        workload.running = RunningSince{-dice.from(0, 3) * kSecond,
                                        {{"node-" + std::to_string(node), workload.request.gpu}}};
        pool.scenario.workloads.push_back(workload);
    }
    pool.work("taker", "all", dice.chance(50) ? kOneGpu : dice.from(2, 9) * 10, 1);
    return instance;
}

TEST(Moves, EqualAllSetsWhereDevicesAreShared) {
    const unsigned instances = testing::instancesOr(3000);
    const MoveTally tally = compareWithTrials(instances, randomParts);
    EXPECT_GT(tally.found, instances / 20);
    EXPECT_GT(tally.several, instances / 100);
}

// One quota of whole devices and parts of them, some of them gangs, and one that wants two devices
// or more, or a gang of such.
testing::Instance randomMix(unsigned seed) {
    testing::Dice dice(seed);
    testing::Instance instance;
    testing::Pool& pool = instance.pool;
    const int nodes = dice.from(2, 4);
    const int devices = dice.from(2, 5);
    pool.nodes(nodes, devices);
    if (dice.chance(30))
        pool.scenario.settings.placement = PlacementPolicy::spread;
    pool.quota("all", nodes * devices);
    std::vector<std::vector<Gpu>> free(
        static_cast<std::size_t>(nodes),
        std::vector<Gpu>(static_cast<std::size_t>(devices), kOneGpu));
    // As the engine seats a snapshot: on the fullest device that has room.
    const auto seat = [](std::vector<Gpu>& node, Gpu gpu) {
        std::sort(node.begin(), node.end());
        if (gpu < kOneGpu) {
            const auto device = std::lower_bound(node.begin(), node.end(), gpu);
            if (device == node.end())
                return false;
            *device -= gpu;
            return true;
        }
        for (auto device = node.rbegin(); gpu > 0 && device != node.rend(); ++device) {
            if (*device < kOneGpu)
                return false;
            *device = 0;
            gpu -= kOneGpu;
        }
        return gpu == 0;
    };
    const bool quarters = dice.chance(50);
    const int crowding = dice.from(5, 18);
    for (int i = 0; i < crowding; ++i) {
        Workload workload;
        workload.name = "w" + std::to_string(dice.from(0, 9)) + std::to_string(i);
        workload.quota = "all";
        workload.preemptible = dice.chance(92);
        workload.request.gpu = dice.chance(40) ? dice.from(1, 2) * kOneGpu
                               : quarters      ? 25 * dice.from(1, 3)
                                               : dice.from(5, 90);
        workload.replicas = dice.chance(12) ? 2 : 1;
        RunningSince running{-dice.from(0, 3) * kSecond, {}};
        auto after = free;
        for (int replica = 0; replica < workload.replicas; ++replica) {
            const auto node = static_cast<std::size_t>(dice.from(0, nodes - 1));
            if (seat(after[node], workload.request.gpu))
                running.placements.push_back(
                    {"node-" + std::to_string(node + 1), workload.request.gpu});
        }
        if (static_cast<int>(running.placements.size()) != workload.replicas)
            continue;
        free = after;
        workload.running = running;
        pool.scenario.workloads.push_back(workload);
    }
    Workload& taker = pool.work("taker", "all", dice.from(2, devices) * kOneGpu, 1);
    taker.replicas = dice.chance(80) ? 1 : 2;
    return instance;
}

TEST(Moves, EqualAllSetsWhereWholeDevicesAreWantedBesideSharedOnes) {
    const unsigned instances = testing::instancesOr(3000);
    const MoveTally tally = compareWithTrials(instances, randomMix);
    EXPECT_GT(tally.found, instances / 20);
    EXPECT_GT(tally.several, instances / 100);
}

// Of the same, a gang of devices or of parts of them.
testing::Instance randomGangBesideParts(unsigned seed) {
    testing::Instance instance = randomMix(seed);
    testing::Dice dice(seed);
    Workload& taker = instance.pool.scenario.workloads.back();
    taker.request.gpu = dice.chance(50) ? kOneGpu : dice.from(2, 8) * 10;
    taker.replicas = dice.from(2, 5);
    return instance;
}

TEST(Moves, EqualAllSetsWhereGangsAreWantedBesideSharedDevices) {
    const unsigned instances = testing::instancesOr(3000);
    const MoveTally tally = compareWithTrials(instances, randomGangBesideParts);
    EXPECT_GT(tally.found, instances / 40);
    EXPECT_GT(tally.several, instances / 100);
}

// Cores and memory for all who run and on all nodes: as many cores a GPU as a node has, or fewer;
// or what is used and so much beside it, at random up to `spare` cores.
void nameCores(testing::Instance& instance, unsigned seed, std::optional<int> spare) {
    constexpr int kPerGpu = 4;
    testing::Dice dice(seed);
    Scenario& scenario = instance.pool.scenario;
    std::map<std::string, Cpu> used;
    const bool all = dice.chance(30);
    for (Workload& workload : scenario.workloads) {
        const Cpu most = kPerGpu * kOneCore * workload.request.gpu / kOneGpu;
        workload.request.cpu = all ? most : most * dice.from(0, 4) / 4;
        workload.request.memory = workload.request.gpu / kOneGpu;
        if (workload.running)
            for (const Placement& placement : workload.running->placements)
                used[placement.node] += workload.request.cpu;
    }
    std::vector<NodeGroup> nodes;
    for (Node& node : expand(scenario.nodes)) {
        node.cpu = spare ? used[node.name] + dice.from(0, *spare) * kOneCore
                         : kPerGpu * kOneCore * node.gpu / kOneGpu;
        node.memory = 1000;
        nodes.push_back({std::move(node), 1});
    }
    scenario.nodes = std::move(nodes);
}

testing::Instance randomCores(unsigned seed) {
    testing::Instance instance = seed % 4 == 0   ? randomParts(seed)
                                 : seed % 8 == 1 ? randomGangs(seed)
                                 : seed % 8 == 5 ? randomGangBesideParts(seed)
                                 : seed % 4 == 2 ? randomMix(seed)
                                                 : testing::randomBorrowers(seed, 70);
    // A few times there are too few of them, or so many that nobody misses any.
    const std::optional<int> spare = seed % 5 == 0   ? std::optional(6)
                                     : seed % 5 == 1 ? std::optional(60)
                                                     : std::nullopt;
    nameCores(instance, seed, spare);
    return instance;
}

TEST(Moves, EqualAllSetsWhereCoresAreNamed) {
    const unsigned instances = testing::instancesOr(2000);
    MoveTally tally = compareWithTrials(instances, randomCores);
    // Rare: a gang for which as much moves as it asks for.
    compareWithTrial(randomCores(17125), 17125, tally);
    EXPECT_GT(tally.found, instances / 40);
    EXPECT_GT(tally.several, instances / 200);
}

// What was in vain for one answers for others, but for none that asks for less.
TEST(Moves, EqualAllSetsForWhoeverAsksNextForOtherCores) {
    constexpr int kAsks = 6;
    unsigned found = 0, inVain = 0;
    for (unsigned seed = 1; seed <= testing::instancesOr(1000); ++seed) {
        testing::Instance instance = randomCores(seed);
        std::vector<Workload>& all = instance.pool.scenario.workloads;
        Workload ask = *std::find_if(all.begin(), all.end(), [&](const Workload& workload) {
            return workload.name == instance.taker;
        });
        testing::Dice dice(seed);
        for (int i = 0; i < kAsks; ++i) {
            ask.name = "ask-" + std::to_string(i);
            ask.request.cpu = dice.from(0, 8) * kOneCore / 2;
            ask.request.memory = dice.from(0, 3);
            all.push_back(ask);
        }
        auto [state, taker] = arrived(instance.pool.scenario, instance.taker);
        for (int i = 0; i < kAsks; ++i) {
            const WorkloadId id = state.find("ask-" + std::to_string(i)).value();
            state.enqueue(id);
            if (testing::startsInFreeRoom(state, id) ||
                !state.books.allowed(state.tree, state.startOf(state.job(id)),
                                     state.capacityFor(state.job(id))))
                continue;
            const auto [plan, proven] = consolidate(state, id);
            if (!proven)
                continue;
            ASSERT_EQ(plan.has_value(), leastByTrial(state, id).has_value()) << "seed " << seed;
            ++(plan ? found : inVain);
        }
    }
    EXPECT_GT(found, 10U / testing::kFewer);
    EXPECT_GT(inVain, 100U / testing::kFewer);
}

// Nodes of eight GPUs, and on each of the first `busy` one workload of so many.
testing::Pool busyPool(int nodes, int busy, int size) {
    testing::Pool pool;
    pool.nodes(nodes, 8);
    pool.quota("all", nodes * 8);
    for (int i = 1; i <= busy; ++i) {
        const std::string number = std::to_string(i);
        pool.work("w" + number, "all", size * kOneGpu, 0).running =
            RunningSince{0, {{"node-" + number, size * kOneGpu}}};
    }
    return pool;
}

// Who moves for the taker, by name.
std::vector<std::string> moversFor(const testing::Pool& pool) {
    auto [state, taker] = arrived(pool.scenario);
    std::vector<std::string> names;
    if (const auto plan = consolidate(state, taker).plan)
        for (const auto& [id, seats] : plan->moves)
            names.push_back(state.name(id));
    std::sort(names.begin(), names.end());
    return names;
}
using MovedNames = std::vector<std::string>;

// However many sets there are that do not help.
TEST(Moves, FindTheOneThatHelpsAmongManySharedDevices) {
    testing::Pool pool;
    pool.nodes(50, 8);
    pool.quota("all", 400);
    for (int i = 0; i < 400; ++i) {
        const Gpu size = i == 391 || i == 399 ? 50 : 75;  // on the last two nodes
        pool.work("w" + std::to_string(i), "all", size, 0).running =
            RunningSince{0, {{"node-" + std::to_string(i / 8 + 1), size}}};
    }
    pool.work("taker", "all", kOneGpu, 1);
    EXPECT_EQ(moversFor(pool), MovedNames{"w391"});
}

// However many of them help as well, and though cores are named: there are as many as GPUs.
TEST(Moves, FindTheLeastAmongManyWhereCoresAreNamed) {
    testing::Instance instance;
    testing::Pool& pool = instance.pool;
    constexpr int kOnNode = 8 * 5 - 1;
    constexpr int kWorkloads = 100 * kOnNode;
    pool.nodes(100, 8);
    pool.quota("all", 800);
    for (int i = 0; i < kWorkloads; ++i)
        pool.work("w" + std::to_string(i), "all", 20, 0).running = RunningSince{
            i + 1 < kWorkloads ? -kSecond : 0, {{"node-" + std::to_string(i / kOnNode + 1), 20}}};
    pool.work("taker", "all", 40, 1);
    const MovedNames least{"w" + std::to_string(kWorkloads - 1)};
    EXPECT_EQ(moversFor(pool), least);
    nameCores(instance, 1, std::nullopt);
    EXPECT_EQ(moversFor(pool), least);
}

// On each device two share it, but for a few on the last nodes: on the third and the second last
// one each has one device for itself, with room beside it, and on the last one two have a device
// each.
testing::Pool crowdedPool() {
    testing::Pool pool;
    constexpr int kNodes = 100;
    pool.nodes(kNodes, 8);
    pool.quota("all", kNodes * 8);
    const auto run = [&pool](const std::string& name, int node, Gpu gpu) {
        pool.work(name, "all", gpu, 0).running =
            RunningSince{0, {{"node-" + std::to_string(node), gpu}}};
    };
    for (int node = 1; node <= kNodes; ++node) {
        const int alone = node == kNodes ? 2 : node > kNodes - 3 ? 1 : 0;  // on their devices
        for (int i = 0; i < 2 * (8 - alone); ++i)
            run("w" + std::to_string(node) + "-" + std::to_string(i), node, 45);
        for (int i = 0; i < alone; ++i)
            run("alone" + std::to_string(node) + "-" + std::to_string(i), node,
                node == kNodes ? 60 : 40);
    }
    return pool;
}

// However many share the devices of other nodes.
TEST(Moves, FindTheLeastForWholeDevicesBesideSharedOnes) {
    testing::Pool pool = crowdedPool();
    pool.work("taker", "all", 2 * kOneGpu, 1);
    EXPECT_EQ(moversFor(pool), (MovedNames{"alone100-0", "alone100-1"}));
}

TEST(Moves, FindTheLeastForAGangBesideSharedDevices) {
    testing::Instance instance;
    testing::Pool& pool = instance.pool;
    pool = crowdedPool();
    pool.work("taker", "all", kOneGpu, 1).replicas = 2;
    const MovedNames least{"alone98-0", "alone99-0"};
    EXPECT_EQ(moversFor(pool), least);
    nameCores(instance, 1, std::nullopt);
    EXPECT_EQ(moversFor(pool), least);
}

// One that moves may go to more devices than three.
TEST(Moves, AGangOfPartsGoesToAsManyDevices) {
    testing::Instance instance;
    testing::Pool& pool = instance.pool;
    pool.nodes(1, 6);
    pool.quota("all", 6);
    Workload& gang = pool.work("gang", "all", 20, 0);
    gang.replicas = 5;
    gang.running = RunningSince{0, std::vector<Placement>(5, {"node", 20})};
    for (int i = 1; i <= 5; ++i) {
        Workload& fixed = pool.work("w" + std::to_string(i), "all", 80, 0);
        fixed.preemptible = false;
        fixed.running = RunningSince{0, {{"node", 80}}};
    }
    pool.work("taker", "all", kOneGpu, 1);
    MoveTally tally;
    compareWithTrial(instance, 0, tally);
    EXPECT_EQ(tally.found, 1U);
}

// So many nodes of eight devices, on each device `beside` parts of `gpu`, but for the last device
// of the first node: it has one.
testing::Pool sharedPool(int nodes, int beside, Gpu gpu) {
    testing::Pool pool;
    pool.nodes(nodes, 8);
    pool.quota("all", nodes * 8);
    for (int i = 1; i <= nodes; ++i)
        for (int k = i == 1 ? beside - 1 : 0; k < 8 * beside; ++k)
            pool.work("w" + std::to_string(i) + "-" + std::to_string(k), "all", gpu, 0).running =
                RunningSince{0, {{"node-" + std::to_string(i), gpu}}};
    return pool;
}

// Where devices decide, what was in vain for one is so for all that ask for no more beside them.
TEST(Moves, AreNotLookedForAgainWithFewerCores) {
    testing::Instance instance;
    testing::Pool& pool = instance.pool;
    pool = sharedPool(2, 2, 45);
    pool.work("taker", "all", 60, 1);
    nameCores(instance, 1, std::nullopt);
    const auto slot = [](Cpu cpu) { return Slot{{60, cpu, 0}, kAnyType}; };
    pool.scenario.workloads.back().request = slot(kOneCore).request;
    auto [state, taker] = arrived(pool.scenario);
    EXPECT_TRUE(mayConsolidate(state, 0, slot(kOneCore / 2), 1));
    EXPECT_FALSE(consolidate(state, taker).plan);
    EXPECT_FALSE(mayConsolidate(state, 0, slot(kOneCore / 2), 1));
    EXPECT_FALSE(mayConsolidate(state, 0, slot(kOneCore), 1));
    EXPECT_TRUE(mayConsolidate(state, 0, slot(2 * kOneCore), 1));
}

// What a sum tells needs no search.
TEST(Moves, NobodyIsAskedForWhereNoThreeGainEnough) {
    const auto mayMove = [](const testing::Pool& pool, int size, int replicas) {
        const EngineState state(pool.scenario);
        return mayConsolidate(state, 0, Slot{{size * kOneGpu, 0, 0}, kAnyType}, replicas);
    };
    // Whoever leaves a node with five GPUs takes the place of what he made room for.
    EXPECT_FALSE(mayMove(busyPool(4, 4, 5), 6, 1));
    EXPECT_FALSE(mayMove(busyPool(6, 6, 5), 8, 2));
    // Of eight GPUs beside nobody, and of three that are enough for five to go to.
    EXPECT_TRUE(mayMove(busyPool(4, 4, 3), 8, 1));
    EXPECT_TRUE(mayMove(busyPool(4, 4, 3), 8, 2));
    // Four would have to move.
    EXPECT_FALSE(mayMove(busyPool(10, 10, 3), 8, 4));
    // Three clear a device where they are alone, or with the one that is alone on its own a second.
    EXPECT_FALSE(mayMove(sharedPool(4, 3, 30), 2, 1));
    EXPECT_TRUE(mayMove(sharedPool(4, 2, 45), 2, 1));
    EXPECT_FALSE(mayMove(sharedPool(4, 2, 45), 3, 1));
    EXPECT_FALSE(mayMove(sharedPool(4, 2, 45), 2, 2));
}

}  // namespace
}  // namespace apportion
