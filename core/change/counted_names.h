// SPDX-License-Identifier: GPL-3.0-or-later
// What an entry of the engine is about, for people: "2 evicted (nb-09, nb-10), 1 started (serve)".
// Of many the first three are named.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace apportion {

// One part more; nothing for no names.
void addCounted(std::string& subject, std::string_view what, const std::vector<std::string>& names);

}  // namespace apportion
