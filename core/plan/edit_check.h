// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the edits of a set make sense on their base.
#pragma once

#include <string>

#include "core/model/plan.h"
#include "core/model/problem.h"
#include "core/plan/base.h"

namespace apportion {

// Errors and warnings, with pointers into the plan below `pointer`, the set's. What depends on the
// moment (a sum of guarantees, what is in use) is no error here: the event is refused when it
// comes.
Problems checkEdits(const PlanBase& base, const ChangeSet& set, const std::string& pointer);

// Of a set some of whose edits could not be read, which `unread` tells: the errors of the others,
// without those that may only be there because an edit to add something is among the former.
Problems checkOtherEdits(const PlanBase& base, const ChangeSet& set, const std::string& pointer,
                         const Problems& unread);

}  // namespace apportion
