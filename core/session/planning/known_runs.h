// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of a base and of sets of edits on it that are there already: an edit of one set runs that
// set alone. Of one thread.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/session/commands/plan.h"
#include "core/session/planning/plan_view.h"

namespace apportion {

class KnownRuns {
public:
    struct Runs {
        // Base, then sets.
        std::vector<std::optional<PlanRun>> recorded;
        std::vector<FutureColumn> futures;
    };

    // Nothing is known of another base, seed, or end.
    Runs of(const PreparedPlan& plan) const;
    void keep(const PreparedPlan& plan, Runs runs);

private:
    struct Known {
        std::optional<std::vector<PlanEdit>> edits;  // nothing = the base
        std::optional<PlanRun> recorded;
        FutureColumn futures;
    };
    bool isOf(const PreparedPlan& plan) const;

    std::shared_ptr<const Scenario> base_;
    std::optional<Instant> until_;
    Futures futures_;
    std::deque<Known> known_;  // latest first
};

}  // namespace apportion
