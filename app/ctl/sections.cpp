// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/sections.h"

#include <algorithm>

#include "app/ctl/answer_text.h"
#include "app/ctl/text_table.h"
#include "app/ctl/words.h"
#include "core/model/date_text.h"
#include "core/model/number_text.h"
#include "core/model/told.h"

namespace apportion::ctl {

namespace {

constexpr std::size_t kLineWidth = 100;

}  // namespace

std::string heading(std::string_view title) {
    return "\n" + std::string(title) + "\n";
}

std::string moreText(std::size_t all, std::size_t shown) {
    if (all <= shown)
        return {};
    return "  … and " + grouped(static_cast<std::int64_t>(all - shown)) +
           " more; --json lists all.\n";
}

Indented::Indented(const Scenario& scenario) {
    for (const Quota& quota : scenario.quotas)
        quotas_.emplace(quota.name, &quota);
}

std::string Indented::operator()(const std::string& quota) const {
    std::string text;
    for (auto each = quotas_.find(quota); each != quotas_.end() && !each->second->parent.empty();
         each = quotas_.find(each->second->parent))
        text += "  ";
    return text + quota;
}

std::string wrapped(std::string_view text, std::size_t indent) {
    const std::string margin(indent, ' ');
    std::string lines;
    std::size_t width = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t needed = displayWidth(word) + 1;
        if (width == 0 || width + needed > kLineWidth) {
            if (width > 0)
                lines += '\n';
            lines += margin;
            width = indent + displayWidth(word);
        } else {
            lines += ' ';
            width += needed;
        }
        lines += word;
    }
    return lines.empty() ? lines : lines + '\n';
}

std::string listed(std::string_view text, std::size_t indent) {
    std::string lines = wrapped(text, indent + 2);
    return lines.empty() ? lines : lines.replace(indent, 2, "- ");
}

std::string instantText(const Scenario& scenario, Instant at) {
    std::string text = exactDurationWords(at);
    if (const auto zero = epochValue(scenario.epoch); zero && hasDate(*zero + at))
        text += ", " + exactDateText(*zero + at);
    return text;
}

std::string momentCell(const Scenario& scenario, Instant at) {
    const auto zero = epochValue(scenario.epoch);
    if (zero && hasDate(*zero + at))
        return momentWords(at, zero);
    return at < 0 ? exactDurationWords(-at) + " before the start" : exactDurationWords(at);
}

namespace {

// They stand beside the queue and ask their quotas for nothing.
std::string unapprovedText(const Outcome& outcome) {
    const auto count =
        std::count_if(outcome.workloads.begin(), outcome.workloads.end(), [](const auto& each) {
            return each.second.reason && each.second.reason->code == ReasonCode::needsApproval;
        });
    return count == 0
               ? std::string{}
               : wrapped("Without " + plural(count, "workload that waits", "workloads that wait") +
                             " for an approval, without a request until then.",
                         2);
}

}  // namespace

std::string quotasSection(const Scenario& scenario, const Outcome& outcome) {
    TextTable table({{"quota", Align::left},
                     {"guaranteed", Align::right},
                     {"fair share", Align::right},
                     {"used", Align::right},
                     {"own", Align::right, true},
                     {"borrowed", Align::right, true},
                     {"idle work", Align::right, true},
                     {"asked for", Align::right},
                     {"waiting workloads", Align::right}});
    const Indented indented(scenario);
    const std::size_t shown = std::min(outcome.quotas.size(), kMostQuotas);
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& [name, numbers] = outcome.quotas[i];
        table.row({indented(name), groupedGpus(numbers.guaranteed), groupedGpus(numbers.fairShare),
                   groupedGpus(numbers.subtree), gpuCell(numbers.own), gpuCell(numbers.borrowed),
                   gpuCell(numbers.idle), gpuCell(numbers.pending),
                   numbers.pendingWorkloads == 0 ? "-" : grouped(numbers.pendingWorkloads)});
    }
    return table.empty()
               ? std::string{}
               : heading("Quotas, in GPUs") + table.text() +
                     moreText(outcome.quotas.size(), kMostQuotas) + unapprovedText(outcome);
}

}  // namespace apportion::ctl
