// SPDX-License-Identifier: GPL-3.0-or-later
// Whether moves could work at all, told from sums: whoever is placed takes the room of as many
// pieces of a smaller size as it is made of, and of every size there must be room for all pieces of
// the candidate and of those who move. CPU, memory and types could only be in the way of more.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "core/engine/trial_nodes.h"

namespace apportion {

class PieceSums {
public:
    // Who may move is named by the place among `movers`.
    PieceSums(const EngineState& state, const Job& candidate,
              const std::vector<WorkloadId>& movers);

    // The set that is off its nodes from here on.
    void setOff(std::span<const WorkloadId> set);
    // Whether it could run again beside the candidate.
    bool mayWork() const;
    // The same if a further mover went, and where there may be another one, with one more.
    bool mayWorkWith(std::size_t mover, bool another);

private:
    struct Size {
        Gpu gpu = 0;
        std::vector<std::int64_t> slots;  // by node, with nobody off
        std::int64_t all = 0;             // of them
        std::int64_t largest = 0;         // the pieces of the mover that has most
        // By mover: the slots that it leaves less those that it takes, if nobody beside it is off;
        // and the most that anybody gains so, whoever is off. Found when they are asked for.
        std::vector<std::optional<std::int64_t>> surplus;
        std::optional<std::int64_t> most;
    };
    struct Slack {
        Size* size = nullptr;
        std::int64_t pieces = 0;  // that are too many
    };

    Size& sizeOf(Gpu gpu);
    void addSlack(Gpu gpu, std::span<const WorkloadId> set);
    std::int64_t surplusOf(const Job& job, Gpu gpu);
    std::int64_t mostSurplus(Size& size) const;

    const EngineState& state_;
    const Job& job_;
    const std::vector<WorkloadId>& movers_;
    TrialNodes nodes_;
    std::deque<Size> sizes_;
    std::vector<Slack> slacks_;  // of the set
    bool roomy_ = false;         // whoever else goes, there is room
    std::vector<WorkloadId> off_;
    std::vector<bool> under_;  // by node: whether any of the set sits there
};

// Of how many pieces of a size it consists, at most one beside another on the same devices.
std::int64_t piecesIn(const Slot& slot, std::int64_t replicas, Gpu size);

}  // namespace apportion
