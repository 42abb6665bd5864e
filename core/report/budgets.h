// SPDX-License-Identifier: GPL-3.0-or-later
// What quotas have used of their budgets, and when they will have used all at this pace. Budgets
// are shown and forecast, and decide nothing.
#pragma once

#include <optional>
#include <vector>

#include "core/report/calendar.h"
#include "core/report/sweep.h"
#include "core/report/usage.h"

namespace apportion::report {

struct BudgetUse {
    std::uint32_t quota = 0;  // into Usage::quotas; its children count
    Budget budget;
    Period period;
    Amount used = 0;
    std::int64_t usedMillionths = 0;  // of the budget
    std::int64_t evenMillionths = 0;  // of the period that is over: an even pace
    // Nothing = all of the period so far; else since when it is recorded.
    std::optional<Moment> recordedSince;
    // At the pace of what is recorded of it. Nothing = not in it; in the past = it was spent then.
    std::optional<Moment> spent;
};

// The period of each budget that `at` lies in.
std::vector<BudgetUse> budgetsAt(const Usage& usage, const Calendar& calendar, Moment at);
// From where a source is to be read for them.
Moment budgetsFrom(const Calendar& calendar, Moment at);

// At 80 and 100 %: budget-near, budget-spent.
Problems budgetWarnings(const Usage& usage, const std::vector<BudgetUse>& budgets);

}  // namespace apportion::report
