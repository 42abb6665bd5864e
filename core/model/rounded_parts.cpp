// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/rounded_parts.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace apportion {

std::vector<std::int64_t> roundedParts(const std::vector<std::int64_t>& parts, std::int64_t unit) {
    std::vector<std::int64_t> units;
    units.reserve(parts.size());
    std::int64_t rest = 0;
    for (const std::int64_t part : parts) {
        units.push_back(part / unit);
        rest += part % unit;
    }
    std::vector<std::size_t> order(parts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return parts[a] % unit > parts[b] % unit;
    });
    const auto more = static_cast<std::size_t>((rest + unit / 2) / unit);
    for (std::size_t i = 0; i < std::min(more, order.size()); ++i)
        ++units[order[i]];
    return units;
}

}  // namespace apportion
