// SPDX-License-Identifier: GPL-3.0-or-later
// Teams that join random pools at random moments: going on from a snapshot, running from the start,
// on several threads, and as one scenario in which the quota stands from the beginning with nothing
// guaranteed, all give the same bytes.
#include <regex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/engine/instances.h"
#include "tests/core/engine/random_world.h"
#include "tests/core/plan/plan_pool.h"

namespace apportion {
namespace {

using namespace apportion::testing;

class Teams {
public:
    explicit Teams(unsigned seed) : dice_(seed) {}

    // One to three sets, each with one or two of them.
    std::vector<ChangeSet> join(const Scenario& scenario) {
        std::vector<ChangeSet> sets;
        const int count = dice_.from(1, 3);
        for (int i = 0; i < count; ++i) {
            ChangeSet& set = sets.emplace_back(ChangeSet{"set", {}});
            Instant at = dice_.from(0, 25);
            std::vector<Quota> there = scenario.quotas;
            for (int team = dice_.from(1, 2); team > 0; --team, at += dice_.from(0, 8)) {
                AddQuota add = joining(there, team);
                there.push_back(add.quota);
                set.edits.push_back(edit(at, std::move(add)));
            }
            if (dice_.chance(30))
                set.edits.push_back(addNode(dice_.from(0, 30), "one more", 4));
            if (dice_.chance(30))
                set.edits.push_back(scaleTo(dice_.from(0, 30), there.front().name,
                                            dice_.from(0, 12), ScaleMode::drain));
        }
        return sets;
    }

private:
    AddQuota joining(const std::vector<Quota>& there, int team) {
        AddQuota add;
        Quota& quota = add.quota;
        quota.name = "team" + std::to_string(team);
        const Quota& beside =
            there[static_cast<std::size_t>(dice_.from(0, static_cast<int>(there.size()) - 1))];
        quota.parent = dice_.chance(60) ? beside.name : beside.parent;
        quota.guaranteed.gpu = dice_.chance(50) ? 0 : dice_.from(1, 3) * kOneGpu;
        QuotaPolicy& policy = quota.policy;
        policy.queueing = static_cast<Queueing>(dice_.from(0, 3));
        policy.priorityPreemption = dice_.chance(20);
        if (dice_.chance(30))
            policy.weight = dice_.from(0, 4);
        if (dice_.chance(20))
            policy.rank = dice_.from(-1, 1);
        if (dice_.chance(20))
            policy.minRuntime = dice_.from(0, 20) * kSecond;
        if (dice_.chance(20))
            policy.limit.cpu = 20 * kOneCore;
        if (dice_.chance(20))
            policy.lend = dice_.from(0, static_cast<int>(quota.guaranteed.gpu / kOneGpu)) * kOneGpu;
        if (dice_.chance(25))
            policy.selfPreemption = SelfPreemption{{6, 9}, {1, 5}, modules(dice_), {}, false};
        for (int work = dice_.from(0, 4); work > 0; --work) {
            Workload& job = add.workloads.emplace_back();
            job.name = quota.name + "-" + std::to_string(work);
            job.submit = dice_.from(0, 40) * kSecond;
            job.priority = dice_.from(1, 9);
            job.module = static_cast<Module>(dice_.from(0, 2));
            job.request.gpu = dice_.chance(30) ? 50 : dice_.from(1, 3) * kOneGpu;
            job.replicas = dice_.chance(30) ? 2 : 1;
            job.idle = dice_.chance(10);
            if (job.replicas > 1 && dice_.chance(50))
                job.minReplicas = 1;
            if (dice_.chance(80))
                job.duration = dice_.from(1, 20) * kSecond;
        }
        return add;
    }

