// SPDX-License-Identifier: GPL-3.0-or-later
// Who took GPUs from whom, and by which right.
#include <algorithm>

#include "core/view/explain/eviction_policy.h"
#include "core/view/explain/quota_explainer.h"

namespace apportion {

std::optional<QuotaId> QuotaExplainer::quotaOfWorkload(const std::string& name) const {
    const auto id = engine_.findWorkload(name);
    if (!id)
        return std::nullopt;
    return engine_.quotaOf(*id);
}

// Whoever took it has it still, or is to have it after a grace period: in the same run, for a
// later one may have taken from others.
bool QuotaExplainer::lasts(const Eviction& record) const {
    const auto taker = engine_.findWorkload(record.preemptor);
    if (!taker || engine_.seats(*taker).empty())
        return false;
    const auto start = engine_.status(*taker).start;
    return !start || *start <= record.at + engine_.settings().gracePeriod;
}

// The latest taking that lasts and that `wanted` accepts: all records of one taker and instant.
template <typename Wanted>
std::vector<const Eviction*> QuotaExplainer::latest(Wanted wanted) const {
    std::vector<const Eviction*> found;
    const auto& all = pool_.evictions;
    for (auto it = all.rbegin(); it != all.rend(); ++it) {
        if (it->at > pool_.clock || it->preemptor.empty() ||
            it->rule == EvictionRule::consolidation)
            continue;
        if (!found.empty() && (it->at != found[0]->at || it->preemptor != found[0]->preemptor))
            break;
        if (lasts(*it) && wanted(*it))
            found.push_back(&*it);
    }
    std::reverse(found.begin(), found.end());
    return found;
}

// Somebody took from here: who, by which right, and what was taken.
bool QuotaExplainer::lost() {
    const auto taken = latest([&](const Eviction& record) {
        const auto victim = quotaOfWorkload(record.victim);
        const auto taker = quotaOfWorkload(record.preemptor);
        return victim && taker && isBelow(*victim, self_) &&
               (!isBelow(*taker, self_) || *taker == self_);
    });
    if (taken.empty())
        return false;
    const Eviction& first = *taken.front();
    const WorkloadId taker = engine_.findWorkload(first.preemptor).value_or(0);
    const Workload& workload = engine_.workload(taker);
    const std::string& from = engine_.quota(engine_.quotaOf(taker)).name;
    fact(Fact::takenBy,
         {{"taker", Value::ofText(first.preemptor)},
          {"quota", Value::ofText(from)},
          {"priority", Value::ofCount(workload.priority)},
          {"gpu", Value::ofGpu(workload.request.gpu * workload.leastReplicas())}},
         {}, first.at);
    right(first);
    victims(taken);
    earlier(taken);
    return true;
}

// An earlier run of the same taker, which a node or a scale ended, took from work that waits still.
void QuotaExplainer::earlier(const std::vector<const Eviction*>& taken) {
    std::vector<std::string> names;
    Gpu gpu = 0;
    const Eviction& last = *taken.front();
    for (const Eviction& record : pool_.evictions) {
        if (record.preemptor != last.preemptor || record.at >= last.at ||
            record.rule == EvictionRule::consolidation)
            continue;
        const auto victim = engine_.findWorkload(record.victim);
        if (!victim || !isBelow(engine_.quotaOf(*victim), self_) ||
            engine_.state(*victim) != WorkloadState::pending)
            continue;
        if (std::find(names.begin(), names.end(), record.victim) != names.end() ||
            std::any_of(taken.begin(), taken.end(),
                        [&](const Eviction* each) { return each->victim == record.victim; }))
            continue;
        names.push_back(record.victim);
        gpu += record.gpu;
    }
    if (names.empty())
        return;
    if (names.size() > kMostNames)
        names.resize(kMostNames);
    std::vector<Argument>& arguments = answer_.facts.back().arguments;
    arguments.push_back({"earlier", Value::ofList(names)});
    arguments.push_back({"earlierGpu", Value::ofGpu(gpu)});
}

void QuotaExplainer::right(const Eviction& record) {
    const auto where = engine_.findQuota(record.quota);
    if (!where)
        return;
    const QuotaPolicy& policy = engine_.quota(*where).policy;
    if (auto kept = policyFact(record, &policy))
        return answer_.facts.push_back(std::move(*kept));
    const Argument quota{"quota", Value::ofText(record.quota)};
    const auto victim = engine_.findWorkload(record.victim);
    const auto taker = engine_.findWorkload(record.preemptor);
    if (!victim || !taker)
        return;
    const Workload& from = engine_.workload(*victim);
    const auto taken = static_cast<std::size_t>(from.module);
    // An older record keeps no policy: one that would not allow it has been another then.
    if (record.rule == EvictionRule::childLevel) {
        const auto& child = policy.childPreemption;
        std::vector<Argument> arguments{quota};
        if (child && child->priorities.contains(from.priority) && child->modules.test(taken))
            tellPolicy(arguments, *child);
        fact(Fact::childPolicy, std::move(arguments), Rule::childLevel);
    } else if (record.rule == EvictionRule::selfLevel &&
               record.why.code.find(".priority") == std::string::npos) {
        const auto& self = policy.selfPreemption;
        std::vector<Argument> arguments{quota};
        if (self && self->high.contains(engine_.workload(*taker).priority) &&
            self->low.contains(from.priority) && self->modules.test(taken))
            tellPolicy(arguments, *self);
        fact(Fact::selfPolicy, std::move(arguments), Rule::selfLevel);
    } else if (record.rule == EvictionRule::reclaim) {
        const QuotaNumbers numbers = engine_.numbers(*where);
        std::vector<Argument> arguments{quota,
                                        {"guaranteed", Value::ofGpu(numbers.guaranteed)},
                                        {"share", Value::ofGpu(numbers.fairShare)}};
        arguments.push_back(
            {"claim",
             Value::ofText(record.why.code.find(".share") != std::string::npos ? claim::kShare
                                                                               : claim::kOwn)});
        // What counted at that time is in its record.
        for (const Argument& each : record.why.arguments)
            if (isOfReclaim(each))
                arguments.push_back(each);
        fact(Fact::reclaimRight, std::move(arguments), Rule::reclaim);
    }
}

// In the instant in which it lost its whole run, as elastic work does that has room for less.
bool QuotaExplainer::startedAgain(const Eviction& record) const {
    if (record.rule == EvictionRule::elastic)
        return false;
    const auto victim = engine_.findWorkload(record.victim);
    return victim && !engine_.seats(*victim).empty() && engine_.status(*victim).start == record.at;
}

void QuotaExplainer::victims(const std::vector<const Eviction*>& taken) {
    std::vector<std::string> names;
    std::vector<std::string> again;
    Gpu gpu = 0;
    GpuTime lost = 0;
    for (const Eviction* record : taken) {
        if (names.size() < kMostNames)
            names.push_back(record->victim);
        if (startedAgain(*record) && again.size() < kMostNames)
            again.push_back(record->victim);
        gpu += record->gpu;
        lost += record->lost;
    }
    const Eviction& first = *taken.front();
    std::vector<Argument> arguments{
        {"victims", Value::ofList(names)},
        {"count", Value::ofCount(static_cast<std::int64_t>(taken.size()))},
        {"gpu", Value::ofGpu(gpu)},
        {"lost", Value::ofCount(lost)},  // GpuTime, to the last part
        {"runnerUp", Value::ofList(first.runnerUp)},
        {"worseBy", Value::ofText(first.worseBy)}};
    // They took back a part of it.
    if (!again.empty())
        arguments.push_back({"again", Value::ofList(again)});
    fact(Fact::victims, std::move(arguments), Rule::optimum);
}

// This quota took from others.
bool QuotaExplainer::took() {
    const auto taken = latest([&](const Eviction& record) {
        const auto victim = quotaOfWorkload(record.victim);
        const auto taker = quotaOfWorkload(record.preemptor);
        return victim && taker && isBelow(*taker, self_) && !isBelow(*victim, self_);
    });
    if (taken.empty())
        return false;
    std::vector<std::string> names;
    std::vector<std::string> quotas;
    Gpu gpu = 0;
    for (const Eviction* record : taken) {
        if (names.size() < kMostNames)
            names.push_back(record->victim);
        const std::string& from = engine_.quota(*quotaOfWorkload(record->victim)).name;
        if (std::find(quotas.begin(), quotas.end(), from) == quotas.end())
            quotas.push_back(from);
        gpu += record->gpu;
    }
    fact(Fact::took,
         {{"taker", Value::ofText(taken.front()->preemptor)},
          {"quotas", Value::ofList(quotas)},
          {"victims", Value::ofList(names)},
          {"gpu", Value::ofGpu(gpu)}},
         ruleOf(taken.front()->rule), taken.front()->at);
    return true;
}

}  // namespace apportion
