// SPDX-License-Identifier: GPL-3.0-or-later
// Two forks compared workload by workload: who is evicted, who starts, earlier or later, and why.
// Internal to the trial of a scale.
#pragma once

#include <map>

#include "core/plan/fork_run.h"
#include "core/plan/outlook.h"

namespace apportion {

class ScaleEffects {
public:
    // The forks are read when they are asked about; they may run on meanwhile.
    ScaleEffects(const Engine& before, const ForkRun& without, const ForkRun& with);

    // Keeps the reasons of what waits in the fork with the scale as it stands now, and where the
    // other fork stands at the same moment, why it waits there.
    void look();
    // Changed ones first, in order of time, then the others in file order.
    std::vector<ScaleWorkloadEffect> all(int& unchanged) const;
    ScaleWait waitOf(const std::string& quota, bool ownPart) const;

private:
    ScaleWorkloadEffect effectOf(WorkloadId id) const;
    void ofRun(WorkloadId id, ScaleWorkloadEffect& effect) const;
    void ofReplicas(WorkloadId id, const ForkRun& fork, ScaleWorkloadEffect& effect) const;
    void ofStart(WorkloadId id, ScaleWorkloadEffect& effect) const;
    void starting(WorkloadId id, ScaleWorkloadEffect& effect) const;
    void waiting(WorkloadId id, ScaleWorkloadEffect& effect) const;
    void comparing(WorkloadId id, ScaleWorkloadEffect& effect) const;
    void never(const Workload& workload, WorkloadId id, ScaleWorkloadEffect& effect) const;

    const Engine& before_;
    const ForkRun& without_;
    const ForkRun& with_;
    std::vector<WorkloadId> living_;  // running or waiting at the beginning, file order
    std::map<WorkloadId, Reason> reasons_;
    std::map<WorkloadId, Reason> reasonsWithout_;  // of those of `reasons_`
};

}  // namespace apportion
