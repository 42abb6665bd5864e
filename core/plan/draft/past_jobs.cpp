// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/past_jobs.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "core/engine/engine.h"

namespace apportion {

namespace {

constexpr Duration kPastDay = 24 * 3600 * kSecond;
// Below that there is no past to speak of.
constexpr Duration kLeastPast = 600 * kSecond;

}  // namespace

PastJobs::PastJobs(Instant from, Instant to, std::vector<Job> jobs)
    : from_(from), to_(std::max(from, to)), jobs_(std::move(jobs)) {
    std::stable_sort(jobs_.begin(), jobs_.end(), [](const Job& a, const Job& b) {
        return std::tie(a.submit, a.spec.name) < std::tie(b.submit, b.spec.name);
    });
    for (const Job& job : jobs_) {
        if (!job.ran)
            continue;
        byQuota_[{job.spec.quota, job.spec.module}].push_back(*job.ran);
        byModule_[job.spec.module].push_back(*job.ran);
        all_.push_back(*job.ran);
    }
    runs_ = all_.size();
    for (auto& [key, durations] : byQuota_)
        std::sort(durations.begin(), durations.end());
    for (auto& [key, durations] : byModule_)
        std::sort(durations.begin(), durations.end());
    std::sort(all_.begin(), all_.end());
    std::erase_if(jobs_,
                  [this](const Job& job) { return job.submit <= from_ || job.submit > to_; });
}

// The narrowest first.
std::array<const PastJobs::Durations*, 3> PastJobs::levels(const std::string& quota,
                                                           Module module) const {
    static const Durations kNone;
    const auto ofQuota = byQuota_.find({quota, module});
    const auto ofModule = byModule_.find(module);
    return {ofQuota == byQuota_.end() ? &kNone : &ofQuota->second,
            ofModule == byModule_.end() ? &kNone : &ofModule->second, &all_};
}

std::optional<Duration> PastJobs::durationBeyond(const std::string& quota, Module module,
                                                 Duration over, std::uint64_t number) const {
    const auto all = levels(quota, module);
    for (const std::size_t least : {kEnough, std::size_t{1}})
        for (const Durations* durations : all) {
            const auto first = std::upper_bound(durations->begin(), durations->end(), over);
            const auto count = static_cast<std::uint64_t>(durations->end() - first);
            if (count >= least)
                return *(first + static_cast<std::ptrdiff_t>(number % count));
        }
    return std::nullopt;
}

std::optional<Duration> PastJobs::typical(const std::string& quota, Module module) const {
    for (const std::size_t least : {kEnough, std::size_t{1}})
        for (const Durations* durations : levels(quota, module))
            if (durations->size() >= least)
                return (*durations)[(durations->size() - 1) / 2];
    return std::nullopt;
}

std::vector<PastJobs::Arrival> PastJobs::arrivals(std::uint64_t number, Duration horizon) const {
    std::vector<Arrival> coming;
    const bool byDay = length() >= 2 * kPastDay;
    const Duration round = byDay ? length() / kPastDay * kPastDay : length();
    if (jobs_.empty() || round < kLeastPast)
        return coming;
    const Duration unit = byDay ? kPastDay : kSecond;
    const auto units = static_cast<std::uint64_t>(round / unit);
    const Instant begin = to_ - static_cast<Duration>(number % units + 1) * unit;
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
        if (jobs_[i].submit <= to_ - round)
            continue;
        Duration after = jobs_[i].submit - begin;
        for (after += after <= 0 ? round : 0; after <= horizon; after += round)
            coming.push_back({after, i});
    }
    std::stable_sort(coming.begin(), coming.end(),
                     [](const Arrival& a, const Arrival& b) { return a.after < b.after; });
    return coming;
}

PastJobs pastOf(const Engine& engine, Instant from, Instant to, Duration shift,
                std::vector<PastJobs::Job> ended) {
    std::set<std::pair<std::string, Instant>> known;
    for (const PastJobs::Job& job : ended)
        known.emplace(job.spec.name, job.submit);
    for (WorkloadId id = 0; id < engine.workloadCount(); ++id) {
        // An engine that has run long remembers work that is over.
        if (!engine.submitted(id) || known.contains({engine.name(id), engine.submit(id) + shift}))
            continue;
        PastJobs::Job& job = ended.emplace_back();
        job.spec = engine.workload(id);
        job.submit = engine.submit(id) + shift;
        const WorkloadOutcome status = engine.status(id);
        const bool over =
            status.state != WorkloadState::pending && status.state != WorkloadState::running;
        if (over && status.start && status.end)
            job.ran = std::max<Duration>(*status.end - *status.start, 0);
    }
    std::erase_if(ended,
                  [&](const PastJobs::Job& job) { return !engine.findQuota(job.spec.quota); });
    return {from, to, std::move(ended)};
}

}  // namespace apportion
