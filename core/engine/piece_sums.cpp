// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/piece_sums.h"

#include <algorithm>
#include <utility>

#include "core/engine/moves_key.h"

namespace apportion {

std::int64_t piecesIn(const Slot& slot, std::int64_t replicas, Gpu size) {
    if (slot.request.gpu < size)
        return 0;
    return slot.fraction() || size >= kOneGpu ? replicas * (slot.request.gpu / size)
                                              : replicas * slot.devices() * (kOneGpu / size);
}

namespace {

std::int64_t piecesOfAll(const Job& job, Gpu size) {
    return piecesIn(job.slot(), static_cast<std::int64_t>(job.seats().size()), size);
}

// What its leaving gains at most, whoever else is off.
std::int64_t mostSlotsBy(const Job& job, Gpu size) {
    std::int64_t most = 0;
    for (const NodeId node : nodesUnder(job)) {
        std::int64_t devices = 0;
        for (const Seat& seat : job.seats())
            if (seat.node == node)
                devices += static_cast<std::int64_t>(seat.devices.size());
        const std::int64_t whole = size / kOneGpu;
        const Gpu part = job.slot().fraction() ? job.slot().request.gpu : kOneGpu;
        most += whole > 0 ? (devices + whole - 1) / whole : devices * ((part + size - 1) / size);
    }
    return most;
}

}  // namespace

PieceSums::PieceSums(const EngineState& state, const Job& candidate,
                     const std::vector<WorkloadId>& movers)
    : state_(state),
      job_(candidate),
      movers_(movers),
      nodes_(state, candidate.group()),
      under_(state.fleet.nodes().size(), false) {}

PieceSums::Size& PieceSums::sizeOf(Gpu gpu) {
    const auto known = std::find_if(sizes_.begin(), sizes_.end(),
                                    [gpu](const Size& size) { return size.gpu == gpu; });
    if (known != sizes_.end())
        return *known;
    Size& size = sizes_.emplace_back();
    size.gpu = gpu;
    size.slots.resize(under_.size());
    size.surplus.resize(movers_.size());
    for (const WorkloadId id : movers_)
        size.largest = std::max(size.largest, piecesOfAll(state_.job(id), gpu));
    for (const WorkloadId id : off_)
        nodes_.retake(state_.job(id));
    for (const NodeId node : state_.fleet.nodesOf(job_.group()))
        size.all += size.slots[static_cast<std::size_t>(node)] = nodes_.slotsByDevices(node, gpu);
    for (const WorkloadId id : off_)
        nodes_.giveBack(state_.job(id));
    return size;
}

std::int64_t PieceSums::mostSurplus(Size& size) const {
    if (!size.most) {
        size.most = 0;  // nobody has to go
        for (const WorkloadId id : movers_)
            size.most = std::max(*size.most, mostSlotsBy(state_.job(id), size.gpu) -
                                                 piecesOfAll(state_.job(id), size.gpu));
    }
    return *size.most;
}

std::int64_t PieceSums::surplusOf(const Job& job, Gpu gpu) {
    std::int64_t surplus = -piecesOfAll(job, gpu);
    const auto here = nodesUnder(job);
    for (const NodeId node : here)
        surplus -= nodes_.slotsByDevices(node, gpu);
    nodes_.giveBack(job);
    for (const NodeId node : here)
        surplus += nodes_.slotsByDevices(node, gpu);
    nodes_.retake(job);
    return surplus;
}

void PieceSums::setOff(std::span<const WorkloadId> set) {
    for (const WorkloadId id : off_) {
        nodes_.retake(state_.job(id));
        for (const Seat& seat : state_.job(id).seats())
            under_[static_cast<std::size_t>(seat.node)] = false;
    }
    off_.assign(set.begin(), set.end());
    for (const WorkloadId id : off_) {
        nodes_.giveBack(state_.job(id));
        for (const Seat& seat : state_.job(id).seats())
            under_[static_cast<std::size_t>(seat.node)] = true;
    }
    slacks_.clear();
    addSlack(job_.slot().request.gpu, set);
    for (const WorkloadId id : set)
        addSlack(state_.job(id).slot().request.gpu, set);
    // Nobody's leaving takes room away.
    roomy_ = std::all_of(slacks_.begin(), slacks_.end(),
                         [](const Slack& slack) { return slack.pieces <= -slack.size->largest; });
}

void PieceSums::addSlack(Gpu gpu, std::span<const WorkloadId> set) {
    if (gpu <= 0 || std::any_of(slacks_.begin(), slacks_.end(),
                                [gpu](const Slack& slack) { return slack.size->gpu == gpu; }))
        return;
    Size& size = sizeOf(gpu);
    std::int64_t room = size.all;
    boost::container::small_vector<NodeId, 8> seen;
    std::int64_t pieces = piecesIn(job_.slot(), job_.least(), gpu);
    for (const WorkloadId id : set) {
        const Job& job = state_.job(id);
        pieces += piecesOfAll(job, gpu);
        for (const NodeId node : nodesUnder(job))
            if (std::find(seen.begin(), seen.end(), node) == seen.end()) {
                seen.push_back(node);
                room +=
                    nodes_.slotsByDevices(node, gpu) - size.slots[static_cast<std::size_t>(node)];
            }
    }
    slacks_.push_back({&size, pieces - room});
}

bool PieceSums::mayWork() const {
    return std::all_of(slacks_.begin(), slacks_.end(),
                       [](const Slack& slack) { return slack.pieces <= 0; });
}

bool PieceSums::mayWorkWith(std::size_t mover, bool another) {
    if (roomy_)
        return true;
    const Job& job = state_.job(movers_[mover]);
    const bool beside = std::any_of(
        job.seats().begin(), job.seats().end(),
        [this](const Seat& seat) { return under_[static_cast<std::size_t>(seat.node)]; });
    return std::all_of(slacks_.begin(), slacks_.end(), [&](const Slack& slack) {
        Size& size = *slack.size;
        std::int64_t surplus = another ? mostSurplus(size) : 0;
        if (beside)
            surplus += surplusOf(job, size.gpu);
        else if (auto& known = size.surplus[mover]; known)
            surplus += *known;
        else
            surplus += *(known = surplusOf(job, size.gpu));
        return surplus >= slack.pieces;
    });
}

}  // namespace apportion
