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

// By list of work, those of the scenario first: which of it is submitted at or below the quota.
std::vector<std::vector<bool>> meantBy(Scenario& scenario, const std::vector<JoiningQuota>& joining,
                                       std::string_view quota) {
    const std::size_t before = scenario.quotas.size();
    for (const JoiningQuota& each : joining)
        scenario.quotas.push_back(each.quota);
    std::vector<std::vector<bool>> meant{submittedBelow(scenario, scenario.workloads, quota)};
    for (const JoiningQuota& each : joining)
        meant.push_back(submittedBelow(scenario, each.workloads, quota));
    scenario.quotas.resize(before);
    return meant;
}

class Repetition {
public:
    Repetition(const Forecast& forecast, const std::unordered_set<std::string_view>& named,
               std::unordered_set<std::string> names)
        : forecast_(forecast), named_(named), names_(std::move(names)) {}

    // No job comes before `from`. `once` = who stands there once more.
    std::int64_t change(std::vector<Workload>& jobs, Instant from, const std::vector<bool>& meant,
                        const std::vector<bool>& once) {
        std::int64_t cut = 0;
        std::vector<Workload> kept, copies;
        kept.reserve(jobs.size());
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            Workload& job = jobs[i];
            if (!meant[i]) {
                kept.push_back(std::move(job));
                continue;
            }
            const std::int64_t times = forecast_.scale / kForecastWhole + (once[i] ? 1 : 0);
            const bool spared = times == 0 && named_.count(job.name) > 0;
            job.submit += forecast_.shift;
            if (job.submit < from) {
                cut += spared ? 1 : times;
                job.submit = from;
            }
            repeat(job, times, copies);
            if (spared)
                spared_.push_back(job.name);
            if (times > 0 || spared)
                kept.push_back(std::move(job));
        }
        jobs = std::move(kept);
        std::move(copies.begin(), copies.end(), std::back_inserter(jobs));
        return cut;
    }

    std::vector<std::string> takeSpared() { return std::move(spared_); }

private:
    void repeat(const Workload& job, std::int64_t times, std::vector<Workload>& copies) {
        std::int64_t number = 2;
        for (std::int64_t copy = 1; copy < times; ++copy) {
            Workload& another = copies.emplace_back(job);
            do
                another.name = nameOfCopy(job.name, number++);
            while (!names_.insert(another.name).second);
        }
    }

    const Forecast& forecast_;
    const std::unordered_set<std::string_view>& named_;
    std::unordered_set<std::string> names_;
    std::vector<std::string> spared_;
};

}  // namespace

Forecasted applyForecast(Scenario& scenario, std::vector<JoiningQuota>& joining,
                         const Forecast& forecast, std::uint64_t seed,
                         const std::unordered_set<std::string_view>& named,
                         const std::unordered_set<std::string_view>& taken) {
    std::vector<std::vector<bool>> meant = meantBy(scenario, joining, forecast.quota);
    for (std::size_t i = 0; i < scenario.workloads.size(); ++i)
        meant[0][i] = meant[0][i] && !scenario.workloads[i].running;
    std::vector<bool> all;
    for (const std::vector<bool>& part : meant)
        all.insert(all.end(), part.begin(), part.end());
    const std::vector<bool> onceMore = drawnOnceMore(all, forecast.scale % kForecastWhole, seed);

    std::unordered_set<std::string> names;
    if (forecast.scale > kForecastWhole) {
        for (const std::string_view name : taken)
            names.emplace(name);
        for (const Workload& job : scenario.workloads)
            names.insert(job.name);
        for (const JoiningQuota& each : joining)
            for (const Workload& job : each.workloads)
                names.insert(job.name);
    }
    Repetition repetition(forecast, named, std::move(names));
    Forecasted done;
    done.jobs = std::count(all.begin(), all.end(), true);
    done.drawn = std::count(onceMore.begin(), onceMore.end(), true);
    auto first = onceMore.begin();
    const auto once = [&](std::size_t part) {
        const auto begin = first;
        first += static_cast<std::ptrdiff_t>(meant[part].size());
        return std::vector<bool>(begin, first);
    };
    done.cut = repetition.change(scenario.workloads, 0, meant[0], once(0));
    for (std::size_t i = 0; i < joining.size(); ++i)
        done.cutAtJoining +=
            repetition.change(joining[i].workloads, joining[i].at, meant[i + 1], once(i + 1));
    done.spared = repetition.takeSpared();
    return done;
}

}  // namespace apportion
