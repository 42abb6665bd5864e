// SPDX-License-Identifier: GPL-3.0-or-later
// What would start a workload that waits, in the order of what it costs.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/model/explanation.h"

namespace apportion {

struct Remedy {
    // Of whoever waits; of none; of others; of whoever buys.
    enum class Cost { own, none, others, hardware };
    Cost cost = Cost::none;
    std::size_t lost = 0;  // runs of others
    Message message;
    std::vector<const Unblock*>
        edits;  // of an explanation: each does, the least first; none = ask less
};

// Of edits at most five: the first of each cost, the least end among them. Ends that are alike are
// one, and so are moves of guarantee. `user`: whose workload it is; empty = nobody's.
std::vector<Remedy> remediesOf(const Explanation& explanation, const std::string& user);

}  // namespace apportion
