// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/accounts.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>

#include "core/cluster/slurm/gate.h"
#include "core/cluster/slurm/texts.h"
#include "core/model/date_text.h"

namespace apportion::slurm {

namespace {

bool has(const ClusterNode& node, std::initializer_list<std::string_view> states) {
    return std::any_of(node.states.begin(), node.states.end(), [&](std::string_view state) {
        // "DOWN*" does not answer.
        while (!state.empty() &&
               std::string_view("*~#!%$@^-").find(state.back()) != std::string_view::npos)
            state.remove_suffix(1);
        return std::find(states.begin(), states.end(), state) != states.end();
    });
}

Value gpuValue(std::int64_t count) {
    return Value::ofGpu(count * kOneGpu);
}

const Qos* qosOf(const Picture& picture, std::string_view name) {
    const auto found = std::find_if(picture.qos.begin(), picture.qos.end(),
                                    [&](const Qos& each) { return each.name == name; });
    return found == picture.qos.end() ? nullptr : &*found;
}

std::int64_t runningIn(const Picture& picture, const std::function<bool(const ClusterJob&)>& of) {
    std::int64_t gpus = 0;
    for (const ClusterJob& job : picture.jobs)
        if (job.isRunning() && of(job))
            gpus += job.gpus;
    return gpus;
}

Message accountWait(const ClusterJob& job, const Accounts& accounts) {
    if (const Account* full = accounts.fullFor(job.account, job.gpus))
        return {"cluster-wait-account",
                {{"account", Value::ofText(full->name)},
                 {"used", Value::ofCount(full->running)},
                 {"limit", gpuValue(*full->limit)},
                 {"requested", gpuValue(job.gpus)}}};
    return {"cluster-wait-account.other", {{"account", Value::ofText(job.account)}}};
}

// The nearest account whose minutes are used, or else that has such a limit.
Message minutesWait(const ClusterJob& job, const Accounts& accounts) {
    const Account* limited = nullptr;
    for (const Account* at = accounts.find(job.account); at != nullptr;
         at = accounts.find(at->parent)) {
        if (!at->gpuMinutes)
            continue;
        const bool isUsed = at->gpuMinutesUsed.value_or(0) >= *at->gpuMinutes;
        if (limited == nullptr || isUsed)
            limited = at;
        if (isUsed)
            break;
    }
    if (limited == nullptr || !limited->gpuMinutesUsed)
        return {"cluster-wait-account.other", {{"account", Value::ofText(job.account)}}};
    return {"cluster-wait-minutes",
            {{"account", Value::ofText(limited->name)},
             {"used", Value::ofCount(*limited->gpuMinutesUsed)},
             {"minutes", Value::ofCount(*limited->gpuMinutes)}}};
}

Message qosWait(const ClusterJob& job, const Picture& picture, bool ofUser) {
    const Qos* qos = qosOf(picture, job.qos);
    const auto limit = qos == nullptr ? std::nullopt : ofUser ? qos->maxGpusPerUser : qos->grpGpus;
    if (!limit)
        return {"cluster-wait-qos.other", {{"qos", Value::ofText(job.qos)}}};
    const auto used = runningIn(picture, [&](const ClusterJob& each) {
        return each.qos == job.qos && (!ofUser || each.user == job.user);
    });
    Message message{ofUser ? "cluster-wait-user" : "cluster-wait-qos",
                    {{"qos", Value::ofText(job.qos)},
                     {"used", Value::ofCount(used)},
                     {"limit", gpuValue(*limit)},
                     {"requested", gpuValue(job.gpus)}}};
    if (ofUser)
        message.arguments.push_back({"user", Value::ofText(job.user)});
    return message;
}

// What its user may use for a job, in the account or in one above.
Message perJobWait(const ClusterJob& job, const Accounts& accounts, const Picture& picture) {
    for (const Account* at = accounts.find(job.account); at != nullptr;
         at = accounts.find(at->parent))
        for (const Association& each : picture.associations)
            if (each.account == at->name && (each.user.empty() || each.user == job.user) &&
                each.maxGpusPerJob && *each.maxGpusPerJob < job.gpus)
                return {"cluster-wait-per-job",
                        {{"user", Value::ofText(job.user)},
                         {"account", Value::ofText(at->name)},
                         {"limit", gpuValue(*each.maxGpusPerJob)},
                         {"requested", gpuValue(job.gpus)}}};
    return {"cluster-wait-per-job.other", {}};
}

// Words of Slurm that need no number.
struct Meaning {
    std::string_view reason;  // or how it begins
    const char* code;
};
constexpr std::array kMeanings{
    Meaning{"Priority", "cluster-wait-head"},
    Meaning{"BeginTime", "cluster-wait-begin"},
    Meaning{"JobHeldUser", "cluster-wait-held"},
    Meaning{"JobHeldAdmin", "cluster-wait-held.admin"},
    Meaning{"job requeued in held state", "cluster-wait-held.requeued"},
    Meaning{"DependencyNeverSatisfied", "cluster-wait-dependency.never"},
    Meaning{"Dependency", "cluster-wait-dependency"},
    Meaning{"ReqNodeNotAvail", "cluster-wait-nodes"},
    Meaning{"Nodes required for job are", "cluster-wait-nodes"},
    Meaning{"PartitionNodeLimit", "cluster-wait-partition-nodes"},
    Meaning{"PartitionTimeLimit", "cluster-wait-partition-time"},
    Meaning{"PartitionDown", "cluster-wait-partition-closed"},
    Meaning{"PartitionInactive", "cluster-wait-partition-closed"},
    Meaning{"InvalidQOS", "cluster-wait-invalid-qos"},
    Meaning{"InvalidAccount", "cluster-wait-invalid-account"},
    Meaning{"BadConstraints", "cluster-wait-invalid-request"},
    Meaning{"Licenses", "cluster-wait-licenses"},
    Meaning{"AssocMaxJobsLimit", "cluster-wait-jobs"},
    Meaning{"AssocGrpJobsLimit", "cluster-wait-jobs"},
    Meaning{"QOSMaxGRESPerJob", "cluster-wait-per-job.qos"},
};

}  // namespace

Totals totalsOf(const Picture& picture) {
    Totals totals;
    for (const ClusterNode& each : picture.nodes) {
        totals.gpus += each.gpus;
        totals.gpusUsed += each.gpusUsed;
    }
    for (const ClusterJob& each : picture.jobs) {
        totals.running += each.isRunning() ? 1 : 0;
        totals.waiting += each.isPending() ? each.tasks : 0;
    }
    return totals;
}

bool isHeld(const ClusterJob& job) {
    return job.reason.starts_with("JobHeld") || job.reason == "job requeued in held state";
}

bool isDown(const ClusterNode& node) {
    return has(node, {"DOWN", "FAIL", "ERROR", "POWERED_DOWN", "FUTURE", "UNKNOWN"});
}

bool isClosed(const ClusterNode& node) {
    return isDown(node) || has(node, {"DRAIN", "DRAINED", "DRAINING", "MAINT", "REBOOT", "FAILING",
                                      "NOT_RESPONDING", "RESERVED"});
}

std::optional<Message> missingOf(const Picture& picture) {
    if (!picture.accountingIsDown)
        return {};
    switch (picture.accountsBy) {
        case Picture::AccountsBy::controller:
            return Message{"cluster-accounting-down.controller", {}};
        case Picture::AccountsBy::jobs:
            return Message{"cluster-accounting-down.jobs", {}};
        case Picture::AccountsBy::accounting:
            break;
    }
    return Message{"cluster-accounting-down.old",
                   {{"at", Value::ofText(dateText(picture.accountsAsOf * kSecond))}}};
}

std::int64_t freeGpus(const Picture& picture, std::string_view partitions) {
    const auto asked = split(partitions, ',');
    const auto isAsked = [&](const std::string& partition) {
        return std::find(asked.begin(), asked.end(), partition) != asked.end();
    };
    std::int64_t free = 0;
    for (const ClusterNode& node : picture.nodes)
        if (!isClosed(node) && (partitions.empty() || std::any_of(node.partitions.begin(),
                                                                  node.partitions.end(), isAsked)))
            free += std::max<std::int64_t>(0, node.gpus - node.gpusUsed);
    return free;
}

Accounts::Accounts(const Picture& picture) {
    std::map<std::string, std::vector<const Association*>> below;
    std::set<std::string> names;
    for (const Association& each : picture.associations)
        if (each.user.empty())
            names.insert(each.account);
    for (const Association& each : picture.associations)
        if (each.user.empty())
            // One whose parent is not there stands at the top.
            below[names.contains(each.parent) && each.parent != each.account ? each.parent : ""]
                .push_back(&each);
    const std::function<void(const std::string&, int)> take = [&](const std::string& parent,
                                                                  int depth) {
        auto children = below[parent];
        std::sort(children.begin(), children.end(), [](const Association* a, const Association* b) {
            return a->account < b->account;
        });
        for (const Association* each : children) {
            if (!places_.emplace(each->account, accounts_.size()).second)
                continue;
            Account& made = accounts_.emplace_back();
            made.name = each->account;
            made.parent = parent;
            made.depth = depth;
            made.limit = each->grpGpus;
            made.gpuMinutes = each->grpGpuMinutes;
            made.gpuMinutesUsed = each->gpuMinutesUsed;
            made.shares = each->shares;
            take(each->account, depth + 1);
        }
    };
    take("", 0);
    for (const ClusterJob& job : picture.jobs) {
        const auto place = places_.find(job.account);
        if (place == places_.end())
            continue;
        if (job.isRunning())
            accounts_[place->second].runningDirect += job.gpus;
        for (auto at = place; at != places_.end();) {
            Account& account = accounts_[at->second];
            if (job.isRunning())
                account.running += job.gpus;
            else if (job.isPending()) {
                account.pending += job.gpus * job.tasks;
                account.pendingJobs += job.tasks;
            }
            at = account.parent.empty() ? places_.end() : places_.find(account.parent);
        }
    }
}

const Account* Accounts::find(std::string_view name) const {
    const auto place = places_.find(name);
    return place == places_.end() ? nullptr : &accounts_[place->second];
}

const Account* Accounts::fullFor(std::string_view account, std::int64_t gpus) const {
    for (const Account* at = find(account); at != nullptr; at = find(at->parent))
        if (at->limit && at->running + gpus > *at->limit)
            return at;
    return nullptr;
}

Message waitOf(const ClusterJob& job, const Accounts& accounts, const Picture& picture) {
    const std::string_view reason = job.reason;
    if (reason.empty())
        return {"cluster-wait-new", {}};
    if (reason == "AssocGrpGRESMinutes")
        return minutesWait(job, accounts);
    if (reason.starts_with("AssocGrpGRES") || reason.starts_with("AssocGrpTRES"))
        return accountWait(job, accounts);
    if (reason.starts_with("AssocMaxGRESPerJob"))
        return perJobWait(job, accounts, picture);
    if (reason.starts_with("QOSMaxGRESPerUser"))
        return qosWait(job, picture, true);
    if (reason == "QOSGrpGRES")
        return qosWait(job, picture, false);
    if (reason == "QOSGrpJobsLimit" && classAt(job.qos))
        return {"cluster-wait-gate.queue", {{"job", Value::ofText(job.id)}}};
    if (reason == "QOSGrpJobsLimit")
        return {"cluster-wait-gate", {{"qos", Value::ofText(job.qos)}}};
    if (reason == "Resources")
        return {"cluster-wait-capacity",
                {{"free", gpuValue(freeGpus(picture, job.partition))},
                 {"requested", gpuValue(job.gpus)},
                 {"nodes", Value::ofCount(job.nodeCount)}}};
    for (const Meaning& each : kMeanings)
        if (reason.starts_with(each.reason))
            return {each.code, {}};
    if (reason.starts_with("Assoc"))
        return {"cluster-wait-account.other", {{"account", Value::ofText(job.account)}}};
    if (reason.starts_with("QOS"))
        return {"cluster-wait-qos.other", {{"qos", Value::ofText(job.qos)}}};
    return {"cluster-wait-other", {{"reason", Value::ofText(job.reason)}}};
}

}  // namespace apportion::slurm
