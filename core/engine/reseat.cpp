// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reseat.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace apportion {
namespace {

struct Part {
    WorkloadId id = kNobody;
    std::size_t replica = 0;
    const std::vector<int>* known = nullptr;  // devices
};

// One node, empty to begin with.
class OneNode {
public:
    explicit OneNode(int count) : used_(static_cast<std::size_t>(count), 0) {}

    bool hold(const std::vector<int>& devices, const Slot& slot) {
        if (static_cast<int>(devices.size()) != slot.devices())
            return false;
        for (const int device : devices) {
            if (device < 0 || device >= static_cast<int>(used_.size()))
                return false;
            Gpu& used = used_[static_cast<std::size_t>(device)];
            used += part(slot);
            if (used > kOneGpu)
                return false;
        }
        return true;
    }

    // The fullest shared device that has room, or the lowest free ones.
    std::optional<std::vector<int>> pick(const Slot& slot) const {
        std::vector<int> devices;
        if (slot.fraction()) {
            int best = -1;
            for (int device = 0; device < static_cast<int>(used_.size()); ++device)
                if (used(device) + part(slot) <= kOneGpu && (best < 0 || used(device) > used(best)))
                    best = device;
            if (best >= 0)
                devices.push_back(best);
        } else {
            for (int device = 0; device < static_cast<int>(used_.size()); ++device)
                if (used(device) == 0 && static_cast<int>(devices.size()) < slot.devices())
                    devices.push_back(device);
        }
        return static_cast<int>(devices.size()) == slot.devices() ? std::optional(devices)
                                                                  : std::nullopt;
    }

private:
    static Gpu part(const Slot& slot) { return slot.fraction() ? slot.request.gpu : kOneGpu; }
    Gpu used(int device) const { return used_[static_cast<std::size_t>(device)]; }

    std::vector<Gpu> used_;
};

// The devices of each part; nothing where one of them has no room.
std::optional<std::vector<std::vector<int>>> arranged(const EngineState& state,
                                                      const std::vector<Part>& parts, int devices) {
    OneNode node(devices);
    std::vector<std::vector<int>> found(parts.size());
    const auto slot = [&](std::size_t i) -> const Slot& { return state.job(parts[i].id).slot(); };
    const auto put = [&](std::size_t i, std::optional<std::vector<int>> at) {
        if (!at || !node.hold(*at, slot(i)))
            return false;
        found[i] = std::move(*at);
        return true;
    };
    // Whole ones last: they take any device that nobody shares.
    for (const int turn : {0, 1, 2})
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const bool known = parts[i].known != nullptr;
            if (turn != (known ? 0 : slot(i).fraction() ? 1 : 2))
                continue;
            if (!put(i, known ? std::optional(*parts[i].known) : node.pick(slot(i))))
                return std::nullopt;
        }
    return found;
}

}  // namespace

void reseat(EngineState& state, const std::vector<Past>& pasts) {
    std::map<NodeId, std::vector<Part>> nodes;
    std::map<NodeId, bool> told;
    for (const Past& past : pasts) {
        if (past.waitingSince)
            continue;
        const std::vector<Seat>& seats = state.job(past.workload).seats();
        const bool known = past.devices.size() == seats.size();
        for (std::size_t i = 0; i < seats.size(); ++i) {
            nodes[seats[i].node].push_back({past.workload, i, known ? &past.devices[i] : nullptr});
            told[seats[i].node] = told[seats[i].node] || known;
        }
    }
    for (const auto& [node, parts] : nodes) {
        if (node < 0 || !told[node])
            continue;
        const Gpu gpus = state.fleet.nodes()[static_cast<std::size_t>(node)].gpu;
        const auto devices = arranged(state, parts, static_cast<int>(gpus / kOneGpu));
        if (!devices)
            continue;
        for (const Part& part : parts) {
            const Job& job = state.job(part.id);
            state.fleet.giveBack(job.seats()[part.replica], job.slot());
        }
        for (std::size_t i = 0; i < parts.size(); ++i) {
            Job& job = state.job(parts[i].id);
            Seat& seat = state.jobs.runsOf(job).seats[parts[i].replica];
            seat.devices.assign((*devices)[i].begin(), (*devices)[i].end());
            state.fleet.retake(seat, job.slot());
        }
    }
}

}  // namespace apportion
