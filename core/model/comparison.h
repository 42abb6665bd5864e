// SPDX-License-Identifier: GPL-3.0-or-later
// Two outcomes side by side: what a change moves.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/outcome.h"

namespace apportion {

// What a change does to one workload: the first that holds, in this order.
enum class Change {
    added,    // not in the base
    removed,  // not in what is compared with it
    starts,   // waited for ever (or was rejected)
    never,    // now it does
    evicted,  // more often
    spared,   // less often
    earlier,  // start (unless it was evicted), else end, waiting time or place in the queue
    later,
    moved,  // it waited no longer, but ran elsewhere or at other times, or ended otherwise
};
std::string_view changeText(Change change);  // "earlier"

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

// Nothing where the workload is not there (or, for `start`, did not start).
struct WorkloadDifference {
    std::string name;
    Change change = Change::moved;
    Pair<std::optional<Instant>> start;
    Pair<std::optional<Duration>> waited;
    Pair<std::optional<int>> preemptions;
    // Of each side: why it waits or was rejected, or that it was cancelled; else, where it waited
    // longer than on the other side, why, if that is known; else why it was evicted, if it was so
    // more often than there.
    Pair<std::optional<Message>> reason;
    friend bool operator==(const WorkloadDifference&, const WorkloadDifference&) = default;
};

struct Comparison {
    Pair<std::string> names;  // of the files, as the user wrote them
    bool same = true;         // numbers and fates are equal; reasons alone make no difference
    Pair<Summary> summary;
    std::vector<QuotaDifference> quotas;        // all: order of the base, then those that are new
    std::vector<WorkloadDifference> workloads;  // those that differ, in the same order
    // Of the files, those that do not list their workloads: then none are compared.
    std::vector<std::string> withoutWorkloads;
};

}  // namespace apportion
