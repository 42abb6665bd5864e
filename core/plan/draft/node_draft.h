// SPDX-License-Identifier: GPL-3.0-or-later
// What a change of a node's state would do, before it is done: tried on a fork of the engine and
// compared with what would happen in the same time anyway.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/message.h"
#include "core/model/node.h"
#include "core/model/outcome.h"
#include "core/view/nodes/node_rows.h"

namespace apportion {

class Engine;

struct NodeDraft {
    enum class Fate {
        movesOn,  // runs again at once, or when its grace period is over
        shrinks,  // runs on with fewer replicas
        waits,    // back in its queue
        ends      // is done before its grace period is over
    };
    struct Leaver {
        std::string workload;
        std::string quota;
        Gpu gpu = 0;        // held on all nodes: it stops as a whole
        GpuTime lost = 0;   // since its last checkpoint, up to the moment it stops
        Instant stops = 0;  // later than now where there is a grace period
        Fate fate = Fate::waits;
        std::vector<std::string> to;        // nodes on which it runs again, each once
        int replicas = 0;                   // that it gives up, where it shrinks
        int of = 0;                         // that it ran with
        std::optional<Message> why;         // of the others: by which right, and for whom
        std::optional<Message> never = {};  // where it waits: why it cannot start again
        friend bool operator==(const Leaver&, const Leaver&) = default;
    };
    std::optional<Message> refusal;
    bool resting = false;  // nobody decides now: it is so as soon as the pool is live
    std::string node;
    NodeState state = NodeState::ready;  // the one it would have
    Instant at = 0;
    Instant until = 0;  // when everybody has left
    std::vector<Leaver> leavers;
    std::vector<Leaver> others;        // evicted elsewhere, by or for what had to leave
    std::vector<std::string> started;  // that would not start in this time otherwise
    std::vector<std::string> stays;    // still on the node then
    Gpu capacityBefore = 0;
    Gpu capacityAfter = 0;
    PoolRoom before;
    PoolRoom after;
};

// `at` no earlier than engine.now() and no later than its next timer.
NodeDraft draftNodeState(const Engine& engine, Instant at, const std::string& node,
                         NodeState state);

}  // namespace apportion
