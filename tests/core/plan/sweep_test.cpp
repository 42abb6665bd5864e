// SPDX-License-Identifier: GPL-3.0-or-later
// Snapshots, threads and order make no difference to what comes out.
#include "core/plan/sweep.h"

#include <filesystem>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/io/scenario_reader.h"
#include "tests/core/plan/plan_pool.h"

namespace apportion {
namespace {

using namespace apportion::testing;
using ::testing::ElementsAre;

std::vector<Applied> applyAll(const PlanBase& base, const std::vector<ChangeSet>& sets) {
    std::vector<Applied> all;
    for (const ChangeSet& set : sets) {
        Result<Applied> applied = applySet(base, set, "/sets/0", 1);
        if (!applied)
            throw std::runtime_error(render(applied.error()[0].message));
        all.push_back(std::move(*applied));
    }
    return all;
}

// At each of these moments: a node goes, every quota's policy changes, a quota shrinks.
std::vector<ChangeSet> setsAt(const Scenario& scenario, const std::vector<Instant>& seconds) {
    std::vector<ChangeSet> sets{{"none", {}}};
    for (const Instant at : seconds) {
        const std::vector<Node> nodes = expand(scenario.nodes);
        if (!nodes.empty())
            sets.push_back({"node", {edit(at, RemoveNodes{{nodes.back().name}})}});
        if (!nodes.empty()) {
            PlanEdit back = addNode(at + 4, nodes.back().name, 0);
            std::get<AddNodes>(back.action).group.node = nodes.back();
            sets.push_back({"back", {edit(at, RemoveNodes{{nodes.back().name}}), back}});
        }
        ChangeSet& policies = sets.emplace_back(ChangeSet{"policy", {}});
        for (const Quota& quota : scenario.quotas) {
            PolicyChange change;
            change.queueing.emplace(Queueing::fifo);
            change.weight.emplace(3);
            policies.edits.push_back(edit(at, EventAction{PolicyEvent{quota.name, change}}));
        }
        for (const ScaleMode mode : {ScaleMode::refuse, ScaleMode::reclaim})
            sets.push_back({"scale", {scaleTo(at, scenario.quotas.back().name, 0, mode)}});
        sets.push_back({"more", {addNode(at, "a new node", 8)}});
        PlanEdit bounded = addNode(at, "a bounded node", 8);
        Node& node = std::get<AddNodes>(bounded.action).group.node;
        node.gpuType = "rare";
        node.cpu = 4'000;
        sets.push_back({"bounded", {bounded, addNode(at + 1, "one more", 4)}});
    }
    return sets;
}

class Stories : public ::testing::TestWithParam<std::string> {};

TEST_P(Stories, AreTheSameFromSnapshotsAndFromTheStart) {
    const auto folder = std::filesystem::path(APPORTION_SOURCE_DIR) / "tests/scenarios";
    const auto read = readScenario((folder / GetParam()).string());
    ASSERT_TRUE(read);
    const PlanBase base = baseOf(read->scenario);
    const auto sets = applyAll(
        base, setsAt(read->scenario, {0, 1, 5, 10, 20, 60, 61, 100, 601, 1200, 5000, 100000}));
    SweepOptions options{.detail = Detail::full,
                         .metricsEvery = 7 * kSecond,
                         .tallies = true,
                         .delays = true,
                         .fromSnapshots = false};
    const std::vector<std::string> fromStart = swept(base, sets, options);
    options.fromSnapshots = true;
    EXPECT_EQ(swept(base, sets, options), fromStart);
    options.threads = 3;
    EXPECT_EQ(swept(base, sets, options), fromStart);
    // And the same as simulate of the changed scenario.
    for (std::size_t i = 0; i < sets.size(); ++i) {
        const std::string& bytes = fromStart[i + 1];
        if (bytes.rfind("refused", 0) == 0)
            continue;
        if (!sets[i].course.toJoin.empty())
            continue;  // the scenario tells that they are not there at 0, the set does not
        const std::string alone = simulated(scenarioOf(sets[i]));
        EXPECT_EQ(bytes.substr(0, alone.size()), alone) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Sweep, Stories,
                         ::testing::Values("grace-runs-on.json", "p5-balance.json",
                                           "p5-intelligent.json", "elastic-youngest-first.json",
                                           "reclaim-up-to-the-share.json",
                                           "idle-last-into-free-room.json",
                                           "node-loss-divides-what-is-left.json"),
                         [](const auto& of) {
                             std::string name = of.param.substr(0, of.param.find('.'));
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

// Work that asks for a type which the base does not know waits there, and starts when it comes.
TEST(Sweep, NodesOfANewTypeJoinFromASnapshot) {
    Scenario scenario = twoJobs().scenario;
    Workload& rare = scenario.workloads.emplace_back(scenario.workloads.front());
    rare.name = "rare";
    rare.gpuType = "rare";
    rare.submit = kSecond;
    const PlanBase base = baseOf(scenario);
    PlanEdit comes = addNode(5, "new", 8);
    std::get<AddNodes>(comes.action).group.node.gpuType = "rare";
    const auto sets = applyAll(base, {{"comes", {comes}}});
    EXPECT_EQ(sets[0].scenario, base.scenario());  // no copy, and from the snapshot
    EXPECT_EQ(sets[0].from, 5 * kSecond);
    SweepOptions options{.detail = Detail::full, .fromSnapshots = false};
    const std::vector<std::string> fromStart = swept(base, sets, options);
    options.fromSnapshots = true;
    EXPECT_EQ(swept(base, sets, options), fromStart);
    EXPECT_THAT(fromStart[0], ::testing::HasSubstr("gpu-type"));
    EXPECT_THAT(fromStart[1], ::testing::Not(::testing::HasSubstr("gpu-type")));
}

TEST(Sweep, TellsWhyAJobComesLater) {
    const PlanBase base = baseOf(twoJobs().scenario);
    // The quota may use what it is guaranteed only: 4 GPUs never fit into 2.
    PolicyChange change;
    change.overQuota.emplace(OverQuota::off);
    const auto sets =
        applyAll(base, {{"off", {edit(5, EventAction{PolicyEvent{"left", change}})}}});
    std::vector<std::pair<std::string, std::string>> delays;
    sweep(base, sets, {.detail = Detail::full, .delays = true},
          [&](std::size_t, const SetOutcome& outcome) {
              for (const auto& [name, why] : outcome.delays)
                  delays.emplace_back(name, plainCode(why.code));
          });
    // b started at 10 in the base; the run of the set ends before it can be asked.
    EXPECT_THAT(delays, ElementsAre());
    const auto down =
        applyAll(base, {{"down",
                         {edit(5, EventAction{NodeEvent{"node", NodeState::down}}),
                          edit(30, EventAction{NodeEvent{"node", NodeState::ready}})}}});
    sweep(base, down, {.detail = Detail::full, .delays = true},
          [&](std::size_t, const SetOutcome& outcome) {
              for (const auto& [name, why] : outcome.delays)
                  delays.emplace_back(name, plainCode(why.code));
          });
    ASSERT_EQ(delays.size(), 1U);
    EXPECT_EQ(delays[0].first, "b");
}

TEST(Sweep, GivesTheBaseFirstAndKeepsFewAhead) {
    const PlanBase base = baseOf(twoJobs().scenario);
    std::vector<ChangeSet> sets;
    sets.reserve(40);
    for (int i = 0; i < 40; ++i)
        sets.push_back({"s", {scaleTo(i % 20, "right", i % 3)}});
    std::vector<std::size_t> order;
    SweepOptions options;
    options.threads = 4;
    sweep(base, applyAll(base, sets), options, [&](std::size_t run, const SetOutcome&) {
        order.push_back(run);
        std::this_thread::yield();
    });
    ASSERT_EQ(order.size(), 41U);
    EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST(Sweep, MakesAChangedScenarioAgain) {
    const PlanBase base = baseOf(twoJobs().scenario);
    std::vector<Applied> sets =
        applyAll(base, {{"more", {edit(0, Forecast{"root", 2500, 0})}}, {"none", {}}});
    const std::vector<std::string> kept = swept(base, sets, {.detail = Detail::full});
    for (Applied& set : sets)
        set.letGo();
    EXPECT_EQ(sets[0].scenario, nullptr);
    EXPECT_EQ(sets[1].scenario, base.scenario());
    EXPECT_EQ(swept(base, sets, {.detail = Detail::full}), kept);
}

TEST(Sweep, EndsWhenItIsStopped) {
    const PlanBase base = baseOf(twoJobs().scenario);
    const auto sets = applyAll(base, {{"a", {scaleTo(5, "left", 1)}}, {"b", {}}});
    std::stop_source stop;
    RunControl control(stop.get_token());
    stop.request_stop();
    for (const unsigned threads : {1U, 3U}) {
        SweepOptions options;
        options.threads = threads;
        options.control = &control;
        EXPECT_FALSE(sweep(base, sets, options, [](std::size_t, const SetOutcome&) {
            ADD_FAILURE() << "nothing was run";
        }));
    }
}

// Right holds the pool and is protected for 10 s. Left waits for 9 s of them, and then runs for 9
// s.
TEST(ShareKept, IsThePartOfWhatAQuotaWasEntitledToAndWanted) {
    Pool pool = twoJobs();
    pool.scenario.workloads.clear();
    pool.scenario.settings.minRuntime = 10 * kSecond;
    pool.work("taker", "right", 4 * kOneGpu, 0).duration = 10 * kSecond;
    pool.work("late", "left", 2 * kOneGpu, 1).duration = 9 * kSecond;
    pool.scenario.workloads[0].preemptible = true;
    SweepOptions options;
    options.shareKept = true;
    const auto outcome = runSet(baseItself(baseOf(pool.scenario)), options);
    ASSERT_TRUE(outcome);
    const auto& quotas = outcome->outcome.summary.byQuota;
    ASSERT_EQ(outcome->shareKept.size(), quotas.size());
    EXPECT_EQ(outcome->shareKept[1], 500'000) << quotas[1].first;
    EXPECT_EQ(outcome->shareKept[2], 1'000'000);
}

}  // namespace
}  // namespace apportion
