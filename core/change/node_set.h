// SPDX-License-Identifier: GPL-3.0-or-later
// The command that changes what nodes have: of a group as a whole, or of one node, which then
// stands beside its group.
#pragma once

#include "core/change/command.h"

namespace apportion::rows {

CommandInfo nodesSet();

}  // namespace apportion::rows
