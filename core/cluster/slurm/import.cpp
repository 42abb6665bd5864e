// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/import.h"

#include <algorithm>
#include <set>

#include "core/cluster/slurm/accounts.h"
#include "core/cluster/slurm/gate.h"
#include "core/cluster/slurm/texts.h"
#include "core/model/bounds.h"
#include "core/model/date_text.h"
#include "core/model/utf8.h"
#include "core/model/visible_text.h"

namespace apportion::slurm {

namespace {

// What Slurm shows for no time limit.
constexpr std::int64_t kNoLimitSeconds = std::int64_t{365} * 86'400;
constexpr int kUsualPriority = 5;
constexpr std::size_t kMostWorkloads = 100'000;

// Things of one kind that are left out. Of a long list a text shows the first names.
class Left {
public:
    void add(const std::string& code, const std::string& name) {
        auto& [count, names] = kinds_[code];
        ++count;
        names.push_back(name);
    }
    void tell(std::vector<Message>& messages) const {
        for (const auto& [code, found] : kinds_)
            messages.push_back(
                {code,
                 {{"count", Value::ofCount(found.first)}, {"names", Value::ofList(found.second)}}});
    }

private:
    std::map<std::string, std::pair<std::int64_t, std::vector<std::string>>> kinds_;
};

class Import {
public:
    explicit Import(const Picture& picture) : picture_(picture), accounts_(picture) {}

    Imported made() {
        Scenario& scenario = imported_.scenario;
        scenario.name = nameOf(picture_.cluster.empty() ? "slurm" : picture_.cluster);
        scenario.epoch = dateText(picture_.asOf * kSecond);
        scenario.settings.consolidation = false;
        nodes();
        quotas();
        workspaces();
        jobs();
        qos();
        if (picture_.unreadable > 0)
            note("cluster-left-rows", {{"count", Value::ofCount(picture_.unreadable)}});
        left_.tell(imported_.notRepresented);
        return std::move(imported_);
    }

private:
    void note(const char* code, std::vector<Argument> arguments) {
        imported_.notRepresented.push_back({code, std::move(arguments)});
    }

    void nodes() {
        Scenario& scenario = imported_.scenario;
        std::map<std::string, std::int64_t> inPartition;
        for (const ClusterNode& node : picture_.nodes) {
            if (node.gpus <= 0) {
                left_.add("cluster-left-nodes", node.name);
                continue;
            }
            if (nameOf(node.name) != node.name || freeOf_.contains(node.name)) {
                left_.add("cluster-left-names", node.name);
                continue;
            }
            for (const std::string& partition : node.partitions)
                ++inPartition[partition];
            freeOf_[node.name] = node.gpus;
            capacity_ += node.gpus;
            NodeGroup& group = scenario.nodes.emplace_back();
            group.node.name = node.name;
            group.node.gpu = node.gpus * kOneGpu;
            group.node.gpuType = nameOf(node.gpuType);
            if (isClosed(node)) {
                auto& event = scenario.events.emplace_back();
                event.action =
                    NodeEvent{node.name, isDown(node) && node.gpusUsed == 0 ? NodeState::down
                                                                            : NodeState::cordoned};
                if (!node.reason.empty())
                    note("cluster-left-node-reason", {{"node", Value::ofText(node.name)},
                                                      {"reason", Value::ofText(node.reason)}});
            }
        }
        for (const auto& [partition, count] : inPartition)
            if (count < static_cast<std::int64_t>(scenario.nodes.size()))
                note("cluster-left-partition",
                     {{"partition", Value::ofText(partition)},
                      {"count", Value::ofCount(count)},
                      {"all", Value::ofCount(static_cast<std::int64_t>(scenario.nodes.size()))}});
    }

