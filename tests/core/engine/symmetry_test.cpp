// SPDX-License-Identifier: GPL-3.0-or-later
// What must not matter (rules 1, 25 and 27): what goes on in another group of nodes, how things are
// called, in which order the file lists what happens at different times, moments at which nothing
// happens, forks; and what is undone leaves nothing behind (rule 23).
#include <map>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "core/io/answers/outcome_writer.h"
#include "tests/core/engine/history.h"
#include "tests/core/engine/instances.h"
#include "tests/core/engine/random_borrowers.h"
#include "tests/core/engine/random_crowds.h"
#include "tests/core/engine/random_world.h"

namespace apportion {
namespace {

constexpr Instant kEnd = 120 * kSecond;
// tests/long/victims asks for more.
const unsigned kWorlds = testing::instancesOr(600) / 4;

Outcome outcomeOf(Scenario scenario) {
    scenario.until = kEnd;
    Simulation simulation(std::make_shared<const Scenario>(std::move(scenario)));
    simulation.runToEnd();
    return simulation.outcome();
}

std::string bytesOf(const Outcome& outcome) {
    std::ostringstream text;
    writeOutcome(text, outcome);
    return text.str();
}

// Two lists as one: both keep their order, and who comes next is left to the dice.
template <typename T>
std::vector<T> interleaved(testing::Dice& dice, const std::vector<T>& a, const std::vector<T>& b) {
    std::vector<T> both;
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() || j < b.size())
        both.push_back(j == b.size() || (i < a.size() && dice.chance(50)) ? a[i++] : b[j++]);
    return both;
}

Scenario part(testing::Dice& dice, const std::string& prefix, const Settings& settings) {
    testing::WorldForm form;
    form.prefix = prefix;
    form.apart = true;
    form.running = dice.from(0, 10);
    form.more = 8;
    form.events = 5;
    Scenario scenario = testing::WorldPart(dice, form).make();
    scenario.settings = settings;
    return scenario;
}

bool begins(const std::string& name, const std::string& prefix) {
    return name.compare(0, prefix.size(), prefix) == 0;
}

// The part of an outcome that is about one group.
void expectPart(const Outcome& whole, const Outcome& alone, const std::string& prefix) {
    Outcome part;
    for (const auto& each : whole.workloads)
        if (begins(each.first, prefix))
            part.workloads.push_back(each);
    Outcome same;
    same.workloads = alone.workloads;
    EXPECT_EQ(bytesOf(part), bytesOf(same));
    std::vector<std::pair<std::string, QuotaNumbers>> quotas;
    for (const auto& each : whole.quotas)
        if (begins(each.first, prefix))
            quotas.push_back(each);
    EXPECT_EQ(quotas, alone.quotas);
    std::vector<Eviction> evictions;
    for (const Eviction& each : whole.evictions)
        if (begins(each.victim, prefix))
            evictions.push_back(each);
    EXPECT_EQ(evictions, alone.evictions);
}

TEST(Symmetry, GroupsDoNotKnowOfEachOther) {
    // In 1280 a booked one ages until it starts.
    std::vector<unsigned> seeds{1280};
    for (unsigned seed = 1; seed <= kWorlds; ++seed)
        seeds.push_back(seed);
    for (const unsigned seed : seeds) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        testing::Dice dice(seed);
        const Settings settings = testing::randomSettings(dice);
        const Scenario a = part(dice, "a-", settings);
        const Scenario b = part(dice, "b-", settings);
        Scenario both;
        both.settings = settings;
        both.nodes = interleaved(dice, a.nodes, b.nodes);
        both.quotas = interleaved(dice, a.quotas, b.quotas);
        both.workspaces = interleaved(dice, a.workspaces, b.workspaces);
        both.workloads = interleaved(dice, a.workloads, b.workloads);
        both.events = interleaved(dice, a.events, b.events);
        const Outcome whole = outcomeOf(both);
        expectPart(whole, outcomeOf(a), "a-");
        expectPart(whole, outcomeOf(b), "b-");
        if (::testing::Test::HasFailure())
            return;
    }
}

