// SPDX-License-Identifier: GPL-3.0-or-later
// The groups of a trace as quotas below one root.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/model/problem.h"
#include "core/model/quota.h"
#include "core/model/trace.h"
#include "core/sim/replay/group_names.h"
#include "core/sim/replay/replay_options.h"

namespace apportion {

// One quota a group, guaranteed whole GPUs of `capacity` as the options say, weight max(1,
// guarantee). The jobs are shaped and count by `quotas`, which have these names. Fails if given
// guarantees do not fit.
Result<std::vector<Quota>> groupQuotas(std::span<const TraceJob> jobs,
                                       std::span<const std::string> quotas, const GroupNames& names,
                                       const std::string& root, std::int64_t capacity,
                                       const ReplayOptions& options);

}  // namespace apportion
