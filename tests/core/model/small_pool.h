// SPDX-License-Identifier: GPL-3.0-or-later
// A small valid scenario that tests spoil in one place: 2 nodes of 8 GPUs, a root of 16 with two
// children of 8, one workspace, one workload.
#pragma once

#include <string>
#include <vector>

#include "core/model/scenario.h"
#include "core/model/validate.h"

namespace apportion::testing {

inline Quota quota(std::string name, std::string parent, Gpu gpus) {
    Quota made;
    made.name = std::move(name);
    made.parent = std::move(parent);
    made.guaranteed.gpu = gpus * kOneGpu;
    return made;
}

inline Workload workload(std::string name, std::string onQuota, Gpu gpus) {
    Workload made;
    made.name = std::move(name);
    made.quota = std::move(onQuota);
    made.request.gpu = gpus * kOneGpu;
    made.duration = 60 * kSecond;
    return made;
}

inline NodeGroup nodes(std::string name, int count, Gpu gpus, std::string type = {}) {
    NodeGroup group;
    group.node.name = std::move(name);
    group.node.gpu = gpus * kOneGpu;
    group.node.gpuType = std::move(type);
    group.count = count;
    return group;
}

inline Scenario smallPool() {
    Scenario scenario;
    scenario.nodes = {nodes("dgx", 2, 8, "H100")};
    scenario.quotas = {quota("root", "", 16), quota("left", "root", 8), quota("right", "root", 8)};
    scenario.workspaces = {{"room", {"left"}, {{"ana", Role::admin}, {"bo", Role::viewer}}, {}}};
    scenario.workloads = {workload("job", "left", 4)};
    return scenario;
}

// "/quotas/1/name name-empty", warnings with a '?' in front.
inline std::vector<std::string> told(const Problems& problems) {
    std::vector<std::string> lines;
    for (const auto& problem : problems)
        lines.push_back((problem.warning ? "?" : "") + problem.pointer + " " +
                        problem.message.code);
    return lines;
}

}  // namespace apportion::testing
