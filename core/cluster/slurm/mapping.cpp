// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/mapping.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <set>
#include <tuple>

#include "core/cluster/slurm/connection.h"
#include "core/cluster/slurm/failure.h"
#include "core/cluster/slurm/marks.h"

namespace apportion::slurm {

namespace {

// Of slurm.conf's weights, a step of our priority, and what lifts a QOS that can preempt.
constexpr std::int64_t kPriorityStep = 10;
constexpr std::int64_t kPreemptorLift = 1000;
constexpr int kUsual = 5;
constexpr std::string_view kRootAccount = "root";

constexpr std::array kCapabilities{
    Capability{"limit", "GrpTRES=gres/gpu", Verdict::exact, "cluster-map-limit"},
    Capability{"guarantee", "GrpTRES=gres/gpu", Verdict::approximate, "cluster-map-guarantee"},
    Capability{"childPreemption", "QOS Preempt", Verdict::approximate, "cluster-map-child"},
    Capability{"preemptionAtLimit", "", Verdict::impossible, "cluster-map-at-limit"},
    Capability{"selfPreemption", "QOS Preempt", Verdict::approximate, "cluster-map-self"},
    Capability{"selfPreemptionAboveGuarantee", "", Verdict::impossible,
               "cluster-map-above-guarantee"},
    Capability{"priorityPreemption", "QOS Preempt", Verdict::approximate, "cluster-map-priority"},
    Capability{"weight", "fairshare", Verdict::approximate, "cluster-map-weight"},
    Capability{"rank", "", Verdict::impossible, "cluster-map-rank"},
    Capability{"lend", "", Verdict::impossible, "cluster-map-lend"},
    Capability{"queueing", "", Verdict::impossible, "cluster-map-queueing"},
    Capability{"nodes", "", Verdict::impossible, "cluster-map-nodes"},
    Capability{"idle", "QOS Priority", Verdict::approximate, "cluster-map-idle"},
    Capability{"minRuntime", "PreemptExemptTime", Verdict::approximate, "cluster-map-min-runtime"},
    Capability{"gracePeriod", "GraceTime", Verdict::approximate, "cluster-map-grace"},
    Capability{"userCap", "MaxTRESPerUser", Verdict::approximate, "cluster-map-user-cap"},
    Capability{"gang", "--nodes --gres", Verdict::exact, "cluster-map-gang"},
    Capability{"elastic", "", Verdict::impossible, "cluster-map-elastic", false},
    Capability{"fraction", "", Verdict::impossible, "cluster-map-fraction", false},
    Capability{"consolidation", "", Verdict::impossible, "cluster-map-consolidation",
               false},  // a job that is moved begins anew
};

// What shares a QOS.
struct Class {
    std::size_t quota = 0;
    Module module = Module::training;
    int priority = kUsual;
    bool idle = false;
    friend auto operator<=>(const Class&, const Class&) = default;
};

class Mapping {
public:
    explicit Mapping(const Scenario& scenario) : scenario_(scenario) {
        for (std::size_t i = 0; i < scenario.quotas.size(); ++i)
            places_[scenario.quotas[i].name] = i;
        for (const Workload& work : scenario.workloads)
            if (const auto quota = quotaOf(work))
                classes_.insert({*quota, work.module, work.priority, work.idle});
        // A job needs its QOS before it is submitted: each quota has one at least.
        std::set<std::size_t> used;
        for (const Class& each : classes_)
            used.insert(each.quota);
        for (std::size_t i = 0; i < scenario.quotas.size(); ++i)
            if (!used.contains(i) && !isRoot(i))
                classes_.insert({i, Module::training, kUsual, false});
    }

    std::optional<std::size_t> quotaOf(const Workload& work) const {
        std::string name = work.quota;
        for (const Workspace& each : scenario_.workspaces)
            if (name.empty() && each.name == work.workspace && each.quotas.size() == 1)
                name = each.quotas.front();
        const auto place = places_.find(name);
        return place == places_.end() ? std::nullopt : std::optional(place->second);
    }

    bool isRoot(std::size_t quota) const {
        return !parent(quota) && accountName(quota) == kRootAccount;
    }
    const QuotaPolicy& policy(std::size_t quota) const { return scenario_.quotas[quota].policy; }
    std::optional<std::size_t> parent(std::size_t quota) const {
        const auto place = places_.find(scenario_.quotas[quota].parent);
        return place == places_.end() ? std::nullopt : std::optional(place->second);
    }
    bool isBelow(std::size_t quota, std::size_t above) const {
        for (auto at = parent(quota); at; at = parent(*at))
            if (*at == above)
                return true;
        return false;
    }

