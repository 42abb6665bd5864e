// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/bands_text.h"

#include <algorithm>

#include "app/ctl/plan_text.h"
#include "app/ctl/sections.h"
#include "app/ctl/text_table.h"
#include "app/ctl/words.h"

namespace apportion::ctl {

namespace {

bool hasWidth(const Band& band) {
    return band.p10 != band.p90;
}
bool hasWidth(const QuotaBands& bands) {
    return hasWidth(bands.meanWait) || hasWidth(bands.p95Wait) || hasWidth(bands.evictions) ||
           hasWidth(bands.wasted) || hasWidth(bands.used);
}
bool hasWidth(const OutcomeBands& bands) {
    return hasWidth(bands.all) || hasWidth(bands.utilization) ||
           std::any_of(bands.byQuota.begin(), bands.byQuota.end(),
                       [](const auto& each) { return hasWidth(each.second); });
}

// One number where there is no band.
template <typename Text>
std::string bandCell(const Band& band, Text&& text) {
    if (!hasWidth(band))
        return text(band.p50);
    return text(band.p50) + " (" + text(band.p10) + " to " + text(band.p90) + ")";
}

std::string waitCell(const Band& band) {
    return bandCell(band, [](Duration wait) { return durationWords(wait); });
}

void appendRow(TextTable& table, const std::string& name, const OutcomeBands& bands) {
    table.row({name, waitCell(bands.all.meanWait), waitCell(bands.all.p95Wait),
               bandCell(bands.utilization, percent), bandCell(bands.all.evictions, grouped),
               bandCell(bands.all.wasted, gpuTimeWords)});
}

std::string waitsByQuota(const Plan& plan, const FutureBands& bands) {
    std::string text;
    for (const auto& [quota, numbers] : bands.base.byQuota) {
        TextTable table(
            {{quota, Align::left}, {"mean wait", Align::right}, {"95 %", Align::right}});
        table.row({nameOfBase(plan), waitCell(numbers.meanWait), waitCell(numbers.p95Wait)});
        for (std::size_t i = 0; i < bands.sets.size(); ++i)
            for (const auto& [name, of] : bands.sets[i].bands.byQuota)
                if (name == quota)
                    table.row({plan.sets[i].name, waitCell(of.meanWait), waitCell(of.p95Wait)});
        text += "\n" + table.text();
    }
    return text;
}

}  // namespace

std::string bandsText(const Plan& plan, const FutureBands& bands) {
    TextTable table({{"", Align::left},
                     {"mean wait", Align::right},
                     {"95 %", Align::right},
                     {"utilization", Align::right},
                     {"evictions", Align::right},
                     {"work lost", Align::right}});
    appendRow(table, nameOfBase(plan), bands.base);
    std::int64_t refused = 0;
    for (std::size_t i = 0; i < bands.sets.size(); ++i) {
        if (bands.sets[i].futures > 0)
            appendRow(table, plan.sets[i].name, bands.sets[i].bands);
        else
            table.row({plan.sets[i].name, "-", "-", "-", "-", "-"});
        refused += bands.sets[i].refused;
    }
    const bool any = hasWidth(bands.base) ||
                     std::any_of(bands.sets.begin(), bands.sets.end(),
                                 [](const SetBands& each) { return hasWidth(each.bands); });
    std::string text = heading("Over " + plural(plan.futures.count, "future", "futures") +
                               (any ? ": the middle, and from the 10th to the 90th of a hundred"
                                    : ": there is no band, as each of them comes out the same")) +
                       table.text();
    if (refused > 0)
        text += "  Left out: " + plural(refused, "run", "runs") +
                " of sets that could not be applied.\n";
    return text + waitsByQuota(plan, bands);
}

}  // namespace apportion::ctl
