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

}  // namespace

std::vector<std::string> applyForecast(Scenario& scenario, const Forecast& forecast,
                                       std::uint64_t seed,
                                       const std::unordered_set<std::string_view>& named) {
    std::vector<Workload>& jobs = scenario.workloads;
    const std::vector<bool> meant = submittedBelow(scenario, jobs, forecast.quota);
    std::unordered_set<std::string> names;
    if (forecast.scale > kForecastWhole)
        for (const Workload& job : jobs)
            names.insert(job.name);
    std::vector<std::string> spared;
    std::vector<Workload> kept, copies;
    kept.reserve(jobs.size());
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        Workload& job = jobs[i];
        if (!meant[i] || job.running) {
            kept.push_back(std::move(job));
            continue;
        }
        job.submit = std::max<Instant>(job.submit + forecast.shift, 0);
        const std::int64_t rest = forecast.scale % kForecastWhole;
        const auto drawn = static_cast<std::int64_t>(drawnAt(seed, i) % kForecastWhole);
        const std::int64_t times = forecast.scale / kForecastWhole + (drawn < rest ? 1 : 0);
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
            spared.push_back(job.name);
        kept.push_back(std::move(job));
    }
    jobs = std::move(kept);
    std::move(copies.begin(), copies.end(), std::back_inserter(jobs));
    return spared;
}

}  // namespace apportion
