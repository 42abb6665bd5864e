// SPDX-License-Identifier: GPL-3.0-or-later
// Every run of every workload, for explanations. Keeps nothing when switched off.
#pragma once

#include <string_view>
#include <vector>

#include "core/engine/decision.h"
#include "core/model/explanation.h"

namespace apportion {

class Runs {
public:
    explicit Runs(bool keep) : keep_(keep) {}

    bool kept() const { return keep_; }
    void open(WorkloadId id, Instant start, std::vector<Placement> placements);
    // The replicas of the open run as they stand now.
    void replace(WorkloadId id, std::vector<Placement> placements);
    void close(WorkloadId id, Instant end, std::string_view endedBy);

    std::vector<Run> of(WorkloadId id) const;

private:
    bool keep_;
    std::vector<std::vector<Run>> runs_;  // by workload
};

}  // namespace apportion
