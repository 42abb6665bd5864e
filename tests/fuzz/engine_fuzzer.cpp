// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a small scenario, run step by step: what must hold after every instant holds, and a
// fork from the middle comes to the same end. What is found is printed as a scenario file, which
// apportionctl simulate can run.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "core/io/scenario_writer.h"
#include "core/model/validate.h"
#include "core/sim/simulation.h"
#include "tests/core/engine/invariants.h"
#include "tests/fuzz/fuzzed_scenario.h"

namespace apportion {
namespace {

// Far more than the events, ends and timers of the largest scenario that is made.
constexpr int kMostSteps = 1000;

[[noreturn]] void fail(const Simulation& simulation, const std::string& what) {
    std::cerr << "at " << simulation.now() << ": " << what << '\n';
    writeScenario(std::cerr, simulation.scenario());
    std::abort();
}

void check(const Simulation& simulation) {
    const testing::Broken broken = testing::brokenInvariants(simulation);
    if (!broken.empty())
        fail(simulation, broken.front());
}

// What a question about one workload costs is many engines.
constexpr int kMostAsked = 2;

// Questions change nothing, and every change that is said to start a workload does.
void ask(const Simulation& simulation) {
    const Outcome before = simulation.outcome();
    const Engine& engine = simulation.engine();
    int asked = 0;
    for (WorkloadId id = 0; id < engine.workloadCount() && asked < kMostAsked; ++id) {
        if (!engine.submitted(id) || engine.state(id) != WorkloadState::pending)
            continue;
        ++asked;
        const std::string& name = engine.workload(id).name;
        if (!engine.reason(id))
            fail(simulation, name + " waits for no reason");
        constexpr std::size_t kMostAnswers = 5;
        int leftOut = 0;
        engine.holders(id, kMostAnswers, leftOut);
        const UnblockAnswer answer = engine.unblock(id, kMostAnswers, engine.now());
        for (const Unblock& unblock : answer.edits) {
            const auto* event = std::get_if<Event>(&unblock.change);
            if (!event)
                continue;
            Engine changed = engine;
            const Input input = event->action;
            const Decisions made = changed.step(changed.now(), {&input, 1});
            const auto names = [id](const std::vector<WorkloadId>& ids) {
                return std::find(ids.begin(), ids.end(), id) != ids.end();
            };
            if (!names(made.started) && !names(made.booked))
                fail(simulation, name + " does not start although a change was to start it");
        }
    }
    if (simulation.outcome() != before)
        fail(simulation, "a question changed the outcome");
}

void run(FuzzedDataProvider& bytes) {
    const auto middle = bytes.ConsumeIntegralInRange<int>(0, 12);
    const auto scenario = std::make_shared<const Scenario>(fuzzedScenario(bytes));
    if (hasErrors(validate(*scenario)))
        return;
    Simulation simulation(scenario);
    std::optional<Simulation> fork;
    int steps = 0;
    while (simulation.step()) {
        check(simulation);
        if (++steps == middle) {
            ask(simulation);
            fork = simulation;
        }
        if (steps == kMostSteps)
            fail(simulation, "it does not come to an end");
    }
    if (!fork)
        return;
    fork->runToEnd();
    if (fork->outcome() != simulation.outcome())
        fail(simulation, "a fork after step " + std::to_string(middle) + " has another outcome");
}

}  // namespace
}  // namespace apportion

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    FuzzedDataProvider bytes(data, size);
    apportion::run(bytes);
    return 0;
}