// Nodes and quotas are called anything; workloads keep the order of their names, which decides
// where all else is equal (key i of rule 19).
class Renamer {
public:
    explicit Renamer(const Scenario& scenario) {
        std::size_t left = scenario.nodes.size() + scenario.quotas.size();
        for (const NodeGroup& group : scenario.nodes)
            names_[group.node.name] = "x" + std::to_string(--left);
        for (const Quota& quota : scenario.quotas)
            names_[quota.name] = "x" + std::to_string(--left);
        for (const Workload& workload : scenario.workloads)
            names_[workload.name] = "job-" + workload.name;
    }

    Scenario operator()(Scenario scenario) const {
        for (NodeGroup& group : scenario.nodes)
            change(group.node.name);
        for (Quota& quota : scenario.quotas) {
            change(quota.name);
            change(quota.parent);
        }
        for (Workspace& workspace : scenario.workspaces)
            for (std::string& quota : workspace.quotas)
                change(quota);
        for (Workload& workload : scenario.workloads) {
            change(workload.name);
            change(workload.quota);
            if (workload.running)
                for (Placement& placement : workload.running->placements)
                    change(placement.node);
        }
        for (Event& event : scenario.events)
            std::visit([this](auto& action) { changeEvent(action); }, event.action);
        return scenario;
    }

    void change(std::string& name) const {
        if (const auto found = names_.find(name); found != names_.end())
            name = found->second;
    }

private:
    void changeEvent(ScaleEvent& event) const {
        for (auto& [quota, target] : event.targets)
            change(quota);
    }
    void changeEvent(PolicyEvent& event) const { change(event.quota); }
    void changeEvent(CancelEvent& event) const { change(event.workload); }
    void changeEvent(FinishEvent& event) const { change(event.workload); }
    void changeEvent(NodeEvent& event) const { change(event.node); }

    std::map<std::string, std::string> names_;
};

// Who did what when, without sentences.
std::string storyOf(const Outcome& outcome, const Renamer* renamer) {
    std::ostringstream story;
    const auto named = [&](std::string name) {
        if (renamer)
            renamer->change(name);
        return name;
    };
    for (const auto& [name, workload] : outcome.workloads) {
        story << named(name) << ' ' << stateText(workload.state) << ' '
              << workload.start.value_or(-1) << ' ' << workload.end.value_or(-1) << ' '
              << workload.preemptions << ' ' << workload.waited;
        for (const Placement& placement : workload.placements)
            story << ' ' << named(placement.node);
        story << '\n';
    }
    for (const Eviction& eviction : outcome.evictions)
        story << eviction.at << ' ' << named(eviction.victim) << ' ' << named(eviction.preemptor)
              << ' ' << ruleText(eviction.rule) << ' ' << named(eviction.quota) << ' '
              << eviction.gpu << ' ' << eviction.lost << ' ' << eviction.worseBy << '\n';
    for (const auto& [name, numbers] : outcome.quotas)
        story << named(name) << ' ' << numbers.fairShare << ' ' << numbers.subtree << '\n';
    return story.str();
}

TEST(Symmetry, NamesDoNotMatter) {
    for (unsigned seed = 1; seed <= kWorlds; ++seed) {
        const Scenario scenario = testing::randomWorld(seed);
        const Renamer renamer(scenario);
        ASSERT_EQ(storyOf(outcomeOf(scenario), &renamer),
                  storyOf(outcomeOf(renamer(scenario)), nullptr))
            << "seed " << seed;
    }
}

TEST(Symmetry, TheOrderOfEventsAtDifferentTimesDoesNotMatter) {
    for (unsigned seed = 1; seed <= kWorlds; ++seed) {
        const Scenario scenario = testing::randomWorld(seed);
        testing::Dice dice(seed);
        std::map<Instant, int> place;
        for (const Event& event : scenario.events)
            place.emplace(event.at, dice.from(0, 1000));
        Scenario shuffled = scenario;
        std::stable_sort(shuffled.events.begin(), shuffled.events.end(),
                         [&](const Event& a, const Event& b) {
                             return std::pair(place[a.at], a.at) < std::pair(place[b.at], b.at);
                         });
        ASSERT_EQ(bytesOf(outcomeOf(scenario)), bytesOf(outcomeOf(shuffled))) << "seed " << seed;
    }
}

