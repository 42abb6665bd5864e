// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/unseated.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <vector>

#include "core/model/bounds.h"
#include "core/model/device_packing.h"

namespace apportion::store {

namespace {

struct Load {
    const Node* node = nullptr;
    std::vector<Gpu> parts = {};
    Resources sum = {};
};
using Loads = std::unordered_map<std::string_view, Load>;

bool fits(const Load& load) {
    const Node& node = *load.node;
    return load.sum.gpu <= node.gpu && (!node.cpu || load.sum.cpu <= *node.cpu) &&
           (!node.memory || load.sum.memory <= *node.memory) &&
           packDevices(load.parts, static_cast<int>(node.gpu / kOneGpu)).has_value();
}

bool isBounded(const Resources& request) {
    return request.gpu >= 0 && request.gpu <= kMostGpu && request.cpu >= 0 &&
           request.cpu <= kMostCpu && request.memory >= 0 && request.memory <= kMostMemory;
}

// Each placement by itself.
bool isSeatable(const ProjectWorkload& work, const Loads& loads) {
    const auto& placements = work.run.placements;
    return isBounded(work.spec.request) &&
           static_cast<std::int64_t>(placements.size()) >= work.spec.leastReplicas() &&
           std::all_of(placements.begin(), placements.end(), [&](const Placement& placement) {
               const auto load = loads.find(placement.node);
               return load != loads.end() && (work.spec.gpuType.empty() ||
                                              work.spec.gpuType == load->second.node->gpuType);
           });
}

void place(const ProjectWorkload& work, Loads& loads) {
    for (const Placement& placement : work.run.placements) {
        Load& load = loads.at(placement.node);
        load.parts.push_back(work.spec.request.gpu);
        load.sum += work.spec.request;
    }
}

void lift(const ProjectWorkload& work, Loads& loads) {
    for (const Placement& placement : work.run.placements) {
        Load& load = loads.at(placement.node);
        load.parts.pop_back();
        load.sum -= work.spec.request;
    }
}

bool fitsWhereItIs(const ProjectWorkload& work, const Loads& loads) {
    return std::all_of(work.run.placements.begin(), work.run.placements.end(),
                       [&](const Placement& placement) { return fits(loads.at(placement.node)); });
}

}  // namespace

std::set<std::string> unseated(const Project& project) {
    return unseated(project.work, project.pool.nodes);
}

std::set<std::string> unseated(const std::vector<ProjectWorkload>& work,
                               const std::vector<NodeGroup>& groups) {
    const auto runs = [](const ProjectWorkload& each) {
        return each.run.state == WorkloadState::running && !each.run.placements.empty();
    };
    if (std::none_of(work.begin(), work.end(), runs))
        return {};
    const std::vector<Node> nodes = expand(groups);
    Loads empty;
    for (const Node& node : nodes)
        empty.try_emplace(node.name, Load{&node});
    std::set<std::string> names;
    std::vector<const ProjectWorkload*> seatable;
    for (const ProjectWorkload& each : work) {
        if (!runs(each))
            continue;
        if (isSeatable(each, empty))
            seatable.push_back(&each);
        else
            names.insert(each.spec.name);
    }
    // Mostly all fit, and nobody's turn matters.
    Loads together = empty;
    for (const ProjectWorkload* each : seatable)
        place(*each, together);
    if (std::all_of(together.begin(), together.end(),
                    [](const auto& each) { return fits(each.second); }))
        return names;
    std::stable_sort(seatable.begin(), seatable.end(), [](const auto* a, const auto* b) {
        constexpr Moment kLast = std::numeric_limits<Moment>::max();
        return a->run.start.value_or(kLast) < b->run.start.value_or(kLast);
    });
    for (const ProjectWorkload* each : seatable) {
        place(*each, empty);
        if (fitsWhereItIs(*each, empty))
            continue;
        lift(*each, empty);
        names.insert(each->spec.name);
    }
    return names;
}

}  // namespace apportion::store
