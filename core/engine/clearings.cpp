// SPDX-License-Identifier: GPL-3.0-or-later
// Node by node: first those whose devices the candidate needs, then, where CPU or memory is short
// as well, others who have some. Who is asked for one device at most has a device in view; the
// others look at all devices that who may move could clear.
#include "core/engine/clearings.h"

#include <algorithm>
#include <utility>

#include <boost/container/small_vector.hpp>

namespace apportion {
namespace {

constexpr int kMostClearingSteps = 100'000;

// What one who may move has on a node.
struct Tenant {
    WorkloadId id = kNobody;
    Gpu held = 0;  // on all nodes
    Cpu cpu = 0;
    Memory memory = 0;
    boost::container::small_vector<std::pair<int, Gpu>, 1> parts;  // of devices
};

class ClearingFinder {
public:
    ClearingFinder(const EngineState& state, const Job& candidate)
        : state_(state), job_(candidate), slot_(candidate.slot()) {}

    Clearings run(const std::vector<WorkloadId>& movable) {
        tenants_.resize(state_.fleet.nodes().size());
        for (const WorkloadId id : movable)
            add(id);
        findRoomiest();
        for (const NodeId node : state_.fleet.nodesOf(job_.group()))
            if (!tenants_[at(node)].empty() && state_.fleet.eligible(node, slot_))
                clear(node);
        arrange();
        return std::move(clearings_);
    }

private:
    using Chosen = boost::container::static_vector<const Tenant*, kMostMoved>;

    static std::size_t at(int index) { return static_cast<std::size_t>(index); }

    void add(WorkloadId id) {
        const Job& job = state_.job(id);
        scattered_ = scattered_ || job.seats().size() > 1;
        for (const Seat& seat : job.seats()) {
            auto& here = tenants_[at(seat.node)];
            if (here.empty() || here.back().id != id)
                here.push_back({id, job.heldGpu(), 0, 0, {}});
            Tenant& tenant = here.back();
            tenant.cpu += job.slot().request.cpu;
            tenant.memory += job.slot().request.memory;
            for (const int device : seat.devices)
                tenant.parts.emplace_back(device,
                                          job.slot().fraction() ? job.slot().request.gpu : kOneGpu);
        }
    }

    // Whoever moves takes as much as it left, so it is the candidate's part that is missing in the
    // end: what those devices had left before that somebody comes to is no less. So it is with CPU
    // and memory of nodes.
    void findRoomiest() {
        for (const NodeId node : state_.fleet.nodesOf(job_.group())) {
            const NodeUse& use = state_.fleet.use(node);
            if (use.state != NodeState::ready)
                continue;
            for (const Gpu used : use.used)
                mostGpu_.keep(kOneGpu - used);
            mostCpu_.keep(use.cpuBound ? use.cpuFree : slot_.request.cpu);
            mostMemory_.keep(use.memoryBound ? use.memoryFree : slot_.request.memory);
        }
    }

    // Whether so many could do that move, where `rest_` is left of the device in view.
    bool roomy(std::size_t moved) const {
        return scattered_ ||
               (lackingCpu_ <= mostCpu_.sum(moved) && lackingMemory_ <= mostMemory_.sum(moved) &&
                (slot_.devices() != 1 || rest_ + mostGpu_.sum(moved) >= slot_.request.gpu));
    }

    void clear(NodeId node) {
        const NodeUse& use = state_.fleet.use(node);
        here_ = &tenants_[at(node)];
        used_ = use.used;
        lackingCpu_ = use.cpuBound ? slot_.request.cpu - use.cpuFree : 0;
        lackingMemory_ = use.memoryBound ? slot_.request.memory - use.memoryFree : 0;
        rest_ = kOneGpu;
        if (!mayBeEnough() || !roomy(kMostMoved))
            return;
        if (slot_.devices() == 0)
            fill({});
        else if (slot_.devices() == 1)
            clearOne();
        else
            clearSeveral();
    }

    // Of CPU and memory, if those who have most of it went.
    bool mayBeEnough() const {
        LargestMoved<Cpu> cpu;
        LargestMoved<Memory> memory;
        for (const Tenant& tenant : *here_) {
            cpu.keep(tenant.cpu);
            memory.keep(tenant.memory);
        }
        return cpu.sum() >= lackingCpu_ && memory.sum() >= lackingMemory_;
    }

    void clearOne() {
        rest_ = kOneGpu - *std::min_element(used_.begin(), used_.end());
        if (rest_ >= slot_.request.gpu) {
            fill({});
            return;
        }
        for (int device = 0; device < static_cast<int>(used_.size()); ++device) {
            rest_ = kOneGpu - used_[at(device)];
            if (!roomy(kMostMoved))
                continue;
            relevant_.clear();
            for (const Tenant& tenant : *here_)
                if (onDevice(tenant, device) > 0)
                    relevant_.push_back(&tenant);
            leaveOne(device, rest_, 0, {}, 0);
        }
    }

    static Gpu onDevice(const Tenant& tenant, int device) {
        Gpu sum = 0;
        for (const auto& [other, part] : tenant.parts)
            sum += other == device ? part : 0;
        return sum;
    }

