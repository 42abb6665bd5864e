// SPDX-License-Identifier: GPL-3.0-or-later
// Two outcomes side by side in words.
#include <algorithm>
#include <array>
#include <span>

#include "app/ctl/alike.h"
#include "app/ctl/answer_text.h"
#include "app/ctl/sections.h"
#include "app/ctl/text_table.h"
#include "app/ctl/words.h"
#include "core/model/number_text.h"
#include "core/model/visible_text.h"

namespace apportion::ctl {

namespace {

void appendRow(TextTable& table, const std::string& what, const std::string& base,
               const std::string& changed) {
    table.row({what, base, changed, base == changed ? "" : "*"});
}

std::string summaryText(const Pair<Summary>& summary, const Pair<std::int64_t>& moves) {
    TextTable table(
        {{"", Align::left}, {"base", Align::right}, {"changed", Align::right}, {"", Align::left}});
    const auto row = [&](const std::string& what, auto&& text) {
        appendRow(table, what, text(summary.base), text(summary.changed));
    };
    row("workloads", [](const Summary& s) { return grouped(s.workloads); });
    row("finished", [](const Summary& s) { return grouped(s.finished); });
    appendRow(table, "evictions", evictionsWords(summary.base.evictions, moves.base),
              evictionsWords(summary.changed.evictions, moves.changed));
    // What stands side by side is written alike.
    const auto alike = [&](const std::string& what, auto form, auto&& number) {
        form.see(number(summary.base));
        form.see(number(summary.changed));
        row(what, [&](const Summary& s) { return form(number(s)); });
    };
    alike("used", GpuTimeAlike(), [](const Summary& s) { return s.gpuTime; });
    alike("work lost", GpuTimeAlike(), [](const Summary& s) { return s.wastedGpuTime; });
    alike("utilization", PercentAlike(), [](const Summary& s) { return s.utilizationMillionths; });
    row("still waiting", [](const Summary& s) { return grouped(s.waitAll.atLeast); });
    const std::array<std::pair<const char*, Duration WaitNumbers::*>, 4> waits{
        {{"mean wait", &WaitNumbers::mean},
         {"wait, 50 %", &WaitNumbers::p50},
         {"wait, 95 %", &WaitNumbers::p95},
         {"longest wait", &WaitNumbers::max}}};
    // Nor do these rows differ in kind.
    DurationsAlike form;
    form.see(summary.base.makespan, summary.changed.makespan);
    for (const auto& [what, number] : waits)
        form.see(summary.base.waitAll.*number, summary.changed.waitAll.*number);
    for (const auto& [what, number] : waits)
        row(what,
            [&, &number = number](const Summary& s) { return form(s.waitAll, s.waitAll.*number); });
    row("last ran at", [&](const Summary& s) {
        return isOfNobody(s.wait) && s.makespan == 0 ? kNothing : form(s.makespan);
    });
    return heading("Summary") + table.text();
}

// Over the whole run: at its end nothing may run or wait any more.
std::string runsText(const Pair<Summary>& summary) {
    TextTable table({{"quota", Align::left},
                     {"used before", Align::right},
                     {"after", Align::right},
                     {"mean wait before", Align::right},
                     {"after", Align::right},
                     {"95 % before", Align::right},
                     {"after", Align::right}});
    GpuTimeAlike gpuTime;
    DurationsAlike wait;
    const auto row = [&](const std::string& name, const QuotaSummary* base,
                         const QuotaSummary* changed) {
        std::vector<std::string> cells{name};
        const auto both = [&](auto&& text) {
            for (const QuotaSummary* side : {base, changed})
                cells.push_back(side != nullptr ? text(*side) : std::string("-"));
        };
        both([&](const QuotaSummary& s) { return gpuTime(s.gpuTime); });
        both([&](const QuotaSummary& s) { return wait(s.waitAll, s.waitAll.mean); });
        both([&](const QuotaSummary& s) { return wait(s.waitAll, s.waitAll.p95); });
        table.row(std::move(cells));
    };
    const auto of = [](const Summary& side, const std::string& name) {
        const auto found = std::find_if(side.byQuota.begin(), side.byQuota.end(),
                                        [&](const auto& each) { return each.first == name; });
        return found == side.byQuota.end() ? nullptr : &found->second;
    };
    const auto each = [&](auto&& tell) {
        for (const auto& [name, base] : summary.base.byQuota)
            if (const QuotaSummary* changed = of(summary.changed, name);
                changed == nullptr || *changed != base)
                tell(name, &base, changed);
        for (const auto& [name, changed] : summary.changed.byQuota)
            if (of(summary.base, name) == nullptr)
                tell(name, nullptr, &changed);
    };
    each([&](const std::string&, const QuotaSummary* base, const QuotaSummary* changed) {
        for (const QuotaSummary* side : {base, changed}) {
            if (side == nullptr)
                continue;
            gpuTime.see(side->gpuTime);
            const QuotaSummary* other = base != nullptr && changed != nullptr ? base : side;
            wait.see(side->waitAll.mean, other->waitAll.mean);
            wait.see(side->waitAll.p95, other->waitAll.p95);
        }
    });
    each(row);
    return table.empty() ? std::string{} : heading("Quotas over the run") + table.text();
}

// "48 -> 56", or the one number if nothing moves.
std::string moved(const QuotaDifference& quota, Gpu QuotaNumbers::*number) {
    const auto text = [&](const std::optional<QuotaNumbers>& side) {
        return side ? groupedGpus((*side).*number) : std::string("-");
    };
    const std::string base = text(quota.base), changed = text(quota.changed);
    return base == changed ? base : base + " -> " + changed;
}

std::string quotasText(const std::vector<QuotaDifference>& quotas) {
    TextTable table({{"quota", Align::left},
                     {"guaranteed", Align::right},
                     {"fair share", Align::right},
                     {"used", Align::right},
                     {"asked for", Align::right}});
    for (const QuotaDifference& quota : quotas)
        if (quota.base != quota.changed) {
            std::vector<std::string> cells{quota.name};
            bool visible = false;
            for (const auto number : {&QuotaNumbers::guaranteed, &QuotaNumbers::fairShare,
                                      &QuotaNumbers::subtree, &QuotaNumbers::pending}) {
                cells.push_back(moved(quota, number));
                visible = visible || cells.back().find(" -> ") != std::string::npos;
            }
            if (visible)
                table.row(std::move(cells));
        }
    return table.empty() ? std::string{} : heading("Quotas at the end, in GPUs") + table.text();
}

std::string workloadsText(const std::vector<WorkloadDifference>& workloads) {
    if (workloads.empty())
        return {};
    TextTable table({{"workload", Align::left},
                     {"", Align::left},
                     {"start before", Align::right},
                     {"after", Align::right},
                     {"waited before", Align::right},
                     {"after", Align::right},
                     {"end before", Align::right},
                     {"after", Align::right}});
    const auto listed = std::span(workloads).first(std::min(workloads.size(), kMostListed));
    // A column and the one beside it.
    const std::array columns{&WorkloadDifference::start, &WorkloadDifference::waited,
                             &WorkloadDifference::end};
    DurationsAlike form;
    for (const WorkloadDifference& workload : listed)
        for (const auto column : columns) {
            const auto& [base, changed] = workload.*column;
            for (const auto& at : {base, changed})
                if (at)
                    form.see(*at, base && changed ? *base : *at);
        }
    for (const WorkloadDifference& workload : listed) {
        std::vector<std::string> cells{workload.name, changeWords(workload)};
        for (const auto column : columns)
            for (const auto& at : {(workload.*column).base, (workload.*column).changed})
                cells.push_back(at ? form(*at) : "-");
        table.row(std::move(cells));
    }
    return heading("Workloads that differ") + table.text() + moreText(workloads.size());
}

std::optional<GpuTime> gpuTimeIn(const Argument& argument) {
    const std::string& text = argument.value.text;
    const auto time = scaledNumber(text.substr(0, text.find(' ')), kSecond);
    return time ? std::optional<GpuTime>(*time * kOneGpu) : std::nullopt;
}

// Amounts of GPU time, which are exact texts in a message, as they stand in tables.
Message withGpuTimes(Message message) {
    if (plainCode(message.code) != "compare-lost")
        return message;
    GpuTimeAlike form;
    for (const Argument& argument : message.arguments)
        if (const auto time = gpuTimeIn(argument))
            form.see(*time);
    for (Argument& argument : message.arguments)
        if (const auto time = gpuTimeIn(argument))
            argument.value = Value::ofText(form(*time));
    return message;
}

// Of those listed that are moved, all that differs beside the times in the table.
std::string otherwiseText(const std::vector<WorkloadDifference>& workloads) {
    std::string text;
    for (const WorkloadDifference& each :
         std::span(workloads).first(std::min(workloads.size(), kMostListed))) {
        if (each.change != WorkloadChange::moved || each.otherwise.empty())
            continue;
        text += "  " + each.name + "\n";
        for (const Message& otherwise : each.otherwise)
            text += wrapped(told(withGpuTimes(otherwise)), 6);
    }
    return text.empty() ? text : heading("What is otherwise") + text;
}

// When and by what it was evicted, where it waits since.
std::string evictionText(const WorkloadDifference& workload) {
    const auto& all = workload.otherwise;
    const auto when = std::find_if(
        all.begin(), all.end(), [](const Message& each) { return each.code == "compare-evicted"; });
    std::string text;
    for (auto each = when; each != all.end(); ++each)
        text += wrapped(told(*each), 6);
    return text;
}

// Why those listed wait, come later or are evicted after the change; and of what comes earlier, why
// it waited before.
std::string reasonsText(const std::vector<WorkloadDifference>& workloads) {
    std::string text;
    for (std::size_t i = 0; i < std::min(workloads.size(), kMostListed); ++i) {
        const WorkloadDifference& each = workloads[i];
        const bool isTold = each.reason.changed && !each.otherwise.empty() &&
                            *each.reason.changed == each.otherwise.front();
        if (each.reason.changed && !isTold)
            text += "  " + each.name + "\n" + evictionText(each) +
                    wrapped(told(*each.reason.changed), 6);
        else if (each.reason.base && each.change == WorkloadChange::earlier)
            text += "  " + each.name + ", before\n" + wrapped(told(*each.reason.base), 6);
    }
    return text.empty() ? text : heading("Why") + text;
}

// Of one that does not list the workloads of both.
bool isAlikeBesideWorkloads(const Comparison& comparison) {
    const auto same = [](const QuotaDifference& quota) { return quota.base == quota.changed; };
    return !comparison.withoutWorkloads.empty() &&
           comparison.summary.base == comparison.summary.changed &&
           std::all_of(comparison.quotas.begin(), comparison.quotas.end(), same);
}

}  // namespace

std::string comparisonText(const Comparison& comparison) {
    std::string text = "base:    " + visibleText(comparison.names.base) +
                       "\nchanged: " + visibleText(comparison.names.changed) + "\n";
    if (isAlikeBesideWorkloads(comparison))
        return text + "The quotas and the summary are the same; workloads were not compared.\n";
    if (comparison.same)
        return text + "The outcomes are the same.\n";
    return text + summaryText(comparison.summary, comparison.moves) + runsText(comparison.summary) +
           quotasText(comparison.quotas) + workloadsText(comparison.workloads) +
           otherwiseText(comparison.workloads) + reasonsText(comparison.workloads);
}

}  // namespace apportion::ctl
