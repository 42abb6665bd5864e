// SPDX-License-Identifier: GPL-3.0-or-later
// With how many replicas each workload ran at a moment, kept while the engine goes on.
#pragma once

#include <vector>

#include "core/engine/engine.h"

namespace apportion {

class ReplicasBefore {
public:
    explicit ReplicasBefore(const Engine& engine) : ran_(engine.workloadCount()) {
        for (const WorkloadId id : engine.running())
            ran_[id] = engine.replicasRunning(id);
    }
    // 0 = it did not run, or was not there.
    int of(WorkloadId id) const { return id < ran_.size() ? ran_[id] : 0; }

private:
    std::vector<int> ran_;
};

}  // namespace apportion