    Dice dice_;
};

// A scenario has them from the beginning, and names them where it refuses a size.
std::string withoutTeams(const std::string& bytes) {
    static const std::regex name(R"re(, "team[12]")re");
    return std::regex_replace(bytes, name, "");
}

// Its weight has held its work so far; an own part has none.
bool endsAWeight(const Scenario& scenario, const JoiningQuota& joining) {
    return std::any_of(scenario.quotas.begin(), scenario.quotas.end(), [&](const Quota& quota) {
        return quota.name == joining.quota.parent && quota.guaranteed.gpu == 0 &&
               quota.policy.weight.value_or(0) > 0;
    });
}

TEST(Joining, IsTheSameFromASnapshotAndAsAScenario) {
    int fromSnapshots = 0, asScenarios = 0;
    for (unsigned seed = 1; seed <= instancesOr(1000); ++seed) {
        const Scenario scenario = randomWorld(seed);
        const PlanBase base =
            baseOf(scenario, seed % 3 == 0 ? std::optional(30 * kSecond) : std::nullopt);
        std::vector<Applied> sets;
        for (const ChangeSet& set : Teams(seed).join(scenario))
            if (Result<Applied> applied = applySet(base, set, "/sets/0", 1))
                sets.push_back(std::move(*applied));
        SweepOptions options{.detail = Detail::full,
                             .metricsEvery = 7 * kSecond,
                             .tallies = true,
                             .delays = true,
                             .fromSnapshots = false};
        const std::vector<std::string> fromStart = swept(base, sets, options);
        options.fromSnapshots = true;
        ASSERT_EQ(swept(base, sets, options), fromStart) << "seed " << seed;
        options.threads = 2;
        ASSERT_EQ(swept(base, sets, options), fromStart) << "seed " << seed;
        for (std::size_t i = 0; i < sets.size(); ++i) {
            const Applied& set = sets[i];
            fromSnapshots += set.scenario == base.scenario() ? 1 : 0;
            const auto& joining = set.course.quotasToJoin;
            if (fromStart[i + 1].rfind("refused", 0) == 0 || !set.course.toJoin.empty() ||
                std::any_of(joining.begin(), joining.end(),
                            [&](const auto& each) { return endsAWeight(scenario, each); }))
                continue;
            ++asScenarios;
            const std::string alone = withoutTeams(simulated(scenarioOf(set)));
            ASSERT_EQ(withoutTeams(fromStart[i + 1]).substr(0, alone.size()), alone)
                << "seed " << seed << " set " << i;
        }
    }
    EXPECT_GT(fromSnapshots, 1000 / testing::kFewer);
    EXPECT_GT(asScenarios, 500 / testing::kFewer);
}

// A forecast runs from the start, and the team joins in it at its moment all the same.
TEST(Joining, IsTheSameBesideAForecastThatChangesNothing) {
    int joined = 0;
    for (unsigned seed = 1; seed <= instancesOr(300); ++seed) {
        const Scenario scenario = randomWorld(seed);
        const PlanBase base = baseOf(scenario);
        for (ChangeSet& set : Teams(seed).join(scenario)) {
            std::vector<Applied> both;
            for (const bool beside : {false, true}) {
                if (beside)
                    set.edits.push_back(edit(0, Forecast{"team1", 1000, 0}));
                if (Result<Applied> applied = applySet(base, set, "/sets/0", 1))
                    both.push_back(std::move(*applied));
            }
            if (both.size() < 2)
                continue;
            EXPECT_NE(both.back().scenario, base.scenario());
            joined += both.back().course.quotasToJoin.empty() ? 0 : 1;
            const std::vector<std::string> bytes =
                swept(base, both, {.detail = Detail::full, .metricsEvery = 7 * kSecond});
            ASSERT_EQ(bytes[1], bytes[2]) << "seed " << seed;
        }
    }
    EXPECT_GT(joined, 100 / testing::kFewer);
}

// As a scenario in which it stands from the beginning, where it decides the same.
TEST(Joining, BesideAForecastOfItsWorkIsTheSameAsAScenario) {
    int asScenarios = 0;
    for (unsigned seed = 1; seed <= instancesOr(300); ++seed) {
        const Scenario scenario = randomWorld(seed);
        const PlanBase base = baseOf(scenario);
        std::vector<Applied> sets;
        for (ChangeSet& set : Teams(seed).join(scenario)) {
            const std::string& of = seed % 2 == 0 ? scenario.quotas.front().name : "team1";
            const Instant shift = (static_cast<int>(seed % 5) - 2) * 3 * kSecond;
            set.edits.push_back(edit(0, Forecast{of, 500 + seed % 7 * 300, shift}));
            if (Result<Applied> applied = applySet(base, set, "/sets/0", seed))
                sets.push_back(std::move(*applied));
        }
        const std::vector<std::string> bytes = swept(base, sets, {.detail = Detail::full});
        for (std::size_t i = 0; i < sets.size(); ++i) {
            const auto& joining = sets[i].course.quotasToJoin;
            for (const JoiningQuota& each : joining)
                for (const Workload& work : each.workloads)
                    EXPECT_GE(work.submit, each.at) << "seed " << seed;
            if (bytes[i + 1].rfind("refused", 0) == 0 || !sets[i].course.toJoin.empty() ||
                joining.empty() ||
                std::any_of(joining.begin(), joining.end(),
                            [&](const auto& each) { return endsAWeight(scenario, each); }))
                continue;
            ++asScenarios;
            const std::string alone = withoutTeams(simulated(scenarioOf(sets[i])));
            ASSERT_EQ(withoutTeams(bytes[i + 1]).substr(0, alone.size()), alone)
                << "seed " << seed << " set " << i;
        }
    }
    EXPECT_GT(asScenarios, 100 / testing::kFewer);
}

}  // namespace
}  // namespace apportion
