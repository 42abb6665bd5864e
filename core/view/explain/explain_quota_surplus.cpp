// SPDX-License-Identifier: GPL-3.0-or-later
// What is lent, how what is to spare is divided, and who may hold more than the share.
#include <algorithm>
#include <set>

#include "core/model/number_text.h"
#include "core/view/explain/quota_explainer.h"

namespace apportion {

// Who leaves guaranteed GPUs to others.
void QuotaExplainer::lenders() {
    std::vector<std::string> names;
    Gpu gpu = 0;
    Gpu guaranteed = 0;
    for (const QuotaId id : level()) {
        const QuotaNumbers numbers = engine_.numbers(id);
        const Gpu idle = numbers.guaranteed - numbers.subtree;
        if (id == self_ || idle <= 0 || numbers.pending > 0)
            continue;
        if (names.size() < kMostNames)
            names.push_back(engine_.quota(id).name);
        gpu += idle;
        guaranteed += numbers.guaranteed;
        change(Change::lenderSubmits, engine_.quota(id).name, true,
               {{"quota", Value::ofText(engine_.quota(id).name)},
                {"gpu", Value::ofGpu(std::min(idle, numbers_.subtree - numbers_.guaranteed))},
                {"grace", Value::ofSeconds(engine_.settings().gracePeriod)}});
    }
    if (!names.empty())
        fact(Fact::lendersIdle, {{"quotas", Value::ofList(names)},
                                 {"gpu", Value::ofGpu(gpu)},
                                 {"guaranteed", Value::ofGpu(guaranteed)}});
}

// Who is given what is to spare, of the lowest rank, where none of it is left for this quota.
std::optional<QuotaId> QuotaExplainer::outrankedBy() const {
    if (numbers_.pendingWorkloads == 0 || numbers_.fairShare > numbers_.guaranteed)
        return std::nullopt;
    const auto rank = [this](QuotaId id) { return engine_.quota(id).policy.rank; };
    std::optional<QuotaId> lowest;
    for (const QuotaId id : level()) {
        const QuotaNumbers numbers = engine_.numbers(id);
        if (numbers.fairShare > numbers.guaranteed && (!lowest || rank(id) < rank(*lowest)))
            lowest = id;
    }
    return lowest && rank(*lowest) > rank(self_) ? lowest : std::nullopt;
}

// How what nobody claims by guarantee was divided; `by`, `rank` and `ownRank` where higher
// ranks left nothing of it.
void QuotaExplainer::surplus() {
    std::vector<std::string> names;
    std::vector<std::string> weights;
    std::vector<std::string> shares;
    std::vector<std::string> ranks;
    std::set<int> ranksHere;  // of those that may borrow, if the ranks before left anything
    Gpu spare = 0;
    for (const QuotaId id : level()) {
        const QuotaNumbers numbers = engine_.numbers(id);
        if (const QuotaPolicy& policy = engine_.quota(id).policy;
            policy.overQuota == OverQuota::on && policy.weight.value_or(numbers.guaranteed) > 0)
            ranksHere.insert(policy.rank);
        if (numbers.fairShare <= numbers.guaranteed)
            continue;
        const Quota& quota = engine_.quota(id);
        spare += numbers.fairShare - numbers.guaranteed;
        if (names.size() < 2 * kMostNames) {
            names.push_back(quota.name);
            weights.push_back(
                std::to_string(quota.policy.weight.value_or(numbers.guaranteed / kOneGpu)));
            shares.push_back(gpuText(numbers.fairShare));
            ranks.push_back(std::to_string(quota.policy.rank));
        }
    }
    if (names.empty())
        return;
    std::vector<Argument> arguments{{"gpu", Value::ofGpu(spare)},
                                    {"quotas", Value::ofList(names)},
                                    {"weights", Value::ofList(weights)},
                                    {"shares", Value::ofList(shares)},
                                    {"share", Value::ofGpu(numbers_.fairShare)}};
    if (ranksHere.size() > 1)
        arguments.push_back({"ranks", Value::ofList(ranks)});
    if (const auto by = outrankedBy()) {
        arguments.push_back({"by", Value::ofText(engine_.quota(*by).name)});
        arguments.push_back({"rank", Value::ofCount(engine_.quota(*by).policy.rank)});
        arguments.push_back({"quota", Value::ofText(engine_.quota(self_).name)});
        arguments.push_back({"ownRank", Value::ofCount(engine_.quota(self_).policy.rank)});
    }
    fact(Fact::surplus, std::move(arguments), Rule::surplus);
}

// Rule 18, as those beside it meet it.
Duration QuotaExplainer::minRuntime() const {
    for (std::optional<QuotaId> at = self_; at; at = engine_.parent(*at))
        if (const auto& said = engine_.quota(*at).policy.minRuntime)
            return *said;
    return engine_.settings().minRuntime;
}

bool QuotaExplainer::anyoneBesideIsShort() const {
    const auto all = level();
    return std::any_of(all.begin(), all.end(), [this](QuotaId id) {
        const QuotaNumbers numbers = engine_.numbers(id);
        return id != self_ && numbers.pending > 0 &&
               numbers.subtree < std::max(numbers.guaranteed, numbers.fairShare);
    });
}

// It holds what others have a claim on, for they may not take it yet: `count` of what runs are
// protected, the first for `left` more.
void QuotaExplainer::protectedBeyondShare() {
    const Gpu bound = std::max(numbers_.guaranteed, numbers_.fairShare);
    const Duration protection = minRuntime();
    if (numbers_.subtree <= bound || protection <= 0 || !anyoneBesideIsShort())
        return;
    int count = 0;
    Duration first = protection;
    for (const WorkloadId id : engine_.running()) {
        const auto start = engine_.status(id).start;
        if (!start || !isBelow(engine_.quotaOf(id), self_) || engine_.workload(id).idle ||
            !engine_.workload(id).isPreemptible())
            continue;
        const Duration left = *start + protection - (pool_.clock - pool_.shift);
        if (left <= 0)
            continue;
        ++count;
        first = std::min(first, left);
    }
    if (count > 0)
        fact(Fact::within,
             {{"used", Value::ofGpu(numbers_.subtree)},
              {"share", Value::ofGpu(bound)},
              {"count", Value::ofCount(count)},
              {"time", Value::ofSeconds(protection)},
              {"left", Value::ofSeconds((first + kSecond - 1) / kSecond * kSecond)}},
             Rule::minimumRuntime);
}

}  // namespace apportion
