// SPDX-License-Identifier: GPL-3.0-or-later
// How many GPUs each group of a trace is guaranteed, as a table with the columns group and gpus,
// and quota where several groups share one.
#pragma once

#include <string>
#include <vector>

#include "core/model/problem.h"
#include "core/model/trace.h"

namespace apportion {

Result<std::vector<GroupGuarantee>> readGuarantees(const std::string& path);

}  // namespace apportion
