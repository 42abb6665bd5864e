// SPDX-License-Identifier: GPL-3.0-or-later
// The commands about nodes, as requests to the session.
#pragma once

#include <string>

#include "core/session/nodes/node_rows.h"
#include "core/session/project/desk.h"

namespace apportion {

CommandRequest nodeStateRequest(const std::string& node, NodeState state);
CommandRequest addNodesRequest(const NodeGroup& group);

// More of what the pool has: one node like its last one, under a name that is free.
NodeGroup nextNodes(const NodeMap& present);

}  // namespace apportion
