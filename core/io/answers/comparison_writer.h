// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>

#include "core/model/comparison.h"

namespace apportion {

// The answer of compare: one JSON document. `delta` is changed less base, number by number; null
// where a side lacks the quota or the limit.
void writeComparison(std::ostream& stream, const Comparison& comparison);

}  // namespace apportion
