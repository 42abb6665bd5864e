// SPDX-License-Identifier: GPL-3.0-or-later
// What a Slurm cluster is at one moment, in Slurm's own words: text from its users and
// administrators, any byte of which can be in a name.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/model/quantity.h"

namespace apportion::slurm {

// Times are Unix seconds, 0 = none. Limits: nothing = no limit.

struct ClusterNode {
    std::string name;
    std::int64_t gpus = 0, gpusUsed = 0;
    std::string gpuType;                // if all its GPUs are of one
    std::int64_t cpus = 0, memory = 0;  // MiB
    std::vector<std::string> states;    // "IDLE", "MIXED", "DRAIN", …
    std::string reason;
    std::vector<std::string> partitions;
    friend bool operator==(const ClusterNode&, const ClusterNode&) = default;
};

// Fairshare=parent
inline constexpr std::int64_t kSharesOfParent = 0x7FFF'FFFF;

// The association of an account (no user) or of a user in an account.
struct Association {
    std::string account, user, parent, partition;
    std::optional<std::int64_t> grpGpus;         // GrpTRES=gres/gpu
    std::optional<std::int64_t> grpGpuMinutes;   // GrpTRESMins=gres/gpu
    std::optional<std::int64_t> gpuMinutesUsed;  // of it; REST does not read it
    std::optional<std::int64_t> maxJobs, maxGpusPerJob, grpJobs;
    std::int64_t shares = 1;
    std::string defaultQos;
    std::vector<std::string> qos;
    friend bool operator==(const Association&, const Association&) = default;
};

struct Qos {
    std::string name, description;
    std::int64_t priority = 0;
    std::vector<std::string> preempts;
    std::string preemptMode;  // "cluster", "requeue", "cancel", …
    std::optional<std::int64_t> grpGpus, maxGpusPerUser, grpJobs;
    std::int64_t graceSeconds = 0;
    std::optional<std::int64_t> exemptSeconds;
    friend bool operator==(const Qos&, const Qos&) = default;
};

struct ClusterJob {
    std::string id;      // "7_[1-5]" of an array that waits
    std::string state;   // "RUNNING", "PENDING", …
    std::string reason;  // as Slurm gives it, that of its last attempt
    std::string account, user, qos, partition, name;
    std::int64_t gpus = 0;  // of the whole job; of an array of one task
    std::string gpuType;
    std::int64_t cpus = 0;  // of the whole job; 0 = not read
    std::int64_t nodeCount = 1;
    std::string nodes;       // "node[001-003]"
    std::int64_t tasks = 1;  // of an array that waits
    std::int64_t priority = 0;
    std::int64_t submitted = 0, started = 0;
    std::optional<std::int64_t> limitSeconds;

    bool isRunning() const { return state == "RUNNING" || state == "COMPLETING"; }
    bool isPending() const { return state == "PENDING"; }
    friend bool operator==(const ClusterJob&, const ClusterJob&) = default;
};

struct Picture {
    std::int64_t asOf = 0;  // by the clock of this machine
    std::string cluster;
    std::vector<ClusterNode> nodes;
    std::vector<Association> associations;
    std::vector<Qos> qos;
    std::vector<ClusterJob> jobs;                     // running and pending
    std::map<std::string, std::string> descriptions;  // of accounts; REST does not read them
    std::map<std::string, std::string> settings;  // of `scontrol show config`; empty = not readable
    // Who said what the accounts are: without accounting the controller knows their limits, and
    // jobs name theirs.
    enum class AccountsBy { accounting, controller, jobs };
    AccountsBy accountsBy = AccountsBy::accounting;
    std::int64_t accountsAsOf = 0;  // when it was said
    bool accountingIsDown = false;  // since then
    std::int64_t unreadable = 0;    // rows whose columns cannot be told apart
    std::string jobsBy, restBy;     // what was asked: "squeue", "REST v0.0.38"
};
// But for when it was read.
bool showsTheSame(const Picture& one, const Picture& two);

}  // namespace apportion::slurm
