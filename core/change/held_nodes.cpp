// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/held_nodes.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/change/refuse.h"
#include "core/store/unseated.h"

namespace apportion {

namespace {

template <typename Amount>
bool isLess(const std::optional<Amount>& now, const std::optional<Amount>& was) {
    return now && (!was || *now < *was);
}

class Changes {
public:
    Changes(const std::vector<NodeGroup>& before, const std::vector<NodeGroup>& after) {
        std::map<std::string, Node> is;
        for (Node& node : expand(after)) {
            std::string name = node.name;
            is.emplace(std::move(name), std::move(node));
        }
        for (const Node& was : expand(before)) {
            const auto now = is.find(was.name);
            if (now == is.end() || now->second.gpuType != was.gpuType ||
                now->second.labels != was.labels)
                others_.insert(was.name);
            else if (now->second.gpu < was.gpu || isLess(now->second.cpu, was.cpu) ||
                     isLess(now->second.memory, was.memory))
                smaller_.emplace(was.name, static_cast<int>(now->second.gpu / kOneGpu));
        }
    }

    bool areAny() const { return !others_.empty() || !smaller_.empty(); }

    bool takesAway(const WorkloadRun& run) const {
        return std::any_of(
            run.placements.begin(), run.placements.end(),
            [this](const Placement& placement) { return others_.contains(placement.node); });
    }

    // Which of its devices go is for nobody to choose: they are those with the highest numbers.
    bool takesDevices(const WorkloadRun& run) const {
        for (std::size_t i = 0; i < run.placements.size() && i < run.devices.size(); ++i)
            if (const auto count = smaller_.find(run.placements[i].node); count != smaller_.end())
                for (const int device : run.devices[i])
                    if (device >= count->second)
                        return true;
        return false;
    }

    bool takesBooked(const WorkloadRun& run) const {
        return std::any_of(run.ties.booked.begin(), run.ties.booked.end(),
                           [this](const std::string& node) {
                               return others_.contains(node) || smaller_.contains(node);
                           });
    }

private:
    std::set<std::string> others_;        // gone, or of another kind
    std::map<std::string, int> smaller_;  // and how many devices they have
};

std::optional<Message> blocked(const char* code, const std::string& nodes,
                               std::vector<std::string> names) {
    if (names.empty())
        return {};
    return Message{code, {textArgument("nodes", nodes), listArgument("names", std::move(names))}};
}

}  // namespace

std::optional<Message> heldNodes(const std::vector<NodeGroup>& before,
                                 const std::vector<NodeGroup>& after,
                                 const std::vector<ProjectWorkload>& work,
                                 const std::string& nodes) {
    const Changes changes(before, after);
    if (!changes.areAny())
        return {};
    std::vector<std::string> names;
    for (const ProjectWorkload& each : work)
        if (changes.takesAway(each.run))
            names.push_back(each.spec.name);
    if (!names.empty())
        return blocked("nodes-blocked", nodes, std::move(names));
    const std::set<std::string> without = store::unseated(work, before);
    const std::set<std::string> unseated = store::unseated(work, after);
    for (const ProjectWorkload& each : work)
        if (changes.takesDevices(each.run) || changes.takesBooked(each.run) ||
            (unseated.contains(each.spec.name) && !without.contains(each.spec.name)))
            names.push_back(each.spec.name);
    return blocked("nodes-blocked.room", nodes, std::move(names));
}

}  // namespace apportion
