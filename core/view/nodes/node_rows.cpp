// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/nodes/node_rows.h"

#include <algorithm>
#include <map>

#include "core/engine/engine.h"

namespace apportion {

namespace {

// A further device of a block: the next one, held whole by the same workload.
bool extends(const NodeBlock& block, const NodeBlock& next) {
    return block.gpu >= kOneGpu && next.gpu >= kOneGpu && block.workload == next.workload &&
           block.device + block.devices == next.device;
}

std::vector<NodeBlock> joined(std::vector<NodeBlock> parts) {
    std::stable_sort(parts.begin(), parts.end(), [](const NodeBlock& a, const NodeBlock& b) {
        return a.device != b.device ? a.device < b.device
                                    : a.since.value_or(0) < b.since.value_or(0);
    });
    std::vector<NodeBlock> blocks;
    blocks.reserve(parts.size());
    for (NodeBlock& part : parts) {
        if (!blocks.empty() && extends(blocks.back(), part)) {
            ++blocks.back().devices;
            blocks.back().gpu += part.gpu;
        } else {
            blocks.push_back(std::move(part));
        }
    }
    return blocks;
}

std::optional<Instant> shifted(std::optional<Instant> time, Duration shift) {
    return time ? std::optional(*time + shift) : std::nullopt;
}

void placeWork(const Engine& engine, const std::vector<int>& colours, Duration shift,
               std::vector<std::vector<NodeBlock>>& parts) {
    for (const WorkloadId id : engine.running()) {
        const QuotaId quota = engine.quotaOf(id);
        const WorkloadOutcome status = engine.status(id);
        NodeBlock block;
        block.workload = engine.workload(id).name;
        block.quota = engine.quota(quota).name;
        block.colour = quota < colours.size() ? colours[quota] : 0;
        block.since = shifted(status.start, shift);
        block.stopping = status.stopping.has_value();
        for (const DeviceSeat& seat : engine.seats(id)) {
            Gpu left = seat.gpu;
            for (const int device : seat.devices) {
                block.device = device;
                block.gpu = std::min(left, kOneGpu);
                left -= block.gpu;
                parts[seat.node].push_back(block);
            }
        }
    }
}

// Used parts of each device.
std::vector<Gpu> usedOf(const NodeRow& row) {
    std::vector<Gpu> used(static_cast<std::size_t>(row.devices), 0);
    for (const NodeBlock& block : row.blocks)
        for (int i = block.device; i < std::min(block.device + block.devices, row.devices); ++i)
            used[static_cast<std::size_t>(i)] += std::min(block.gpu, kOneGpu);
    return used;
}

void count(const NodeRow& row, const std::vector<Gpu>& used, PoolRoom& room) {
    if (row.state == NodeState::down) {
        ++room.down;
        room.downGpu += row.devices * kOneGpu;
        return;
    }
    if (isClosed(row.state)) {
        ++room.closed;
        room.behindCordon += row.wholeFree;
        return;
    }
    room.wholeFree += row.wholeFree;
    for (const Gpu part : used)
        if (part > 0 && part < kOneGpu) {
            room.fragments += kOneGpu - part;
            ++room.sharedDevices;
        }
}

// A workload stays inside one group of nodes: the group with the most room counts.
void findRoom(const Engine& engine, const std::vector<NodeRow>& rows, PoolRoom& room) {
    std::map<int, std::array<int, PoolRoom::kGangGpus.size()>> groups;
    for (std::size_t node = 0; node < rows.size(); ++node) {
        const int group = engine.nodeGroup(node);
        const int free = group < 0 ? 0 : engine.replicasThatFit(node, kOneGpu);
        if (free == 0)
            continue;
        int largest = free;
        while (largest > room.largest && engine.replicasThatFit(node, largest * kOneGpu) == 0)
            --largest;
        if (largest > room.largest) {
            room.largest = largest;
            room.largestOn = rows[node].name;
        }
        for (std::size_t i = 0; i < PoolRoom::kGangGpus.size(); ++i)
            groups[group][i] += engine.replicasThatFit(node, PoolRoom::kGangGpus[i] * kOneGpu);
    }
    for (const auto& [group, gangs] : groups)
        for (std::size_t i = 0; i < gangs.size(); ++i)
            room.gangs[i] = std::max(room.gangs[i], gangs[i]);
}

}  // namespace

NodeMap nodeMapOf(const Engine& engine, const std::vector<int>& colours, Duration shift) {
    const std::vector<Node>& nodes = engine.nodes();
    std::vector<std::vector<NodeBlock>> parts(nodes.size());
    placeWork(engine, colours, shift, parts);
    NodeMap map;
    map.rows.reserve(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        NodeRow row;
        row.name = nodes[i].name;
        row.gpuType = nodes[i].gpuType;
        row.state = engine.nodeState(i);
        row.since = shifted(engine.nodeSince(i), shift);
        row.devices = static_cast<int>(nodes[i].gpu / kOneGpu);
        row.blocks = joined(std::move(parts[i]));
        const std::vector<Gpu> used = usedOf(row);
        for (const Gpu part : used)
            row.used += part;
        row.wholeFree = static_cast<int>(std::count(used.begin(), used.end(), 0));
        count(row, used, map.room);
        map.rows.push_back(std::move(row));
    }
    findRoom(engine, map.rows, map.room);
    return map;
}

}  // namespace apportion
