// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine knows of one workload while it lives: of what it says about itself only what is
// asked at every step (EngineState::specOf() has the rest).
#pragma once

#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

#include "core/engine/decision.h"
#include "core/engine/fleet.h"
#include "core/engine/tree.h"
#include "core/model/workload.h"

namespace apportion {

// `booked`: it waits for the end of its victims' grace; its seats count in the books, nothing runs
// there yet (rule 11).
enum class Phase : std::uint8_t { known, waiting, booked, running, rejected };

// Whether any node or limit could ever hold it; if not it stands outside the queue.
enum class Fit : std::uint8_t { possible, neverFits, gpuType };

using ShapeId = std::int32_t;
using AccountId = std::int32_t;

// One replica of an elastic workload: its number, and since when it runs.
struct ReplicaMark {
    int place = 0;
    Instant since = 0;
};

// All of a workload, where one of its replicas could be meant.
inline constexpr int kWhole = -1;

// Of work that runs until it is ended.
inline constexpr Duration kEndless = std::numeric_limits<Duration>::max();

// Numbers alone, so that a job is made anew at the price of a copy.
struct JobNumbers {
    WorkloadId id = kNobody;
    Slot slot;  // of one replica
    QuotaId quota = 0;
    BranchId leaf = kNoBranch;
    GroupId group = 0;
    Phase phase = Phase::known;
    Fit fit = Fit::possible;
    bool preemptible = true;
    bool runsIdle = false;
    Module module = Module::training;
    int priority = 5;
    int replicas = 1;
    int toStart = 1;  // of them
    Duration duration = kEndless;
    Duration checkpoint = 0;  // 0 = none
    bool atCap = false;       // while waiting: a cap keeps it out of its queue (rule 24)
    int effective = 0;        // effective priority (rule 9, intelligent)
    ShapeId shape = -1;
    std::uint32_t shapedAsOf = 0;  // number of the nodes and limits that shape and fit are of
    int line = -1;                 // of its queue, while it stands there

    Instant submit = 0;                // a snapshot's: no later than its start
    Instant waitingSince = 0;          // while waiting
    Duration waited = 0;               // before waitingSince
    std::optional<Instant> start;      // of the current or last run
    std::optional<Instant> inWindow;   // balance: since when, while waiting
    std::optional<Instant> stopUntil;  // it runs on until then, out of the books (rule 11)
    Duration done = 0;                 // work kept by checkpoints of earlier runs
    int preemptions = 0;
    Gpu wanted = 0;                   // what it counts in the shares beyond its seats (rule 5)
    WorkloadId lastTaker = kNobody;   // of the last eviction by 14 to 16 (rule 26)
    int runningVictims = 0;           // how many run now whose lastTaker is this workload
    std::uint32_t startedInPass = 0;  // number of the pass; 0 = never
    std::uint32_t evictedInPass = 0;
    std::uint32_t askedInRound = 0;
    std::uint32_t timer = 0;  // serial of the end timer that counts
};
static_assert(std::is_trivially_copyable_v<JobNumbers>);

struct Job : JobNumbers {
    std::vector<Seat> seats;          // one a replica, while running or booked
    std::vector<ReplicaMark> marks;   // beside `seats`, of an elastic workload only
    std::vector<AccountId> accounts;  // the caps that count it

    int least() const { return toStart; }
    bool elastic() const { return least() < replicas; }
    bool idle() const { return runsIdle; }
    // What it asks for to start.
    Resources request() const { return slot.request * least(); }
    Gpu requestGpu() const { return slot.request.gpu * least(); }
    // What its seats hold.
    Resources held() const { return slot.request * static_cast<int>(seats.size()); }
    Gpu heldGpu() const { return slot.request.gpu * static_cast<Gpu>(seats.size()); }

    // Nothing is known of it any more; the memory of its lists is kept.
    void forget() {
        static constexpr JobNumbers kNone;
        static_cast<JobNumbers&>(*this) = kNone;
        seats.clear();
        marks.clear();
        accounts.clear();
    }
};

}  // namespace apportion
