// SPDX-License-Identifier: GPL-3.0-or-later
// Who waits, and what would change it.
#include <algorithm>

#include "core/view/awaiting_approval.h"
#include "core/view/explain/quota_explainer.h"
#include "core/view/rest_reasons.h"

namespace apportion {

namespace {

constexpr std::size_t kMostTried = 8;         // ends of work, each on a fork
constexpr std::size_t kMostCopied = 200'000;  // workloads, by all these forks
constexpr std::size_t kMostLookedAt = 16;     // of one queue: each asks the engine for a reason

}  // namespace

bool QuotaExplainer::neverStarts(const Reason& reason) {
    return apportion::neverStarts(reason.code);
}

// Whether an engine that decided now would start it. Of a pool that stands still nobody has tried:
// all but what can never start.
bool QuotaExplainer::waitsForThePool(WorkloadId id, bool mayAsk) const {
    if (pool_.asked.state(id) == WorkloadState::running)
        return true;
    const auto reason = mayAsk ? pool_.asked.reason(id) : std::nullopt;
    if (pool_.halted)
        return !reason || !neverStarts(*reason);
    return reason && reason->code == ReasonCode::waitingForVictims;
}

void QuotaExplainer::resting() {
    int count = 0;
    Gpu gpu = 0;
    for (QuotaId id = 0; id < engine_.quotaCount(); ++id) {
        if (!isBelow(id, self_))
            continue;
        const auto queue = engine_.waiting(id);
        for (std::size_t i = 0; i < queue.size(); ++i) {
            if (!waitsForThePool(queue[i], i < kMostLookedAt))
                continue;
            const Workload workload = engine_.workload(queue[i]);
            ++count;
            gpu += workload.idle ? 0 : workload.request.gpu * workload.leastReplicas();
        }
    }
    const char* why = pool_.halted ? rest::kHalted : pool_.everRan ? rest::kEnded : rest::kNever;
    if (count > 0)
        fact(Fact::resting, {{"count", Value::ofCount(count)},
                             {"gpu", Value::ofGpu(gpu)},
                             {"why", Value::ofText(why)}});
}

void QuotaExplainer::unapproved() {
    int count = 0;
    Gpu gpu = 0;
    for (const PoolSource::Unapproved& each : pool_.unapproved) {
        const auto quota = engine_.findQuota(each.quota);
        if (!quota || !isBelow(*quota, self_))
            continue;
        ++count;
        gpu += each.gpu;
    }
    unapproved_ = count > 0;
    if (unapproved_)
        fact(Fact::unapproved, {{"count", Value::ofCount(count)}, {"gpu", Value::ofGpu(gpu)}},
             Rule::access);
}

void QuotaExplainer::waiting() {
    if (numbers_.pendingWorkloads == 0) {
        if (unapproved_)
            return;
        fact(Fact::queueEmpty, {{"used", Value::ofGpu(numbers_.subtree)}});
        return;
    }
    // Whoever can never start is not in turn; it is told where nobody else waits.
    std::optional<WorkloadId> never;
    for (QuotaId id = 0; id < engine_.quotaCount(); ++id) {
        if (!isBelow(id, self_))
            continue;
        const auto queue = engine_.waiting(id);
        for (std::size_t i = 0; i < std::min(queue.size(), kMostLookedAt); ++i) {
            auto reason = pool_.asked.reason(queue[i]);
            if (!reason)
                continue;
            if (pool_.resting)
                reason = reasonAtRest(std::move(reason), engine_, pool_.asked, queue[i]);
            if (reason->code == ReasonCode::notLive)
                return;  // told by resting()
            if (!neverStarts(*reason))
                return nextInTurn(queue[i], *reason);
            if (!never)
                never = queue[i];
        }
    }
    if (never)
        nextInTurn(*never, *pool_.asked.reason(*never));
}

void QuotaExplainer::nextInTurn(WorkloadId id, const Reason& reason) {
    fact(Fact::stillWaiting,
         {{"workload", Value::ofText(engine_.workload(id).name)},
          {"count", Value::ofCount(numbers_.pendingWorkloads)},
          {"gpu", Value::ofGpu(numbers_.pending)},
          {"code", Value::ofText(std::string(codeText(reason.code)))}},
         reason.rule);
}

// What the quota would hold more, at once, if some work ended: others may be in turn first.
Gpu QuotaExplainer::gainedByTheEndOf(const std::string& workload) const {
    Engine ahead = engine_;
    ahead.keepRunnerUp(false);
    const Instant at =
        std::max(std::min(pool_.clock, engine_.nextTimer().value_or(pool_.clock)), engine_.now());
    ahead.step(at, std::vector<Input>{EventAction{FinishEvent{workload}}});
    return ahead.numbers(self_).subtree - numbers_.subtree;
}

// Work of a quota above that stands on this quota's guarantee.
void QuotaExplainer::takersEnd() {
    std::size_t tried = 0;
    for (auto above = engine_.parent(self_); above; above = engine_.parent(*above))
        for (const WorkloadId id : engine_.running()) {
            if (engine_.quotaOf(id) != *above)
                continue;
            if (++tried > kMostTried || tried * engine_.workloadCount() > kMostCopied ||
                answer_.changes.size() == kMostChanges)
                return;
            const std::string workload = engine_.workload(id).name;
            if (const Gpu gained = gainedByTheEndOf(workload); gained > 0)
                change(Change::takerEnds, workload, false,
                       {{"workload", Value::ofText(workload)},
                        {"gpu", Value::ofGpu(engine_.held(id))},
                        {"gained", Value::ofGpu(gained)}});
        }
}

}  // namespace apportion
