// SPDX-License-Identifier: GPL-3.0-or-later
// Internal to store: runs as JSON values. See value_json.h for what is thrown.
#pragma once

#include "core/model/project.h"
#include "core/store/value_json.h"

namespace apportion::store {

Json runJson(const WorkloadRun& run);
WorkloadRun runFrom(const Json& value);

}  // namespace apportion::store
