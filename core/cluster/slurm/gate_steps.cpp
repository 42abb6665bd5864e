// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/gate_steps.h"

#include <algorithm>

#include "core/cluster/slurm/accounts.h"
#include "core/cluster/slurm/connection.h"
#include "core/cluster/slurm/marks.h"
#include "core/cluster/slurm/plan.h"

namespace apportion::slurm {

namespace {

constexpr std::int64_t kSoon = 10;  // seconds in which Slurm begins what it can

std::string joinedBy(const std::vector<std::string>& words, const char* between) {
    std::string text;
    for (const std::string& each : words)
        text.append(text.empty() ? "" : between).append(each);
    return text;
}

std::vector<std::string> updateOf(const GateJob& job) {
    return {"scontrol", "update", "JobId=" + job.id};
}

std::vector<std::string> gateCommand(const GateJob& job, const GateClass& asked) {
    auto words = updateOf(job);
    words.push_back("QOS=" + gateOf(asked));
    words.emplace_back("ReqNodeList=");
    return words;
}

class GatePlanner {
public:
    GatePlanner(const Project& project, const std::vector<GateJob>& jobs,
                const std::vector<ClusterNode>& nodes, const PastOf& past, std::int64_t now)
        : project_(project), all_(jobs), jobs_(jobs, project), past_(past), now_(now) {
        for (const ClusterNode& node : nodes)
            nodes_[node.name] = {&node, node.gpus};
        for (const GateJob& job : jobs) {
            const auto& held = job.holdsNodes() ? job.nodes : expectedOf(job);
            for (const std::string& node : held)
                if (const auto found = nodes_.find(node); found != nodes_.end())
                    found->second.free -= job.gpusEach();
        }
    }

    GateSteps steps() {
        for (const GateJob& job : all_)
            if (jobs_.isManaged(job) && !job.isOver() && isPlainName(job.id))
                putBack(job);
        for (const ProjectWorkload& work : project_.work)
            if (isPlaced(work) && !work.run.stopping)
                start(work);
        return std::move(made_);
    }

private:
    struct Node {
        const ClusterNode* node = nullptr;
        std::int64_t free = 0;
    };

    // After a requeue it waits for its time, although it is in the QOS that runs.
    bool isThrough(const GateJob& job) const {
        return job.waits() && job.qos == kRunQos && job.eligible <= now_;
    }
    // Where a job that was let through the gate is to start.
    const std::vector<std::string>& expectedOf(const GateJob& job) const {
        static const std::vector<std::string> none;
        return isThrough(job) ? job.askedNodes : none;
    }
    void expectNoMore(const GateJob& job) {
        for (const std::string& node : expectedOf(job))
            if (const auto found = nodes_.find(node); found != nodes_.end())
                found->second.free += job.gpusEach();
    }

    void add(const GateJob& job, const ProjectWorkload* work, std::string key, bool ends,
             std::vector<std::vector<std::string>> commands) {
        GateStep& made = made_.steps.emplace_back();
        made.job = job.id;
        made.step.key = std::move(key);
        made.step.danger = ends ? Step::Danger::endsRun : Step::Danger::none;
        made.step.workload = work == nullptr ? workloadOf(job) : work->spec.name;
        for (const auto& words : commands)
            made.step.text.append(made.step.text.empty() ? "" : "; ").append(lineText(words));
        made.commands = std::move(commands);
    }
    // A run of a job has its number.
    static std::string keyOf(const char* verb, const GateJob& job) {
        return verb + (" " + job.id + " ") + std::to_string(job.restarts);
    }

    static std::vector<std::string> placesOf(const ProjectWorkload& work) {
        std::set<std::string> nodes;
        for (const Placement& each : work.run.placements)
            nodes.insert(each.node);
        return {nodes.begin(), nodes.end()};
    }
    static bool sameNodes(std::vector<std::string> a, const std::vector<std::string>& sorted) {
        std::sort(a.begin(), a.end());
        return a == sorted;
    }

    void putBack(const GateJob& job) {
        const ProjectWorkload* work = jobs_.workOf(job);
        const PastInFile past = work == nullptr ? past_(job) : PastInFile{};
        if (past.ended) {
            add(job, work, keyOf("cancel", job), true, {{"scancel", job.id}});
            return;
        }
        const GateClass asked =
            work != nullptr ? GateClass{work->spec.module, work->spec.priority} : past.asked;
        const bool placed = work != nullptr && isPlaced(*work) && !work->run.stopping;
        if (job.waits() && !placed && !classAt(job.qos)) {
            expectNoMore(job);
            add(job, work, keyOf("gate", job), false, {gateCommand(job, asked)});
        } else if (job.holdsNodes() && !job.leaves() &&
                   !(placed && (job.gpus == 0 || sameNodes(job.nodes, placesOf(*work))))) {
            std::vector<std::vector<std::string>> commands;
            if (!job.requeues) {
                commands.push_back(updateOf(job));
                commands.back().emplace_back("Requeue=1");
            }
            // It goes back to its gate once it waits: a change while it ends would take the start
            // of its run out of accounting.
            commands.push_back({"scontrol", "requeue", job.id});
            add(job, work, keyOf("evict", job), true, std::move(commands));
        }
    }

