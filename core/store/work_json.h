// SPDX-License-Identifier: GPL-3.0-or-later
// Internal to store: runs and commands as JSON values. See value_json.h for what is thrown.
#pragma once

#include "core/model/project.h"
#include "core/store/value_json.h"

namespace apportion::store {

Json runJson(const WorkloadRun& run);
WorkloadRun runFrom(const Json& value);

// Takes the command out of the body of a workload, so that the rest is one of a scenario's.
std::optional<WorkCommand> takeCommand(Json& spec);
// Cheap: whether a body may have one at all.
bool mayHaveCommand(const std::string& body);

}  // namespace apportion::store
