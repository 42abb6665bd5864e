// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 9, queueing "balance": a leaf asks the first of its queue who have stood in its window for
// the timeout, without a gap, and the one behind them. Kept up with the queue, so that an event
// costs what it changes in a window and not the window.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "core/engine/queue.h"

namespace apportion {

class EngineState;

class BalanceWindows {
public:
    BalanceWindows() = default;
    explicit BalanceWindows(std::size_t leaves) : windows_(leaves) {}

    // A waiting job stands in its queue from now on, or beside it; or does so no more.
    void filed(const EngineState& state, const Job& job, bool inQueue);
    void unfiled(const Job& job);
    // A moment has come at which the window opens further.
    void touch(BranchId leaf);

    // Who stands last in the window as things are; nothing = all of the queue stand in it.
    std::optional<Place> last(const EngineState& state, BranchId leaf) const;
    bool contains(const EngineState& state, BranchId leaf, const Place& place) const {
        const auto end = last(state, leaf);
        return !end || !(*end < place);
    }
    // At the end of an instant: whoever stands in a window knows since when, nobody else does.
    void settle(EngineState& state) {
        if (!touched_.empty() || !elsewhere_.empty())
            settleTouched(state);
    }
    // All that do.
    std::vector<WorkloadId> members() const;

private:
    struct Window {
        std::set<Place> waiting;  // of the queue: who has not stood there for the timeout
        std::set<Place> entered;  // who stands there since a moment
        bool touched = false;
    };
    static bool stood(const EngineState& state, const Job& job);
    void settleTouched(EngineState& state);
    void settle(EngineState& state, BranchId leaf);
    Window& of(BranchId leaf) { return windows_[static_cast<std::size_t>(leaf)]; }
    const Window& of(BranchId leaf) const { return windows_[static_cast<std::size_t>(leaf)]; }

    std::vector<Window> windows_;        // by leaf
    std::vector<BranchId> touched_;      // since the last instant
    std::vector<WorkloadId> elsewhere_;  // who stood in a window and is in no such queue since
};

}  // namespace apportion
