// SPDX-License-Identifier: GPL-3.0-or-later
// In which order the workloads and evictions of a view are shown. A view has few enough of each
// (View::kMostRows) for any thread.
#pragma once

#include <vector>

#include "core/view/view.h"

namespace apportion {

enum class WorkKey {
    view,      // what waits by its place in its queue, the rest as the view has it
    position,  // in the queue of its quota; what has none comes last, either way round
    name,
    team,
    priority,
    gpu,
    since,  // how long it waits, runs or is over; of an eviction what it lost
};

struct WorkSort {
    WorkKey key = WorkKey::view;
    bool descending = false;
    friend bool operator==(const WorkSort&, const WorkSort&) = default;
};

// Places in the list, in order. Rows that are alike stay as the view has them.
std::vector<std::size_t> orderWork(const std::vector<WorkloadRow>& rows, const WorkSort& sort,
                                   Instant clock);
std::vector<std::size_t> orderEvictions(const std::vector<EvictionRow>& rows, const WorkSort& sort);

}  // namespace apportion
