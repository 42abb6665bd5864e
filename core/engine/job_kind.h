// SPDX-License-Identifier: GPL-3.0-or-later
// What work has in common that asks for the same on one quota and is counted by the same caps: kept
// once for all of it, since there are few such kinds where much work waits.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

#include "core/engine/decision.h"
#include "core/engine/fleet.h"
#include "core/engine/key_table.h"
#include "core/engine/tree.h"
#include "core/model/workload.h"

namespace apportion {

using AccountId = std::int32_t;

struct JobKind {
    Slot slot;  // of one replica
    QuotaId quota = 0;
    BranchId leaf = kNoBranch;
    GroupId group = 0;
    int priority = 5;
    int replicas = 1;
    int toStart = 1;  // of them
    Module module = Module::training;
    bool preemptible = true;
    bool idle = false;
    Duration checkpoint = 0;          // 0 = none
    std::vector<AccountId> accounts;  // the caps that count it
    int number = 0;                   // among those that are known
};

class JobKinds {
public:
    // The one that is the same but for its number. It stays where it is as long as this or a copy
    // does.
    const JobKind& same(const JobKind& kind);

private:
    static constexpr std::size_t kPage = 32;
    using Page = std::vector<JobKind>;  // never grows beyond what it has room for

    const JobKind& keep(const JobKind& kind);
    int accountsOf(const JobKind& kind);

    std::vector<std::shared_ptr<Page>> pages_;  // shared with copies
    KeyTable<7, const JobKind*> byKey_;
    std::map<std::vector<AccountId>, int> accounts_;  // numbered from 1
};

}  // namespace apportion
