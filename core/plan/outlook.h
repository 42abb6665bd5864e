// SPDX-License-Identifier: GPL-3.0-or-later
// What a scale does in the day ahead, as a part of its effect: tried on two forks of the present
// state, one with it, one without. Exact for as long as nobody submits, ends or changes anything
// else. A workload without a stated duration counts as running forever.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/outcome.h"
#include "core/plan/draft/scale_level.h"

namespace apportion {

struct ScaleRequest {
    ScaleTargets targets;
    ScaleMode mode = ScaleMode::refuse;
    Duration after = 0;  // reclaim only
    friend bool operator==(const ScaleRequest&, const ScaleRequest&) = default;
};

struct ScaleAmounts {
    Gpu guaranteed = 0;
    Gpu running = 0;  // at or below
    Gpu fairShare = 0;
    Gpu waiting = 0;
    friend bool operator==(const ScaleAmounts&, const ScaleAmounts&) = default;
};

struct ScaleQuotaEffect {
    std::string quota;
    bool ownPart = false;  // what the quota has beside its children
    ScaleAmounts before;   // as things stand; at a later moment, as they would without the scale
    ScaleAmounts after;
    friend bool operator==(const ScaleQuotaEffect&, const ScaleQuotaEffect&) = default;
};

struct ScaleMoment {
    Instant at = 0;
    std::vector<ScaleQuotaEffect> quotas;
    friend bool operator==(const ScaleMoment&, const ScaleMoment&) = default;
};

enum class ScaleEffect {
    evicted,
    fewerReplicas,
    moved,
    starts,  // does not without the scale
    startsEarlier,
    startsLater,
    waitsOn,        // would start without the scale
    spared,         // would be evicted without it
    keepsReplicas,  // would give up some without it
    startsAnyway,   // at once with the scale and without: nobody has decided yet
    neverStarts,    // again, of what runs: alone it is beyond what a quota would guarantee
    otherReason,    // waits with the scale and without, for another reason
    unchanged,
};

struct ScaleWorkloadEffect {
    ScaleEffect effect = ScaleEffect::unchanged;
    std::string workload;
    std::string quota;
    Module module = Module::training;
    Gpu gpu = 0;
    bool running = false;        // at the beginning
    std::optional<Instant> at;   // when it happens
    std::optional<Duration> by;  // how much later or earlier
    GpuTime lost = 0;            // of an eviction
    int replicas = 0;            // that it gives up, with the scale or without
    int of = 0;                  // that it runs with
    std::optional<Message> why;
    std::vector<Rule> rules;
    std::optional<Message> whyWithout;  // of otherReason: why it would wait without the scale
    std::optional<Eviction> record;     // of what is taken with the scale, with its next best set
    std::optional<Message> neverAgain;  // of what is taken: why it cannot start again
};

// How long what waits now, or is evicted within the horizon, has to wait from now on, with the
// scale or without: the 95th percentile, at or below a quota.
struct ScaleWait {
    std::string quota;
    bool ownPart = false;
    int workloads = 0;  // that wait in one of both
    Duration before = 0;
    Duration after = 0;
    bool beforeOver = false;  // it does not end within the horizon
    bool afterOver = false;
};

struct Outlook {
    ScaleRequest request;
    Instant at = 0;
    Gpu whole = 0;  // what the quotas shown divide, before or after, whichever is more
    ScaleMoment atOnce;
    // When the mode has done its work, at once, after the delay, or when it is drained, and whoever
    // it told to stop has stopped.
    std::optional<ScaleMoment> settled;
    std::optional<Message> unsettled;            // why that is not known
    std::vector<ScaleWorkloadEffect> workloads;  // changed ones first, in order of time
    int unchanged = 0;
    std::vector<ScaleWait> waits;        // as the quotas of `atOnce`
    std::optional<Message> waitUnknown;  // then `waits` is empty, and starts end with `settled`
    std::optional<Message> waitNote;     // what makes `waits` shorter than they are told
};

}  // namespace apportion
