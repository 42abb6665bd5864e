// SPDX-License-Identifier: GPL-3.0-or-later
// The trial of a policy is what then happens: compared with a run in which the same policy event,
// and the same arrival, are part of the scenario.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "core/model/message_arguments.h"
#include "core/plan/draft/policy_parts.h"
#include "core/sim/recorder.h"
#include "tests/core/engine/instances.h"
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
void expectNamed(const Engine& present, const PolicyDraft& draft, const Effect& trial, Instant at,
                 Tally& tally) {
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
    for (const Effect::Hit& each : trial.evicted)
        if (each.rule == rule && textArgumentOf(each.why, "quota") == draft.quota) {
            EXPECT_TRUE(named.count(each.workload) != 0) << each.workload;
            ++tally.byPolicy;
        }
}

// What becomes of a run, nobody doing anything more, until all who were told to stop have stopped.
struct Lived {
    using Taken = std::map<std::string, std::pair<Gpu, GpuTime>>;
    Taken evicted;
    Taken moved;
    std::set<std::string> started;
    Instant until = 0;
    Engine engine;

    Lived(const Engine& run, const Decisions& made) : until(made.at), engine(run) { note(made); }
    // `open`: who is taken and who starts counts; else only what they lose.
    void goOn(Instant to, bool open) {
        while (engine.nextTimer() && *engine.nextTimer() <= to)
            note(engine.step(*engine.nextTimer(), {}), open);
    }
    void note(const Decisions& made, bool open = true) {
        for (const Stopped& each : made.stopped)
            if (const auto at = bySerial.find(each.serial); at != bySerial.end())
                at->second->second += each.lost;
        if (!open)
            return;
        for (const apportion::Taken& each : made.taken) {
            const bool moves = each.rule == EvictionRule::consolidation;
            const std::string name = engine.workload(each.victim).name;
            std::pair<Gpu, GpuTime>& known = (moves ? moved : evicted)[name];
            if (each.rule == EvictionRule::elastic || whole[moves].insert(name).second)
                known.first += each.gpu;
            known.second += each.lost;
            bySerial[each.serial] = &known;
            if (each.stopping)
                until = std::max(until, made.at + engine.settings().gracePeriod);
        }
        for (const WorkloadId id : made.started)
            started.insert(engine.workload(id).name);
    }
    std::map<std::uint64_t, std::pair<Gpu, GpuTime>*> bySerial;
    std::array<std::set<std::string>, 2> whole;
};

void expectTaken(const std::vector<Effect::Hit>& told, Lived::Taken happened,
                 const Lived::Taken& anyway) {
    Lived::Taken said;
    for (const Effect::Hit& each : told)
        said[each.workload] = {each.gpu, each.lost};
    std::erase_if(happened, [&](const auto& each) { return anyway.contains(each.first); });
    EXPECT_EQ(said, happened);
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
    const Effect trial = tryPolicy(present.engine(), draft, at);
    expectNamed(present.engine(), draft, trial, at, tally);

    Scenario changed = scenario;
    Event& event = changed.events.emplace_back();
    event.at = at;
    event.action = eventOf(draft);
    if (draft.arrival)
        changed.workloads.push_back(arrivalOf(draft, at, present.engine()));
    Simulation real(std::make_shared<const Scenario>(changed));
    real.runTo(at);

    Engine still(present.engine());
    Lived plain(still, still.step(at, {}));
    plain.engine = still;
    Lived lived(real.engine(), real.decisions());
    const Instant until = std::max(plain.until, lived.until);
    lived.goOn(until, true);
    const Instant end = std::max(until, lived.until);
    lived.goOn(end, false);
    plain.goOn(until, true);
    plain.goOn(end, false);
    expectTaken(trial.evicted, lived.evicted, plain.evicted);
    expectTaken(trial.moved, lived.moved, plain.moved);
    const bool isNewWaiting = draft.arrival && trial.submitted.front().reason;
    std::set<std::string> happened = lived.started;
    happened.erase(kNew);
    std::erase_if(happened, [&](const auto& each) { return plain.started.contains(each); });
    EXPECT_EQ(std::set<std::string>(trial.started.begin(), trial.started.end()), happened);
    Gpu used = 0;
    for (QuotaId id = 0; id < lived.engine.quotaCount(); ++id)
        if (!lived.engine.parent(id))
            used += lived.engine.numbers(id).subtree + lived.engine.numbers(id).idle;
    EXPECT_EQ(trial.after.used, used);
    if (draft.arrival) {
        const auto id = real.engine().findWorkload(kNew);
        ASSERT_TRUE(id.has_value());
        if (isNewWaiting) {
            EXPECT_EQ(trial.submitted.front().reason, real.engine().reason(*id));
            ++tally.waits;
        }
    }
    tally.evicted += static_cast<int>(trial.evicted.size());
    tally.started += static_cast<int>(trial.started.size());
}

