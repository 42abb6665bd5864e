// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario with its names looked up: what the checks of validate() share. Internal.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/scenario.h"
#include "core/model/validation/names_index.h"
#include "core/model/validation/pools.h"

namespace apportion::validation {

struct Index {
    explicit Index(const Scenario& checked);

    // The quota that a workload is submitted to, its own or the only one of its workspace.
    const Quota* quotaOf(const Workload& workload) const;
    // The pool of the root above a quota; nothing where the parents are broken.
    const Pool* poolOf(std::size_t quota) const;
    // Position of a quota that the scenario holds.
    std::size_t positionOf(const Quota& quota) const;
    // For "did you mean": the known name that is closest. Remembers its answers and gives up after
    // some hundred different names, so that no broken file can make it slow.
    std::string nearest(const Names& names, std::string_view name) const;

    const Scenario& scenario;
    std::vector<Node> nodes;  // expanded; empty where the counts are beyond all bounds
    Names nodeNames;
    Names quotaNames;
    Names workspaceNames;
    Names workloadNames;
    Pools pools;

    // False where the counts of the nodes are beyond all bounds, so that nothing may be said of
    // them.
    bool nodesKnown = true;

private:
    void findPools();

    std::vector<const Pool*> poolsOfQuotas_;
    mutable std::map<std::string, std::string, std::less<>> nearest_;
};

template <typename T>
Names namesOf(const std::vector<T>& things) {
    Names names(things.size());
    for (std::size_t i = 0; i < things.size(); ++i)
        names.add(things[i].name, i);
    return names;
}

std::optional<std::size_t> find(const Names& names, std::string_view name);

}  // namespace apportion::validation
