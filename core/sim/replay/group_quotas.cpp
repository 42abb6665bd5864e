// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/replay/group_quotas.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "core/model/bounds.h"
#include "core/sim/int128.h"
#include "core/sim/replay/guarantees.h"

namespace apportion {

namespace {

Gpu gpusOf(const TraceJob& job) {
    return job.gpu * std::max<std::int64_t>(1, job.replicas);
}

// In proportion, so that each fits 64 bits.
std::vector<std::int64_t> narrowed(std::vector<Int128> weights) {
    constexpr Int128 kMost = std::numeric_limits<std::int64_t>::max();
    while (std::any_of(weights.begin(), weights.end(), [](Int128 w) { return w > kMost; }))
        for (Int128& weight : weights)
            weight /= 2;
    return {weights.begin(), weights.end()};
}

std::vector<std::int64_t> demandOf(std::span<const TraceJob> jobs, std::size_t groups) {
    std::vector<Int128> weights(groups, 0);
    for (const TraceJob& job : jobs)
        if (job.duration != kNoDuration)
            weights[job.group] += static_cast<Int128>(gpusOf(job)) * (job.duration / kSecond);
    return narrowed(std::move(weights));
}

std::vector<std::int64_t> p95Of(std::span<const TraceJob> jobs, std::size_t groups) {
    std::vector<std::vector<Demand>> demands(groups);
    const Instant zero = jobs.front().submit;
    Instant end = 0;
    for (const TraceJob& job : jobs) {
        const Duration duration = std::max<Duration>(0, job.duration);
        demands[job.group].push_back({job.submit - zero, duration, gpusOf(job)});
        end = std::max(end, job.submit - zero + duration);
    }
    std::vector<std::int64_t> weights;
    weights.reserve(groups);
    for (const std::vector<Demand>& demand : demands)
        weights.push_back(p95Demand(demand, end));
    return weights;
}

std::vector<std::int64_t> weightsOf(std::span<const TraceJob> jobs, std::size_t groups,
                                    GuaranteeBy by) {
    if (by == GuaranteeBy::demand)
        return demandOf(jobs, groups);
    return by == GuaranteeBy::p95 ? p95Of(jobs, groups) : std::vector<std::int64_t>(groups, 1);
}

// By quota. `given` guarantees must fit into the pool.
Result<std::vector<std::int64_t>> guaranteesOf(std::span<const TraceJob> jobs,
                                               std::span<const std::string> quotas,
                                               const GroupNames& names, std::int64_t capacity,
                                               const ReplayOptions& options) {
    if (options.guaranteeBy != GuaranteeBy::given)
        return largestRemainder(capacity, weightsOf(jobs, quotas.size(), options.guaranteeBy));
    std::unordered_map<std::string_view, std::int64_t> listed;
    std::int64_t sum = 0;
    for (const GroupGuarantee& guarantee : options.guarantees) {
        listed[names.quotaOf(guarantee.group)] += guarantee.gpus;
        sum += guarantee.gpus;
    }
    if (sum > capacity) {
        Problem problem;
        problem.message = {"replay-guarantees-above-pool",
                           {{"sum", Value::ofGpu(sum * kOneGpu)},
                            {"capacity", Value::ofGpu(capacity * kOneGpu)},
                            {"short", Value::ofGpu((sum - capacity) * kOneGpu)}}};
        return tl::unexpected(Problems{std::move(problem)});
    }
    std::vector<std::int64_t> guarantees;
    for (const std::string& quota : quotas) {
        const auto entry = listed.find(quota);
        guarantees.push_back(entry == listed.end() ? 0 : entry->second);
    }
    return guarantees;
}

}  // namespace

Result<std::vector<Quota>> groupQuotas(std::span<const TraceJob> jobs,
                                       std::span<const std::string> quotas, const GroupNames& names,
                                       const std::string& root, std::int64_t capacity,
                                       const ReplayOptions& options) {
    const Result<std::vector<std::int64_t>> guarantees =
        guaranteesOf(jobs, quotas, names, capacity, options);
    if (!guarantees)
        return tl::unexpected(guarantees.error());
    std::vector<Quota> made;
    for (std::size_t i = 0; i < quotas.size(); ++i) {
        Quota& quota = made.emplace_back();
        quota.name = quotas[i];
        quota.parent = root;
        quota.guaranteed.gpu = (*guarantees)[i] * kOneGpu;
        quota.policy.weight = std::clamp<std::int64_t>((*guarantees)[i], 1, kMostWeight);
        quota.policy.overQuota = options.overQuota;
        quota.policy.queueing = options.queueing;
    }
    return made;
}

}  // namespace apportion
