// SPDX-License-Identifier: GPL-3.0-or-later
// "Did you mean": the known word that is closest to a mistyped one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace apportion {

// The fewest letters inserted, deleted, replaced or swapped with their neighbour.
std::size_t editDistance(std::string_view a, std::string_view b);

// The closest of `words`, the first of several; empty if there are none. Looks at no more than the
// first 10,000.
std::string nearestWord(std::string_view word, const std::vector<std::string_view>& words);

}  // namespace apportion
