// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/futures.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/plan/base.h"
#include "core/plan/draw.h"

namespace apportion {

// By quota and week: indices of the jobs submitted then, in file order.
struct Bootstrap::Quotas {
    std::vector<std::vector<std::vector<std::size_t>>> weeks;
};

namespace {

Instant submitOf(const Workload& workload) {
    return std::max<Instant>(workload.submit, 0);
}

bool aboutWorkOutside(const EventAction& action,
                      const std::unordered_set<std::string_view>& names) {
    if (const auto* cancel = std::get_if<CancelEvent>(&action))
        return names.count(cancel->workload) == 0;
    if (const auto* finish = std::get_if<FinishEvent>(&action))
        return names.count(finish->workload) == 0;
    return false;
}

}  // namespace

Bootstrap::Bootstrap(std::shared_ptr<const Scenario> scenario, std::int64_t base, std::int64_t end)
    : Bootstrap(std::move(scenario)) {
    wholeWeeks_ = kept_ = base;
    last_ = std::min(last_, end * kWeek - 1);
}

Bootstrap::Bootstrap(std::shared_ptr<const Scenario> scenario)
    : scenario_(std::move(scenario)), quotas_(std::make_unique<Quotas>()) {
    const std::vector<Workload>& jobs = scenario_->workloads;
    for (const Workload& job : jobs)
        if (!job.running)
            last_ = std::max(last_, submitOf(job));
    wholeWeeks_ = last_ / kWeek;
    const auto slots = static_cast<std::size_t>(last_ / kWeek + 1);
    std::unordered_map<std::string_view, std::size_t> places;
    for (const Quota& quota : scenario_->quotas)
        places.emplace(quota.name, places.size());
    quotas_->weeks.assign(places.size(), std::vector<std::vector<std::size_t>>(slots));
    for (std::size_t i = 0; i < jobs.size(); ++i)
        if (const auto place = places.find(quotaNameOf(*scenario_, jobs[i]));
            !jobs[i].running && place != places.end())
            quotas_->weeks[place->second][static_cast<std::size_t>(submitOf(jobs[i]) / kWeek)]
                .push_back(i);
}

Bootstrap::~Bootstrap() = default;

// The recorded week that comes in each week that is drawn.
std::vector<std::uint64_t> Bootstrap::drawWeeks(std::mt19937_64& generator) const {
    const std::uint64_t together = wholeWeeks_ >= kWeeksForPairs ? 2 : 1;
    const auto sources = static_cast<std::uint64_t>(std::max<std::int64_t>(wholeWeeks_, 1));
    const auto slots = static_cast<std::size_t>(last_ / kWeek + 1 - kept_);
    std::vector<std::uint64_t> weeks;
    while (weeks.size() < slots) {
        const std::uint64_t first = drawBelow(generator, sources + 1 - together);
        for (std::uint64_t i = 0; i < together && weeks.size() < slots; ++i)
            weeks.push_back(first + i);
    }
    return weeks;
}

Scenario Bootstrap::future(std::uint64_t seed, std::uint64_t number, bool teamsApart) const {
    std::mt19937_64 generator(drawnAt(seed, number));
    const std::vector<Workload>& jobs = scenario_->workloads;
    std::vector<std::pair<Instant, std::size_t>> arrivals;
    std::vector<std::uint64_t> drawn;
    for (const auto& weeks : quotas_->weeks) {
        if (teamsApart || drawn.empty())
            drawn = drawWeeks(generator);
        Instant slot = kept_;
        for (const std::uint64_t week : drawn) {
            for (const std::size_t job : weeks[week])
                if (const Instant submit = slot * kWeek + submitOf(jobs[job]) % kWeek;
                    submit <= last_)
                    arrivals.emplace_back(submit, job);
            ++slot;
        }
    }
    std::stable_sort(arrivals.begin(), arrivals.end());

    Scenario future;
    future.name = scenario_->name;
    future.epoch = scenario_->epoch;
    future.settings = scenario_->settings;
    future.nodes = scenario_->nodes;
    future.quotas = scenario_->quotas;
    future.workspaces = scenario_->workspaces;
    future.until = scenario_->until;
    std::unordered_set<std::string_view> kept;
    for (const Workload& job : jobs)
        if (job.running || submitOf(job) < kept_ * kWeek) {
            future.workloads.push_back(job);
            kept.insert(job.name);
        }
    for (const Event& event : scenario_->events)
        if (!aboutWorkOutside(event.action, kept))
            future.events.push_back(event);
    future.workloads.reserve(future.workloads.size() + arrivals.size());
    std::size_t name = 1;
    for (const auto& [submit, job] : arrivals) {
        Workload& copy = future.workloads.emplace_back(jobs[job]);
        do
            copy.name = "future~" + std::to_string(name++);
        while (kept.count(copy.name) > 0);
        copy.submit = submit;
    }
    return future;
}

}  // namespace apportion
