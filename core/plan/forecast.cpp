// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/forecast.h"

#include <algorithm>

#include "core/model/bounds.h"
#include "core/plan/base.h"
#include "core/plan/draw.h"

namespace apportion {

namespace {

// "train" and 2 make "train~2", cut so that it is no longer than a name may be.
std::string nameOfCopy(const std::string& name, std::int64_t number) {
    const std::string suffix = "~" + std::to_string(number);
    std::size_t length = std::min(name.size(), kLongestName - suffix.size());
    while (length > 0 && length < name.size() &&
           (static_cast<unsigned char>(name[length]) & 0xC0) == 0x80)
        --length;  // not in the middle of a character
    return name.substr(0, length) + suffix;
}

// Which of the jobs that are meant stand there once more, by the thousandths of a scale that are
// left beside its whole part.
std::vector<bool> drawnOnceMore(const std::vector<bool>& meant, std::int64_t rest,
                                std::uint64_t seed) {
    std::vector<std::pair<std::uint64_t, std::size_t>> drawn;
    for (std::size_t i = 0; i < meant.size(); ++i)
        if (meant[i])
            drawn.emplace_back(drawnAt(seed, i), i);
    const auto more =
        (static_cast<std::ptrdiff_t>(drawn.size()) * rest + kForecastWhole / 2) / kForecastWhole;
    std::nth_element(drawn.begin(), drawn.begin() + more, drawn.end());
    std::vector<bool> once(meant.size(), false);
    std::for_each(drawn.begin(), drawn.begin() + more,
                  [&](const auto& each) { once[each.second] = true; });
    return once;
}

}  // namespace

Forecasted applyForecast(Scenario& scenario, const Forecast& forecast, std::uint64_t seed,
                         const std::unordered_set<std::string_view>& named) {
    std::vector<Workload>& jobs = scenario.workloads;
    std::vector<bool> meant = submittedBelow(scenario, jobs, forecast.quota);
    for (std::size_t i = 0; i < jobs.size(); ++i)
        meant[i] = meant[i] && !jobs[i].running;
    const std::vector<bool> onceMore = drawnOnceMore(meant, forecast.scale % kForecastWhole, seed);
    std::unordered_set<std::string> names;
    if (forecast.scale > kForecastWhole)
        for (const Workload& job : jobs)
            names.insert(job.name);
    Forecasted done;
    std::vector<Workload> kept, copies;
    kept.reserve(jobs.size());
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        Workload& job = jobs[i];
        if (!meant[i]) {
            kept.push_back(std::move(job));
            continue;
        }
        const std::int64_t times = forecast.scale / kForecastWhole + (onceMore[i] ? 1 : 0);
        job.submit += forecast.shift;
        if (job.submit < 0) {
            done.cut += std::max<std::int64_t>(times, named.count(job.name) > 0 ? 1 : 0);
            job.submit = 0;
        }
        std::int64_t number = 2;
        for (std::int64_t copy = 1; copy < times; ++copy) {
            Workload& another = copies.emplace_back(job);
            do
                another.name = nameOfCopy(job.name, number++);
            while (!names.insert(another.name).second);
        }
        if (times == 0 && named.count(job.name) == 0)
            continue;
        if (times == 0)
            done.spared.push_back(job.name);
        kept.push_back(std::move(job));
    }
    jobs = std::move(kept);
    std::move(copies.begin(), copies.end(), std::back_inserter(jobs));
    return done;
}

}  // namespace apportion
