// SPDX-License-Identifier: GPL-3.0-or-later
// Policies as commands take them: "self", "child" and "set", each JSON as in a scenario.
#pragma once

#include "core/model/event.h"
#include "core/session/project/command.h"

namespace apportion {

// The keys given by any of the three; an error where there is none.
Result<PolicyChange> policyArguments(const Arguments& arguments);

}  // namespace apportion
