// SPDX-License-Identifier: GPL-3.0-or-later
// An edit of a plan while it is filled in: every field of every kind, of which each kind uses its
// own.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "core/model/plan.h"
#include "core/model/scenario.h"

namespace apportion {

inline constexpr std::size_t kScaledTogether = 8;

struct EditDraft {
    enum class Kind { scale, policy, node, addNodes, removeNode, joins, forecast, caps };
    enum class Key { weight, limit, borrowing, lend, queueing, minRuntime };

    Kind kind = Kind::scale;
    Instant at = 0;
    // Scale: those without a name are not scaled. Of other kinds the first; of `joins` the parent.
    std::array<std::string, kScaledTogether> quotas = {};
    std::array<Gpu, kScaledTogether> gpus = {};
    ScaleMode mode = ScaleMode::refuse;
    Key key = Key::weight;
    std::int64_t number = 0;  // weight, or hundredths of GPUs, or milliseconds; less than 0 = none
    OverQuota borrowing = OverQuota::on;
    Queueing queueing = Queueing::roundRobin;
    NodeState state = NodeState::down;
    std::string name = {};  // of a node, of a team that joins, or of a workspace
    std::string gpuType = {};
    int count = 1;  // of nodes
    Gpu gpuEach =
        8 * kOneGpu;   // of a node; of a team that joins, its guarantee; a cap, less than 0 = none
    int percent = 10;  // more workloads, or fewer
    Duration later = 0;

    friend bool operator==(const EditDraft&, const EditDraft&) = default;
};

// What a form of that kind begins with.
EditDraft firstDraft(EditDraft::Kind kind, const Scenario& scenario);
PlanEdit editOf(const EditDraft& draft);
// Nothing: no form makes such an edit.
std::optional<EditDraft> draftOf(const PlanEdit& edit);
// What a quota has now under that key, as `number`.
std::int64_t numberNow(const Scenario& scenario, const std::string& quota, EditDraft::Key key);

}  // namespace apportion
