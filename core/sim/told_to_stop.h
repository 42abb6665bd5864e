// SPDX-License-Identifier: GPL-3.0-or-later
// Of a workload that runs and is told to stop: for whom, by which rule, until when.
#pragma once

#include <optional>
#include <vector>

#include "core/model/outcome.h"

namespace apportion {

// How long it may still go on, on the clock of its evictions.
struct ToldToStop {
    std::optional<Instant> until;   // as a whole
    std::vector<Instant> replicas;  // else these of its replicas, one each
};

// `evictions` are those of the workload, in order. Nothing = it is not told to stop.
std::optional<Message> toldToStopMessage(const ToldToStop& told,
                                         const std::vector<Eviction>& evictions);

}  // namespace apportion
