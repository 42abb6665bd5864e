// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/bands_text.h"

#include <algorithm>
#include <optional>

#include "app/ctl/alike.h"
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
    return hasWidth(bands.meanWaitAll) || hasWidth(bands.p95WaitAll) ||
           hasWidth(bands.stillWaiting) || hasWidth(bands.evictions) || hasWidth(bands.wasted) ||
           hasWidth(bands.used);
}
bool hasWidth(const OutcomeBands& bands) {
    return hasWidth(bands.all) || hasWidth(bands.utilization) ||
           std::any_of(bands.byQuota.begin(), bands.byQuota.end(),
                       [](const auto& each) { return hasWidth(each.second); });
}

// Of the base and of every set; nothing of a run that no future could apply.
using RunBands = std::vector<std::optional<Band>>;

// The three numbers of a band, or the one where no run has a band.
class BandCells {
public:
    explicit BandCells(bool any) : any_(any) {}

    void appendTitles(std::vector<TextTable::Column>& columns, const std::string& of) const {
        if (!any_)
            return columns.push_back({of.empty() ? "every future" : of, Align::right});
        for (const char* const title : {"low", "middle", "high"})
            columns.push_back({of.empty() ? title : of + ", " + title, Align::right});
    }

    template <typename Text>
    void append(std::vector<std::string>& cells, const std::optional<Band>& band,
                const Text& text) const {
        if (!any_)
            return cells.push_back(band ? text(band->p50) : kNothing);
        for (auto Band::*const value : {&Band::p10, &Band::p50, &Band::p90})
            cells.push_back(band ? text((*band).*value) : kNothing);
    }

private:
    bool any_;
};

// Shows them to what writes numbers that stand below and beside each other alike.
template <typename Form>
void show(const RunBands& runs, Form& form) {
    for (const std::optional<Band>& band : runs)
        if (band)
            for (const std::int64_t value : {band->p10, band->p50, band->p90})
                form.see(value);
}

struct CountsAlike {
    void see(std::int64_t) {}
    std::string operator()(std::int64_t count) const { return grouped(count); }
};

// "3 of 10", of the futures.
std::string shareOf(std::int64_t part, std::int64_t all) {
    return grouped(part) + " of " + grouped(all);
}

// Beside a set that is not in all futures in how many it is.
std::vector<std::string> namesOfRuns(const Plan& plan, const FutureBands& bands) {
    std::vector<std::string> names{nameOfBase(plan)};
    for (std::size_t i = 0; i < plan.sets.size(); ++i) {
        const SetBands& set = bands.sets[i];
        names.push_back(plan.sets[i].name);
        if (set.refused > 0)
            names.back() += " (" + shareOf(set.futures, plan.futures.count) + ")";
    }
    return names;
}

template <typename Of>
RunBands bandsOfRuns(const FutureBands& bands, const Of& of) {
    RunBands runs{of(bands.base)};
    for (const SetBands& set : bands.sets)
        runs.push_back(set.futures > 0 ? of(set.bands) : std::nullopt);
    return runs;
}

std::string wholePool(const Plan& plan, const FutureBands& bands, const BandCells& write) {
    std::vector<TextTable::Column> columns{{"", Align::left}};
    write.appendTitles(columns, "");
    TextTable table(columns);
    const std::vector<std::string> names = namesOfRuns(plan, bands);
    const auto tell = [&](const char* title, auto form, auto&& of) {
        const RunBands runs =
            bandsOfRuns(bands, [&](const OutcomeBands& run) { return std::optional(of(run)); });
        show(runs, form);
        std::vector<std::string> cells(columns.size());
        cells[0] = title;
        table.row(cells);
        for (std::size_t i = 0; i < runs.size(); ++i) {
            cells = {"  " + names[i]};
            write.append(cells, runs[i], form);
            table.row(cells);
        }
    };
    using Run = const OutcomeBands&;
    tell("mean wait", DurationsAlike(), [](Run run) { return run.all.meanWaitAll; });
    tell("wait, 95 %", DurationsAlike(), [](Run run) { return run.all.p95WaitAll; });
    tell("still waiting", CountsAlike(), [](Run run) { return run.all.stillWaiting; });
    tell("utilization", PercentAlike(), [](Run run) { return run.utilization; });
    tell("evictions", CountsAlike(), [](Run run) { return run.all.evictions; });
    tell("work lost", GpuTimeAlike(), [](Run run) { return run.all.wasted; });
    return table.text();
}

