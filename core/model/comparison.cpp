// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/comparison.h"

#include <array>

namespace apportion {

std::string_view changeText(Change change) {
    constexpr std::array<std::string_view, 9> kTexts{
        "added", "removed", "starts", "never", "evicted", "spared", "earlier", "later", "moved"};
    return kTexts[static_cast<std::size_t>(change)];
}

}  // namespace apportion
