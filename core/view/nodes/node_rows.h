// SPDX-License-Identifier: GPL-3.0-or-later
// The nodes of a pool, device by device: who holds what, and what would still find a place. Devices
// are those of the engine's own placement, so work that runs on stays where it is drawn.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/model/node.h"
#include "core/model/quantity.h"

namespace apportion {

// Neighbouring devices of one workload, or its part of one device.
struct NodeBlock {
    std::string workload;
    std::string quota;
    int colour = 0;
    int device = 0;   // the first, from 0
    int devices = 1;  // in a row
    Gpu gpu = 0;      // held on them; below kOneGpu the device is shared
    std::optional<Instant> since;
    bool stopping = false;  // told to stop, and still there
    friend bool operator==(const NodeBlock&, const NodeBlock&) = default;
};

struct NodeRow {
    std::string name;
    std::string gpuType;
    NodeState state = NodeState::ready;
    std::optional<Instant> since;  // of the state, where it changed during the run
    int devices = 0;
    Gpu used = 0;
    int wholeFree = 0;              // devices that nobody uses
    std::vector<NodeBlock> blocks;  // by device; of one device by start, then file order
    friend bool operator==(const NodeRow&, const NodeRow&) = default;
};

// What would find a place now, by the engine's own placement (rule 13): free room alone, nobody
// moved and nobody evicted.
struct PoolRoom {
    static constexpr std::array<int, 4> kGangGpus{1, 2, 4, 8};
    int largest = 0;                            // GPUs of the largest workload of one replica
    std::string largestOn;                      // the first node that takes it
    std::array<int, kGangGpus.size()> gangs{};  // most replicas of so many GPUs each, together
    int wholeFree = 0;                          // free devices of ready nodes
    int behindCordon = 0;                       // of cordoned and drained ones
    Gpu fragments = 0;                          // free parts of shared devices of ready nodes
    int sharedDevices = 0;                      // with a free part, of ready nodes
    int down = 0;                               // nodes
    int closed = 0;                             // cordoned or drained
    Gpu downGpu = 0;
    friend bool operator==(const PoolRoom&, const PoolRoom&) = default;
};

struct NodeMap {
    std::vector<NodeRow> rows;  // file order
    PoolRoom room;
    friend bool operator==(const NodeMap&, const NodeMap&) = default;
};

class Engine;

// `colours` by quota; `shift` from the engine's times to those that are shown.
NodeMap nodeMapOf(const Engine& engine, const std::vector<int>& colours, Duration shift = 0);

}  // namespace apportion