// In how many of its futures each set is better than the base: lower numbers are.
std::string betterIn(const Plan& plan, const FutureBands& bands) {
    TextTable table({{"", Align::left},
                     {"mean wait", Align::right},
                     {"wait, 95 %", Align::right},
                     {"still waiting", Align::right},
                     {"evictions", Align::right},
                     {"work lost", Align::right}});
    const auto add = [&](const std::string& name, const QuotaBands& delta, std::int64_t futures) {
        std::vector<std::string> cells{name};
        for (const auto band :
             {&QuotaBands::meanWaitAll, &QuotaBands::p95WaitAll, &QuotaBands::stillWaiting,
              &QuotaBands::evictions, &QuotaBands::wasted}) {
            const auto& [p10, p50, p90, lower, higher] = delta.*band;
            cells.push_back(lower + higher == 0 ? "same in all" : shareOf(lower, futures));
        }
        table.row(std::move(cells));
    };
    for (std::size_t i = 0; i < plan.sets.size(); ++i) {
        const SetBands& set = bands.sets[i];
        if (set.futures == 0)
            continue;
        add(plan.sets[i].name, set.delta.all, set.futures);
        for (const auto& [quota, delta] : set.delta.byQuota)
            add("  " + quota, delta, set.futures);
    }
    return table.empty() ? ""
                         : heading("Lower than in the base, in how many futures") + table.text();
}

std::string waitsByQuota(const Plan& plan, const FutureBands& bands, const BandCells& write) {
    std::vector<TextTable::Column> columns{{"quota", Align::left}};
    write.appendTitles(columns, "mean wait");
    write.appendTitles(columns, "95 %");
    TextTable table(columns);
    const std::vector<std::string> names = namesOfRuns(plan, bands);
    for (const auto& [quota, ofBase] : bands.base.byQuota) {
        const auto runsOf = [&, &name = quota](Band QuotaBands::*member) {
            return bandsOfRuns(bands, [&](const OutcomeBands& run) -> std::optional<Band> {
                for (const auto& [each, numbers] : run.byQuota)
                    if (each == name)
                        return numbers.*member;
                return {};
            });
        };
        const RunBands means = runsOf(&QuotaBands::meanWaitAll),
                       p95s = runsOf(&QuotaBands::p95WaitAll);
        DurationsAlike mean, p95;
        show(means, mean);
        show(p95s, p95);
        std::vector<std::string> cells(columns.size());
        cells[0] = quota;
        table.row(cells);
        for (std::size_t i = 0; i < names.size(); ++i) {
            cells = {"  " + names[i]};
            write.append(cells, means[i], mean);
            write.append(cells, p95s[i], p95);
            table.row(cells);
        }
    }
    return table.empty() ? "" : heading("Waits of all by quota in these futures") + table.text();
}

// Up to so many futures the percentiles are the outermost ones.
constexpr std::int64_t kFewFutures = 10;

std::string meaningOf(const Plan& plan, const FutureBands& bands) {
    const std::int64_t count = plan.futures.count;
    if (count < kFewFutures)
        return ". Low and high are the least and the greatest of the " + grouped(count) +
               " futures, between them the one in the middle.";
    std::string text = ". 8 of 10 futures lie from low to high, and half of them below the middle.";
    if (std::any_of(bands.sets.begin(), bands.sets.end(), [](const SetBands& set) {
            return set.futures > 0 && set.futures < kFewFutures;
        }))
        text += " Of a set in fewer than ten futures low and high are the least and the greatest.";
    return text;
}

std::string drawnText(const Plan& plan, const FutureBands& bands, bool any) {
    const std::int64_t count = plan.futures.count;
    const std::string text = plural(count, "future", "futures") + " drawn with seed " +
                             std::to_string(plan.futures.seed) +
                             ", the same for the base and every set";
    if (any)
        return text + meaningOf(plan, bands);
    return text + (count == 1 ? "; there is no band, as there is one alone."
                              : "; there is no band, as each of them comes out the same.");
}

std::string leftOutText(const Plan& plan, const FutureBands& bands) {
    std::string text;
    for (std::size_t i = 0; i < plan.sets.size(); ++i)
        if (const std::int64_t refused = bands.sets[i].refused; refused > 0)
            text += (text.empty() ? "" : ", ") + plan.sets[i].name + " in " +
                    shareOf(refused, plan.futures.count);
    return text.empty()
               ? text
               : wrapped("Left out, as they could not be applied there: " + text + " futures.", 2);
}

}  // namespace

std::string bandsText(const Plan& plan, const FutureBands& bands) {
    const bool any = hasWidth(bands.base) ||
                     std::any_of(bands.sets.begin(), bands.sets.end(),
                                 [](const SetBands& each) { return hasWidth(each.bands); });
    const BandCells write(any);
    return heading("Futures") + wrapped(drawnText(plan, bands, any), 2) + "\n" +
           wholePool(plan, bands, write) + leftOutText(plan, bands) +
           waitsByQuota(plan, bands, write) + betterIn(plan, bands);
}

}  // namespace apportion::ctl
