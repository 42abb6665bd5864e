// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/counted_names.h"

namespace apportion {

void addCounted(std::string& subject, std::string_view what,
                const std::vector<std::string>& names) {
    constexpr std::size_t kMost = 3;
    if (names.empty())
        return;
    std::string list;
    for (std::size_t i = 0; i < names.size() && i < kMost; ++i)
        list += (i > 0 ? ", " : "") + names[i];
    if (names.size() > kMost)
        list += " and " + std::to_string(names.size() - kMost) + " more";
    subject += (subject.empty() ? "" : ", ") + std::to_string(names.size()) + " " +
               std::string(what) + " (" + list + ")";
}

}  // namespace apportion
