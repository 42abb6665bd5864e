// SPDX-License-Identifier: GPL-3.0-or-later
// The gate of driving mode: a QOS that starts nothing is the default of every account of ours. A
// job waits in it until the engine gives it a place, and runs in another.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/cluster/slurm/mapping.h"
#include "core/cluster/slurm/picture.h"
#include "core/model/problem.h"
#include "core/model/scenario.h"

namespace apportion::slurm {

inline constexpr std::string_view kRunQos = "ap-run";
// In its description, before who drives.
inline constexpr std::string_view kDrivenBy = " run by ";

// What a job asks to be, by the gate it waits at: "ap-wait" is training of priority 5,
// "ap-wait-nbk-7" a notebook of priority 7.
struct GateClass {
    Module module = Module::training;
    int priority = 5;
    friend bool operator==(const GateClass&, const GateClass&) = default;
};
std::string gateOf(const GateClass& asked);
// Nothing = it is no gate.
std::optional<GateClass> classAt(std::string_view qos);

// The QOS by which a job of an account asks to be this: the account's gate, or else that of
// mapping.
std::string qosFor(const Picture& picture, const std::string& account, const GateClass& asked);

// Accounts without limits for the quotas of a pool, with the gates. Errors: those of wantedOf().
Result<Wanted> gatesFor(const Scenario& pool);
// Why the gates would hold nothing on this cluster; empty = they do. Codes: cluster-drive-….
Problems whyOpen(const Picture& picture);

// What becomes of accounts that are no quotas, below one that is. Codes: cluster-drive-child.
std::vector<Message> accountsBelow(const Wanted& gates, const Picture& picture);

// How long Slurm lets a job end by itself; nothing = its settings do not say.
std::optional<Duration> killWaitOf(const Picture& picture);

// A job with what driving needs to know. Times are Unix seconds, 0 = none.
struct GateJob {
    std::string id;  // "7", of a task "7_3"
    std::string state, reason, account, user, qos, name;
    std::int64_t gpus = 0, nodeCount = 1;
    std::vector<std::string> nodes, askedNodes;
    std::vector<std::string> above;  // accounts above its own, the nearest first; empty = not asked
    std::int64_t submitted = 0, started = 0, ended = 0, eligible = 0;
    std::int64_t restarts = 0;
    int waitStatus = 0;
    bool requeues = true;

    bool waits() const { return state == "PENDING"; }
    bool leaves() const { return state == "COMPLETING"; }
    bool holdsNodes() const;
    bool isOver() const;
    // Its user or its own conditions keep it from starting.
    bool isHeld(std::int64_t now) const;
    std::int64_t gpusEach() const { return gpus / nodeCount; }
};

// All jobs, with those that ended lately. `run` runs a command of Slurm. Errors: those of
// failure.h.
using RunWords = std::function<Result<std::string>(const std::vector<std::string>& words)>;
Result<std::vector<GateJob>> readGateJobs(const RunWords& run);
// Jobs that squeue does not show any more, and accounting says are over. Errors: the same.
Result<std::vector<GateJob>> readOver(const RunWords& run, const std::set<std::string>& ids);
Result<std::vector<ClusterNode>> readNodes(const RunWords& run);
// Accounts with the one above each, as the controller has them. Errors: the same.
using AccountParents = std::map<std::string, std::string>;
Result<AccountParents> readParents(const RunWords& run);
std::vector<std::string> accountsAbove(const AccountParents& parents, const std::string& account);

// A job that is held after it became a workload leaves the queue with this reason, and comes back
// once it is released.
inline constexpr std::string_view kHeldCode = "cluster-drive-held-job";
Message heldMessage(const GateJob& job);

// Why the engine cannot give a job of several nodes its place: it can put two replicas on a node,
// and Slurm starts the job on different ones alone. Nothing = it can. Codes: cluster-drive-uneven,
// cluster-drive-shape.
std::optional<Message> whyNoWorkload(const Scenario& pool, std::int64_t gpus,
                                     std::int64_t nodeCount);

// Of a job of several parts with an id each, "14+0".
bool isPartOfJob(std::string_view id);

// The workload of a job: its id, and its name where it has one.
std::string workloadOf(const GateJob& job);
std::string_view jobIdOf(std::string_view workload);

}  // namespace apportion::slurm
