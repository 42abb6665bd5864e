// SPDX-License-Identifier: GPL-3.0-or-later
// What a pool is shown from, whether a recorded run at its clock or a project as it stands: the
// engine and what it does not remember.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/engine/engine.h"
#include "core/view/view.h"

namespace apportion {

struct FirstStart {
    Instant at = 0;
    Duration waited = 0;
};

// The entry that brought a node into its state.
struct NodeChange {
    Revision entry = 0;
    Instant at = 0;
};
using NodeChanges = std::map<std::string, NodeChange, std::less<>>;  // by node

using Readable = std::function<bool(const Workload&)>;

struct PoolSource {
    struct Unapproved {
        std::string quota;
        Gpu gpu = 0;
    };
    const Engine& engine;
    const Engine&
        asked;  // knows the reasons: the same, or a fork that has looked at all that waits
    Instant clock = 0;
    Duration shift = 0;  // from the engine's times to those of the clock
    const std::vector<TeamInfo>& teams;
    const std::vector<Eviction>&
        evictions;  // by time of decision; those after the clock are left out
    const std::vector<FirstStart>& starts;  // by time
    // What is over, latest first, where the engine does not know it. Null = it does.
    const std::vector<WorkloadRow>* ended = nullptr;
    bool resting = false;  // nobody decides: what waits may have no reason to
    std::span<const Unapproved> unapproved = {};  // work that waits beside the queue
    std::vector<PendingReclaim> reclaims = {};    // at the engine's times
    // Whose work stands in rows and is counted beside them; nothing = everybody's. What is `ended`,
    // evictions and starts are so already.
    Readable readable = {};
    bool everRan = true;  // of one that rests: somebody has let it decide before
    bool halted = false;  // it is live, and its file cannot be followed: nothing is decided now
    // What an engine that was made of a file does not remember, of nodes that are not ready.
    const NodeChanges* nodeChanges = nullptr;
    bool asking = false;     // `asked` has not looked yet: it knows no reason
    std::string shown = {};  // a workload that stands in the rows, however many come before it
};

}  // namespace apportion
