// SPDX-License-Identifier: GPL-3.0-or-later
// What forms of workspaces begin with, and what a refusal is about.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/view/view.h"

namespace apportion {

// Those that it is to use from now on: what it had keeps its order, for the first of them is meant
// where work names none.
std::vector<std::string> tiedQuotas(const std::vector<std::string>& before,
                                    std::vector<std::string> chosen);
// The cap that a problem is about, and what is wrong of it: "priorities", "modules", "gpu". Nothing
// = it is about no cap.
struct CapPart {
    std::size_t cap = 0;
    std::string part;
    friend bool operator==(const CapPart&, const CapPart&) = default;
};
std::optional<CapPart> refusedCap(const Problem& problem);

// Users whose name stands anywhere in the pool, each once, sorted: whom a form offers.
std::vector<std::string> knownUsers(const View& view);

}  // namespace apportion
