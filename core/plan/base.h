// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan's sets are applied to, with its names looked up once for all of them.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/model/scenario.h"

namespace apportion {

class PlanBase {
public:
    // `until` instead of the scenario's, if there is one.
    explicit PlanBase(std::shared_ptr<const Scenario> scenario, std::optional<Instant> until = {});

    const std::shared_ptr<const Scenario>& scenario() const { return scenario_; }
    std::optional<Instant> until() const { return until_; }
    // Nothing if there is no workload of that name.
    const Workload* workload(std::string_view name) const;

private:
    std::shared_ptr<const Scenario> scenario_;
    std::optional<Instant> until_;
    std::unordered_map<std::string_view, std::size_t> workloads_;
};

// The quota that a workload is submitted to: its own, or the only one of its workspace; empty =
// none.
std::string_view quotaNameOf(const Scenario& scenario, const Workload& workload);

// By index of `workloads`: whether it is submitted at or below that quota.
std::vector<bool> submittedBelow(const Scenario& scenario, const std::vector<Workload>& workloads,
                                 std::string_view quota);

}  // namespace apportion
