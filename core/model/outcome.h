// SPDX-License-Identifier: GPL-3.0-or-later
// What came of a scenario: the answer of simulate, replay and plan run, as values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/message.h"
#include "core/model/quantity.h"
#include "core/model/reason.h"
#include "core/model/workload.h"

namespace apportion {

using GpuTime = std::int64_t;  // 1/100 GPU x milliseconds: 100,000 make a GPU-second

// Failed is what a command on this machine may do; a simulated workload never does.
enum class WorkloadState { pending, running, finished, cancelled, rejected, failed };
std::string_view stateText(WorkloadState state);
std::optional<WorkloadState> stateFromText(std::string_view text);

enum class EvictionRule {
    reclaim,
    selfLevel,
    childLevel,
    idle,
    elastic,
    consolidation,
    scale,
    node
};
std::string_view ruleText(EvictionRule rule);  // "self-level"
std::optional<EvictionRule> evictionRuleFromText(std::string_view text);
Rule ruleOf(EvictionRule rule);  // the numbered rule behind it

// The counters of a quota (rule 4). Without idle work, which stands in `idle`.
struct QuotaNumbers {
    Gpu guaranteed = 0;
    std::optional<Gpu> limit;  // the effective one, own or inherited
    Gpu fairShare = 0;
    Gpu own = 0;               // placed here
    Gpu below = 0;             // placed in the quotas below
    Gpu above = 0;             // what an ancestor's own work uses of this guarantee; display only
    Gpu subtree = 0;           // own + below
    Gpu borrowed = 0;          // used beyond the guarantee
    Gpu lent = 0;              // idle guarantee that others use
    Gpu unassigned = 0;        // guarantee less the children's sum; 0 for a quota without children
    Gpu idle = 0;              // held by idle workloads at or below
    Gpu pending = 0;           // requests that wait at or below, idle work excluded
    int pendingWorkloads = 0;  // idle ones too
    Gpu overQuota = 0;         // subtree beyond the guarantee
    friend bool operator==(const QuotaNumbers&, const QuotaNumbers&) = default;
};

struct WorkloadOutcome {
    WorkloadState state = WorkloadState::pending;
    std::vector<Placement> placements;
    std::optional<Instant> start;  // of the current or last run
    std::optional<Instant> end;
    std::optional<int> position;  // in its quota's queue, from 1
    int preemptions = 0;
    Duration waited = 0;              // all time spent pending so far
    std::optional<Instant> stopping;  // end of the grace period
    std::optional<Reason> reason;     // while pending or rejected
    friend bool operator==(const WorkloadOutcome&, const WorkloadOutcome&) = default;
};

struct Eviction {
    Instant at = 0;
    std::string victim;
    std::string preemptor;  // empty = nobody (scale, node)
    EvictionRule rule = EvictionRule::reclaim;
    std::string quota;  // where the rule was set; for reclaim the taker's
    Gpu gpu = 0;        // what the victim held
    GpuTime lost = 0;
    Message why;
    std::vector<std::string>
        runnerUp;  // the next best victim set; empty = none was possible or it was not asked for
    std::string worseBy;  // the key of rule 19 that decided: "a", "a2", "b" … "i"
    bool proven = true;
    friend bool operator==(const Eviction&, const Eviction&) = default;
};

struct EventOutcome {
    Instant at = 0;
    std::string action;  // "scale", "policy", …
    bool applied = true;
    std::optional<Message> reason;  // of a refusal
    friend bool operator==(const EventOutcome&, const EventOutcome&) = default;
};

// First start less submit. Milliseconds; mean rounded half up.
struct WaitNumbers {
    Duration mean = 0, p50 = 0, p90 = 0, p95 = 0, p99 = 0, max = 0;
    int atOnce = 0;
    int atLeast = 0;  // workloads that still wait: they count with their wait so far
    friend bool operator==(const WaitNumbers&, const WaitNumbers&) = default;
};

struct QuotaSummary {
    GpuTime gpuTime = 0;
    WaitNumbers wait;     // of the workloads that started
    WaitNumbers waitAll;  // also of those that wait, or were cancelled while they waited
    friend bool operator==(const QuotaSummary&, const QuotaSummary&) = default;
};

struct Summary {
    std::int64_t workloads = 0;
    std::int64_t finished = 0;
    std::int64_t evictions = 0;
    GpuTime gpuTime = 0;
    GpuTime wastedGpuTime = 0;
    std::int64_t utilizationMillionths = 0;
    WaitNumbers wait;  // as in QuotaSummary
    WaitNumbers waitAll;
    Instant makespan = 0;  // the last moment at which anything ran
    std::vector<std::pair<std::string, QuotaSummary>> byQuota;  // file order; at or below
    friend bool operator==(const Summary&, const Summary&) = default;
};

struct Outcome {
    Instant time = 0;
    std::vector<std::pair<std::string, QuotaNumbers>> quotas;        // file order
    std::vector<std::pair<std::string, WorkloadOutcome>> workloads;  // file order, once submitted
    std::vector<Eviction> evictions;                                 // in order of decision
    std::vector<EventOutcome> events;
    Summary summary;
    // Whether the clock was stopped while something was still to come. Nothing: it is not known, as
    // of a document, which does not say it.
    std::optional<bool> cutOff = {};
    // Of the summary's workloads those that never started, in whose waits they do not count.
    // Nothing for a document, as above.
    std::optional<std::int64_t> neverStarted = {};
    // Of the summary's workloads those that still run at `time`. Nothing for a document.
    std::optional<std::int64_t> stillRunning = {};
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

}  // namespace apportion
