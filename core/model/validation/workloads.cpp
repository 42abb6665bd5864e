// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/model/bounds.h"
#include "core/model/validation/checks.h"
#include "core/model/validation/fitting.h"

namespace apportion::validation {

namespace {

// Bounds of the workload's own values; what follows may then multiply them.
bool checkValues(const Workload& workload, const Place& place, Findings& findings) {
    const auto& request = workload.request;
    bool fine = checkBounds(Value::ofCount(workload.priority), kLowestPriority, kHighestPriority,
                            place / "priority", findings);
    fine &= checkBounds(Value::ofGpu(request.gpu), 0, kMostGpu, place / "gpu", findings);
    fine &= checkBounds(Value::ofCpu(request.cpu), 0, kMostCpu, place / "cpu", findings);
    fine &=
        checkBounds(Value::ofMemory(request.memory), 0, kMostMemory, place / "memory", findings);
    fine &= checkBounds(Value::ofCount(workload.replicas), 1, kMostReplicas, place / "replicas",
                        findings);
    if (workload.minReplicas &&
        checkBounds(Value::ofCount(*workload.minReplicas), 1, kMostReplicas, place / "minReplicas",
                    findings) &&
        *workload.minReplicas > workload.replicas) {
        findings.error((place / "minReplicas").pointer(), "min-replicas-above",
                       {{"minReplicas", Value::ofCount(*workload.minReplicas)},
                        {"replicas", Value::ofCount(workload.replicas)}});
        fine = false;
    }
    if (request.gpu > kOneGpu && request.gpu % kOneGpu != 0) {
        findings.error((place / "gpu").pointer(), "gpu-not-whole",
                       {{"gpu", Value::ofGpu(request.gpu)}});
        fine = false;
    }
    const auto time = [&](Instant value, Instant least, const char* key) {
        fine &= checkBounds(Value::ofSeconds(value), least, kMostTime, place / key, findings);
    };
    // What runs already may have been submitted before the scenario starts.
    time(workload.submit, workload.running ? -kMostTime : 0, "submit");
    if (workload.duration)
        time(*workload.duration, 1, "duration");
    if (workload.checkpoint)
        time(*workload.checkpoint, 1, "checkpoint");
    if (!workload.user.empty())
        checkName(workload.user, place / "user", findings);
    if (!workload.gpuType.empty())
        checkName(workload.gpuType, place / "gpuType", findings, true);
    return fine;
}

const Workspace* checkWorkspace(const Index& index, const Workload& workload, const Place& place,
                                Findings& findings) {
    if (workload.workspace.empty())
        return nullptr;
    if (const auto found = find(index.workspaceNames, workload.workspace))
        return &index.scenario.workspaces[*found];
    findings.error(
        (place / "workspace").pointer(), "unknown-workspace",
        {{"workspace", Value::ofText(workload.workspace)},
         {"nearest", Value::ofText(index.nearest(index.workspaceNames, workload.workspace))}});
    return nullptr;
}

const Quota* checkQuota(const Index& index, const Workload& workload, const Workspace* workspace,
                        const Place& place, Findings& findings) {
    const auto* quota = index.quotaOf(workload);
    if (quota)
        return quota;
    if (!workload.quota.empty())
        findings.error(
            (place / "quota").pointer(), "unknown-quota",
            {{"quota", Value::ofText(workload.quota)},
             {"nearest", Value::ofText(index.nearest(index.quotaNames, workload.quota))}});
    else if (workload.workspace.empty())
        findings.error(place.pointer(), "no-quota", {{"workload", Value::ofText(workload.name)}});
    else if (workspace && workspace->quotas.size() != 1)
        findings.error(
            place.pointer(), "no-quota.workspace",
            {{"workload", Value::ofText(workload.name)},
             {"workspace", Value::ofText(workspace->name)},
             {"count", Value::ofCount(static_cast<std::int64_t>(workspace->quotas.size()))}});
    return nullptr;
}

// Rule 24: such work is rejected when it is submitted; what runs has been let in before.
void warnOfRejection(const Workload& workload, const Quota& quota, const Workspace& workspace,
                     const Place& place, Findings& findings) {
    if (workload.accepted && !workload.running)
        return;  // its reason tells that it waits
    const auto codeFor = [&](const char* coming, const char* running) {
        return workload.running ? running : coming;
    };
    const auto& quotas = workspace.quotas;
    if (std::find(quotas.begin(), quotas.end(), quota.name) == quotas.end())
        findings.warning((place / "quota").pointer(),
                         codeFor("workload-rejected", "workload-not-again"),
                         {{"workload", Value::ofText(workload.name)},
                          {"quota", Value::ofText(quota.name)},
                          {"workspace", Value::ofText(workspace.name)}});
    if (workspace.members.empty() || workload.user.empty())
        return;
    const auto member = std::find_if(workspace.members.begin(), workspace.members.end(),
                                     [&](const Member& m) { return m.user == workload.user; });
    if (member == workspace.members.end() || member->role == Role::viewer)
        findings.warning((place / "user").pointer(),
                         codeFor("workload-rejected.user", "workload-not-again.user"),
                         {{"workload", Value::ofText(workload.name)},
                          {"user", Value::ofText(workload.user)},
                          {"workspace", Value::ofText(workspace.name)}});
}

}  // namespace

void checkWorkloads(const Index& index, Findings& findings) {
    const auto& workloads = index.scenario.workloads;
    if (workloads.empty())
        return;
    const auto until = index.scenario.until;
    const Fitting fitting(index);
    const bool unique = index.workloadNames.size() == workloads.size();
    for (std::size_t i = 0; i < workloads.size(); ++i) {
        const auto& workload = workloads[i];
        const Place place("/workloads", i);
        if (checkName(workload.name, place / "name", findings) && !unique)
            if (const auto first = find(index.workloadNames, workload.name); first != i)
                findings.error((place / "name").pointer(), "duplicate-name",
                               {{"name", Value::ofText(workload.name)},
                                {"first", Value::ofText(pointerTo("/workloads", *first))}});
        const bool fine = checkValues(workload, place, findings);
        const auto* workspace = checkWorkspace(index, workload, place, findings);
        const auto* quota = checkQuota(index, workload, workspace, place, findings);
        if (quota && workspace)
            warnOfRejection(workload, *quota, *workspace, place, findings);
        if (quota && fine && !workload.running)
            fitting.warn(workload, index.positionOf(*quota), place, findings);
        if (until && !workload.running && workload.submit > *until)
            findings.warning((place / "submit").pointer(), "submit-after-until",
                             {{"workload", Value::ofText(workload.name)},
                              {"submit", Value::ofSeconds(workload.submit)},
                              {"until", Value::ofSeconds(*until)}});
    }
}

}  // namespace apportion::validation