std::string decisionsOf(const Decisions& made) {
    std::ostringstream text;
    for (const Taken& taken : made.taken)
        text << "take " << taken.victim << ' ' << taken.taker << ' ' << static_cast<int>(taken.rule)
             << ' ' << taken.gpu << ' ' << taken.lost << '\n';
    for (const WorkloadId id : made.started)
        text << "start " << id << '\n';
    for (const WorkloadId id : made.booked)
        text << "book " << id << '\n';
    for (const WorkloadId id : made.grown)
        text << "grow " << id << '\n';
    for (const Ended& ended : made.ended)
        text << "end " << ended.workload << ended.cancelled << ended.ran << '\n';
    for (const Stopped& stopped : made.stopped)
        text << "stop " << stopped.workload << ' ' << stopped.serial << ' ' << stopped.lost << '\n';
    return text.str();
}

// Everything that is decided, with its time; after each instant, if asked, a moment at which
// nothing happens.
std::string allDecisions(const Scenario& scenario, bool disturbed, bool sleepless = false,
                         bool runnerUp = true) {
    std::string text;
    testing::History history(scenario);
    history.state->sleepless = sleepless;
    history.state->keepRunnerUp = runnerUp;
    for (int steps = 0; steps < 1000 && history.step(); ++steps) {
        if (const std::string made = decisionsOf(history.made); !made.empty())
            text += "at " + std::to_string(history.made.at) + "\n" + made;
        if (!disturbed)
            continue;
        const Instant at = history.made.at + 7;  // all else happens at whole seconds
        if (runInstant(*history.state, at, {}).any())
            text += "disturbed at " + std::to_string(at) + "\n";
    }
    return text;
}

// Between two instants nothing happens, and having looked makes nothing different later.
TEST(Symmetry, AnEmptyMomentChangesNothing) {
    for (unsigned seed = 1; seed <= kWorlds; ++seed) {
        const Scenario scenario = testing::randomWorld(seed);
        ASSERT_EQ(allDecisions(scenario, false), allDecisions(scenario, true)) << "seed " << seed;
    }
}

// Who was asked in vain and is not asked again would be asked in vain.
TEST(Symmetry, AskingEverybodyEveryTimeChangesNothing) {
    for (unsigned seed = 1; seed <= 4 * kWorlds; ++seed) {
        const Scenario scenario = testing::randomWorld(seed, 14, 8);
        ASSERT_EQ(allDecisions(scenario, false), allDecisions(scenario, false, true))
            << "seed " << seed;
    }
}

TEST(Symmetry, AskingEverybodyInACrowdChangesNothing) {
    for (unsigned seed = 1; seed <= kWorlds; ++seed) {
        const Scenario scenario = testing::randomCrowd(seed, 200);
        ASSERT_EQ(allDecisions(scenario, false), allDecisions(scenario, false, true))
            << "seed " << seed;
        // So many that hope is found at more leaves than are told one by one.
        const Scenario manyTeams = testing::randomCrowd(seed, 200, 20, 40);
        ASSERT_EQ(allDecisions(manyTeams, false), allDecisions(manyTeams, false, true))
            << "seed " << seed;
    }
}

TEST(Symmetry, AskingEverybodyWhereWorkAgesChangesNothing) {
    for (unsigned seed = 1; seed <= 2 * kWorlds; ++seed) {
        const Scenario scenario = testing::randomAgingCrowd(seed, 60);
        ASSERT_EQ(allDecisions(scenario, false), allDecisions(scenario, false, true))
            << "seed " << seed;
    }
}

// Without it another search may answer (reclaim_search.h).
TEST(Symmetry, NotToTellTheRunnerUpChangesNothing) {
    for (unsigned seed = 1; seed <= 2 * kWorlds; ++seed) {
        const Scenario scenario = testing::randomWorld(seed, 14, 8);
        ASSERT_EQ(allDecisions(scenario, false), allDecisions(scenario, false, false, false))
            << "seed " << seed;
        Scenario borrowers = testing::randomBorrowers(seed, 130).pool.scenario;
        testing::Dice dice(seed);
        for (Workload& workload : borrowers.workloads)
            workload.duration = dice.from(5, 60) * kSecond;
        for (int more = 0; more < 12; ++more) {
            Workload late = borrowers.workloads.back();
            late.name = "late" + std::to_string(more);
            late.running.reset();
            late.request.gpu = dice.from(1, 3) * kOneGpu;
            late.quota = borrowers.quotas.back().name;
            late.submit = dice.from(1, 50) * kSecond;
            borrowers.workloads.push_back(late);
        }
        ASSERT_EQ(allDecisions(borrowers, false), allDecisions(borrowers, false, false, false))
            << "seed " << seed;
    }
}

