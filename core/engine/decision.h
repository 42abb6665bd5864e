// SPDX-License-Identifier: GPL-3.0-or-later
// What goes into the engine at one instant, and what came of it.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/model/event.h"
#include "core/model/message.h"
#include "core/model/outcome.h"

namespace apportion {

using WorkloadId = std::uint32_t;  // file order
using QuotaId = std::uint32_t;     // file order
inline constexpr WorkloadId kNobody = std::numeric_limits<WorkloadId>::max();

struct Submit {
    WorkloadId workload = kNobody;
};

// A live command that was told to stop and did so before its grace period was over. Ignored of a
// workload that is not told to stop.
struct StoppedEarly {
    WorkloadId workload = kNobody;
};

using Input = std::variant<Submit, EventAction, StoppedEarly>;

struct Ended {
    WorkloadId workload = kNobody;
    bool cancelled = false;
    bool ran = false;  // it was running, not waiting
};

// Key (a2) of rule 19 where keys are single letters.
inline constexpr char kBelowShare = '2';

// One run taken from a workload, or a replica of it (`elastic`); for `consolidation` it runs on
// elsewhere.
struct Taken {
    std::uint64_t serial = 0;  // of this eviction, ascending
    WorkloadId victim = kNobody;
    WorkloadId taker = kNobody;  // kNobody for scale and node
    // Where the taker is the victim, which began anew in the same instant: who took it before.
    WorkloadId before = kNobody;
    EvictionRule rule = EvictionRule::reclaim;
    QuotaId quota = 0;  // where the rule was set; for reclaim the taker's
    Gpu gpu = 0;
    GpuTime lost = 0;
    // It runs on until its grace ends; what is lost then comes in `Decisions::stopped`.
    bool stopping = false;
    const char* resource = nullptr;  // rule `scale`, of a lower limit: that
    std::optional<int> node;         // rule `node`: the one that went down, by its index
    // Rule 14: the quota that gave, just below the level where both sides meet, what it held before
    // the decision and what it may keep. Of a lower limit, in its resource, what it counted and
    // the limit.
    std::optional<QuotaId> from;
    std::int64_t placed = 0;
    Gpu charge = 0;                // more than that where something is kept back
    std::vector<QuotaId> keepers;  // for these
    std::int64_t bound = 0;
    bool deserved = false;  // the taker asked for its guarantee, else for its fair share
    std::vector<WorkloadId> runnerUp;
    char worseBy = 0;  // key of rule 19 or kBelowShare, 0 = no runner-up known
    bool proven = true;
};

// A victim, or a replica of it, whose grace is over: it stopped, and this is what was lost since.
// Or it ended by itself before: then nothing is lost, and what the record said is taken back.
struct Stopped {
    WorkloadId workload = kNobody;
    std::uint64_t serial = 0;  // of its eviction
    GpuTime lost = 0;
    bool ended = false;
};

// What a scale in mode reclaim takes back when its delay is over (rule 21), as things stand.
struct PendingReclaim {
    QuotaId quota = 0;
    Instant at = 0;
    Gpu gpu = 0;          // beyond the bound: whole workloads go, so it may be more
    bool bySize = false;  // a guarantee larger by that much would keep them
    friend bool operator==(const PendingReclaim&, const PendingReclaim&) = default;
};

// Net effect of one instant: who was started and taken back in it does not appear.
struct Decisions {
    Instant at = 0;
    std::vector<Ended> ended;
    std::vector<Stopped> stopped;  // before `taken` in effect
    std::vector<Taken> taken;      // in order of decision; before `started` in effect
    std::vector<WorkloadId> started;
    std::vector<WorkloadId> booked;  // they start when their victims have stopped
    std::vector<WorkloadId> grown;   // replicas were added
    std::vector<WorkloadId> rejected;
    // One for each event of the input, in order: nothing = applied, else why it was refused.
    std::vector<std::optional<Message>> events;
    // The passes did not come to rest and were stopped (rule 26): what stands is legal, but more
    // could be decided. Never seen; a guard against rings that the rules do not foresee.
    bool unsettled = false;
    // Evictions whose delay after a scale ran out stand in `taken` with rule scale.
    void clear() {
        ended.clear();
        stopped.clear();
        taken.clear();
        started.clear();
        booked.clear();
        grown.clear();
        rejected.clear();
        events.clear();
        unsettled = false;
    }
    // Of what passes decide, behind the events (rule 25).
    bool anyBehindEvents() const {
        return !taken.empty() || !started.empty() || !booked.empty() || !grown.empty() ||
               !rejected.empty();
    }
    bool any() const {
        if (!ended.empty() || !stopped.empty() || anyBehindEvents())
            return true;
        for (const auto& refusal : events)
            if (!refusal)
                return true;
        return false;
    }
};

}  // namespace apportion
