// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/moves_key.h"

#include <algorithm>

namespace apportion {

MovesKey movesKey(const EngineState& state, std::span<const WorkloadId> set) {
    MovesKey key{0, set.size(), 0, {}, {}};
    auto& [gpu, count, lost, ages, names] = key;
    for (const WorkloadId id : set) {
        const Job& job = state.job(id);
        gpu += job.heldGpu();
        lost += state.lostWork(job);
        ages.push_back(-*job.start());  // later is better
        names.push_back(state.name(id));
    }
    std::sort(ages.begin(), ages.end());
    std::sort(names.begin(), names.end());
    return key;
}

}  // namespace apportion
