// SPDX-License-Identifier: GPL-3.0-or-later
// Of a workload that runs and is told to stop: for whom, by which rule, until when.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/outcome.h"

namespace apportion {

// How long it may still go on, and by which records; null = that is not known any more.
struct ToldToStop {
    struct Replica {
        Instant until = 0;
        const Eviction* record = nullptr;
    };
    std::optional<Instant> until;  // as a whole
    const Eviction* record = nullptr;
    std::vector<Replica> replicas;  // else these of its replicas
    // Who waits for that now; nothing = it is not known whether who it was for still does.
    std::optional<std::vector<std::string>> awaiting = {};
    // When it is told: where nobody runs the pool, a grace period may be over by then and the end
    // not recorded. Nothing = before all of that.
    std::optional<Instant> now = {};
};

// Of the evictions of a workload, in order, the last one that took all of it; a move leaves nobody
// with a grace period.
const Eviction* lastOfTheWhole(const std::vector<Eviction>& evictions);

// In the order of their ends, of replicas one for each taker. None = it is not told to stop.
std::vector<Message> toldToStopMessages(const ToldToStop& told);

}  // namespace apportion
