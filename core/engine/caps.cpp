// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/caps.h"

#include <algorithm>

#include "core/engine/state.h"

namespace apportion {
namespace {

std::optional<Role> roleOf(const Workspace& workspace, const std::string& user) {
    for (const Member& member : workspace.members)
        if (member.user == user)
            return member.role;
    return std::nullopt;
}

bool matches(const Cap& cap, const Workload& workload, const Workspace& workspace) {
    return (!cap.role || cap.role == roleOf(workspace, workload.user)) &&
           (!cap.user || *cap.user == workload.user) &&
           (!cap.priorities || cap.priorities->contains(workload.priority)) &&
           (!cap.modules || cap.modules->test(static_cast<std::size_t>(workload.module)));
}

}  // namespace

std::vector<AccountId> Caps::accountsOf(const Workload& workload,
                                        const std::vector<Workspace>& workspaces) {
    std::vector<AccountId> ids;
    if (workload.user.empty() || workload.workspace.empty())
        return ids;
    for (std::size_t at = 0; at < workspaces.size(); ++at) {
        const Workspace& workspace = workspaces[at];
        if (workspace.name != workload.workspace)
            continue;
        for (std::size_t cap = 0; cap < workspace.caps.size(); ++cap) {
            if (!matches(workspace.caps[cap], workload, workspace))
                continue;
            const auto [person, newPerson] =
                personByKey_.try_emplace({at, workload.user}, static_cast<int>(people_.size()));
            if (newPerson)
                people_.emplace_back();
            const auto [account, newAccount] = byKey_.try_emplace(
                {at, cap, workload.user}, static_cast<AccountId>(accounts_.size()));
            if (newAccount)
                accounts_.push_back(
                    {at, cap, workload.user, person->second, workspace.caps[cap].gpu, 0, {}});
            ids.push_back(account->second);
        }
        break;
    }
    return ids;
}

void EngineState::chargeAccounts(const Job& job, Gpu delta) {
    caps.personOf(job).changed = true;
    std::vector<WorkloadId> touched;
    for (const AccountId id : job.accounts()) {
        Account& account = caps[id];
        const Gpu before = account.bound - account.used;
        account.used += delta;
        const Gpu after = account.bound - account.used;
        // Requests that fitted and no longer do, or the other way round.
        for (auto it = account.waiting.upper_bound({std::min(before, after), kNobody});
             it != account.waiting.end() && it->first <= std::max(before, after); ++it)
            touched.push_back(it->second);
    }
    for (const WorkloadId id : touched) {
        if (jobs[id].atCap == keptByCap(jobs[id]))
            continue;
        unfile(id);
        file(id);
        capChanges.push_back(id);
    }
}

void EngineState::countCapped(Job& job) {
    Person& person = caps.personOf(job);
    person.changed = true;
    if (wantedAtMost(job) > 0) {
        person.work.insert(job.id);
    } else {
        person.work.erase(job.id);
        setWanted(job, 0);
    }
}

// Rule 5: in queue order, only what keeps every cap counts; of an elastic workload as many replicas
// as keep it, but not fewer than its least.
void EngineState::settleCapped() {
    for (Person& person : caps.people()) {
        if (!person.changed)
            continue;
        person.changed = false;
        std::vector<WorkloadId> asking(person.work.begin(), person.work.end());
        std::sort(asking.begin(), asking.end(), [this](WorkloadId a, WorkloadId b) {
            return Place::of(jobs[a], a) < Place::of(jobs[b], b);
        });
        std::map<AccountId, Gpu> asked;  // beyond what is used
        for (const WorkloadId id : asking) {
            Job& job = jobs[id];
            const Gpu one = job.slot().request.gpu;
            Gpu room = wantedAtMost(job);
            for (const AccountId account : job.accounts())
                room = std::min(room, caps[account].bound - caps[account].used - asked[account]);
            const Gpu replicas = one > 0 ? std::max<Gpu>(room, 0) / one : 0;
            const Gpu wanted = job.seats().empty() && replicas < job.least() ? 0 : replicas * one;
            for (const AccountId account : job.accounts())
                asked[account] += wanted;
            setWanted(job, wanted);
            entitlement.touch(job.leaf());
        }
    }
}

}  // namespace apportion
