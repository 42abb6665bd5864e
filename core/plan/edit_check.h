// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the edits of a set make sense on their base.
#pragma once

#include <string>
#include <vector>

#include "core/model/plan.h"
#include "core/model/problem.h"
#include "core/plan/base.h"

namespace apportion {

// Errors and warnings, with pointers into the plan below `pointer`, the set's. What depends on the
// moment (a sum of guarantees, what is in use) is no error here: the event is refused when it
// comes.
Problems checkEdits(const PlanBase& base, const ChangeSet& set, const std::string& pointer);

// Of a set some of whose edits could not be read, which `unread` tells: the errors of the others,
// and the names that nobody has in the former. A name is not told that one of them may have been
// about to add; `mayAdd` has those.
Problems checkOtherEdits(const PlanBase& base, const ChangeSet& set, const std::string& pointer,
                         const Problems& unread, const std::vector<std::string>& mayAdd);

}  // namespace apportion
