// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/live/samples.h"

#include <algorithm>
#include <map>

#include "core/change/run_facts.h"
#include "core/store/history/series.h"

namespace apportion {

namespace {

struct Sums {
    Gpu held = 0;
    Gpu pending = 0;
    Duration longestWait = 0;
};

void add(Sums& sums, const ProjectWorkload& work, Moment now) {
    sums.held += heldBy(work.run);
    if (work.run.state != WorkloadState::pending)
        return;
    sums.pending += work.spec.request.gpu * work.spec.leastReplicas();
    // What waits to be approved waits for a person, not for GPUs.
    if (work.needsApproval())
        return;
    sums.longestWait =
        std::max(sums.longestWait, now - work.run.waitingSince.value_or(now) + work.run.waited);
}

}  // namespace

std::vector<ProjectFile::HistorySample> samplesOf(const Engine& engine, const Project& project,
                                                  Moment now) {
    using store::Measure;
    using store::SubjectKind;
    std::map<std::string_view, std::string_view> parents;
    for (const Quota& quota : project.pool.quotas)
        parents.emplace(quota.name, quota.parent);
    std::map<std::string_view, Sums> quotas;
    std::map<std::string_view, Sums> workspaces;
    for (const ProjectWorkload& work : project.work) {
        if (!work.spec.workspace.empty())
            add(workspaces[work.spec.workspace], work, now);
        // At or below, up to the root; the tree was checked to be one.
        for (std::string_view name = work.spec.quota; !name.empty(); name = parents[name])
            add(quotas[name], work, now);
    }
    std::vector<ProjectFile::HistorySample> samples;
    samples.push_back({SubjectKind::pool, "", Measure::capacity, engine.capacity()});
    Gpu placed = 0;
    for (QuotaId id = 0; id < engine.quotaCount(); ++id) {
        const std::string& name = engine.quota(id).name;
        const QuotaNumbers numbers = engine.numbers(id);
        if (!engine.parent(id))
            placed += numbers.subtree + numbers.idle;
        samples.push_back(
            {SubjectKind::quota, name, Measure::allocation, numbers.subtree + numbers.idle});
        samples.push_back({SubjectKind::quota, name, Measure::fairShare, numbers.fairShare});
        samples.push_back({SubjectKind::quota, name, Measure::pendingGpus, numbers.pending});
        samples.push_back(
            {SubjectKind::quota, name, Measure::pendingJobs, numbers.pendingWorkloads});
        samples.push_back(
            {SubjectKind::quota, name, Measure::longestWait, quotas[name].longestWait});
    }
    samples.push_back({SubjectKind::pool, "", Measure::allocation, placed});
    for (const Workspace& workspace : project.pool.workspaces) {
        const Sums& sums = workspaces[workspace.name];
        samples.push_back({SubjectKind::workspace, workspace.name, Measure::allocation, sums.held});
        samples.push_back(
            {SubjectKind::workspace, workspace.name, Measure::pendingGpus, sums.pending});
        samples.push_back(
            {SubjectKind::workspace, workspace.name, Measure::longestWait, sums.longestWait});
    }
    return samples;
}

}  // namespace apportion
