// SPDX-License-Identifier: GPL-3.0-or-later
// Caps of 0 GPUs (rule 24): what is said of work under them.
#pragma once

#include <vector>

#include "core/model/message.h"
#include "core/model/workload.h"
#include "core/model/workspace.h"

namespace apportion {

// `caps`: those of 0 that apply to it. Codes: max-priority and its kinds, by what the
// work would have to be to stand outside.
Message noGpusReason(const std::vector<const Cap*>& caps, const Workload& work, Gpu requested);

}  // namespace apportion