    void leaveOne(int device, Gpu rest, std::size_t from, const Chosen& chosen, Gpu held) {
        if (rest >= slot_.request.gpu) {
            fill(chosen);
            return;
        }
        for (std::size_t i = from; i < relevant_.size() && chosen.size() < kMostMoved; ++i)
            if (const Tenant& tenant = *relevant_[i]; mayJoin(held, tenant))
                leaveOne(device, rest + onDevice(tenant, device), i + 1, with(chosen, tenant),
                         held + tenant.held);
    }

    void clearSeveral() {
        std::vector<Gpu> left = used_;  // by those who stay
        std::vector<std::size_t> movers(used_.size());
        for (const Tenant& tenant : *here_)
            for (const auto& [device, part] : tenant.parts) {
                left[at(device)] -= part;
                ++movers[at(device)];
            }
        relevant_.clear();
        for (const Tenant& tenant : *here_)
            if (std::any_of(tenant.parts.begin(), tenant.parts.end(), [&](const auto& part) {
                    return left[at(part.first)] == 0 &&
                           (movers[at(part.first)] <= kMostMoved || scattered_);
                }))
                relevant_.push_back(&tenant);
        leaveSeveral(0, {}, 0);
    }

    void leaveSeveral(std::size_t from, const Chosen& chosen, Gpu held) {
        if (std::count(used_.begin(), used_.end(), 0) >= slot_.devices()) {
            fill(chosen);
            return;
        }
        for (std::size_t i = from; i < relevant_.size() && chosen.size() < kMostMoved; ++i) {
            const Tenant& tenant = *relevant_[i];
            if (!mayJoin(held, tenant))
                continue;
            for (const auto& [device, part] : tenant.parts)
                used_[at(device)] -= part;
            leaveSeveral(i + 1, with(chosen, tenant), held + tenant.held);
            for (const auto& [device, part] : tenant.parts)
                used_[at(device)] += part;
        }
    }

    // There are devices: now the rest.
    void fill(const Chosen& chosen) {
        Cpu cpu = lackingCpu_;
        Memory memory = lackingMemory_;
        Gpu held = 0;
        for (const Tenant* tenant : chosen) {
            cpu -= tenant->cpu;
            memory -= tenant->memory;
            held += tenant->held;
        }
        fillFrom(0, chosen, cpu, memory, held);
    }

    void fillFrom(std::size_t from, const Chosen& chosen, Cpu cpu, Memory memory, Gpu held) {
        if (cpu <= 0 && memory <= 0) {
            if (!chosen.empty())
                found(chosen, held);
            return;
        }
        for (std::size_t i = from; i < here_->size() && chosen.size() < kMostMoved; ++i) {
            const Tenant& tenant = (*here_)[i];
            if (std::find(chosen.begin(), chosen.end(), &tenant) == chosen.end() &&
                mayJoin(held, tenant))
                fillFrom(i + 1, with(chosen, tenant), cpu - tenant.cpu, memory - tenant.memory,
                         held + tenant.held);
        }
    }

    bool mayJoin(Gpu held, const Tenant& tenant) {
        if (held + tenant.held > job_.requestGpu())
            return false;
        clearings_.all = clearings_.all && ++steps_ <= kMostClearingSteps;
        return clearings_.all;
    }

    static Chosen with(Chosen chosen, const Tenant& tenant) {
        chosen.push_back(&tenant);
        return chosen;
    }

    void found(const Chosen& chosen, Gpu held) {
        Clearing clearing{held, {}, roomy(chosen.size())};
        for (const Tenant* tenant : chosen)
            clearing.who.push_back(tenant->id);
        std::sort(clearing.who.begin(), clearing.who.end());
        clearings_.found.push_back(std::move(clearing));
    }

    // A set may have been found by two devices.
    void arrange() {
        std::vector<Clearing>& found = clearings_.found;
        std::sort(found.begin(), found.end(), [](const Clearing& a, const Clearing& b) {
            const std::pair left(a.held, a.who.size());
            const std::pair right(b.held, b.who.size());
            if (left != right)
                return left < right;
            return a.who != b.who ? a.who < b.who : a.alone > b.alone;
        });
        const auto same = [](const Clearing& a, const Clearing& b) { return a.who == b.who; };
        found.erase(std::unique(found.begin(), found.end(), same), found.end());
    }

    const EngineState& state_;
    const Job& job_;
    const Slot& slot_;
    std::vector<std::vector<Tenant>> tenants_;  // by node
    LargestMoved<Gpu> mostGpu_;                 // what devices have left; and nodes
    LargestMoved<Cpu> mostCpu_;
    LargestMoved<Memory> mostMemory_;
    bool scattered_ = false;  // somebody has several seats
    // Of the node that is looked at.
    const std::vector<Tenant>* here_ = nullptr;
    std::vector<Gpu> used_;
    Cpu lackingCpu_ = 0;
    Memory lackingMemory_ = 0;
    Gpu rest_ = 0;  // of the device in view
    std::vector<const Tenant*> relevant_;
    int steps_ = 0;
    Clearings clearings_;
};

}  // namespace

Clearings clearingsFor(const EngineState& state, const Job& candidate,
                       const std::vector<WorkloadId>& movable) {
    return ClearingFinder(state, candidate).run(movable);
}

}  // namespace apportion
