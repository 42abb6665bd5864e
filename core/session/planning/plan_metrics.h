// SPDX-License-Identifier: GPL-3.0-or-later
// How finely the chart of a plan shows its runs.
#pragma once

#include <optional>

#include "core/model/scenario.h"

namespace apportion {

// Length of the buckets of its metrics: about 200 of them, at least a minute each.
Duration bucketOf(const Scenario& scenario, std::optional<Instant> until);

}  // namespace apportion
