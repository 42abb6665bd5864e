// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes that one edit of a set removes and a later one adds again: a name stands for one node all
// along, so what comes back is the node that left.
#pragma once

#include <map>
#include <set>
#include <string>

#include "core/model/plan.h"
#include "core/plan/base.h"

namespace apportion {

struct ReturningNodes {
    // By the edit that adds them, an index.
    std::map<std::size_t, std::set<std::string>> names;
    // Of them those that would come back as another node.
    std::map<std::size_t, std::set<std::string>> changed;

    bool returns(std::size_t edit, const std::string& name) const {
        const auto found = names.find(edit);
        return found != names.end() && found->second.contains(name);
    }
};

ReturningNodes returningNodes(const PlanBase& base, const ChangeSet& set);

}  // namespace apportion
