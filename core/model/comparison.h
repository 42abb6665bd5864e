// SPDX-License-Identifier: GPL-3.0-or-later
// Two outcomes side by side: what a change moves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/outcome.h"

namespace apportion {

// What a change does to one workload: the first that holds, in this order.
enum class WorkloadChange {
    added,    // not in the base
    removed,  // not in what is compared with it
    starts,   // did not in the base
    never,    // does not any more; or now it is cancelled or rejected, or never fits
    evicted,  // more often
    spared,   // less often; or it is not cancelled or rejected any more
    earlier,  // by the start (unless it was evicted), else by the end, also that of work which
    later,    // never starts and is cancelled; else, of what was evicted, by how long it waited
    moved,    // ran elsewhere or at other times, ended otherwise, waits elsewhere in the queue or
              // for another reason, waited longer or less and came neither earlier nor later, gave
              // up replicas more or less often, or lost more or less work
};
std::string_view changeText(WorkloadChange change);  // "earlier"

template <typename T>
struct Pair {
    T base{};
    T changed{};
    friend bool operator==(const Pair&, const Pair&) = default;
};

struct QuotaDifference {
    std::string name;
    std::optional<QuotaNumbers> base;     // nothing = not there
    std::optional<QuotaNumbers> changed;  // nothing = not there
    friend bool operator==(const QuotaDifference&, const QuotaDifference&) = default;
};

enum class WaitChange {
    none,
    less,
    longer,
    submittedEarlier,  // of what waits to the end of both runs, where these are as far apart that
    submittedLater,    // it waited less, or longer, all the same
};

// Nothing where the workload is not there (or, for `start`, did not start).
struct WorkloadDifference {
    std::string name;
    WorkloadChange change = WorkloadChange::moved;
    // Where it is listed for nothing but that: then it came neither earlier nor later.
    WaitChange waitAlone = WaitChange::none;
    Pair<std::optional<Instant>> start;
    Pair<std::optional<Instant>> end;
    Pair<std::optional<Duration>> waited;
    Pair<std::optional<int>> preemptions;
    Pair<GpuTime> lost;              // by its evictions
    std::vector<Message> otherwise;  // of what is on both sides: what differs beside all these
    // Of each side: why it waits or was rejected, or that it was cancelled; else, where it waited
    // longer than on the other side, why, if that is known; else why it was evicted or moved or
    // gave up replicas, if it was so more often than there. Where all that would say nothing and it
    // is moved, the changed side has what is otherwise.
    Pair<std::optional<Message>> reason;
    friend bool operator==(const WorkloadDifference&, const WorkloadDifference&) = default;
};

// In words that agree with the times beside them: what only waited longer or less came neither
// later nor earlier, and of what was evicted on both sides it is said what differs. "ends later",
// "on other nodes, loses more work"
std::string changeWords(const WorkloadDifference& workload);

struct Comparison {
    Pair<std::string> names;  // of the files, as the user wrote them
    bool same = true;  // numbers, fates and what work waits for; other numbers of the same reason
                       // make no difference
    Pair<Summary> summary;
    Pair<std::int64_t> moves;                   // of the evictions that are listed
    std::vector<QuotaDifference> quotas;        // all: order of the base, then those that are new
    std::vector<WorkloadDifference> workloads;  // those that differ, in the same order
    // Of the files, those that do not list their workloads: then none are compared.
    std::vector<std::string> withoutWorkloads;
    // Of those that come later, or earlier, how many were not asked why, as there are so many.
    std::int64_t untold = 0;
};

}  // namespace apportion
