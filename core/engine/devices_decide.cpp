// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing is short on a node that has as much left as the candidate and the three who ask for most
// want together. Nor on one where each free GPU comes with as much as anybody who may go there asks
// for per GPU, also after three have gone: whoever is placed takes no more than the GPUs bring.
#include "core/engine/devices_decide.h"

#include <algorithm>

#include "core/engine/fraction.h"
#include "core/engine/moves_key.h"

namespace apportion {
namespace {

// CPU or memory.
struct NodeMeasure {
    std::int64_t Resources::*amount;
    bool NodeUse::*bound;
    std::int64_t NodeUse::*free;
};
constexpr NodeMeasure kCpuMeasure{&Resources::cpu, &NodeUse::cpuBound, &NodeUse::cpuFree};
constexpr NodeMeasure kMemoryMeasure{&Resources::memory, &NodeUse::memoryBound,
                                     &NodeUse::memoryFree};

class DevicesDecide {
public:
    DevicesDecide(const EngineState& state, const Job& candidate,
                  const std::vector<WorkloadId>& movers)
        : state_(state), job_(candidate), movers_(movers) {}

    bool answer() const {
        return job_.slot().request.gpu > 0 && noTypeBinds() &&
               (!state_.cpuMatters || suffices(kCpuMeasure)) &&
               (!state_.memoryMatters || suffices(kMemoryMeasure));
    }

private:
    bool ignored(WorkloadId id) const { return state_.job(id).slot().request.gpu <= 0; }

    template <typename Each>
    bool allReady(Each&& each) const {
        const auto& nodes = state_.fleet.nodesOf(job_.group());
        return std::all_of(nodes.begin(), nodes.end(), [&](NodeId node) {
            const NodeUse& use = state_.fleet.use(node);
            return use.state != NodeState::ready || each(node, use);
        });
    }

    // Whoever names one may go anywhere.
    bool noTypeBinds() const {
        GpuTypeId type = job_.slot().type;
        const auto agrees = [&type](GpuTypeId other) {
            if (type == kAnyType)
                type = other;
            return other == kAnyType || other == type;
        };
        return std::all_of(movers_.begin(), movers_.end(),
                           [&](WorkloadId id) {
                               return ignored(id) || agrees(state_.job(id).slot().type);
                           }) &&
               (type == kAnyType ||
                allReady([type](NodeId, const NodeUse& use) { return use.type == type; }));
    }

    bool suffices(const NodeMeasure& measure) const {
        const auto amount = [&](const Job& job) { return job.slot().request.*measure.amount; };
        Fraction most{amount(job_), job_.slot().request.gpu};  // per GPU
        LargestMoved<std::int64_t> moving;
        for (const WorkloadId id : movers_) {
            if (ignored(id))
                continue;
            const Job& job = state_.job(id);
            most = std::max(most, Fraction{amount(job), job.slot().request.gpu});
            moving.keep(amount(job) * static_cast<std::int64_t>(job.seats().size()));
        }
        const std::int64_t wanted = amount(job_) * job_.least() + moving.sum();
        const auto enough = [&](NodeId, const NodeUse& use) {
            return !(use.*measure.bound) || use.*measure.free >= wanted;
        };
        return allReady(enough) || comesWithDevices(measure, most, enough);
    }

    // Where that is not enough. Whoever leaves takes away what he left of his GPUs' part.
    template <typename Enough>
    bool comesWithDevices(const NodeMeasure& measure, const Fraction& most, Enough&& enough) const {
        const auto left = [&](std::int64_t amount, Gpu gpu) {
            return static_cast<Wide>(amount) * most.denominator -
                   static_cast<Wide>(gpu) * most.numerator;
        };
        std::vector<LargestMoved<Wide>> unused(state_.fleet.nodes().size());
        for (const WorkloadId id : movers_) {
            if (ignored(id))
                continue;
            const Job& job = state_.job(id);
            const Resources& request = job.slot().request;
            const Wide spare =
                -left(request.*measure.amount, request.gpu) * static_cast<Wide>(job.seats().size());
            for (const Seat& seat : job.seats())
                unused[static_cast<std::size_t>(seat.node)].keep(spare);
        }
        return allReady([&](NodeId node, const NodeUse& use) {
            return enough(node, use) || left(use.*measure.free, use.free) >=
                                            unused[static_cast<std::size_t>(node)].sum();
        });
    }

    const EngineState& state_;
    const Job& job_;
    const std::vector<WorkloadId>& movers_;
};

}  // namespace

bool devicesDecide(const EngineState& state, const Job& candidate,
                   const std::vector<WorkloadId>& movers) {
    return DevicesDecide(state, candidate, movers).answer();
}

}  // namespace apportion
