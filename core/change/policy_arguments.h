// SPDX-License-Identifier: GPL-3.0-or-later
// Policies as commands take them: "self", "child" and "set", each JSON as in a scenario.
#pragma once

#include "core/change/command.h"
#include "core/model/event.h"

namespace apportion {

// The keys given by any of the three; an error where there is none.
Result<PolicyChange> policyArguments(const Arguments& arguments);

// The rights that changing these keys of a quota takes. What it may have and take of others is the
// word of who is above it, as its size is.
std::vector<Need> policyRights(const Project& project, const std::string& quota,
                               const PolicyChange& change);

}  // namespace apportion
