// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/bands_text.h"

#include <algorithm>

#include "app/ctl/plan_text.h"
#include "app/ctl/sections.h"
#include "app/ctl/text_table.h"
#include "app/ctl/words.h"

namespace apportion::ctl {

namespace {

template <typename Text>
std::string bandCell(const Band& band, Text&& text) {
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
    std::string text = heading("Over " + plural(plan.futures.count, "future", "futures") +
                               ": the middle, and from the 10th to the 90th of a hundred") +
                       table.text();
    if (refused > 0)
        text += "  Left out: " + plural(refused, "run", "runs") +
                " of sets that could not be applied.\n";
    return text + waitsByQuota(plan, bands);
}

}  // namespace apportion::ctl
