// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report.h"

#include <algorithm>

#include "core/change/day_clock.h"
#include "core/change/refuse.h"
#include "core/report/scope.h"

namespace apportion::report {

Result<ReportAsked> askedOf(const ReportTexts& texts, const std::string& zone) {
    if (!texts.zone.empty() && !isZone(texts.zone))
        return refuse("report-zone", {textArgument("value", texts.zone)});
    Calendar calendar(texts.zone.empty() ? zone : texts.zone);
    std::optional<Period> period;
    if (!texts.period.empty()) {
        auto read = calendar.period(texts.period);
        if (!read)
            return tl::unexpected(std::move(read.error()));
        period = std::move(*read);
    }
    auto by = groupingOf(texts.by);
    if (!by)
        return tl::unexpected(std::move(by.error()));
    auto prices = pricesOf(texts.prices, texts.currency, texts.cost, calendar);
    if (!prices)
        return tl::unexpected(std::move(prices.error()));
    return ReportAsked{std::move(calendar), std::move(period), std::move(*by), std::move(*prices),
                       texts.scope};
}

Moment readFrom(const Calendar& calendar, const Period& period) {
    return std::min({period.from,
                     calendar.containing(period.to - 1, PeriodUnit::week, 1 - kWeeks).from,
                     budgetsFrom(calendar, period.to - 1)});
}

std::vector<BudgetUse> budgetsOf(const Report& report) {
    if (!report.usage.dates)
        return {};
    return budgetsAt(report.usage, report.calendar,
                     std::min(report.usage.to, report.period.to) - 1);
}

Result<Report> reportOf(Usage usage, ReportAsked asked) {
    if (asked.period && !usage.dates)
        return refuse("report-period.no-dates", {textArgument("value", asked.period->text)});
    if (auto narrowed = narrow(usage, asked.scope); !narrowed)
        return tl::unexpected(std::move(narrowed.error()));
    const Period all{usage.from, std::max(usage.to, usage.from + 1), {}};
    Period period = asked.period.value_or(all);
    Report report{std::move(usage), std::move(asked.calendar), std::move(period),
                  std::move(asked.by), std::move(asked.prices)};
    report.scope = std::move(asked.scope);
    return report;
}

Accounts Report::accounts(const Grouping& grouping, Counting counting) const {
    return account(usage, grouping, calendar.edges(period.from, period.to, grouping.unit), prices,
                   counting);
}

}  // namespace apportion::report
