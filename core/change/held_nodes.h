// SPDX-License-Identifier: GPL-3.0-or-later
// Work that stands in the way when nodes go or become different.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/message.h"
#include "core/model/project.h"

namespace apportion {

// Of nodes that were the same before: who runs on one that is lost, or has another GPU type or
// other labels (nodes-blocked), or who would have no room where it runs or is booked
// (nodes-blocked.room). `nodes` is what people call them.
std::optional<Message> heldNodes(const std::vector<NodeGroup>& before,
                                 const std::vector<NodeGroup>& after,
                                 const std::vector<ProjectWorkload>& work,
                                 const std::string& nodes);

}  // namespace apportion
