// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report.h"

#include <algorithm>
#include <set>

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
    auto prices = pricesOf(texts.prices, texts.currency.empty() ? "EUR" : texts.currency,
                           texts.cost, calendar);
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

Problems priceWarnings(const Report& report) {
    Problems warnings;
    const auto warn = [&](std::string code, std::vector<Argument> arguments) {
        Problem& problem = warnings.emplace_back();
        problem.warning = true;
        problem.message = {std::move(code), std::move(arguments)};
    };
    if (report.prices.empty())
        return warnings;
    const std::vector<std::string>& types = report.usage.gpuTypes;
    std::vector<bool> unpriced(types.size(), false);
    const auto look = [&](std::uint32_t type, Moment from, Moment to) {
        from = std::max(from, report.period.from);
        if (from < std::min(to, report.period.to) && !report.prices.covers(types[type], from))
            unpriced[type] = true;
    };
    if (report.prices.by == CostBy::use)
        for (const UsageRun& run : report.usage.runs)
            look(run.gpuType, run.start, run.end);
    else
        for (const UsageTypeStep& step : report.usage.types)
            look(step.gpuType, step.at, step.gpu > 0 ? kStays : step.at);
    for (std::size_t type = 0; type < types.size(); ++type)
        if (unpriced[type])
            warn(types[type].empty() ? "report-unpriced.none" : "report-unpriced",
                 {textArgument("type", types[type])});
    std::set<std::string> told;
    for (const Price& price : report.prices.list)
        if (!price.gpuType.empty() && told.insert(price.gpuType).second &&
            std::find(types.begin(), types.end(), price.gpuType) == types.end())
            warn("report-price-type", {textArgument("type", price.gpuType)});
    return warnings;
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
