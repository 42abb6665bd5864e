// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/budgets.h"

#include <algorithm>

#include "core/model/number_text.h"

namespace apportion::report {

namespace {

constexpr std::int64_t kAll = 1'000'000;
constexpr std::int64_t kNear = 800'000;
constexpr Amount kHundredthHour = Amount{kOneGpu} * 36 * kSecond;

PeriodUnit unitOf(BudgetPeriod period) {
    return period == BudgetPeriod::week    ? PeriodUnit::week
           : period == BudgetPeriod::month ? PeriodUnit::month
                                           : PeriodUnit::quarter;
}

// When the sum of all runs reached the amount.
std::optional<Moment> reached(const Usage& usage, const BudgetUse& use, Amount amount, Moment at) {
    std::vector<std::pair<Moment, Gpu>> changes;
    for (const UsageJob& job : usage.jobs)
        if (usage.isAtOrBelow(job.quota, use.quota))
            for (std::uint32_t i = job.firstRun; i < job.firstRun + job.runs; ++i) {
                const UsageRun& run = usage.runs[i];
                const Moment start = std::max(run.start, use.period.from);
                const Moment end = std::min(run.end, at);
                if (start >= end)
                    continue;
                changes.emplace_back(start, run.gpu);
                changes.emplace_back(end, -run.gpu);
            }
    std::sort(changes.begin(), changes.end());
    Amount used = 0;
    Gpu held = 0;
    Moment since = use.period.from;
    for (const auto& [moment, gpu] : changes) {
        const Amount more = Amount{held} * (moment - since);
        if (held > 0 && used + more >= amount)
            return since + static_cast<Duration>((amount - used + held - 1) / held);
        used += more;
        held += gpu;
        since = moment;
    }
    return {};
}

}  // namespace

Moment budgetsFrom(const Calendar& calendar, Moment at) {
    return std::min(calendar.containing(at, PeriodUnit::week).from,
                    calendar.containing(at, PeriodUnit::quarter).from);
}

std::vector<BudgetUse> budgetsAt(const Usage& usage, const Calendar& calendar, Moment at) {
    std::vector<BudgetUse> uses;
    for (std::uint32_t quota = 0; quota < usage.quotas.size(); ++quota) {
        if (!usage.quotas[quota].budget || usage.quotas[quota].hidden)
            continue;
        BudgetUse& use = uses.emplace_back();
        use.quota = quota;
        use.budget = *usage.quotas[quota].budget;
        use.period = calendar.containing(at, unitOf(use.budget.period));
        for (const UsageJob& job : usage.jobs)
            if (usage.isAtOrBelow(job.quota, quota))
                for (std::uint32_t i = job.firstRun; i < job.firstRun + job.runs; ++i) {
                    const UsageRun& run = usage.runs[i];
                    const Duration time =
                        std::min(run.end, at) - std::max(run.start, use.period.from);
                    use.used += time > 0 ? Amount{run.gpu} * time : Amount{0};
                }
        const Amount budget = kHundredthHour * use.budget.gpuHours;
        const Duration passed = at - use.period.from;
        use.evenMillionths = mulDivHalfUp(passed, kAll, use.period.to - use.period.from);
        use.usedMillionths = budget == 0 ? (use.used > 0 ? kAll : 0)
                                         : saturated((2 * use.used * kAll + budget) / (2 * budget));
        const Moment since = std::max(use.period.from, usage.from);
        if (since > use.period.from && since < at)
            use.recordedSince = since;
        if (use.used == 0)
            continue;
        if (use.used >= budget) {
            use.spent = reached(usage, use, budget, at).value_or(at);
            continue;
        }
        const Amount needs = (budget * (at - since) + use.used - 1) / use.used;
        if (needs < use.period.to - since)
            use.spent = since + static_cast<Duration>(needs);
    }
    return uses;
}

Problems budgetWarnings(const Usage& usage, const std::vector<BudgetUse>& budgets) {
    Problems warnings;
    for (const BudgetUse& use : budgets) {
        if (use.usedMillionths < kNear)
            continue;
        Problem& warning = warnings.emplace_back();
        warning.warning = true;
        warning.message = {use.usedMillionths >= kAll ? "budget-spent" : "budget-near",
                           {{"quota", Value::ofText(usage.quotas[use.quota].name)},
                            {"percent", Value::ofCount(use.usedMillionths / 10'000)},
                            {"budget", Value::ofText(decimalText(use.budget.gpuHours, 2))},
                            {"period", Value::ofText(use.period.text)}}};
    }
    return warnings;
}

}  // namespace apportion::report
