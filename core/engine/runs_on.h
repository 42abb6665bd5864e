// SPDX-License-Identifier: GPL-3.0-or-later
// What an instant took from work that runs on.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/engine/decision.h"
#include "core/model/explanation.h"

namespace apportion {

// Each by the name it is given, in file order, with the replicas that it ran with before.
RunsOn runsOnAfter(const std::vector<Taken>& taken,
                   const std::function<std::string(WorkloadId)>& name,
                   const std::function<int(WorkloadId)>& ran);

}  // namespace apportion
