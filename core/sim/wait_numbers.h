// SPDX-License-Identifier: GPL-3.0-or-later
// Mean, percentiles and maximum of waiting times.
#pragma once

#include <span>

#include "core/model/outcome.h"

namespace apportion {

// `waits` in milliseconds, in any order; they may stand in another afterwards. Percentile p is the
// element floor(n * p) of them in ascending order, at most the last; the mean is rounded half up;
// all zero if there are none.
WaitNumbers waitNumbers(std::span<Duration> waits);

}  // namespace apportion
