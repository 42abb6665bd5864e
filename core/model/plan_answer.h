// SPDX-License-Identifier: GPL-3.0-or-later
// What came of the sets of a plan.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/model/metrics.h"
#include "core/model/outcome.h"

namespace apportion {

// An edit that the engine refused when its moment came.
struct RefusedEdit {
    std::size_t edit = 0;  // its place in the set
    Instant at = 0;
    Message reason;
    // Of the first one of a set: those refused without it that share no quota, node or workload.
    std::vector<RefusedEdit> also = {};
    friend bool operator==(const RefusedEdit&, const RefusedEdit&) = default;
};

// An event of the base's own that is refused.
struct RefusedEvent {
    std::size_t event = 0;  // its place in the base
    Instant at = 0;
    Message reason;
    friend bool operator==(const RefusedEvent&, const RefusedEvent&) = default;
};

// What was taken from the workloads at or below a quota.
struct QuotaTally {
    std::int64_t evictions = 0;
    GpuTime wasted = 0;
    friend bool operator==(const QuotaTally&, const QuotaTally&) = default;
};

struct SetOutcome {
    // A refusal ends the run of a set, whose outcome then says nothing.
    std::optional<RefusedEdit> refused;
    Outcome outcome;
    std::vector<RefusedEvent> refusedEvents;  // in order of time
    std::int64_t moves = 0;                   // of the evictions, by consolidation
    std::optional<MetricSeries> metrics;
    // Why workloads still waited at the moment at which they first started in the base.
    std::vector<std::pair<std::string, Message>> delays;
    std::vector<QuotaTally> tallies;      // in the order of the outcome's quotas, if asked for
    std::vector<std::int64_t> shareKept;  // millionths, in that order, if asked for
    // The first instant whose passes were stopped by the guard of rule 26.
    std::optional<Instant> unsettled;
    std::int64_t unproven = 0;       // of the evictions, by a search that met its bound (rule 19)
    std::int64_t unprovenWaits = 0;  // workloads for which such a search found nothing
};

// Of a number over n futures: the elements at floor(n x p) of the sorted list, at most the last. Of
// 19, 39 or 99 futures exactly 80 % of what comes lies between p10 and p90.
struct Band {
    std::int64_t p10 = 0, p50 = 0, p90 = 0;
    std::int64_t lower = 0, higher = 0;  // futures in which it is below 0, and above 0
    friend bool operator==(const Band&, const Band&) = default;
};

struct QuotaBands {
    Band meanWait, p95Wait;        // milliseconds; of the workloads that started
    Band meanWaitAll, p95WaitAll;  // of all, those that wait still with their wait so far
    Band stillWaiting;             // workloads that never started
    Band evictions;
    Band wasted;  // GpuTime
    Band used;    // GpuTime
    friend bool operator==(const QuotaBands&, const QuotaBands&) = default;
};

struct OutcomeBands {
    QuotaBands all;
    Band utilization;                                         // millionths
    std::vector<std::pair<std::string, QuotaBands>> byQuota;  // file order; at or below
    friend bool operator==(const OutcomeBands&, const OutcomeBands&) = default;
};

// A set against the base over the same futures, future by future.
struct SetBands {
    OutcomeBands bands;
    OutcomeBands delta;        // set less base, by quota those that both have
    std::int64_t refused = 0;  // futures in which the set could not be applied; not in the bands
    std::int64_t futures = 0;  // that are in the bands
};

// How often bands held in the weeks of a trace that were held back.
struct CheckedBand {
    std::string metric;  // "gpuHours" (submitted), "meanWait", "p95Wait", "evictions": of a week
    std::string of;      // a quota; empty = the whole pool
    int held = 0;        // weeks whose number was within p10 to p90
    int times = 0;       // held-back weeks with something to compare
};

struct PlanCheck {
    std::int64_t baseWeeks = 0;
    std::int64_t heldWeeks = 0;
    std::vector<CheckedBand> bands;  // by metric: the whole pool, then the quotas in file order
    GpuTime submittedBefore = 0;     // in a base week, on average
    GpuTime submittedHeld = 0;       // in a held-back week, on average
};

}  // namespace apportion
