// SPDX-License-Identifier: GPL-3.0-or-later
// One usage report: what was used in a period, and by whom. All forms of it are made of this.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/report/accounts.h"
#include "core/report/budgets.h"
#include "core/report/calendar.h"
#include "core/report/prices.h"
#include "core/report/usage.h"

namespace apportion::report {

// As people ask for it.
struct ReportTexts {
    std::string period;  // empty = of a journal the last whole week, else all of it
    std::string by = "team";
    std::string zone;  // empty = of a journal that of this machine, else UTC
    std::vector<std::string> prices;
    std::string currency;  // empty = EUR
    std::string cost;      // empty = use
    std::string scope;     // "quota:C", "user:ann"; empty = all that the reader may see
};

// What the texts mean, before the source is read.
struct ReportAsked {
    Calendar calendar;
    std::optional<Period> period;
    Grouping by;
    Prices prices;
    std::string scope;
};
Result<ReportAsked> askedOf(const ReportTexts& texts, const std::string& zone);

struct Report {
    Usage usage;
    Calendar calendar;
    Period period;
    Grouping by;
    Prices prices;
    std::string file = {};    // of the source, without its folder
    std::string author = {};  // empty = not told
    Moment made = 0;          // 0 = not told: the same input gives the same bytes
    std::string scope = {};   // as it was asked for

    Accounts accounts(const Grouping& grouping, Counting counting = Counting::capacity) const;
};

// Weeks that the table of teams by week looks back over, with the last one of the period.
inline constexpr int kWeeks = 8;
// From where a source is to be read for them.
Moment readFrom(const Calendar& calendar, const Period& period);

// At the end of the period, or now.
std::vector<BudgetUse> budgetsOf(const Report& report);

// Types in use that cost nothing, because no price is theirs; and prices of types that the source
// never had: report-unpriced, report-price-type.
Problems priceWarnings(const Report& report);

// Errors: report-period.no-dates, report-scope.
Result<Report> reportOf(Usage usage, ReportAsked asked);

}  // namespace apportion::report
