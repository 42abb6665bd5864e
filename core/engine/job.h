// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine knows of one workload while it lives.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/engine/decision.h"
#include "core/engine/fleet.h"
#include "core/engine/tree.h"
#include "core/model/workload.h"

namespace apportion {

enum class Phase : std::uint8_t { known, waiting, running, finished, cancelled, rejected };

// Whether any node or limit could ever hold it; if not it stands outside the queue.
enum class Fit : std::uint8_t { possible, neverFits, gpuType };

using ShapeId = std::int32_t;

struct Job {
    std::shared_ptr<const Workload> spec;
    Slot slot;  // of one replica
    QuotaId quota = 0;
    BranchId leaf = kNoBranch;
    GroupId group = 0;
    Phase phase = Phase::known;
    Fit fit = Fit::possible;
    bool preemptible = true;
    int effective = 0;  // effective priority (rule 9, intelligent)
    ShapeId shape = -1;

    Instant submit = 0;               // a snapshot's: no later than its start
    Instant waitingSince = 0;         // while waiting
    Duration waited = 0;              // before waitingSince
    std::optional<Instant> start;     // of the current or last run
    std::optional<Instant> end;       // of what finished or was cancelled
    std::optional<Instant> inWindow;  // balance: since when, while waiting
    Duration done = 0;                // work kept by checkpoints of earlier runs
    int preemptions = 0;
    std::vector<Seat> seats;          // one a replica, while running
    WorkloadId lastTaker = kNobody;   // of the last eviction by 14 to 16 (rule 26)
    int runningVictims = 0;           // how many run now whose lastTaker is this workload
    std::uint32_t startedInPass = 0;  // number of the pass; 0 = never
    std::uint32_t evictedInPass = 0;
    std::uint32_t timer = 0;  // serial of the end timer that counts

    Resources total() const { return slot.request * spec->replicas; }
    Gpu gpu() const { return slot.request.gpu * spec->replicas; }
    Module module() const { return spec->module; }
    int priority() const { return spec->priority; }
};

}  // namespace apportion
