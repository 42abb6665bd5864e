// SPDX-License-Identifier: GPL-3.0-or-later
// Run once while Apportion is built, with counters in the engine: what it makes hot here, the
// compiler then lays out and inlines as such (installer/cmake/ApportionTraining.cmake). Nothing
// depends on what comes of these runs; they should only resemble real ones. Arguments: the traces
// philly and openb.
#include <cstdio>
#include <memory>
#include <utility>

#include "core/io/traces/read_trace.h"
#include "core/sim/metrics.h"
#include "core/sim/replay/derive.h"
#include "core/sim/simulation.h"

namespace apportion {
namespace {

bool run(const char* path, const char* format, const ReplayOptions& options,
         JobsAs as = JobsAs::recorded, Keep keep = {.evictions = false, .runs = false}) {
    auto trace = readTrace(path, format);
    if (!trace)
        return false;
    auto replay = deriveReplay(std::move(*trace), options, as);
    if (!replay)
        return false;
    Simulation simulation(std::make_shared<const Scenario>(std::move(replay->scenario)), keep);
    MetricsCollector metrics(simulation, 3600 * kSecond);
    for (auto next = simulation.next(); next; next = simulation.next()) {
        metrics.before(simulation, *next);
        simulation.step();
        metrics.after(simulation);
    }
    (void)metrics.finish(simulation);
    (void)simulation.outcome(Detail::summary);
    return true;
}

// One pool in order; teams on pools that are overloaded, busy and idle, the second as a plan runs
// it; parts of GPUs.
bool runAll(const char* philly, const char* openb) {
    ReplayOptions inOrder;
    inOrder.pool = {1, 480};
    inOrder.queueing = Queueing::fifo;
    ReplayOptions teams;
    teams.quotas = ReplayQuotas::groups;
    teams.pool = {60, 8};
    ReplayOptions busy = teams;
    busy.pool = {90, 8};
    busy.first = 20'000;
    ReplayOptions idle = teams;
    idle.pool = {352, 8};
    idle.first = 20'000;
    ReplayOptions parts;
    parts.pool = {4, 8};
    return run(philly, "philly", inOrder) && run(philly, "philly", teams) &&
           run(philly, "philly", busy, JobsAs::workloads, {}) && run(philly, "philly", idle) &&
           run(openb, "openb", parts);
}

}  // namespace
}  // namespace apportion

int main(int argc, char** argv) {
    if (argc == 3 && apportion::runAll(argv[1], argv[2]))
        return 0;
    std::fputs("the traces to learn from cannot be read\n", stderr);
    return 1;
}
