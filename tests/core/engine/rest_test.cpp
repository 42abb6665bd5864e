// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 26 proven from outside: whoever still waits after an instant has no way to start, by trying
// all of them; and no guarantee waits while somebody plainly owes it.
#include <string>

#include <gtest/gtest.h>

#include "core/engine/consolidation.h"
#include "tests/core/engine/brute_force.h"
#include "tests/core/engine/instances.h"
#include "tests/core/engine/random_world.h"
#include "tests/core/engine/recount.h"

namespace apportion {
namespace {

constexpr std::size_t kMostSets = 1 << 12;
constexpr int kMostStepsToRest = 400;

bool inQueue(const EngineState& state, const Job& job) {
    return job.phase == Phase::waiting && !job.idle() && job.startable() &&
           state.queueing(job.leaf()) == Queueing::roundRobin;
}

// In which way it could start after all; "" = in none.
std::string wayToStart(EngineState state, WorkloadId id, int& tried) {
    const Job& job = state.job(id);
    if (testing::startsInFreeRoom(state, id))
        return "in free room";
    ++state.places;
    if (state.settings.consolidation &&
        state.books.allowed(state.tree, state.startOf(job), state.capacityFor(job)) &&
        consolidate(state, id).plan)
        return "by moves";
    ++state.pass;  // who started in the last pass is fair game
    testing::BruteForce all(state, id);
    if (all.sets(kMostSets) > kMostSets)
        return "";
    tried += all.candidates() > 0 ? 1 : 0;
    return all.least() ? "by evictions" : "";
}

TEST(Rest, WhoeverWaitsHasNoWayToStart) {
    int tried = 0;
    for (unsigned seed = 1; seed <= testing::instancesOr(400); ++seed) {
        testing::History history(testing::randomWorld(seed));
        for (int steps = 0; steps < kMostStepsToRest && history.step(); ++steps)
            for (const WorkloadId id : history.state->jobs.living())
                if (inQueue(*history.state, history.state->job(id))) {
                    ASSERT_EQ(wayToStart(*history.state, id, tried), "")
                        << history.state->name(id) << ", seed " << seed << " at "
                        << history.made.at;
                }
    }
    EXPECT_GT(tried, 500 / testing::kFewer);
}

// The part of rule 14 that everybody relies on, without the engine's own words for it: a request
// that its quota and all above are guaranteed waits for nobody who could pay it alone. Exact form:
// a preemptible workload of one replica waits in a round-robin queue, stands at no bound of rule 3,
// and placed + request <= G on all its way up; nothing keeps back, nobody has a policy of taking.
// Then no preemptible workload of one replica, at least as large in GPUs, CPU and memory, on a
// ready node of the right type, past its minimum runtime and not taken last by this very workload,
// runs in another branch where every quota below the common level holds more than its guarantee.
// Stricter than the law in its premises (sets of several victims, gangs and policies are left to
// brute force) so that it needs no search.
bool owes(const EngineState& state, WorkloadId creditor, WorkloadId debtor,
          const std::vector<testing::Count>& counts) {
    const Job& taker = state.job(creditor);
    const Job& victim = state.job(debtor);
    if (victim.phase != Phase::running || victim.seats().size() != 1 || !victim.preemptible() ||
        victim.idle() || victim.elastic() || victim.leaf() == taker.leaf() ||
        victim.group() != taker.group() || victim.lastTaker() == creditor ||
        state.now - *victim.start() < testing::protection(state, taker, victim))
        return false;
    const Resources& has = victim.slot().request;
    const Resources& needs = taker.slot().request;
    const NodeUse& use = state.fleet.use(victim.seats().front().node);
    if (has.gpu < kOneGpu || has.gpu < needs.gpu || use.state != NodeState::ready ||
        (use.cpuBound && use.cpuFree + has.cpu < needs.cpu) ||
        (use.memoryBound && use.memoryFree + has.memory < needs.memory) ||
        (taker.slot().type != kAnyType && taker.slot().type != use.type))
        return false;
    const auto mine = testing::wayUp(state.tree, taker.leaf());
    for (const BranchId id : testing::wayUp(state.tree, victim.leaf())) {
        if (std::find(mine.begin(), mine.end(), id) != mine.end())
            break;
        const auto& count = counts[static_cast<std::size_t>(id)];
        if (count.placed() <= state.tree[id].guarantee)
            return false;
    }
    return true;
}

bool guaranteed(const EngineState& state, const Job& job,
                const std::vector<testing::Count>& counts) {
    if (!inQueue(state, job) || !job.preemptible() || job.least() != 1)
        return false;
    for (const BranchId id : testing::wayUp(state.tree, job.leaf())) {
        const auto& count = counts[static_cast<std::size_t>(id)];
        const Branch& branch = state.tree[id];
        const Resources& request = job.slot().request;
        if (count.placed() + request.gpu > branch.guarantee || count.firm > branch.guarantee ||
            (branch.limit.cpu && count.cpu + request.cpu > *branch.limit.cpu) ||
            (branch.limit.memory && count.memory + request.memory > *branch.limit.memory))
            return false;
    }
    return true;
}

bool plain(const EngineState& state) {
    for (const Quota& quota : state.tree.quotas())
        if (quota.policy.lend || quota.policy.priorityPreemption || quota.policy.selfPreemption ||
            quota.policy.childPreemption)
            return false;
    return true;
}

TEST(Rest, NoGuaranteeWaitsWhileSomebodyOwesIt) {
    int waited = 0;
    for (unsigned seed = 1; seed <= testing::instancesOr(1500); ++seed) {
        Scenario scenario = testing::randomWorld(seed);
        for (Quota& quota : scenario.quotas) {
            quota.policy.lend.reset();
            quota.policy.priorityPreemption = false;
            quota.policy.selfPreemption.reset();
            quota.policy.childPreemption.reset();
        }
        testing::History history(scenario);
        for (int steps = 0; steps < kMostStepsToRest && history.step(); ++steps) {
            const EngineState& state = *history.state;
            if (!plain(state))
                break;  // an event set one
            const auto counts = testing::countsOf(state);
            for (const WorkloadId id : state.jobs.living()) {
                if (!guaranteed(state, state.job(id), counts))
                    continue;
                ++waited;
                for (const WorkloadId other : state.jobs.living())
                    ASSERT_FALSE(owes(state, id, other, counts))
                        << state.name(id) << " waits, " << state.name(other) << " owes it, seed "
                        << seed << " at " << state.now;
            }
        }
    }
    EXPECT_GT(waited, 50 / testing::kFewer);
}

// Rule 11: where a workload comes alone and there is free room for it, it takes nothing.
TEST(Rest, NobodyIsTakenWhereThereIsFreeRoom) {
    int alone = 0;
    for (unsigned seed = 1; seed <= testing::instancesOr(400); ++seed) {
        testing::History history(testing::randomWorld(seed));
        for (int steps = 0; steps < kMostStepsToRest && history.step(); ++steps) {
            const auto timer = history.before->nextTimer();
            const auto* submit =
                history.inputs.size() == 1 ? std::get_if<Submit>(&history.inputs.front()) : nullptr;
            if (!submit || steps == 0 || (timer && *timer <= history.made.at) ||
                !history.made.rejected.empty())
                continue;
            EngineState state = *history.before;
            state.now = history.made.at;
            state.enqueue(submit->workload);
            if (!inQueue(state, state.job(submit->workload)) ||
                !testing::startsInFreeRoom(state, submit->workload))
                continue;
            ++alone;
            for (const Taken& taken : history.made.taken)
                EXPECT_NE(taken.taker, submit->workload) << "seed " << seed;
        }
    }
    EXPECT_GT(alone, 100 / testing::kFewer);
}

}  // namespace
}  // namespace apportion