TEST(PolicyTrial, IsWhatThenHappens) {
    Tally tally;
    for (unsigned seed = 0; seed < testing::instancesOr(4000); ++seed)
        check(seed, tally);
    // What the seeds reach: without it the comparison would say nothing.
    EXPECT_GT(tally.evicted, 100 / testing::kFewer);
    EXPECT_GT(tally.byPolicy, 40 / testing::kFewer);
    EXPECT_GT(tally.started, 150 / testing::kFewer);
    EXPECT_GT(tally.waits, 40 / testing::kFewer);
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
            const Effect trial = tryPolicy(Engine(pool.scenario), draft, 0);
            ASSERT_EQ(trial.evicted.size(), 1U);
            EXPECT_EQ(trial.evicted[0].workload, next.workload);
            EXPECT_EQ(trial.evicted[0].lost, next.lost);
            for (Workload& work : pool.scenario.workloads)
                if (work.name == next.workload) {
                    work.priority = 9;
                    work.preemptible = false;
                }
        }
    }
}

void expectNumbers(const Effect::PoolNumbers& pool, Gpu used, int waiting, Gpu waitingGpu) {
    EXPECT_EQ(pool.used, used);
    EXPECT_EQ(pool.waiting, waiting);
    EXPECT_EQ(pool.waitingGpu, waitingGpu);
}

void expectUsed(const Effect& effect, const std::string& quota, Gpu before, Gpu after) {
    const auto found =
        std::find_if(effect.quotas.begin(), effect.quotas.end(),
                     [&](const Effect::Numbers& each) { return each.quota == quota; });
    ASSERT_NE(found, effect.quotas.end());
    EXPECT_EQ(found->before.subtree, before);
    EXPECT_EQ(found->after.subtree, after);
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
    const Effect trial = tryPolicy(engine, draft, 0);
    ASSERT_EQ(trial.evicted.size(), 1U);
    EXPECT_EQ(trial.evicted[0].workload, "w-b");
    EXPECT_EQ(trial.evicted[0].preemptor, kNew);
    EXPECT_EQ(trial.evicted[0].fate, Effect::Hit::Fate::waits);
    EXPECT_EQ(trial.evicted[0].rule, EvictionRule::childLevel);
    EXPECT_EQ(trial.lost(), 10 * kSecond * 4 * kOneGpu);
    EXPECT_TRUE(trial.started.empty()) << "the new one is told apart";
    EXPECT_EQ(trial.submitted[0].fate, Effect::Submitted::Fate::starts);
    EXPECT_EQ(trial.submitted[0].gpu, 4 * kOneGpu);
    expectUsed(trial, "b", 4 * kOneGpu, 0);
    expectNumbers(trial.before, 8 * kOneGpu, 0, 0);
    expectNumbers(trial.after, 8 * kOneGpu, 1, 4 * kOneGpu);
    EXPECT_FALSE(trial.submitted[0].reason);
    // Off: the same workload waits, and the answer says why.
    PolicyDraft off = draft;
    off.choice = std::optional<ChildPreemption>();
    const Effect without = tryPolicy(engine, off, 0);
    EXPECT_TRUE(without.evicted.empty());
    EXPECT_TRUE(without.submitted[0].reason);
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
    const Effect trial = tryPolicy(
        engine,
        {"root", firstChoice(PreemptionLevel::child), Arrival{4 * kOneGpu, 5, Module::training}},
        0);
    EXPECT_EQ(trial.submitted[0].fate, Effect::Submitted::Fate::startsAfterGrace);
    EXPECT_EQ(trial.submitted[0].gpu, 4 * kOneGpu);
    ASSERT_EQ(trial.evicted.size(), 1U);
    // What the grace period costs is lost, too; and then the victim waits.
    EXPECT_EQ(trial.lost(), 90 * kSecond * 4 * kOneGpu);
    expectNumbers(trial.before, 4 * kOneGpu, 0, 0);
    expectNumbers(trial.after, 4 * kOneGpu, 1, 4 * kOneGpu);
    expectUsed(trial, "a", 4 * kOneGpu, 0);
}

TEST(PolicyTrial, AWorkloadLargerThanANodeComesInReplicas) {
    testing::Pool pool;
    pool.nodes(4, 8);
    pool.quota("root", 32);
    Engine engine(pool.scenario);
    engine.step(0, {});
    for (const int gpus : {8, 16, 12, 13, 32}) {
        const Effect trial = tryPolicy(engine,
                                       {"root", firstChoice(PreemptionLevel::child),
                                        Arrival{gpus * kOneGpu, 5, Module::training}},
                                       0);
        EXPECT_EQ(trial.submitted[0].fate, Effect::Submitted::Fate::starts) << gpus;
        EXPECT_EQ(trial.submitted[0].gpu, gpus * kOneGpu);
    }
}

}  // namespace
}  // namespace apportion
