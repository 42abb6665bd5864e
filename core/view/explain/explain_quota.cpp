// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/explain/explain_quota.h"

#include <algorithm>

#include "core/view/explain/quota_explainer.h"

namespace apportion {

QuotaExplanation QuotaExplainer::explain() {
    const Quota& quota = engine_.quota(self_);
    numbers_ = engine_.numbers(self_);
    if (pool_.resting || pool_.halted)
        resting();
    answer_.time = pool_.clock;
    answer_.quota = quota.name;
    answer_.numbers = numbers_;
    unapproved();
    if (numbers_.subtree < numbers_.guaranteed)
        below();
    else if (numbers_.subtree > numbers_.guaranteed)
        beyond();
    else
        exactly();
    return std::move(answer_);
}

bool QuotaExplainer::isBelow(QuotaId quota, QuotaId ancestor) const {
    for (std::optional<QuotaId> at = quota; at; at = engine_.parent(*at))
        if (*at == ancestor)
            return true;
    return false;
}

std::vector<QuotaId> QuotaExplainer::level() const {
    std::vector<QuotaId> level;
    for (QuotaId id = 0; id < engine_.quotaCount(); ++id)
        if (engine_.parent(id) == engine_.parent(self_) &&
            engine_.groupOf(id) == engine_.groupOf(self_))
            level.push_back(id);
    return level;
}

bool QuotaExplainer::everAsked() const {
    for (WorkloadId id = 0; id < engine_.workloadCount(); ++id)
        if (engine_.submitted(id) && isBelow(engine_.quotaOf(id), self_))
            return true;
    if (pool_.ended == nullptr)
        return false;
    return std::any_of(pool_.ended->begin(), pool_.ended->end(), [&](const WorkloadRow& row) {
        const auto quota = engine_.findQuota(row.quota);
        return quota && isBelow(*quota, self_);
    });
}

void QuotaExplainer::below() {
    if (numbers_.above > 0 && numbers_.pendingWorkloads > 0) {
        if (!lost())
            fact(Fact::shareShort, {{"gpu", Value::ofGpu(usedFromAbove(numbers_))}},
                 Rule::counters);
        takersEnd();
    } else if (numbers_.pendingWorkloads > 0) {
        lost();
        waiting();
    } else if (numbers_.subtree == 0 && !unapproved_ && !everAsked()) {
        const Gpu lends = engine_.quota(self_).policy.lend.value_or(numbers_.guaranteed);
        fact(Fact::nothingAsked,
             {{"guaranteed", Value::ofGpu(numbers_.guaranteed)}, {"lends", Value::ofGpu(lends)}});
    } else {
        waiting();
    }
    // What work above uses is told as that.
    if (const Gpu lent = numbers_.lent - usedFromAbove(numbers_); lent > 0)
        within(lent, Rule::overhang);
}

void QuotaExplainer::beyond() {
    if (!drains()) {
        protectedBeyondShare();
        lenders();
        surplus();
    }
    waiting();
}

void QuotaExplainer::exactly() {
    if (!took() && !lost())
        within(0, Rule::entitlement);
    if (outrankedBy())
        surplus();
    waiting();
}

void QuotaExplainer::within(Gpu lent, Rule rule) {
    fact(Fact::within,
         {{"used", Value::ofGpu(numbers_.subtree)},
          {"guaranteed", Value::ofGpu(numbers_.guaranteed)},
          {"lent", Value::ofGpu(lent)},
          {"pending", Value::ofGpu(numbers_.pending)}},
         rule);
}

// Running work below a quota that is not preemptible; without idle work, as rule 3 counts.
Gpu QuotaExplainer::firmBelow(QuotaId quota) const {
    Gpu gpu = 0;
    for (const WorkloadId id : engine_.running())
        if (isBelow(engine_.quotaOf(id), quota))
            if (const Workload& work = engine_.workload(id); !work.isPreemptible() && !work.idle)
                gpu += engine_.held(id);
    return gpu;
}

// Above a bound, its own or of a quota above, nothing is borrowed: it was made smaller, or may
// borrow no more.
bool QuotaExplainer::drains() {
    for (std::optional<QuotaId> at = self_; at; at = engine_.parent(*at)) {
        const QuotaPolicy& policy = engine_.quota(*at).policy;
        const QuotaNumbers numbers = engine_.numbers(*at);
        const auto over = [&](Gpu used, Gpu bound, const char* by) {
            if (used <= bound)
                return false;
            fact(Fact::drains,
                 {{"quota", Value::ofText(engine_.quota(*at).name)},
                  {"used", Value::ofGpu(used)},
                  {"bound", Value::ofGpu(bound)},
                  {"by", Value::ofText(by)}},
                 Rule::bounds);
            return true;
        };
        if ((policy.overQuota != OverQuota::on &&
             over(numbers.subtree, numbers.guaranteed, drain_bound::kSize)) ||
            (policy.limit.gpu && over(numbers.subtree, *policy.limit.gpu, drain_bound::kLimit)) ||
            over(firmBelow(*at), numbers.guaranteed, drain_bound::kFirm))
            return true;
    }
    return false;
}

std::optional<QuotaExplanation> explainQuota(const PoolSource& pool, std::string_view name) {
    const auto id = pool.engine.findQuota(name);
    if (!id)
        return std::nullopt;
    return QuotaExplainer(pool, *id).explain();
}

}  // namespace apportion
