// SPDX-License-Identifier: GPL-3.0-or-later
// How many GPUs each group of a trace is guaranteed, as a table with the columns group and gpus.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/model/problem.h"

namespace apportion {

Result<std::vector<std::pair<std::string, std::int64_t>>> readGuarantees(const std::string& path);

}  // namespace apportion
