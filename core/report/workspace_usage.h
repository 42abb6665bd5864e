// SPDX-License-Identifier: GPL-3.0-or-later
// What one workspace has used, as its lead asks for it: this week with the pace, by user, the share
// it kept, and the lines of a chart.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/report/budgets.h"

namespace apportion::report {

struct WorkspaceUsage {
    struct User {
        std::string name;  // empty = work without a user
        Amount used = 0;   // in the period
        Amount lost = 0;   // by evictions of its work
    };
    struct Line {  // each value holds until the next; kUnknown = nothing was recorded
        std::vector<Moment> at;
        std::vector<std::int64_t> value;
    };
    static constexpr std::int64_t kUnknown = -1;

    // The week of `now`, or the period of the budget; of what has no dates all of it.
    Period period;
    bool isBudget = false;
    bool dates = true;
    Moment now = 0;
    Amount allowance = 0;  // the budget, else the guarantees over the period
    Amount used = 0;       // by its own work, as `lost`, `users`, `running` and `spent`
    Amount inQuotas = 0;  // by all work at or below its quotas, whose allowance and share these are
    Amount even = 0;      // of the allowance by now
    Amount lost = 0;      // by evictions
    Duration passed = 0;  // of the period
    Duration recorded = 0;  // of that
    // By all work in its quotas at the end of the period, at the pace of all that was recorded and
    // of its last day: the lower, the higher. Nothing = too little was recorded.
    std::optional<std::pair<Amount, Amount>> end;

    bool recordedInPart() const { return recorded < passed - passed / 50; }
    // Time-weighted min(used, entitled) / min(wanted, entitled), in millionths. Nothing = nothing
    // was wanted, or nothing is known.
    std::optional<std::int64_t> shareKept;
    std::vector<User> users;            // most first
    Line running, entitled, guarantee;  // GPUs, of all that was read
    Line spent;  // GPU time since the beginning of the period, by 24ths of days
};

// From where a source is to be read for it.
Moment workspaceFrom(const Calendar& calendar, Moment now);

// `quotas`: those of the workspace. What `usage` hides stays hidden.
WorkspaceUsage workspaceUsage(const Usage& usage, const std::string& workspace,
                              const std::vector<std::string>& quotas, const Calendar& calendar,
                              Moment now);

}  // namespace apportion::report
