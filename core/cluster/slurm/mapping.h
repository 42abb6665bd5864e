// SPDX-License-Identifier: GPL-3.0-or-later
// What Slurm can hold of the policies of a scenario, as data, and the objects that hold it.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/problem.h"
#include "core/model/scenario.h"

namespace apportion::slurm {

enum class Verdict { exact, approximate, impossible };

// One concept of ours, how Slurm holds it, and what differs (a code of the message table).
struct Capability {
    std::string_view key;        // "limit", "childPreemption", …
    std::string_view construct;  // in Slurm's words; empty = none
    Verdict verdict = Verdict::exact;
    std::string_view code;
    bool driven = true;  // driving holds it exactly
};
std::span<const Capability> capabilities();
std::string_view verdictText(Verdict verdict);

// What of it a scenario uses, and where.
struct Judged {
    const Capability* capability = nullptr;
    std::vector<std::string> quotas;  // empty = the whole pool
};
std::vector<Judged> judge(const Scenario& desired);

// Which of the two modes holds more of it, and why: what Slurm cannot hold, and driving can.
struct Recommended {
    bool drive = false;
    Message why;  // codes cluster-mode-…
};
Recommended recommendedFor(const std::vector<Judged>& judged);

struct WantedAccount {
    std::string name, parent;  // parent empty = below the account root
    std::optional<std::int64_t> gpus;
    std::vector<std::string> qos;  // sorted
    std::string defaultQos;
    std::optional<std::int64_t> shares = {};  // fairshare; nothing = as it is
    std::string mark = {};                    // its description; empty = that of its tree
    friend bool operator==(const WantedAccount&, const WantedAccount&) = default;
};

struct WantedQos {
    std::string name;
    std::int64_t priority = 0;
    std::vector<std::string> preempts;  // sorted
    std::int64_t graceSeconds = 0, exemptSeconds = 0;
    std::optional<std::int64_t> gpusPerUser;
    std::optional<std::int64_t> jobs;  // GrpJobs
    std::string mark = {};             // its description; empty = that of its tree
    friend bool operator==(const WantedQos&, const WantedQos&) = default;
};

struct WantedUser {
    std::string user, account;
    friend auto operator<=>(const WantedUser&, const WantedUser&) = default;
};

// The objects of Slurm for a scenario. One QOS for each quota, module, and priority in use.
struct Wanted {
    std::vector<WantedAccount> accounts;  // parents first
    std::vector<WantedQos> qos;           // by name
    std::vector<WantedUser> users;
    bool onlyTheseUsers = false;   // others leave these accounts
    bool keepsOthers = false;      // what is ours and not wanted stays
    bool keepsUsedQos = false;     // accounts keep QOS that their jobs use
    std::string tree;              // stands in the marks, and is the scenario's; empty = none
    bool ofAllTrees = false;       // what is ours and not wanted goes, of whichever tree it is
    std::set<std::string> adopts;  // accounts without our mark that get it
};
// The QOS of work of a quota.
std::string qosNameOf(std::string_view quota, Module module, int priority);
// The account of a quota: Slurm has no capitals. A quota root at the top is Slurm's own account.
std::string accountOf(std::string name);
// "trn", "nbk", "inf".
const char* shortModule(Module module);
// Accounts that get our mark: those of the cluster by hand. Error: cluster-plan-adopt, for a name
// that is no account of `wanted`.
Result<void> adoptInto(Wanted& wanted, const std::vector<std::string>& accounts);
// Errors: cluster-plan-name, for each name that Slurm would change or split; cluster-plan-twice.
Result<Wanted> wantedOf(const Scenario& desired);

}  // namespace apportion::slurm
