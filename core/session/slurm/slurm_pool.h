// SPDX-License-Identifier: GPL-3.0-or-later
// The one place in the session that puts a Slurm cluster behind a live pool. The desk must outlive
// what it makes.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/change/command_request.h"
#include "core/cluster/slurm/slurm_backend.h"

namespace apportion {

class ProjectDesk;

// Drives the jobs of the pool's accounts, as who sits at the desk. `sent` hears of each step.
std::unique_ptr<slurm::SlurmBackend> slurmBackend(ProjectDesk& desk, slurm::RunWords run,
                                                  std::string version,
                                                  std::function<void(const Step&)> sent,
                                                  std::optional<Duration> killWait = {});
// A node as Slurm has it. What is closed by it is opened again once Slurm has, also by a later
// program that drives the cluster.
CommandRequest nodeOfSlurm(const std::string& node, NodeState state);

// Jobs become workloads, in one entry: with the moment of their first submission, which Slurm
// forgets. Gives what no workload can be, and why; that waits at the gate. Errors: those of the
// file.
struct Adopted {
    std::vector<std::string> workloads;
    Problems refused;  // one a job, which is its file
    Problems notes;    // what of a job its workload does not keep; the same
};
Result<Adopted> adopt(ProjectDesk& desk, const std::vector<slurm::GateJob>& jobs);

// Where the project and the lock of a cluster are if nothing else is said. Makes the folder.
// Errors: state-folder, folder-not-safe.
Result<std::string> driveFolder();
// That a project in another folder drives a cluster; kept in that folder. Errors: not-written.
Result<void> noteDriven(const std::string& cluster, const std::string& file);
// The name of the cluster that is driven by a file of that folder, or by one that was noted there;
// nothing = it is another file.
std::optional<std::string> drivenClusterOf(const std::string& file);

}  // namespace apportion
