// SPDX-License-Identifier: GPL-3.0-or-later
// One workspace as its lead looks at it, beside what a view has of it: starts as ranges, what can
// be evicted, what was used, and its limits. Times are those of the views' clock; moments of
// `usage` are `zero` more.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/plan/draft/could_run.h"
#include "core/plan/draft/estimator.h"
#include "core/plan/draft/start_ranges.h"
#include "core/report/workspace_usage.h"
#include "core/view/explain/exposure.h"

namespace apportion {

struct WorkspaceLook {
    std::string workspace;
    Instant at = 0;
    Moment zero = 0;
    // Of its quotas together, with all work at or below them.
    Gpu running = 0;
    Gpu entitled = 0;
    Gpu guaranteed = 0;
    std::optional<Message> entitledWhy;  // what it is made of, or why it is not more
    StartRanges ranges;                  // of what waits in it, queue by queue
    Exposure exposure;
    std::optional<report::WorkspaceUsage> usage;  // nothing = it cannot be read
    Problems unread;                              // why
    // The largest node of its quotas, and the largest workload that fits at all.
    Gpu largestNode = 0;
    Gpu largestWork = 0;
    int largestNodes = 0;  // on so many of them
};

// What it takes to look, on another thread.
struct WorkspaceSource {
    Estimator::Fork ahead;
    std::string workspace;
    std::vector<std::string> quotas;
    std::string zone;
    Moment zero = 0;
    Moment clock = 0;
    // What was used between two moments; called once.
    std::function<Result<report::Usage>(Moment from, Moment to, const std::stop_token& stop)> used;
};

WorkspaceLook lookAt(const WorkspaceSource& source, const std::stop_token& stop);

// Of work that somebody could submit, as they may hear of it.
RunAnswer couldRun(const Estimator::Fork& now, const Workload& work, const std::stop_token& stop);

}  // namespace apportion
