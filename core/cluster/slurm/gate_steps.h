// SPDX-License-Identifier: GPL-3.0-or-later
// From what the engine decided and what Slurm does to the commands that make it so. Pure.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/cluster/backend.h"
#include "core/cluster/slurm/gate.h"
#include "core/model/project.h"

namespace apportion::slurm {

// Whether the engine has given it a place.
bool isPlaced(const ProjectWorkload& work);

// Which job a workload is. Slurm gives an id again after a crash, and resets the time of submission
// at a requeue: a job is the one of the file by its id and its first submission.
class GateJobs {
public:
    GateJobs(const std::vector<GateJob>& jobs, const Project& project);

    const GateJob* jobOf(const ProjectWorkload& work) const;
    const ProjectWorkload* workOf(const GateJob& job) const;
    // The id of a workload is now that of another job.
    bool isTaken(const ProjectWorkload& work) const;
    // Its account is that of a quota; or it is in a QOS of the gate, and its account is below one.
    bool isManaged(const GateJob& job) const { return quotaOf(job) != nullptr; }
    const std::string* quotaOf(const GateJob& job) const;  // null = of none

private:
    std::unordered_map<std::string_view, const GateJob*> jobs_;
    std::unordered_map<std::string_view, const ProjectWorkload*> work_;
    std::map<std::string, std::string> accounts_;  // with their quotas
};

// A job of a managed account that never had its place from the engine, and does not wait at a gate.
bool slipped(const GateJob& job, const ProjectWorkload* work);

// What the file knows of a job that is no workload now: that its workload ended, whatever Slurm
// does with the job; or what it was before it was held, as a run and a requeue leave no trace of
// it.
struct PastInFile {
    bool ended = false;
    GateClass asked = {};
    std::optional<Moment> submitted = {};
};
using PastOf = std::function<PastInFile(const GateJob& job)>;

struct GateStep {
    Step step;
    std::string job;
    std::vector<std::vector<std::string>> commands;
};
struct GateSteps {
    std::vector<GateStep> steps;  // what ends runs comes first
    std::map<std::string, Message> waiting;
};
GateSteps gateStepsFor(const Project& project, const std::vector<GateJob>& jobs,
                       const std::vector<ClusterNode>& nodes, const PastOf& past, std::int64_t now);

}  // namespace apportion::slurm
