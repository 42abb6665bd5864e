// SPDX-License-Identifier: GPL-3.0-or-later
// What quotas had of their guarantees over time, and what became of the capacity: every instant is
// divided exactly.
#pragma once

#include <span>
#include <vector>

#include "core/report/usage.h"
#include "core/sim/int128.h"

namespace apportion::report {

// 1/100 GPU x milliseconds. A million GPUs for three years are more than 64 bits hold.
using Amount = Int128;

// guaranteed = within + lent + idleWaited + idleCalm + out.
struct QuotaColumns {
    Amount guaranteed = 0;
    Amount within = 0;
    Amount borrowed = 0;    // in use above the guarantee; background work is always above it
    Amount lent = 0;        // guaranteed, not used, and in use by others
    Amount idleWaited = 0;  // guaranteed and free, while workloads of other quotas waited
    Amount idleCalm = 0;    // the same, while none did
    Amount out = 0;         // guaranteed, and down or not recorded
    Amount entitled = 0;    // without what its children are entitled to
    Amount known = 0;       // milliseconds for which that is known
    Amount compared = 0;    // in use in those milliseconds
    QuotaColumns& operator+=(const QuotaColumns& other);
};

// total = used + free + down + unknown.
struct CapacityColumns {
    Amount total = 0, used = 0, free = 0, down = 0, unknown = 0;
    Amount freeWaited = 0;  // of `free`: while workloads waited
    CapacityColumns& operator+=(const CapacityColumns& other);
    friend bool operator==(const CapacityColumns&, const CapacityColumns&) = default;
};

struct Swept {
    std::vector<CapacityColumns> capacity;          // by bucket
    std::vector<std::vector<QuotaColumns>> quotas;  // by bucket, by quota
};

// All that changes over a span of time, in order. Several threads can sweep it.
class Timeline {
public:
    struct Change;

    Timeline(const Usage& usage, Moment from, Moment to);
    ~Timeline();
    Timeline(const Timeline&) = delete;
    Timeline& operator=(const Timeline&) = delete;

    // `edges` ascending, from the first to the last moment: buckets lie between two of them.
    Swept sweep(std::span<const Moment> edges) const;
    // The same where each quota that is `depth` below its root stands for all at or below it: what
    // its children lend each other is neither borrowed nor lent. Without fair shares.
    Swept sweepAt(std::span<const Moment> edges, int depth) const;

private:
    void addJobs(Moment from, Moment to);
    Swept sweepCells(std::span<const Moment> edges, std::vector<std::uint32_t> cellOf) const;

    const Usage& usage_;
    std::vector<Change> changes_;
};

Swept sweep(const Usage& usage, std::span<const Moment> edges);
int depthOf(const Usage& usage, std::uint32_t quota);

}  // namespace apportion::report
