// SPDX-License-Identifier: GPL-3.0-or-later
// The command that sets the state of a node, as a request to the session.
#pragma once

#include <string>

#include "core/model/words.h"
#include "core/session/project/desk.h"

namespace apportion {

inline CommandRequest nodeStateRequest(const std::string& node, NodeState state) {
    CommandRequest request;
    request.id = "nodes.state";
    request.arguments.set("node", node);
    request.arguments.set("state", std::string(word(state)));
    return request;
}

}  // namespace apportion
