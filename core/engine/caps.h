// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 24: what each user holds and waits for under each cap of a workspace.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/engine/job.h"
#include "core/model/workspace.h"

namespace apportion {

// One cap of a workspace for one user.
struct Account {
    std::size_t workspace = 0;
    std::size_t cap = 0;  // of the workspace, file order
    std::string user;
    int person = 0;
    Gpu bound = 0;
    Gpu used = 0;                                  // placed, without idle work
    std::set<std::pair<Gpu, WorkloadId>> waiting;  // by request
};

// One user in one workspace: whose work competes for the same caps.
struct Person {
    std::set<WorkloadId> work;  // that waits or runs
    bool changed = false;       // what it wants must be counted anew
};

class Caps {
public:
    // The accounts that count a workload; none where no cap matches or it names no user.
    std::vector<AccountId> accountsOf(const Workload& workload,
                                      const std::vector<Workspace>& workspaces);

    Account& operator[](AccountId id) { return accounts_[static_cast<std::size_t>(id)]; }
    const Account& operator[](AccountId id) const {
        return accounts_[static_cast<std::size_t>(id)];
    }
    // After a cap was changed: for all users under it. Queues are left to the caller.
    void setBound(std::size_t workspace, std::size_t cap, Gpu gpu) {
        for (Account& account : accounts_)
            if (account.workspace == workspace && account.cap == cap)
                account.bound = gpu;
    }
    Person& personOf(const Job& job) {
        return people_[static_cast<std::size_t>((*this)[job.accounts().front()].person)];
    }
    std::vector<Person>& people() { return people_; }

private:
    std::vector<Account> accounts_;
    std::vector<Person> people_;
    std::map<std::tuple<std::size_t, std::size_t, std::string>, AccountId> byKey_;
    std::map<std::pair<std::size_t, std::string>, int> personByKey_;
};

}  // namespace apportion