    bool preempts(const Class& taker, const Class& victim) const {
        if (taker.idle || taker == victim)
            return false;
        if (victim.idle)
            return true;
        const QuotaPolicy& policies = policy(taker.quota);
        if (const auto& child = policies.childPreemption)
            if (isBelow(victim.quota, taker.quota) && child->priorities.contains(victim.priority) &&
                child->modules.test(static_cast<std::size_t>(victim.module)))
                return true;
        if (const auto& self = policies.selfPreemption) {
            const bool sibling =
                victim.quota != taker.quota && parent(victim.quota) == parent(taker.quota);
            const bool reached =
                victim.quota == taker.quota
                    ? self->scope != PreemptionScope::siblings
                    : sibling && self->scope != PreemptionScope::quota && self->mayTakeGuaranteed;
            if (reached && self->high.contains(taker.priority) &&
                self->low.contains(victim.priority) &&
                self->modules.test(static_cast<std::size_t>(victim.module)))
                return true;
        }
        return policies.priorityPreemption && victim.quota == taker.quota &&
               victim.priority < taker.priority && victim.module == Module::training;
    }

    std::string accountName(std::size_t quota) const {
        return accountOf(scenario_.quotas[quota].name);
    }
    std::string qosName(const Class& each) const {
        const std::string quota = accountName(each.quota);
        return each.idle ? quota + "-idle" : qosNameOf(quota, each.module, each.priority);
    }

    // Quotas at or above which a policy lets work preempt others than the idle class.
    std::set<std::size_t> preempting() const {
        std::set<std::size_t> quotas;
        for (const Class& taker : classes_)
            for (const Class& victim : classes_)
                if (!victim.idle && preempts(taker, victim)) {
                    quotas.insert(taker.quota);
                    for (auto at = parent(taker.quota); at; at = parent(*at))
                        quotas.insert(*at);
                }
        return quotas;
    }

    Wanted wanted() const {
        Wanted made;
        std::map<std::size_t, std::vector<std::string>> ofQuota;
        std::map<std::string, WantedQos> qos;
        for (const Class& each : classes_) {
            WantedQos& wanted = qos[qosName(each)];
            wanted.name = qosName(each);
            for (const Class& victim : classes_)
                if (preempts(each, victim))
                    wanted.preempts.push_back(qosName(victim));
            std::sort(wanted.preempts.begin(), wanted.preempts.end());
            wanted.preempts.erase(std::unique(wanted.preempts.begin(), wanted.preempts.end()),
                                  wanted.preempts.end());
            const bool lifts = std::any_of(
                classes_.begin(), classes_.end(),
                [&](const Class& victim) { return !victim.idle && preempts(each, victim); });
            wanted.priority =
                each.idle ? 0 : each.priority * kPriorityStep + (lifts ? kPreemptorLift : 0);
            wanted.graceSeconds = scenario_.settings.gracePeriod / kSecond;
            wanted.exemptSeconds = minRuntime(each.quota) / kSecond;
            wanted.gpusPerUser = capOf(each);
            auto& list = ofQuota[each.quota];
            if (std::find(list.begin(), list.end(), wanted.name) == list.end())
                list.push_back(wanted.name);
        }
        for (auto& [name, each] : qos)
            made.qos.push_back(std::move(each));
        const auto uncapped = preempting();
        for (std::size_t i = 0; i < scenario_.quotas.size(); ++i) {
            if (isRoot(i))
                continue;
            WantedAccount& account = made.accounts.emplace_back();
            account.name = accountName(i);
            if (const auto above = parent(i); above && !isRoot(*above))
                account.parent = accountName(*above);
            // Without a guarantee a quota lives on what others leave.
            const auto guaranteed = scenario_.quotas[i].guaranteed.gpu;
            if (const auto& limit = policy(i).limit.gpu;
                !uncapped.contains(i) && (limit || guaranteed > 0))
                account.gpus = limit.value_or(guaranteed) / kOneGpu;
            account.qos = ofQuota[i];
            std::sort(account.qos.begin(), account.qos.end());
            account.defaultQos = defaultQos(i);
            account.shares = policy(i).weight;
        }
        std::set<WantedUser> users;
        for (const Workspace& each : scenario_.workspaces)
            for (const Member& member : each.members)
                for (const std::string& quota : each.quotas)
                    if (member.role != Role::viewer && places_.contains(quota))
                        users.insert({member.user, accountName(places_.at(quota))});
        made.users.assign(users.begin(), users.end());
        made.keepsUsedQos = true;
        made.tree = treeNamed(scenario_.name);
        return made;
    }

private:
    // That of a job without --qos: usual training, where that is in use.
    std::string defaultQos(std::size_t quota) const {
        const auto strange = [](const Class& each) {
            return std::tuple(each.idle, each.module, std::abs(each.priority - kUsual));
        };
        const Class* best = nullptr;
        for (const Class& each : classes_)
            if (each.quota == quota && (best == nullptr || strange(each) < strange(*best)))
                best = &each;
        return qosName(*best);
    }
    Duration minRuntime(std::size_t quota) const {
        for (std::optional<std::size_t> at = quota; at; at = parent(*at))
            if (const auto own = policy(*at).minRuntime)
                return *own;
        return scenario_.settings.minRuntime;
    }

