// SPDX-License-Identifier: GPL-3.0-or-later
// Mean, percentiles and maximum of waiting times.
#pragma once

#include <span>

#include "core/model/outcome.h"

namespace apportion {

// `sorted` in milliseconds, ascending. Percentile p is the element floor(n * p), at most the last;
// the mean is rounded half up; all zero if there are none.
WaitNumbers waitNumbers(std::span<const Duration> sorted);

}  // namespace apportion
