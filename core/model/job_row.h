// SPDX-License-Identifier: GPL-3.0-or-later
// One workload of a run as a row of a table.
#pragma once

#include <optional>
#include <string>

#include "core/model/outcome.h"

namespace apportion {

struct JobRow {
    std::string name;
    std::string quota;
    std::string user;  // empty = none
    Module module = Module::training;
    int priority = 5;
    Gpu gpu = 0;  // of one replica
    int replicas = 1;
    Instant submit = 0;
    std::optional<Instant> firstStart;
    std::optional<Instant> end;
    WorkloadState state = WorkloadState::pending;
    std::optional<Duration> wait;  // first start less submit
    int preemptions = 0;
    GpuTime lost = 0;
    std::string reason;  // code, while pending or rejected
};

}  // namespace apportion
