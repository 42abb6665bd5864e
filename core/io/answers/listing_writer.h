// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of what a project holds, as JSON: quotas, workspaces and nodes in the words of the scenario
// format.
#pragma once

#include <ostream>

#include "core/model/journal.h"

namespace apportion {

// {"apportion":1,"revision":7,"quotas":[...]}; the kinds are those of ProjectDesk::list().
void writeListing(std::ostream& stream, const Project& project, ObjectKind kind);

}  // namespace apportion