TEST(Symmetry, TheSameBytesThroughEveryFork) {
    for (unsigned seed = 1; seed <= kWorlds; ++seed) {
        const auto scenario = std::make_shared<const Scenario>(testing::randomWorld(seed));
        Simulation straight(scenario);
        straight.runToEnd();
        const std::string bytes = bytesOf(straight.outcome());
        Simulation trunk(scenario);
        for (int steps = 0; trunk.step(); ++steps) {
            if (steps % 7 != 3)
                continue;
            Simulation fork = trunk;
            Simulation other = trunk;
            other.step();  // what a sibling does is nothing to the fork
            fork.runToEnd();
            ASSERT_EQ(bytes, bytesOf(fork.outcome())) << "seed " << seed << " step " << steps;
        }
        ASSERT_EQ(bytes, bytesOf(trunk.outcome())) << "seed " << seed;
    }
}

// What takes an event back, if it changes anything but work.
std::optional<EventAction> inverseOf(const EngineState& state, const EventAction& action) {
    if (const auto* scale = std::get_if<ScaleEvent>(&action)) {
        ScaleEvent back;
        for (const auto& [name, target] : scale->targets) {
            Limit before;
            before.gpu = state.tree.quota(*state.tree.find(name)).guaranteed.gpu;
            back.targets.emplace_back(name, before);
        }
        return back;
    }
    if (const auto* policy = std::get_if<PolicyEvent>(&action)) {
        const QuotaPolicy& before = state.tree.quota(*state.tree.find(policy->quota)).policy;
        PolicyEvent back{policy->quota, {}};
        back.change.limit = before.limit;
        back.change.weight = before.weight;
        back.change.rank = before.rank;
        back.change.overQuota = before.overQuota;
        back.change.lend = before.lend;
        back.change.priorityPreemption = before.priorityPreemption;
        back.change.queueing = before.queueing;
        back.change.minRuntime = before.minRuntime;
        back.change.selfPreemption = before.selfPreemption;
        back.change.childPreemption = before.childPreemption;
        return back;
    }
    if (const auto* node = std::get_if<NodeEvent>(&action))
        return NodeEvent{node->node, state.fleet.use(*state.fleet.find(node->node)).state};
    return std::nullopt;
}

std::vector<QuotaNumbers> numbersOf(const Engine& engine) {
    std::vector<QuotaNumbers> numbers;
    for (QuotaId id = 0; id < engine.quotaCount(); ++id)
        numbers.push_back(engine.numbers(id));
    return numbers;
}

// Where a change moved no work, taking it back leaves nothing of it: counters and shares are as
// before.
TEST(Symmetry, WhatIsUndoneLeavesNothing) {
    int undone = 0;
    for (unsigned seed = 1; seed <= 4 * kWorlds; ++seed) {
        Scenario scenario = testing::randomWorld(seed, 6, 12);
        const std::vector<Event> events = std::exchange(scenario.events, {});
        testing::History history(scenario);
        for (int steps = 0; steps < 6; ++steps)
            history.step();
        const Instant now = history.state->now;
        Simulation simulation(std::make_shared<const Scenario>(scenario));
        simulation.runTo(now);
        for (const Event& event : events) {
            const auto back = inverseOf(*history.state, event.action);
            if (!back)
                continue;
            Engine engine = simulation.engine();
            const auto before = numbersOf(engine);
            const std::vector<Input> there{event.action};
            const std::vector<Input> andBack{*back};
            const Decisions made = engine.step(now, there);
            if (!decisionsOf(made).empty() || made.events.front())
                continue;
            const Decisions more = engine.step(now, andBack);
            if (!decisionsOf(more).empty() || more.events.front())
                continue;
            ++undone;
            ASSERT_EQ(before, numbersOf(engine))
                << "seed " << seed << ", " << eventName(event.action);
        }
    }
    EXPECT_GT(undone, 500 / testing::kFewer);
}

}  // namespace
}  // namespace apportion
