// SPDX-License-Identifier: GPL-3.0-or-later
// An engine with a busy pool loaded and all its waiting work asked once, to be measured from there.
#pragma once

#include "core/engine/engine.h"
#include "tests/bench/busy_pool.h"

namespace apportion::bench {

struct BusyEngine {
    // Throws if the first step starts or evicts anything: then the pool would not be at rest.
    explicit BusyEngine(PoolShape shape);

    // One arrival or one end at the next millisecond, with nothing else in it.
    Decisions arrive(Workload workload);
    Decisions apply(EventAction action);
    Instant next() const { return engine.now() + 1; }

    BusyPool pool;
    Engine engine;
};

// Made once for each shape, since loading the largest takes longer than what is measured. To be
// copied: a copy of an engine is a fork.
const BusyEngine& busyEngine(PoolShape shape);

// What the bare loop takes for one arrival or one end of this pool's work, in seconds, at a load of
// 0.95.
double bareSecondsOfAnEvent(const BusyPool& pool);

}  // namespace apportion::bench
