// SPDX-License-Identifier: GPL-3.0-or-later
// What differs between two outcomes.
#pragma once

#include "core/model/comparison.h"

namespace apportion {

// Workloads and quotas are matched by name. The names of the files are left to the caller.
Comparison compare(const Outcome& base, const Outcome& changed);

}  // namespace apportion
