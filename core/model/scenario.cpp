// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scenario.h"

namespace apportion {

void Scenario::listRecorded() {
    if (!recorded)
        return;
    workloads.reserve(workloadCount());
    for (std::size_t i = 0; i < recorded->size(); ++i)
        workloads.push_back(recorded->at(i));
    recorded.reset();
}

}  // namespace apportion
