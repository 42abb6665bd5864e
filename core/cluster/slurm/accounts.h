// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of accounts with what runs and waits in each, and why a job waits: Slurm gives one word.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/cluster/slurm/picture.h"
#include "core/model/message.h"

namespace apportion::slurm {

struct Account {
    std::string name, parent;
    int depth = 0;
    std::optional<std::int64_t> limit;       // GrpTRES=gres/gpu
    std::optional<std::int64_t> gpuMinutes;  // GrpTRESMins=gres/gpu
    std::optional<std::int64_t> gpuMinutesUsed;
    std::int64_t shares = 1;
    // GPUs of its own jobs, and of those below it too.
    std::int64_t runningDirect = 0, running = 0;
    std::int64_t pending = 0, pendingJobs = 0;  // with those below

    bool isFull() const { return limit && running >= *limit; }
};

class Accounts {
public:
    explicit Accounts(const Picture& picture);

    // Parents first, siblings by name.
    const std::vector<Account>& inOrder() const { return accounts_; }
    const Account* find(std::string_view name) const;
    // The nearest account, from this one up, whose limit leaves no room for so many GPUs.
    const Account* fullFor(std::string_view account, std::int64_t gpus) const;

private:
    std::vector<Account> accounts_;
    std::map<std::string, std::size_t, std::less<>> places_;
};

// Why a pending job waits, in our words and with our numbers. Codes: cluster-wait-….
Message waitOf(const ClusterJob& job, const Accounts& accounts, const Picture& picture);

// Whether its user or an administrator keeps it from starting.
bool isHeld(const ClusterJob& job);

// That accounting is down, and what of the picture is therefore missing or old; nothing = it is
// not.
std::optional<Message> missingOf(const Picture& picture);

struct Totals {
    std::int64_t running = 0, waiting = 0;  // jobs; of arrays their tasks
    std::int64_t gpus = 0, gpusUsed = 0;
};
Totals totalsOf(const Picture& picture);
// GPUs that are neither in use nor on a node that takes nothing new; of these partitions, with
// commas between them. Empty = of all.
std::int64_t freeGpus(const Picture& picture, std::string_view partitions = {});
// Whether a node takes no new jobs, and whether it has failed.
bool isClosed(const ClusterNode& node);
bool isDown(const ClusterNode& node);

}  // namespace apportion::slurm
