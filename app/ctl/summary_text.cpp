// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/ctl/alike.h"
#include "app/ctl/sections.h"
#include "app/ctl/text_table.h"
#include "app/ctl/words.h"

namespace apportion::ctl {

namespace {

std::string line(std::string_view title, const std::string& text) {
    std::string padded(title);
    padded.resize(std::max<std::size_t>(14, title.size() + 1), ' ');
    return "  " + padded + text + "\n";
}

// Of work whose command failed, which only a project has.
std::string failedText(const Outcome& outcome) {
    const auto failed =
        std::count_if(outcome.workloads.begin(), outcome.workloads.end(),
                      [](const auto& each) { return each.second.state == WorkloadState::failed; });
    return failed == 0 ? std::string() : ", " + grouped(failed) + " failed";
}

std::string neverStartedText(const Outcome& outcome) {
    const std::int64_t count = outcome.neverStarted.value_or(0);
    return count == 0 ? std::string() : ", " + grouped(count) + " never started";
}

std::string waitsText(const WaitNumbers& wait) {
    if (isOfNobody(wait))
        return line("wait", "no workload started");
    if (wait.max == 0)
        return line("wait", "all started immediately");
    return line("immediately", grouped(wait.atOnce) + " started immediately") +
           line("wait, mean", exactDurationWords(wait.mean)) +
           line("wait, 50 %", exactDurationWords(wait.p50)) +
           line("wait, 90 %", exactDurationWords(wait.p90)) +
           line("wait, 95 %", exactDurationWords(wait.p95)) +
           line("wait, 99 %", exactDurationWords(wait.p99)) +
           line("wait, longest", exactDurationWords(wait.max));
}

// With those that wait still, if there are any.
std::string waitsOfAllText(const WaitNumbers& all) {
    if (all.atLeast == 0)
        return {};
    const auto least = [](Duration wait) { return "at least " + exactDurationWords(wait); };
    return line("still waiting", grouped(all.atLeast)) + line("with them, mean", least(all.mean)) +
           line("with them, 95 %", least(all.p95)) + line("with them, longest", least(all.max));
}

}  // namespace

std::string summarySection(const Outcome& outcome, std::int64_t moves) {
    const Summary& summary = outcome.summary;
    const WaitNumbers& wait = summary.wait;
    std::string text = heading("Summary");
    text += line("workloads", grouped(summary.workloads) + ", " + grouped(summary.finished) +
                                  " of them finished" + failedText(outcome) +
                                  neverStartedText(outcome));
    text += line("evictions", summary.evictions == 0
                                  ? "none"
                                  : evictionsWords(summary.evictions, moves) + ", " +
                                        gpuTimeWords(summary.wastedGpuTime) + " of work lost");
    text += line("used", gpuTimeWords(summary.gpuTime) + ", " +
                             percent(summary.utilizationMillionths) + " of the capacity");
    const bool nobody = isOfNobody(wait);
    text += line("last ran at",
                 nobody && summary.makespan == 0 ? kNothing : exactDurationWords(summary.makespan));
    return text + waitsText(wait) + waitsOfAllText(summary.waitAll);
}

std::string waitsByQuotaSection(const Scenario& scenario, const Outcome& outcome) {
    if (outcome.summary.byQuota.size() < 2)
        return {};
    TextTable table({{"quota", Align::left},
                     {"used", Align::right},
                     {"mean wait", Align::right},
                     {"50 %", Align::right},
                     {"95 %", Align::right},
                     {"longest", Align::right},
                     {"immediately", Align::right}});
    const Indented indented(scenario);
    const auto& all = outcome.summary.byQuota;
    GpuTimeAlike used;
    for (std::size_t i = 0; i < std::min(all.size(), kMostQuotas); ++i)
        used.see(all[i].second.gpuTime);
    for (std::size_t i = 0; i < std::min(all.size(), kMostQuotas); ++i) {
        const auto& [name, numbers] = all[i];
        const auto wait = [&, &wait = numbers.wait](Duration duration) {
            return isOfNobody(wait) ? kNothing : durationWords(duration);
        };
        table.row({indented(name), used(numbers.gpuTime), wait(numbers.wait.mean),
                   wait(numbers.wait.p50), wait(numbers.wait.p95), wait(numbers.wait.max),
                   grouped(numbers.wait.atOnce)});
    }
    return heading("By quota, with all below it") + table.text() +
           moreText(all.size(), kMostQuotas);
}

}  // namespace apportion::ctl
