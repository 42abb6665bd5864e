// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/plan_text.h"

#include <algorithm>
#include <array>
#include <optional>

#include "app/ctl/alike.h"
#include "app/ctl/sections.h"
#include "app/ctl/text_table.h"
#include "app/ctl/words.h"
#include "core/model/visible_text.h"

namespace apportion::ctl {

namespace {

// Columns of runs that fit on a screen.
constexpr std::size_t kMostColumns = 6;

}  // namespace

std::string nameOfBase(const Plan& plan) {
    std::string name = "base";
    const auto taken = [&](const ChangeSet& set) { return set.name == name; };
    if (std::any_of(plan.sets.begin(), plan.sets.end(), taken))
        name = "(base)";
    while (std::any_of(plan.sets.begin(), plan.sets.end(), taken))
        name.insert(0, 1, '(').push_back(')');
    return name;
}

void PlanTable::add(const SetOutcome& outcome) {
    rows_.push_back({outcome.refused.has_value(), outcome.outcome.summary, outcome.moves,
                     outcome.outcome.neverStarted.value_or(0),
                     outcome.outcome.stillRunning.value_or(0)});
}

std::string PlanTable::nameOf(std::size_t row) const {
    return row == 0 ? nameOfBase(plan_) : plan_.sets[row - 1].name;
}

std::string PlanTable::summaries() const {
    TextTable table({{"", Align::left},
                     {"finished", Align::right},
                     {"never started", Align::right},
                     {"past the end", Align::right},
                     {"evictions", Align::right},
                     {"work lost", Align::right},
                     {"utilization", Align::right},
                     {"last ran at", Align::right}});
    GpuTimeAlike lost;
    PercentAlike used;
    DurationsAlike last;
    for (const Row& row : rows_) {
        if (row.refused)
            continue;
        lost.see(row.summary.wastedGpuTime);
        used.see(row.summary.utilizationMillionths);
        last.see(row.summary.makespan, rows_[0].summary.makespan);
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const Summary& summary = rows_[i].summary;
        if (rows_[i].refused)
            table.row({nameOf(i), "refused", "", "", "", "", "", ""});
        else
            table.row({nameOf(i), grouped(summary.finished), grouped(rows_[i].neverStarted),
                       grouped(rows_[i].stillRunning),
                       evictionsWords(summary.evictions, rows_[i].moves),
                       lost(summary.wastedGpuTime), used(summary.utilizationMillionths),
                       last(summary.wait, summary.makespan)});
    }
    return heading("Runs") + table.text();
}

std::string PlanTable::waits() const {
    TextTable table({{"", Align::left},
                     {"still waiting", Align::right},
                     {"mean wait", Align::right},
                     {"95 %", Align::right},
                     {"longest", Align::right},
                     {"of those that started, mean", Align::right},
                     {"95 %", Align::right}});
    DurationsAlike form;
    const auto timesOf = [](const Summary& summary) {
        return std::array{summary.waitAll.mean, summary.waitAll.p95, summary.waitAll.max,
                          summary.wait.mean, summary.wait.p95};
    };
    for (const Row& row : rows_) {
        const auto times = timesOf(row.summary), base = timesOf(rows_[0].summary);
        for (std::size_t i = 0; i < times.size() && !row.refused; ++i)
            form.see(times[i], base[i]);
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (rows_[i].refused)
            continue;
        const WaitNumbers &all = rows_[i].summary.waitAll, &started = rows_[i].summary.wait;
        table.row({nameOf(i), grouped(all.atLeast), form(all, all.mean), form(all, all.p95),
                   form(all, all.max), form(started, started.mean), form(started, started.p95)});
    }
    return heading("Waits of all workloads") + table.text();
}

std::string PlanTable::waitsByQuota() const {
    const std::size_t columns = std::min(rows_.size(), kMostColumns);
    std::vector<TextTable::Column> titles{{"quota", Align::left}};
    std::vector<std::string> quotas;
    for (std::size_t i = 0; i < columns; ++i) {
        titles.push_back({nameOf(i), Align::right});
        for (const auto& [quota, summary] : rows_[i].summary.byQuota)
            if (std::find(quotas.begin(), quotas.end(), quota) == quotas.end())
                quotas.push_back(quota);
    }
    TextTable table(titles);
    const auto waitIn = [&](std::size_t row, const std::string& quota) {
        const auto& list = rows_[row].summary.byQuota;
        const auto found = std::find_if(list.begin(), list.end(),
                                        [&](const auto& each) { return each.first == quota; });
        return found == list.end() ? WaitNumbers{} : found->second.waitAll;
    };
    DurationsAlike form;
    for (const std::string& quota : quotas)
        for (std::size_t i = 0; i < columns; ++i)
            form.see(waitIn(i, quota).mean, waitIn(0, quota).mean);
    for (const std::string& quota : quotas) {
        std::vector<std::string> cells{quota};
        for (std::size_t i = 0; i < columns; ++i) {
            const WaitNumbers wait = waitIn(i, quota);
            cells.push_back(form(wait, wait.mean));
        }
        table.row(std::move(cells));
    }
    return heading("Mean wait of all by quota") + table.text() +
           (rows_.size() > columns ? "  The first " + std::to_string(columns) + " of " +
                                         std::to_string(rows_.size()) + " runs; --json has all.\n"
                                   : "");
}

std::string PlanTable::text() const {
    return (plan_.name.empty() ? "" : visibleText(plan_.name) + "\n") + summaries() + waits() +
           waitsByQuota();
}

}  // namespace apportion::ctl
