// SPDX-License-Identifier: GPL-3.0-or-later
// Collects metrics over time while a run goes on. Each step costs what it reports, and one look at
// the pending GPUs of the roots; all quotas are looked at once a bucket.
#pragma once

#include "core/model/metrics.h"
#include "core/sim/int128.h"
#include "core/sim/simulation.h"

namespace apportion {

class MetricsCollector {
public:
    // `every` > 0. Before the first step, or on a simulation that stands at moment 0.
    MetricsCollector(const Simulation& simulation, Duration every);

    // Before the simulation steps to `next`: nothing changes until then.
    void before(const Simulation& simulation, Instant next);
    void after(const Simulation& simulation);
    // Closes the bucket of the outcome's moment.
    MetricSeries finish(const Simulation& simulation);

private:
    void takeQuotas(const Engine& engine);
    void closeBucket(const Simulation& simulation, Instant end);
    void pendingUntil(Instant at);
    void countStarts(const Simulation& simulation);

    MetricSeries series_;
    std::size_t quotas_ = 0;  // so many are known
    std::vector<QuotaId> roots_, leaves_;
    Gpu pending_ = 0;
    Instant pendingSince_ = 0;
    GpuTime pendingSum_ = 0;  // of the bucket
    Int128 heldBefore_ = 0;   // integrals at the bucket's begin
    Int128 roomBefore_ = 0;
    std::int64_t started_ = 0;  // of the bucket
    Int128 waitSum_ = 0;
    Duration longestWait_ = 0;
    std::int64_t evictionsBefore_ = 0, movesBefore_ = 0;
    GpuTime wastedBefore_ = 0;
    Instant begin_ = 0;
};

}  // namespace apportion
