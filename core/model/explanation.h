// SPDX-License-Identifier: GPL-3.0-or-later
// One workload explained: why it waits or what became of it, who holds what it needs, and which
// single change would start it.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/model/event.h"
#include "core/model/outcome.h"
#include "core/model/workspace.h"

namespace apportion {

struct Holder {
    std::string workload;
    std::string quota;
    Gpu gpu = 0;
    bool takeable = false;
    Message why;                       // the rule that allows it, or what is against it
    std::optional<Value> beside = {};  // CPU or memory, where that is missing and not GPUs
};

// What it holds of the resource that is missing.
inline Value heldBy(const Holder& holder) {
    return holder.beside.value_or(Value::ofGpu(holder.gpu));
}

struct NodesToAdd {
    Node node;
    int count = 1;
    Instant at = 0;
};

// A cap of a workspace as it would be; the scenario format has no event for it.
struct CapToSet {
    std::string workspace;
    std::size_t index = 0;  // of the workspace's caps, file order
    Cap cap;
    Instant at = 0;
};

// Whom an edit touches, and who runs on: neither is evicted.
struct RunsOn {
    struct Fewer {
        std::string workload;
        int replicas = 0;  // that it gives up
        int of = 0;        // that it ran with
        friend bool operator==(const Fewer&, const Fewer&) = default;
    };
    std::vector<Fewer> fewer;
    std::vector<std::string> moved;  // to other devices, where it begins anew
    friend bool operator==(const RunsOn&, const RunsOn&) = default;
};

// A workload that an edit ends.
struct EndedWork {
    std::string workload;
    std::string quota;
    std::string user;
    Module module = Module::training;
    Gpu gpu = 0;  // that it holds, or asks for
    bool running = true;
    friend bool operator==(const EndedWork&, const EndedWork&) = default;
};

// A single edit, verified by applying it: the workload then starts in that instant, or is booked.
struct Unblock {
    std::variant<Event, NodesToAdd, CapToSet> change;  // at the moment at which it takes effect
    std::vector<std::string> evicts;  // file order; of an elastic workload perhaps replicas only
    Message message;
    RunsOn runsOn = {};  // `fewer`: of `evicts`
    // Booked (rule 11), it starts when what it displaces has stopped: so much later at most. 0 = it
    // starts at once.
    Duration grace = 0;
    std::optional<EndedWork> ends = {};
};

// What a workload would ask for to start in that instant, if it were submitted again: nobody is
// evicted or moved for it.
struct LessAsked {
    Gpu gpu = 0;  // of one replica
    int replicas = 1;
    Message message;
};

// Of those that are taken from, who does not run on.
std::vector<std::string> losingTheirRun(std::vector<std::string> evicts, const RunsOn& runsOn);

struct UnblockAnswer {
    std::vector<Unblock> edits;
    std::vector<Unblock> behind;  // further ones that were found, in the same order
    // Whether no other single edit comes before these. If not, a search met its bound: this one
    // after so many trials, or the one for victims in one of them.
    bool proven = true;
    int trials = 0;
};

struct Run {
    Instant start = 0;
    std::optional<Instant> end;
    std::vector<Placement> placements;
    std::string endedBy;  // "finish", "cancel", or the rule of an eviction; empty while it runs
};

struct Explanation {
    Instant time = 0;
    std::string workload;
    WorkloadState state = WorkloadState::pending;
    std::string quota;
    std::optional<int> position;
    std::optional<Reason> reason;
    // Of a pool that nobody runs: that the rest is told as if somebody did. Nothing = it is so now.
    std::optional<Message> ahead;
    // While it runs and is told to stop as a whole: until when; and in words, also of replicas.
    std::optional<Instant> stopping;
    std::vector<Message> toldToStop;
    std::vector<Holder> holders;  // at most 20
    int holdersLeftOut = 0;
    std::vector<Unblock> unblock;  // at most 5; empty = no single change does it
    std::vector<Unblock> further;  // as UnblockAnswer::behind
    std::optional<LessAsked> less;
    // An estimate, from whoever runs the pool ahead: "by 12:42, earlier if serve ends".
    std::optional<Instant> startsBy;
    std::optional<Message> starts;
    bool unblockProven = true;  // else there may be further ones: see UnblockAnswer
    int unblockTrials = 0;
    std::vector<Run> runs;
    std::vector<Eviction> evictions;  // of this workload
};

}  // namespace apportion
