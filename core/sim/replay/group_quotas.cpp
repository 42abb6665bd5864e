// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/replay/group_quotas.h"

#include <algorithm>
#include <unordered_map>

#include "core/sim/replay/guarantees.h"

namespace apportion {

namespace {

Gpu gpusOf(const Workload& workload) {
    return workload.request.gpu * workload.replicas;
}

std::vector<std::int64_t> weightsOf(std::span<const TraceJob> jobs, std::size_t groups,
                                    GuaranteeBy by) {
    std::vector<std::int64_t> weights(groups, by == GuaranteeBy::equal ? 1 : 0);
    if (by == GuaranteeBy::demand)
        for (const TraceJob& job : jobs)
            weights[job.group] +=
                gpusOf(job.workload) * (job.workload.duration.value_or(0) / kSecond);
    if (by == GuaranteeBy::p95) {
        std::vector<std::vector<Demand>> demands(groups);
        Instant end = 0;
        for (const TraceJob& job : jobs) {
            const Workload& workload = job.workload;
            demands[job.group].push_back(
                {workload.submit, workload.duration.value_or(0), gpusOf(workload)});
            end = std::max(end, workload.submit + workload.duration.value_or(0));
        }
        for (std::size_t i = 0; i < groups; ++i)
            weights[i] = p95Demand(demands[i], end);
    }
    return weights;
}

// By group. `given` guarantees must name groups of the trace and fit into the pool.
Result<std::vector<std::int64_t>> guaranteesOf(std::span<const TraceJob> jobs,
                                               std::span<const std::string> groups,
                                               const ReplayOptions& options) {
    const std::int64_t capacity = options.pool.nodes * options.pool.gpus;
    if (options.guaranteeBy != GuaranteeBy::given)
        return largestRemainder(capacity, weightsOf(jobs, groups.size(), options.guaranteeBy));
    std::unordered_map<std::string_view, std::int64_t> listed;
    std::int64_t sum = 0;
    for (const auto& [name, gpus] : options.guarantees) {
        listed[name] += gpus;
        sum += gpus;
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
    for (const std::string& group : groups) {
        const auto entry = listed.find(group);
        guarantees.push_back(entry == listed.end() ? 0 : entry->second);
    }
    return guarantees;
}

}  // namespace

Result<std::vector<Quota>> groupQuotas(std::span<const TraceJob> jobs,
                                       std::span<const std::string> groups, const std::string& root,
                                       const ReplayOptions& options) {
    const Result<std::vector<std::int64_t>> guarantees = guaranteesOf(jobs, groups, options);
    if (!guarantees)
        return tl::unexpected(guarantees.error());
    std::vector<Quota> quotas;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        Quota& quota = quotas.emplace_back();
        quota.name = groups[i];
        quota.parent = root;
        quota.guaranteed.gpu = (*guarantees)[i] * kOneGpu;
        quota.policy.weight = std::max<std::int64_t>(1, (*guarantees)[i]);
        quota.policy.overQuota = options.overQuota;
        quota.policy.queueing = options.queueing;
    }
    return quotas;
}

}  // namespace apportion
