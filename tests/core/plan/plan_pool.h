// SPDX-License-Identifier: GPL-3.0-or-later
// A pool small enough to work its runs out by hand, and edits for it.
#pragma once

#include <memory>
#include <sstream>

#include "core/io/answers/outcome_writer.h"
#include "core/plan/sweep.h"
#include "tests/core/engine/pool.h"

namespace apportion::testing {

// One node of 4 GPUs, one quota with two children of 2 each, first come, first served:
//   a in left: 4 GPUs, 0 to 10; b in left: 4 GPUs, waits from 0 to 10, runs to 20.
inline Pool twoJobs() {
    Pool pool;
    pool.nodes(1, 4);
    pool.quota("root", 4).policy.queueing = Queueing::fifo;
    pool.quota("left", 2, "root").policy.queueing = Queueing::fifo;
    pool.quota("right", 2, "root").policy.queueing = Queueing::fifo;
    for (const char* name : {"a", "b"}) {
        Workload& work = pool.work(name, "left", 4 * kOneGpu, 0);
        work.duration = 10 * kSecond;
        work.preemptible = true;
    }
    return pool;
}

inline PlanBase baseOf(const Scenario& scenario, std::optional<Instant> until = {}) {
    return PlanBase(std::make_shared<const Scenario>(scenario), until);
}

// Not inline: GCC 12 takes the variants of the inlined ones for uninitialized.
PlanEdit edit(Instant seconds, EventAction action);
PlanEdit edit(Instant seconds, AddNodes action);
PlanEdit edit(Instant seconds, RemoveNodes action);
PlanEdit edit(Instant seconds, AddQuota action);
PlanEdit edit(Instant seconds, Forecast action);

inline PlanEdit scaleTo(Instant seconds, const std::string& quota, Gpu gpus,
                        ScaleMode mode = ScaleMode::refuse) {
    ScaleEvent scale;
    scale.targets.emplace_back(quota, Limit{gpus * kOneGpu, {}, {}});
    scale.mode = mode;
    return edit(seconds, EventAction{scale});
}

inline PlanEdit addNode(Instant seconds, const std::string& name, Gpu gpus) {
    AddNodes add;
    add.group.node.name = name;
    add.group.node.gpu = gpus * kOneGpu;
    return edit(seconds, add);
}

inline std::string bytesOfOutcome(const Outcome& outcome) {
    std::ostringstream out;
    writeOutcome(out, outcome);
    return out.str();
}

// The bytes of every run, "refused …" for what was refused.
std::vector<std::string> swept(const PlanBase& base, const std::vector<Applied>& sets,
                               const SweepOptions& options);

// What simulate would say of a scenario.
inline std::string simulated(Scenario scenario) {
    Simulation simulation(std::make_shared<const Scenario>(std::move(scenario)),
                          {.evictions = true, .runs = false});
    simulation.runToEnd();
    return bytesOfOutcome(simulation.outcome());
}

}  // namespace apportion::testing