    void quotas() {
        Scenario& scenario = imported_.scenario;
        // The children of an account have guarantees where their limits fit into its own.
        std::map<std::string, std::int64_t> limits;
        for (const Account& account : accounts_.inOrder())
            if (account.limit)
                limits[account.parent] += *account.limit;
        std::map<std::string, std::int64_t> guarantees;
        int tops = 0;
        for (const Account& account : accounts_.inOrder()) {
            const bool top = account.parent.empty();
            if (nameOf(account.name) != account.name ||
                (!top && !guarantees.contains(account.parent)) || (top && ++tops > 1)) {
                left_.add("cluster-left-names", account.name);
                continue;
            }
            Quota& quota = scenario.quotas.emplace_back();
            quota.name = account.name;
            quota.parent = account.parent;
            std::int64_t& guarantee = guarantees[account.name];
            if (top)
                guarantee = capacity_;
            else if (account.limit && limits[account.parent] <= guarantees[account.parent])
                guarantee = *account.limit;
            else if (account.limit)
                left_.add("cluster-left-guarantees", account.name);
            if (top || (account.limit && guarantee == *account.limit))
                guaranteed_.insert(account.name);
            quota.guaranteed.gpu = guarantee * kOneGpu;
            // A root that is larger than the pool has nothing of it.
            if (account.limit && (!top || *account.limit >= capacity_))
                quota.policy.limit.gpu = *account.limit * kOneGpu;
            else if (account.limit)
                left_.add("cluster-left-top-limit", account.name);
            if (!top)
                quota.policy.weight = weightOf(account);
            if (account.gpuMinutes) {
                const auto& used = account.gpuMinutesUsed;
                note(used ? "cluster-left-minutes.used" : "cluster-left-minutes",
                     {{"account", Value::ofText(account.name)},
                      {"minutes", Value::ofCount(*account.gpuMinutes)},
                      {"used", Value::ofCount(used.value_or(0))}});
            }
        }
        for (const Quota& quota : scenario.quotas)
            quotas_.insert(quota.name);
    }

    std::int64_t weightOf(const Account& account) {
        if (account.shares == kSharesOfParent)
            left_.add("cluster-left-shares", account.name);
        return account.shares == kSharesOfParent ? 1 : std::min(account.shares, kMostWeight);
    }

    // One for each account with users.
    void workspaces() {
        Scenario& scenario = imported_.scenario;
        std::map<std::string, std::set<std::string>> users;
        for (const Association& each : picture_.associations) {
            const std::string& whose = each.user.empty() ? each.account : each.user;
            if (each.maxJobs || each.grpJobs || each.maxGpusPerJob ||
                (!each.user.empty() && each.grpGpus))
                left_.add("cluster-left-limits", whose);
            if (each.user.empty() || !quotas_.contains(each.account))
                continue;
            if (nameOf(each.user) != each.user)
                left_.add("cluster-left-names", each.user);
            else
                users[each.account].insert(each.user);
        }
        for (const auto& [account, members] : users) {
            Workspace& made = scenario.workspaces.emplace_back();
            made.name = account;
            made.quotas = {account};
            for (const std::string& user : members)
                made.members.push_back({user, Role::member});
            workspaces_[account] = members;
        }
    }

    void jobs() {
        const auto priorities = prioritiesOf(picture_);
        std::set<std::string> victims;
        for (const Qos& each : picture_.qos)
            victims.insert(each.preempts.begin(), each.preempts.end());
        std::vector<const ClusterJob*> ordered;
        ordered.reserve(picture_.jobs.size());
        for (const ClusterJob& job : picture_.jobs)
            ordered.push_back(&job);
        std::stable_sort(ordered.begin(), ordered.end(),
                         [](const ClusterJob* a, const ClusterJob* b) {
                             if (a->isRunning() != b->isRunning())
                                 return a->isRunning();
                             if (a->priority != b->priority)
                                 return a->priority > b->priority;
                             return a->submitted < b->submitted;
                         });
        for (const ClusterJob* job : ordered) {
            Workload work;
            if (const char* code = prepare(*job, work)) {
                left_.add(code, job->id);
                continue;
            }
            const auto priority = priorities.find(job->qos);
            work.priority = priority == priorities.end() ? kUsualPriority : priority->second;
            // What is not preemptible starts within a guarantee only.
            work.preemptible = victims.contains(job->qos) || !guaranteed_.contains(job->account);
            if (work.preemptible && !victims.contains(job->qos))
                left_.add("cluster-left-jobs-preemptible", job->id);
            add(*job, work);
        }
    }

    // Fills in what the job is. The code why it is left out, else nothing.
    const char* prepare(const ClusterJob& job, Workload& work) {
        if (job.gpus <= 0)
            return "cluster-left-jobs-without-gpus";
        if (!quotas_.contains(job.account))
            return "cluster-left-jobs-account";
        if (job.gpus % job.nodeCount != 0)
            return "cluster-left-jobs-uneven";
        work.quota = job.account;
        const auto members = workspaces_.find(job.account);
        if (members != workspaces_.end() && members->second.contains(job.user)) {
            work.workspace = job.account;
            work.user = job.user;
        }
        work.replicas = static_cast<int>(job.nodeCount);
        const std::int64_t each = job.gpus / job.nodeCount;
        work.request.gpu = each * kOneGpu;
        work.gpuType = nameOf(job.gpuType);
        work.accepted = true;
        if (job.limitSeconds && *job.limitSeconds > 0 && *job.limitSeconds < kNoLimitSeconds)
            work.duration = *job.limitSeconds * kSecond;
        if (job.isPending()) {
            const std::string_view reason = job.reason;
            if (isHeld(job))
                return "cluster-left-jobs-held";
            if (reason == "BeginTime")
                return "cluster-left-jobs-begin";
            if (reason.starts_with("Dependency"))
                return "cluster-left-jobs-dependency";
            return nullptr;
        }
        return job.isRunning() ? place(job, each, work) : "cluster-left-jobs-state";
    }

