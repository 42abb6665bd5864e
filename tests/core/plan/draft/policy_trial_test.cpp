// SPDX-License-Identifier: GPL-3.0-or-later
// The trial of a policy is what then happens: compared with a run in which the same policy event,
// and the same arrival, are part of the scenario.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "core/plan/draft/policy_parts.h"
#include "core/sim/recorder.h"
#include "tests/core/engine/random_world.h"

namespace apportion {
namespace {

using testing::Dice;

constexpr const char* kNew = "new workload";

SelfPreemption anySelf(Dice& dice) {
    SelfPreemption policy;
    const int low = dice.from(2, 7);
    policy.low = {dice.from(1, low), low};
    policy.high = {low + 1, dice.from(low + 1, 9)};
    policy.modules = testing::modules(dice);
    policy.scope = static_cast<PreemptionScope>(dice.from(0, 2));
    policy.mayTakeGuaranteed = dice.chance(40);
    return policy;
}

PolicyDraft anyDraft(Dice& dice, const Scenario& scenario) {
    PolicyDraft draft;
    const auto last = static_cast<int>(scenario.quotas.size()) - 1;
    draft.quota = scenario.quotas[static_cast<std::size_t>(dice.from(0, last))].name;
    if (dice.chance(50))
        draft.choice = anySelf(dice);
    else
        draft.choice = ChildPreemption{{1, dice.from(2, 9)}, testing::modules(dice)};
    if (dice.chance(10))
        std::visit([](auto& policy) { policy.reset(); }, draft.choice);
    if (dice.chance(60))
        draft.arrival = Arrival{dice.from(1, 6) * kOneGpu, dice.from(5, 9),
                                static_cast<Module>(dice.from(0, 2))};
    return draft;
}

// The imagined arrival as a workload of the scenario: as few equal replicas as fit on a node.
Workload arrivalOf(const PolicyDraft& draft, Instant at, const Engine& engine) {
    Gpu largest = 0;
    for (std::size_t i = 0; i < engine.nodes().size(); ++i)
        if (engine.nodeState(i) != NodeState::down)
            largest = std::max(largest, engine.nodes()[i].gpu);
    Workload workload;
    workload.name = kNew;
    workload.quota = draft.quota;
    workload.module = draft.arrival->module;
    workload.priority = draft.arrival->priority;
    workload.submit = at;
    int replicas = 1;
    while (largest > 0 && (draft.arrival->gpu / kOneGpu % replicas != 0 ||
                           draft.arrival->gpu / replicas > largest))
        ++replicas;
    workload.replicas = replicas;
    workload.request.gpu = draft.arrival->gpu / replicas;
    return workload;
}

struct Tally {
    int evicted = 0;
    int byPolicy = 0;
    int started = 0;
    int waits = 0;
};

// Whoever goes by the policy could have been named before.
void expectNamed(const Engine& present, const PolicyDraft& draft, const PolicyTrial& trial,
                 Instant at, Tally& tally) {
    const QuotaId quota = *present.findQuota(draft.quota);
    // priorityPreemption is another policy, told as self-level too.
    if (present.quota(quota).policy.priorityPreemption)
        return;
    std::set<std::string> named;
    for (const PolicyVictim& each : hitNow(present, quota, draft.choice, at).victims)
        named.insert(each.workload);
    const EvictionRule rule = levelOf(draft.choice) == PreemptionLevel::self
                                  ? EvictionRule::selfLevel
                                  : EvictionRule::childLevel;
    for (const Eviction& each : trial.evicted)
        if (each.rule == rule && each.quota == draft.quota) {
            EXPECT_TRUE(named.count(each.victim) != 0) << each.victim;
            ++tally.byPolicy;
        }
}

void check(unsigned seed, Tally& tally) {
    SCOPED_TRACE(seed);
    Dice dice(seed + 5'000'000);
    const Scenario scenario = testing::randomWorld(seed, 12, 4);
    // Not a moment at which the scenario does something.
    const Instant at = dice.from(1, 35) * kSecond + 137;
    const PolicyDraft draft = anyDraft(dice, scenario);

    Simulation present(std::make_shared<const Scenario>(scenario));
    present.runTo(at);
    const PolicyTrial trial = tryPolicy(present.engine(), draft, at);
    expectNamed(present.engine(), draft, trial, at, tally);

    Scenario changed = scenario;
    Event& event = changed.events.emplace_back();
    event.at = at;
    event.action = eventOf(draft);
    if (draft.arrival)
        changed.workloads.push_back(arrivalOf(draft, at, present.engine()));
    Simulation real(std::make_shared<const Scenario>(changed));
    real.runTo(at);

    std::vector<Eviction> evictions;
    for (const Eviction& each : real.recorder().evictions()) {
        if (each.at != at)
            continue;
        evictions.push_back(each);
        if (each.preemptor == kNew)
            evictions.back().preemptor.clear();
    }
    // Nobody submits or changes anything until those who were told to stop have stopped.
    Engine later(real.engine());
    const std::vector<Taken>& taken = real.decisions().taken;
    ASSERT_EQ(taken.size(), evictions.size());
    const bool stops =
        std::any_of(taken.begin(), taken.end(), [](const Taken& each) { return each.stopping; });
    const Instant until = stops ? at + scenario.settings.gracePeriod : at;
    while (later.nextTimer() && *later.nextTimer() <= until)
        for (const Stopped& each : later.step(*later.nextTimer(), {}).stopped)
            for (std::size_t i = 0; i < taken.size(); ++i)
                evictions[i].lost += taken[i].serial == each.serial ? each.lost : 0;
    EXPECT_EQ(trial.evicted, evictions);
    std::set<std::string> starts;
    for (const PolicyTrial::Start& start : trial.started)
        starts.insert(start.workload.empty() ? kNew : start.workload);
    std::set<std::string> happened;
    for (const auto& ids : {real.decisions().started, real.decisions().booked})
        for (const WorkloadId id : ids)
            happened.insert(real.engine().workload(id).name);
    EXPECT_EQ(starts, happened);
    Gpu used = 0;
    for (QuotaId id = 0; id < later.quotaCount(); ++id)
        if (!later.parent(id))
            used += later.numbers(id).subtree + later.numbers(id).idle;
    EXPECT_EQ(trial.after.used, used);
    if (draft.arrival) {
        EXPECT_NE(trial.arrivalWaits.has_value(), starts.count(kNew) != 0);
        const auto id = real.engine().findWorkload(kNew);
        ASSERT_TRUE(id.has_value());
        if (trial.arrivalWaits) {
            EXPECT_EQ(trial.arrivalWaits, real.engine().reason(*id));
            ++tally.waits;
        }
    }
    tally.evicted += static_cast<int>(trial.evicted.size());
    tally.started += static_cast<int>(trial.started.size());
}

TEST(PolicyTrial, IsWhatThenHappens) {
    Tally tally;
    for (unsigned seed = 0; seed < 4000; ++seed)
        check(seed, tally);
    // What the seeds reach: without it the comparison would say nothing.
    EXPECT_GT(tally.evicted, 100);
    EXPECT_GT(tally.byPolicy, 40);
    EXPECT_GT(tally.started, 150);
    EXPECT_GT(tally.waits, 40);
}

// One workload on each node, all of a node's size, and a taker of that size: the engine takes one
// of them, and the list has that one first. Each in turn is then put out of reach.
TEST(PolicyTrial, TheListIsInTheOrderOfTheEngine) {
    for (unsigned seed = 0; seed < 30; ++seed) {
        SCOPED_TRACE(seed);
        Dice dice(seed);
        testing::Pool pool;
        pool.nodes(6, 4);
        pool.quota("root", 24);
        pool.quota("a", 12, "root");
        pool.quota("b", 12, "root");
        pool.scenario.settings.consolidation = false;
        for (int i = 0; i < 6; ++i) {
            const Instant since = -dice.from(1, 5) * 10;
            Workload& work = pool.work("w" + std::to_string(i), dice.chance(50) ? "a" : "b",
                                       4 * kOneGpu, since, dice.from(1, 4));
            work.module = static_cast<Module>(dice.from(0, 2));
            if (dice.chance(30))
                work.checkpoint = 7 * kSecond;
            work.running =
                RunningSince{since * kSecond, {{"node-" + std::to_string(i + 1), 4 * kOneGpu}}};
        }
        ChildPreemption policy;
        policy.priorities = {1, 4};
        policy.modules.set();
        const PolicyDraft draft{"root", policy, Arrival{4 * kOneGpu, 5, Module::training}};
        const Engine first(pool.scenario);
        const auto list =
            hitNow(first, *first.findQuota("root"), draft.choice, 0, 4 * kOneGpu).victims;
        ASSERT_EQ(list.size(), 6U);
        for (const PolicyVictim& next : list) {
            const PolicyTrial trial = tryPolicy(Engine(pool.scenario), draft, 0);
            ASSERT_EQ(trial.evicted.size(), 1U);
            EXPECT_EQ(trial.evicted[0].victim, next.workload);
            EXPECT_EQ(trial.evicted[0].lost, next.lost);
            for (Workload& work : pool.scenario.workloads)
                if (work.name == next.workload) {
                    work.priority = 9;
                    work.preemptible = false;
                }
        }
    }
}

TEST(PolicyTrial, SaysWhatChangesAndLeavesThePresentAlone) {
    testing::Pool pool;
    pool.nodes(2, 4);
    pool.quota("root", 8);
    pool.quota("a", 4, "root");
    pool.quota("b", 4, "root");
    pool.scenario.settings.consolidation = false;
    pool.work("w-a", "a", 4 * kOneGpu, -60, 2).running =
        RunningSince{-60 * kSecond, {{"node-1", 4 * kOneGpu}}};
    Workload& spared = pool.work("w-b", "b", 4 * kOneGpu, -60, 2);
    spared.running = RunningSince{-60 * kSecond, {{"node-2", 4 * kOneGpu}}};
    spared.checkpoint = 50 * kSecond;
    Engine engine(pool.scenario);
    engine.step(0, {});
    const PolicyDraft draft{"root", firstChoice(PreemptionLevel::child),
                            Arrival{4 * kOneGpu, 5, Module::inference}};
    const PolicyTrial trial = tryPolicy(engine, draft, 0);
    ASSERT_EQ(trial.evicted.size(), 1U);
    EXPECT_EQ(trial.evicted[0].victim, "w-b");
    EXPECT_EQ(trial.evicted[0].preemptor, "");
    EXPECT_EQ(trial.evicted[0].rule, EvictionRule::childLevel);
    EXPECT_EQ(trial.lost(), 10 * kSecond * 4 * kOneGpu);
    ASSERT_EQ(trial.started.size(), 1U);
    EXPECT_EQ(trial.started[0], (PolicyTrial::Start{"", "root", 4 * kOneGpu, 0, false}));
    ASSERT_EQ(trial.quotas.size(), 1U);
    EXPECT_EQ(trial.quotas[0], (PolicyTrial::QuotaChange{"b", 4 * kOneGpu, 0}));
    EXPECT_EQ(trial.before, (PolicyTrial::Totals{8 * kOneGpu, 0, 0})) << "as it is now";
    EXPECT_EQ(trial.after, (PolicyTrial::Totals{8 * kOneGpu, 1, 4 * kOneGpu}));
    EXPECT_FALSE(trial.arrivalWaits.has_value());
    // Off: the same workload waits, and the answer says why.
    PolicyDraft off = draft;
    off.choice = std::optional<ChildPreemption>();
    const PolicyTrial without = tryPolicy(engine, off, 0);
    EXPECT_TRUE(without.evicted.empty());
    EXPECT_TRUE(without.arrivalWaits.has_value());
    EXPECT_EQ(engine.running().size(), 2U);
    EXPECT_EQ(engine.workloadCount(), 2U);
}

TEST(PolicyTrial, WithGraceTheTakerIsBooked) {
    testing::Pool pool;
    pool.nodes(1, 4);
    pool.quota("root", 4);
    pool.quota("a", 4, "root");
    pool.scenario.settings.gracePeriod = 30 * kSecond;
    pool.work("w", "a", 4 * kOneGpu, -60, 2).running =
        RunningSince{-60 * kSecond, {{"node", 4 * kOneGpu}}};
    Engine engine(pool.scenario);
    engine.step(0, {});
    const PolicyTrial trial = tryPolicy(
        engine,
        {"root", firstChoice(PreemptionLevel::child), Arrival{4 * kOneGpu, 5, Module::training}},
        0);
    ASSERT_EQ(trial.started.size(), 1U);
    EXPECT_TRUE(trial.started[0].booked);
    EXPECT_EQ(trial.started[0].gpu, 4 * kOneGpu);
    EXPECT_FALSE(trial.arrivalWaits.has_value());
    ASSERT_EQ(trial.evicted.size(), 1U);
    // What the grace period costs is lost, too; and then the victim waits.
    EXPECT_EQ(trial.lost(), 90 * kSecond * 4 * kOneGpu);
    EXPECT_EQ(trial.before, (PolicyTrial::Totals{4 * kOneGpu, 0, 0}));
    EXPECT_EQ(trial.after, (PolicyTrial::Totals{4 * kOneGpu, 1, 4 * kOneGpu}));
    EXPECT_EQ(trial.quotas.size(), 1U);  // from `a` to the root's own part
}

TEST(PolicyTrial, AWorkloadLargerThanANodeComesInReplicas) {
    testing::Pool pool;
    pool.nodes(4, 8);
    pool.quota("root", 32);
    Engine engine(pool.scenario);
    engine.step(0, {});
    for (const int gpus : {8, 16, 12, 13, 32}) {
        const PolicyTrial trial = tryPolicy(engine,
                                            {"root", firstChoice(PreemptionLevel::child),
                                             Arrival{gpus * kOneGpu, 5, Module::training}},
                                            0);
        ASSERT_EQ(trial.started.size(), 1U) << gpus;
        EXPECT_EQ(trial.started[0].gpu, gpus * kOneGpu);
    }
}

}  // namespace
}  // namespace apportion
