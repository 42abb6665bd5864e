// SPDX-License-Identifier: GPL-3.0-or-later
// Amounts of a table that are rounded so that they add up to their sum, rounded alike.
#pragma once

#include <cstdint>
#include <vector>

namespace apportion {

// Each part in whole units, at most one more than it has; together as many as the sum of the parts
// has, rounded half up. Whoever would be cut the most gets one more; of equals the first. Parts are
// not negative.
std::vector<std::int64_t> roundedParts(const std::vector<std::int64_t>& parts, std::int64_t unit);

}  // namespace apportion
