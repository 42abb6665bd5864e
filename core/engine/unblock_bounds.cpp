// SPDX-License-Identifier: GPL-3.0-or-later
// The bounds of rule 3 and the caps of rule 24, each raised by itself.
#include <algorithm>

#include "core/engine/unblock_kinds.h"
#include "core/model/words.h"

namespace apportion {
namespace {

struct Dimension {
    const char* resource;
    std::optional<std::int64_t> Limit::*limit;
    std::int64_t all;
    std::int64_t step;
    Value (*value)(std::int64_t);
};

// All that a user has under a cap, running and waiting.
Gpu underCap(const EngineState& state, AccountId id) {
    Gpu sum = 0;
    for (const WorkloadId each : state.jobs.living()) {
        const Job& job = state.job(each);
        const bool counts = job.phase != Phase::rejected;
        if (counts &&
            std::find(job.accounts().begin(), job.accounts().end(), id) != job.accounts().end())
            sum += job.slot().request.gpu * job.replicas();
    }
    return sum;
}

}  // namespace

void raiseLimits(EditTrials& trials) {
    std::size_t searches = 0;
    for (const QuotaId id : trials.path()) {
        const Limit& limit = trials.quota(id).policy.limit;
        for (const auto& bound : {limit.gpu, limit.cpu, limit.memory})
            searches += bound ? 1 : 0;
    }
    for (const QuotaId id : trials.path()) {
        const Quota& quota = trials.quota(id);
        const BranchBook& book = trials.state().books[trials.state().tree.branchOf(id)];
        const Resources& all = trials.all();
        for (const Dimension& each :
             {Dimension{"gpu", &Limit::gpu, all.gpu + book.charge, trials.gpuStep(), Value::ofGpu},
              Dimension{"cpu", &Limit::cpu, all.cpu, trials.cpuStep(), Value::ofCpu},
              Dimension{"memory", &Limit::memory, all.memory, trials.memoryStep(),
                        Value::ofMemory}}) {
            const auto& present = quota.policy.limit.*each.limit;
            if (!present)
                continue;
            // Others below may start first.
            const std::int64_t most = each.all - *present;
            trials.least(each.step, most, searches, 0, [&](std::int64_t more) {
                Limit limit = quota.policy.limit;
                limit.*each.limit = *present + more;
                PolicyEvent event{quota.name, {}};
                event.change.limit = std::optional<Limit>(limit);
                return trials.event(event, {"raise-limit",
                                            {{"quota", Value::ofText(quota.name)},
                                             {"resource", Value::ofText(each.resource)},
                                             {"from", each.value(*present)},
                                             {"to", each.value(*present + more)}}});
            });
        }
    }
}

void raiseCaps(EditTrials& trials) {
    const Job& job = trials.job();
    if (!job.atCap)
        return;
    for (const AccountId id : job.accounts()) {
        const Account& account = trials.state().caps[id];
        if (account.used + job.requestGpu() <= account.bound)
            continue;
        const Workspace& workspace = trials.state().workspaces[account.workspace];
        trials.least(trials.gpuStep(), underCap(trials.state(), id) - account.bound,
                     job.accounts().size(), 0, [&](Gpu more) {
                         return trials.cap(account.workspace, account.cap, account.bound + more,
                                           {"raise-cap",
                                            {{"user", Value::ofText(account.user)},
                                             {"workspace", Value::ofText(workspace.name)},
                                             {"from", Value::ofGpu(account.bound)},
                                             {"to", Value::ofGpu(account.bound + more)}}});
                     });
    }
}

void lendMore(EditTrials& trials) {
    const Tree& tree = trials.state().tree;
    std::vector<QuotaId> keepers;
    for (QuotaId id = 0; id < tree.quotas().size(); ++id)
        if (tree[tree.branchOf(id)].group == trials.job().group() && tree.quota(id).policy.lend &&
            *tree.quota(id).policy.lend < tree.quota(id).guaranteed.gpu)
            keepers.push_back(id);
    for (const QuotaId id : keepers) {
        const Quota& quota = tree.quota(id);
        const Gpu from = *quota.policy.lend;
        trials.least(trials.gpuStep(), quota.guaranteed.gpu - from, keepers.size(), 0,
                     [&](Gpu more) {
                         PolicyEvent event{quota.name, {}};
                         event.change.lend = std::optional<Gpu>(from + more);
                         return trials.event(event, {"lend-more",
                                                     {{"quota", Value::ofText(quota.name)},
                                                      {"from", Value::ofGpu(from)},
                                                      {"to", Value::ofGpu(from + more)}}});
                     });
    }
}

void turnOverQuotaOn(EditTrials& trials) {
    for (const QuotaId id : trials.path()) {
        const Quota& quota = trials.quota(id);
        const OverQuota present = quota.policy.overQuota;
        const auto set = [&](OverQuota wanted, const char* code) {
            PolicyEvent event{quota.name, {}};
            event.change.overQuota = std::optional<OverQuota>(wanted);
            return trials.event(event,
                                {code,
                                 {{"quota", Value::ofText(quota.name)},
                                  {"overQuota", Value::ofText(std::string(word(present)))}}});
        };
        if (present != OverQuota::on && set(OverQuota::on, "over-quota-on"))
            continue;
        // Where over quota would let others take the room first.
        if (present == OverQuota::off && trials.job().idle())
            set(OverQuota::idleOnly, "over-quota-on.idle");
    }
}

}  // namespace apportion
