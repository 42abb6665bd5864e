// SPDX-License-Identifier: GPL-3.0-or-later
// Weights and guarantees that are allowed and do not do what they seem to (rules 5 to 7): said of a
// file when it is read, and of a pool for as long as it is so.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/event.h"
#include "core/model/message.h"
#include "core/model/quota.h"

namespace apportion {

struct QuotaPlace {
    std::string_view name;
    Gpu guaranteed = 0;
    const QuotaPolicy* policy = nullptr;
    std::optional<std::size_t> parent;  // its place among the others
    bool alone = false;  // no sibling and no direct workload takes part in the surplus
    bool empty = false;  // its nodes have no GPUs: there is nothing to divide
    Gpu unassigned = 0;  // what its parent, or its nodes, have beyond the guarantees of its level
};

struct ShareRemark {
    std::size_t quota = 0;  // its place
    bool ofWeight = false;  // else of the quota as a whole
    Message message;        // no-fair-share or weight-without-effect
    PolicyChange change;    // of its policy, that helps
};

std::vector<ShareRemark> shareRemarks(const std::vector<QuotaPlace>& quotas);

// Nothing for fewer than two types. `types`: the GPUs of each that one tree divides.
std::optional<Message> severalTypes(std::string_view root, const std::map<std::string, Gpu>& types);

}  // namespace apportion
