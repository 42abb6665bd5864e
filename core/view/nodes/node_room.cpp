// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/nodes/node_room.h"

#include <algorithm>

namespace apportion {

Gpu freeOn(const NodeRow& node, int device) {
    if (node.state == NodeState::down)
        return 0;
    Gpu free = kOneGpu;
    for (const NodeBlock& block : node.blocks)
        if (device >= block.device && device < block.device + block.devices)
            free -= std::min(block.gpu, kOneGpu);
    return std::max<Gpu>(free, 0);
}

Gpu heldOnDown(const View& view) {
    Gpu held = 0;
    for (const NodeRow& node : view.nodes.rows)
        if (node.state == NodeState::down)
            held += node.used;
    return held;
}

NodeRoom roomOn(const View& view, const NodeRow& node) {
    NodeRoom room;
    Gpu part = 0;
    for (int device = 0; device < node.devices; ++device) {
        const Gpu free = freeOn(node, device);
        room.free += free;
        part = std::max(part, free);
    }
    // Parts of several devices are no place for one replica.
    if (node.state == NodeState::ready)
        room.largest = node.wholeFree > 0 ? node.wholeFree * kOneGpu : part;
    for (const WorkloadRow& row : view.waiting)
        if (const Gpu replica = row.gpu / std::max(row.replicas, 1);
            replica > 0 && replica <= room.largest) {
            room.fits = &row;
            break;
        }
    for (const WorkloadRow& row : view.ended) {
        const auto& places = row.status.placements;
        if (row.status.end &&
            std::any_of(places.begin(), places.end(),
                        [&](const Placement& place) { return place.node == node.name; }) &&
            (!room.last || *row.status.end > *room.last->status.end))
            room.last = &row;
    }
    return room;
}

}  // namespace apportion
