// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/explain/exposure.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace apportion {

namespace {

using By = ExposedPart::By;

struct Danger {
    By by = By::reclaim;
    std::string quota;
    bool isProtectable = true;  // by the minimum runtime
};

// Read from the quota upward (rule 18).
Duration minRuntimeOf(const Engine& engine, QuotaId quota) {
    for (std::optional<QuotaId> each = quota; each; each = engine.parent(*each))
        if (const auto& own = engine.quota(*each).policy.minRuntime)
            return *own;
    return engine.settings().minRuntime;
}

class Dangers {
public:
    Dangers(const Engine& engine, Instant at) : engine_(engine), at_(at) {}

    void look(QuotaId quota) {
        running_.clear();
        for (const WorkloadId id : engine_.running())
            if (engine_.quotaOf(id) == quota && engine_.held(id) > 0)
                running_.push_back(id);
        lookAbove(quota);
        lookBeside(quota);
        lookAtPriorities(quota);
        lookAtBorrowed(quota);
        for (const WorkloadId id : running_)
            if (engine_.workload(id).idle)
                found_[id] = {By::background, {}, false};
    }

    const Danger* of(WorkloadId id) const {
        const auto found = found_.find(id);
        return found == found_.end() ? nullptr : &found->second;
    }

private:
    // Whom a policy can take, though what it protects now is not among them.
    void take(QuotaId by, PreemptionLevel level, const Danger& danger, const PriorityRange& whom,
              const ModuleSet& modules) {
        std::set<WorkloadId> takeable;
        for (const Takeable& each :
             engine_.reach(by, engine_.quota(by).policy, level, kOneGpu, at_).takeable)
            takeable.insert(each.workload);
        for (const WorkloadId id : running_) {
            const Workload spec = engine_.workload(id);
            const auto start = engine_.status(id).start;
            const bool sheltered = danger.isProtectable && start &&
                                   *start + minRuntimeOf(engine_, engine_.quotaOf(id)) > at_;
            const bool named =
                whom.contains(spec.priority) && modules.test(static_cast<std::size_t>(spec.module));
            if (takeable.contains(id) || (sheltered && named))
                found_[id] = danger;
        }
    }

    void lookAbove(QuotaId quota) {
        for (auto each = engine_.parent(quota); each; each = engine_.parent(*each))
            if (const auto& policy = engine_.quota(*each).policy.childPreemption)
                take(*each, PreemptionLevel::child, {By::parent, engine_.quota(*each).name, false},
                     policy->priorities, policy->modules);
    }

    void lookBeside(QuotaId quota) {
        const auto look = [&](QuotaId by, By kind) {
            const auto& policy = engine_.quota(by).policy.selfPreemption;
            const bool reaches =
                policy && policy->scope != (kind == By::sibling ? PreemptionScope::quota
                                                                : PreemptionScope::siblings);
            if (reaches)
                take(by, PreemptionLevel::self, {kind, engine_.quota(by).name}, policy->low,
                     policy->modules);
        };
        for (const QuotaId sibling : engine_.siblings(quota))
            look(sibling, By::sibling);
        look(quota, By::ownQuota);
    }

    void lookAtPriorities(QuotaId quota) {
        if (!engine_.quota(quota).policy.priorityPreemption)
            return;
        for (const WorkloadId id : running_)
            if (const Workload spec = engine_.workload(id);
                spec.isPreemptible() && spec.priority < kHighestPriority)
                found_[id] = {By::ownQuota, engine_.quota(quota).name};
    }

    // Rule 14: every quota from here up to the branch where the claim comes from is above its
    // guarantee.
    void lookAtBorrowed(QuotaId quota) {
        Gpu borrowed = 0;
        for (std::optional<QuotaId> each = quota; each; each = engine_.parent(*each)) {
            const QuotaNumbers numbers = engine_.numbers(*each);
            const Gpu above = *each == quota ? numbers.subtree - numbers.below - ownPart(*each)
                                             : numbers.subtree - numbers.guaranteed;
            if (above <= 0)
                break;
            borrowed = std::max(borrowed, above);
        }
        std::vector<WorkloadId> order;
        for (const WorkloadId id : running_)
            if (const Workload spec = engine_.workload(id); spec.isPreemptible() && !spec.idle)
                order.push_back(id);
        const auto key = [&](WorkloadId id) {
            return std::tuple(engine_.workload(id).priority, -engine_.status(id).start.value_or(0),
                              -static_cast<int>(id));
        };
        std::sort(order.begin(), order.end(),
                  [&](WorkloadId a, WorkloadId b) { return key(a) < key(b); });
        for (const WorkloadId id : order) {
            if (borrowed <= 0)
                break;
            found_[id] = {By::reclaim, {}};
            borrowed -= engine_.held(id);
        }
    }

    Gpu ownPart(QuotaId quota) const {
        const QuotaNumbers numbers = engine_.numbers(quota);
        const bool isLeaf = numbers.below == 0 && numbers.unassigned == 0;
        return isLeaf ? numbers.guaranteed : numbers.unassigned;
    }

    const Engine& engine_;
    Instant at_;
    std::vector<WorkloadId> running_;
    std::map<WorkloadId, Danger> found_;
};

void addPart(std::vector<ExposedPart>& parts, const ExposedPart& one) {
    const auto same = std::find_if(parts.begin(), parts.end(), [&](const ExposedPart& each) {
        return each.by == one.by && each.until == one.until && each.quota == one.quota;
    });
    if (same == parts.end()) {
        parts.push_back(one);
        return;
    }
    same->gpu += one.gpu;
    ++same->workloads;
    same->started.reset();
    same->leastPriority = std::min(same->leastPriority, one.leastPriority);
    same->mostPriority = std::max(same->mostPriority, one.mostPriority);
}

}  // namespace

Exposure exposureOf(const Engine& engine, Instant at, std::span<const std::string> quotas,
                    const std::string& workspace) {
    Exposure exposure;
    Dangers dangers(engine, at);
    for (const std::string& name : quotas) {
        const auto quota = engine.findQuota(name);
        if (!quota)
            continue;
        dangers.look(*quota);
        exposure.guaranteed += engine.numbers(*quota).guaranteed;
        exposure.borrowed += engine.numbers(*quota).borrowed;
        for (const WorkloadId id : engine.running()) {
            const Gpu held = engine.held(id);
            if (engine.quotaOf(id) != *quota || held == 0)
                continue;
            const Workload spec = engine.workload(id);
            if (!workspace.empty() && spec.workspace != workspace)
                continue;
            exposure.running += held;
            const Danger* danger = dangers.of(id);
            if (danger == nullptr) {
                exposure.safe += held;
                continue;
            }
            ExposedPart part{danger->by,
                             held,
                             1,
                             danger->quota,
                             spec.priority,
                             spec.priority,
                             engine.status(id).start,
                             {}};
            if (const Instant until = part.started.value_or(at) + minRuntimeOf(engine, *quota);
                danger->isProtectable && until > at) {
                part.until = until;
                exposure.sheltered += held;
            }
            addPart(exposure.parts, part);
        }
    }
    std::stable_sort(exposure.parts.begin(), exposure.parts.end(),
                     [](const ExposedPart& a, const ExposedPart& b) {
                         if (a.by != b.by)
                             return a.by > b.by;
                         return a.until.value_or(0) > b.until.value_or(0);
                     });
    return exposure;
}

void shift(Exposure& exposure, Duration by) {
    for (ExposedPart& part : exposure.parts)
        for (auto* moment : {&part.started, &part.until})
            if (*moment)
                **moment += by;
}

}  // namespace apportion
