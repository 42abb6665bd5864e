// SPDX-License-Identifier: GPL-3.0-or-later
// The policies that a command sets, and the rights for that.
#pragma once

#include "core/change/command.h"
#include "core/model/event.h"

namespace apportion {

// The keys of "self", "child" and "set" together; an error where there are none.
Result<PolicyChange> keysOf(const SetPolicy& policy);
Result<PolicyChange> keysOf(const MaybeRead<PolicyChange>& set);

// The rights that changing these keys of a quota takes. What it may have and take of others is the
// word of who is above it, as its size is.
std::vector<Need> policyRights(const Project& project, const std::string& quota,
                               const PolicyChange& change);

}  // namespace apportion