    // The strictest cap that is for every member.
    std::optional<std::int64_t> capOf(const Class& each) const {
        std::optional<std::int64_t> least;
        for (const Workspace& workspace : scenario_.workspaces)
            for (const Cap& cap : workspace.caps)
                if (!cap.role && !cap.user &&
                    std::find(workspace.quotas.begin(), workspace.quotas.end(),
                              scenario_.quotas[each.quota].name) != workspace.quotas.end() &&
                    (!cap.priorities || cap.priorities->contains(each.priority)) &&
                    (!cap.modules || cap.modules->test(static_cast<std::size_t>(each.module))) &&
                    (!least || cap.gpu / kOneGpu < *least))
                    least = cap.gpu / kOneGpu;
        return least;
    }

    const Scenario& scenario_;
    std::map<std::string, std::size_t, std::less<>> places_;
    std::set<Class> classes_;
};

}  // namespace

std::string accountOf(std::string name) {
    for (char& letter : name)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    return name;
}

const char* shortModule(Module module) {
    switch (module) {
        case Module::training:
            return "trn";
        case Module::notebook:
            return "nbk";
        case Module::inference:
            break;
    }
    return "inf";
}

std::span<const Capability> capabilities() {
    return kCapabilities;
}

std::string_view verdictText(Verdict verdict) {
    switch (verdict) {
        case Verdict::exact:
            return "exact";
        case Verdict::approximate:
            return "approximate";
        case Verdict::impossible:
            break;
    }
    return "impossible";
}

std::string qosNameOf(std::string_view quota, Module module, int priority) {
    std::string name(quota);
    return name.append("-")
        .append(shortModule(module))
        .append("-")
        .append(std::to_string(priority));
}

Recommended recommendedFor(const std::vector<Judged>& judged) {
    std::vector<std::string> drivenOnly, neither, approximate;
    for (const Judged& each : judged) {
        const Capability& is = *each.capability;
        if (is.verdict == Verdict::impossible)
            (is.driven ? drivenOnly : neither).emplace_back(is.key);
        else if (is.verdict == Verdict::approximate)
            approximate.emplace_back(is.key);
    }
    Recommended made;
    made.drive = !drivenOnly.empty();
    std::string code = made.drive ? "cluster-mode-drive" : "cluster-mode-map";
    const bool near = !made.drive && !approximate.empty();
    if (!neither.empty())
        code += near ? ".both" : ".less";
    else if (near)
        code += ".near";
    if (!made.drive)
        drivenOnly = std::move(approximate);
    made.why = {std::move(code),
                {{"policies", Value::ofList(std::move(drivenOnly))},
                 {"neither", Value::ofList(std::move(neither))}}};
    return made;
}

std::vector<Judged> judge(const Scenario& desired) {
    const Mapping mapping(desired);
    const auto preempting = mapping.preempting();
    std::vector<Judged> judged;
    const auto add = [&](std::string_view key, std::vector<std::string> quotas) {
        const auto found = std::find_if(kCapabilities.begin(), kCapabilities.end(),
                                        [&](const Capability& each) { return each.key == key; });
        judged.push_back({&*found, std::move(quotas)});
    };
    const auto where = [&](std::string_view key, const auto& holds) {
        std::vector<std::string> quotas;
        for (std::size_t i = 0; i < desired.quotas.size(); ++i)
            if (holds(desired.quotas[i], i))
                quotas.push_back(desired.quotas[i].name);
        if (!quotas.empty())
            add(key, std::move(quotas));
    };
    const auto anyWork = [&](std::string_view key, const auto& holds) {
        if (std::any_of(desired.workloads.begin(), desired.workloads.end(), holds))
            add(key, {});
    };
    where("limit", [&](const Quota& quota, std::size_t i) {
        return quota.policy.limit.gpu && !preempting.contains(i);
    });
    where("guarantee", [&](const Quota& quota, std::size_t i) {
        return !quota.policy.limit.gpu && !preempting.contains(i);
    });
    where("childPreemption",
          [](const Quota& quota, std::size_t) { return quota.policy.childPreemption.has_value(); });
    where("preemptionAtLimit", [&](const Quota& quota, std::size_t i) {
        return preempting.contains(i) && (quota.policy.limit.gpu || !quota.parent.empty());
    });
    where("selfPreemption",
          [](const Quota& quota, std::size_t) { return quota.policy.selfPreemption.has_value(); });
    where("selfPreemptionAboveGuarantee", [](const Quota& quota, std::size_t) {
        const auto& self = quota.policy.selfPreemption;
        return self && self->scope != PreemptionScope::quota && !self->mayTakeGuaranteed;
    });
    where("priorityPreemption",
          [](const Quota& quota, std::size_t) { return quota.policy.priorityPreemption; });
    where("weight",
          [](const Quota& quota, std::size_t) { return quota.policy.weight.has_value(); });
    where("rank", [](const Quota& quota, std::size_t) { return quota.policy.rank != 0; });
    where("lend", [](const Quota& quota, std::size_t) { return quota.policy.lend.has_value(); });
    where("queueing", [](const Quota& quota, std::size_t) {
        return quota.policy.queueing != Queueing::roundRobin;
    });
    where("nodes", [](const Quota& quota, std::size_t) { return quota.policy.nodes.has_value(); });
    where("minRuntime",
          [](const Quota& quota, std::size_t) { return quota.policy.minRuntime.has_value(); });
    if (desired.settings.gracePeriod > 0)
        add("gracePeriod", {});
    if (std::any_of(desired.workspaces.begin(), desired.workspaces.end(),
                    [](const Workspace& each) { return !each.caps.empty(); }))
        add("userCap", {});
    anyWork("idle", [](const Workload& each) { return each.idle; });
    anyWork("gang", [](const Workload& each) { return each.replicas > 1; });
    anyWork("elastic", [](const Workload& each) { return each.leastReplicas() < each.replicas; });
    anyWork("fraction", [](const Workload& each) { return each.request.gpu % kOneGpu != 0; });
    if (desired.settings.consolidation)
        add("consolidation", {});
    return judged;
}

Result<void> adoptInto(Wanted& wanted, const std::vector<std::string>& accounts) {
    for (const std::string& name : accounts) {
        if (std::none_of(wanted.accounts.begin(), wanted.accounts.end(),
                         [&](const WantedAccount& each) { return each.name == name; }))
            return fail("cluster-plan-adopt", {{"name", Value::ofText(name)}});
        wanted.adopts.insert(name);
    }
    return {};
}

Result<Wanted> wantedOf(const Scenario& desired) {
    Wanted wanted = Mapping(desired).wanted();
    Problems problems;
    std::set<std::string> seen;
    const auto problem = [&](const char* code, const std::string& name) {
        problems.emplace_back().message = {code, {{"name", Value::ofText(name)}}};
    };
    for (const WantedAccount& each : wanted.accounts) {
        if (!isPlainName(each.name) || each.name == kRootAccount)
            problem("cluster-plan-name", each.name);
        if (!seen.insert(each.name).second)
            problem("cluster-plan-twice", each.name);
    }
    for (const WantedUser& each : wanted.users)
        if (!isPlainName(each.user) && seen.insert(each.user).second)
            problem("cluster-plan-name", each.user);
    if (!problems.empty())
        return tl::unexpected(std::move(problems));
    return wanted;
}

}  // namespace apportion::slurm
