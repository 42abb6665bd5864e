// SPDX-License-Identifier: GPL-3.0-or-later
// Watches the engine step by step and keeps what the engine itself forgets: GPU-time, first starts,
// losses, eviction records and runs. Asks the engine only about workloads that a step touched.
#pragma once

#include <limits>
#include <map>
#include <span>
#include <vector>

#include "core/engine/engine.h"
#include "core/sim/gpu_time.h"
#include "core/sim/runs.h"
#include "core/sim/simulation.h"

namespace apportion {

inline constexpr Instant kNeverStarted = std::numeric_limits<Instant>::min();

class Recorder {
public:
    // `engine` freshly loaded: what runs in it is the snapshot at moment 0.
    Recorder(const Engine& engine, Keep keep);

    // After engine.step(): `decisions` is its answer to `inputs`.
    void record(const Engine& engine, std::span<const Input> inputs, const Decisions& decisions);

    // The last moment at which anything changed.
    Instant lastChange() const { return lastChange_; }
    // The last one at which anything was submitted or decided, which comes behind its events.
    std::optional<Instant> lastBehindEvents() const { return lastBehindEvents_; }
    const GpuTimeBook& gpuTime() const { return gpuTime_; }
    // kNeverStarted if it did not start yet.
    Instant firstStart(WorkloadId id) const {
        return id < firstStart_.size() ? firstStart_[id] : kNeverStarted;
    }
    // 0 where losses are not kept.
    GpuTime lost(WorkloadId id) const { return id < lost_.size() ? lost_[id] : 0; }
    GpuTime lostInAll() const { return lostInAll_; }
    // The first instant whose passes were stopped by the guard of rule 26.
    std::optional<Instant> unsettled() const { return unsettled_; }
    std::int64_t evictionCount() const { return evictionCount_; }
    std::int64_t unprovenCount() const { return unprovenCount_; }  // of them, not proven (rule 19)
    std::int64_t moveCount() const { return moveCount_; }          // of them, by consolidation
    std::int64_t finishedCount() const { return finishedCount_; }
    std::int64_t submittedCount() const { return submittedCount_; }

    const std::vector<Eviction>& evictions() const { return evictions_; }
    // Of what is told to stop, by the serial of its eviction. Null = it is not, or none are kept.
    const Eviction* stoppingBy(std::uint64_t serial) const;
    const std::vector<EventOutcome>& events() const { return events_; }
    std::vector<Run> runsOf(WorkloadId id) const { return runs_.of(id); }

private:
    void opened(const Engine& engine, WorkloadId id, Instant start);
    void closed(const Engine& engine, WorkloadId id, Instant at, std::string_view endedBy);
    void taken(const Engine& engine, const Taken& taking, Instant at);
    void stopped(const Engine& engine, const Stopped& stop, Instant at);
    void lose(WorkloadId id, GpuTime lost);
    // What it holds now counts from `at` on.
    void holds(const Engine& engine, WorkloadId id, Instant at);

    Keep keep_;
    GpuTimeBook gpuTime_;
    Runs runs_;
    Instant lastChange_ = 0;
    std::optional<Instant> lastBehindEvents_;
    std::optional<Instant> unsettled_;
    // Evictions whose victims run on until their grace ends, by serial.
    struct Stopping {
        std::size_t eviction = 0;  // index in evictions_, where they are kept
        EvictionRule rule = EvictionRule::reclaim;
    };
    std::map<std::uint64_t, Stopping> stopping_;
    std::vector<std::int32_t> held_;   // by workload, as Gpu: at most kMostGpu
    std::vector<Instant> firstStart_;  // by workload
    std::vector<GpuTime> lost_;        // by workload; empty while nobody lost anything
    GpuTime lostInAll_ = 0;
    std::int64_t evictionCount_ = 0;
    std::int64_t unprovenCount_ = 0;
    std::int64_t moveCount_ = 0;
    std::int64_t finishedCount_ = 0;
    std::int64_t submittedCount_ = 0;
    std::vector<Eviction> evictions_;
    std::vector<EventOutcome> events_;
};

}  // namespace apportion