    void start(const ProjectWorkload& work) {
        const GateJob* job = jobs_.jobOf(work);
        // What leaves, or is elsewhere, is no free job yet.
        if (job == nullptr || !job->waits() || !isPlainName(job->id))
            return;
        const auto places = placesOf(work);
        if (isThrough(*job) && (job->gpus == 0 || sameNodes(job->askedNodes, places))) {
            // By a condition of its own: an array's limit, nodes that it excludes.
            if (now_ - job->eligible >= kSoon)
                made_.waiting.emplace(work.spec.name,
                                      Message{"cluster-drive-not-begun",
                                              {{"job", Value::ofText(job->id)},
                                               {"nodes", Value::ofList(places)},
                                               {"reason", Value::ofText(job->reason)}}});
            return;
        }
        expectNoMore(*job);
        if (auto why = whyNot(work, *job, places)) {
            made_.waiting.emplace(work.spec.name, std::move(*why));
            return;
        }
        auto words = updateOf(*job);
        if (job->gpus > 0)
            words.push_back("ReqNodeList=" + joinedBy(places, ","));
        words.push_back("QOS=" + std::string(kRunQos));
        words.emplace_back("StartTime=now");
        for (const std::string& node : places)
            nodes_[node].free -= job->gpusEach();
        add(*job, &work, keyOf("start", *job) + " " + joinedBy(places, ","), false,
            {std::move(words)});
    }

    std::optional<Message> whyNot(const ProjectWorkload& work, const GateJob& job,
                                  const std::vector<std::string>& places) const {
        const Argument whose{"job", Value::ofText(job.id)};
        if (job.isHeld(now_))
            return heldMessage(job);
        if (job.gpus == 0)
            return {};
        Gpu placed = 0;
        for (const Placement& each : work.run.placements)
            placed += each.gpu;
        if (static_cast<std::int64_t>(places.size()) != job.nodeCount ||
            placed != job.gpus * kOneGpu)
            return Message{"cluster-drive-shape.given",
                           {whose,
                            {"asked", Value::ofCount(job.nodeCount)},
                            {"given", Value::ofCount(static_cast<std::int64_t>(places.size()))}}};
        for (const std::string& place : places) {
            const Argument where{"node", Value::ofText(place)};
            const auto found = nodes_.find(place);
            if (found == nodes_.end())
                return Message{"cluster-drive-no-node", {where}};
            if (isClosed(*found->second.node))
                return Message{"cluster-drive-closed", {where}};
            if (found->second.free < job.gpusEach())
                return Message{"cluster-drive-busy",
                               {where,
                                {"needed", Value::ofGpu(job.gpusEach() * kOneGpu)},
                                {"jobs", Value::ofList(jobsOn(place))}}};
        }
        return {};
    }

    std::vector<std::string> jobsOn(const std::string& node) const {
        std::vector<std::string> ids;
        for (const GateJob& job : all_)
            if (job.holdsNodes() && job.gpus > 0 &&
                std::find(job.nodes.begin(), job.nodes.end(), node) != job.nodes.end())
                ids.push_back(job.id);
        return ids;
    }

    const Project& project_;
    const std::vector<GateJob>& all_;
    GateJobs jobs_;
    const PastOf& past_;
    std::int64_t now_;
    std::map<std::string, Node> nodes_;
    GateSteps made_;
};

// Also after a requeue, which resets the time.
bool isSame(const GateJob& job, const ProjectWorkload& work) {
    return job.restarts > 0 || job.submitted == work.run.submitted / kSecond;
}

}  // namespace

bool isPlaced(const ProjectWorkload& work) {
    return work.run.state == WorkloadState::running && !work.run.placements.empty();
}

GateJobs::GateJobs(const std::vector<GateJob>& jobs, const Project& project) {
    for (const GateJob& job : jobs)
        jobs_[job.id] = &job;
    for (const ProjectWorkload& work : project.work)
        work_[jobIdOf(work.spec.name)] = &work;
    for (const Quota& quota : project.pool.quotas)
        accounts_[accountOf(quota.name)] = quota.name;
}

const GateJob* GateJobs::jobOf(const ProjectWorkload& work) const {
    const auto found = jobs_.find(jobIdOf(work.spec.name));
    return found != jobs_.end() && isSame(*found->second, work) ? found->second : nullptr;
}

const ProjectWorkload* GateJobs::workOf(const GateJob& job) const {
    const auto found = work_.find(job.id);
    return found != work_.end() && isSame(job, *found->second) ? found->second : nullptr;
}

const std::string* GateJobs::quotaOf(const GateJob& job) const {
    const auto own = accounts_.find(job.account);
    if (own != accounts_.end())
        return &own->second;
    if (!isOfGate(job.qos))
        return nullptr;
    // What the file has stays where it is, also while the tree of accounts is not known.
    if (const ProjectWorkload* work = workOf(job))
        return &work->spec.quota;
    for (const std::string& account : job.above)
        if (const auto found = accounts_.find(account); found != accounts_.end())
            return &found->second;
    return nullptr;
}

bool GateJobs::isTaken(const ProjectWorkload& work) const {
    const auto found = jobs_.find(jobIdOf(work.spec.name));
    return found != jobs_.end() && !isSame(*found->second, work);
}

bool slipped(const GateJob& job, const ProjectWorkload* work) {
    return !job.isOver() && !job.leaves() && !classAt(job.qos) &&
           (work == nullptr || !work->run.firstStart);
}

GateSteps gateStepsFor(const Project& project, const std::vector<GateJob>& jobs,
                       const std::vector<ClusterNode>& nodes, const PastOf& past,
                       std::int64_t now) {
    return GatePlanner(project, jobs, nodes, past, now).steps();
}

}  // namespace apportion::slurm