    const char* place(const ClusterJob& job, std::int64_t gpus, Workload& work) {
        const auto names = nodeNames(job.nodes);
        if (!names || names->size() != static_cast<std::size_t>(job.nodeCount))
            return "cluster-left-jobs-uneven";
        RunningSince running;
        running.since = std::min<Instant>(0, (job.started - picture_.asOf) * kSecond);
        for (const std::string& name : *names) {
            const auto free = freeOf_.find(name);
            // As many on each node is how a job that asks for GPUs of a node has them.
            if (free == freeOf_.end() || free->second < gpus)
                return "cluster-left-jobs-uneven";
            running.placements.push_back({name, gpus * kOneGpu});
        }
        for (const std::string& name : *names)
            freeOf_[name] -= gpus;
        work.submit = std::min<Instant>(running.since, (job.submitted - picture_.asOf) * kSecond);
        // Slurm ends it some time after its limit; here it has no time left, and runs on.
        if (work.duration && running.since + *work.duration <= 0)
            work.duration.reset();
        work.running = std::move(running);
        return nullptr;
    }

    void add(const ClusterJob& job, Workload& work) {
        for (const std::string& id : arrayIds(job.id)) {
            if (imported_.scenario.workloads.size() >= kMostWorkloads) {
                left_.add("cluster-left-jobs-many", id);
                continue;
            }
            std::string name = nameOf(job.name.empty() ? id : id + " " + job.name);
            if (!names_.insert(name).second)
                name = id;
            names_.insert(name);
            work.name = std::move(name);
            imported_.scenario.workloads.push_back(work);
            imported_.jobs.push_back(static_cast<std::size_t>(&job - picture_.jobs.data()));
        }
    }

    void qos() {
        for (const Qos& each : picture_.qos) {
            if (!each.preempts.empty())
                note("cluster-left-preemption", {{"qos", Value::ofText(each.name)},
                                                 {"victims", Value::ofList(each.preempts)}});
            if ((each.grpGpus || each.maxGpusPerUser || each.grpJobs) && !classAt(each.name))
                left_.add("cluster-left-qos-limits", each.name);
            if (each.graceSeconds > 0 || each.exemptSeconds.value_or(0) > 0)
                left_.add("cluster-left-qos-times", each.name);
        }
    }

    const Picture& picture_;
    Accounts accounts_;
    Imported imported_;
    Left left_;
    std::int64_t capacity_ = 0;
    std::map<std::string, std::int64_t> freeOf_;  // GPUs of each node that no job has yet
    std::set<std::string> quotas_, names_;
    std::set<std::string> guaranteed_;  // accounts whose guarantee is their limit
    std::map<std::string, std::set<std::string>> workspaces_;  // with their users
};

}  // namespace

std::string nameOf(std::string_view text) {
    std::string made;
    std::size_t characters = 0;
    const std::string visible = visibleText(text);
    for (std::size_t at = 0; at < visible.size() && characters < kLongestName; ++characters) {
        const Character each = characterAt(visible, at);
        made += each.code == '/' ? std::string("_") : visible.substr(at, each.bytes);
        at += each.bytes;
    }
    return made;
}

std::map<std::string, int> prioritiesOf(const Picture& picture) {
    std::set<std::int64_t> levels;
    for (const Qos& each : picture.qos)
        levels.insert(each.priority);
    const auto steps = static_cast<std::int64_t>(levels.size()) - 1;
    std::map<std::string, int> priorities;
    for (const Qos& each : picture.qos) {
        const auto place = std::distance(levels.begin(), levels.find(each.priority));
        const int range = kHighestPriority - kLowestPriority;
        priorities[each.name] =
            steps == 0 ? kUsualPriority
                       : kLowestPriority + static_cast<int>((place * range + steps / 2) / steps);
    }
    return priorities;
}

Imported scenarioOf(const Picture& picture) {
    return Import(picture).made();
}

}  // namespace apportion::slurm
