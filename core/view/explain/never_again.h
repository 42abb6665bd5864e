// SPDX-License-Identifier: GPL-3.0-or-later
// Work that cannot start again once its run is taken (rules 5 and 24): what a preview says of it.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/engine/engine.h"
#include "core/model/message.h"

namespace apportion {

struct NeverAgain {
    enum class Work { evicted, running, waiting } work = Work::evicted;
    std::string workload;
    Message why;  // of waiting work its reason
    friend bool operator==(const NeverAgain&, const NeverAgain&) = default;
};

// "{workload} cannot start again: …", for the engine as it is; nothing where it can.
std::optional<Message> neverAgain(const Engine& engine, WorkloadId id);

// The victims of a change that cannot, and the other work that could before it. `after` is the
// engine that has lost these runs; file order.
std::vector<NeverAgain> neverAgainBetween(const Engine& before, const Engine& after,
                                          const std::set<WorkloadId>& victims);

}  // namespace apportion
