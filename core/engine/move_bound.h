// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 10, second means: whether moves could make room at all, told from sums. Pieces are weighed
// by their size, in several ways, and a node holds no more weight than the heaviest pieces that fit
// what is free there. The candidate and all who move must find their weight on the nodes that they
// leave behind: if three of those that gain the most do not gain enough, no set does. What a
// workload gains does not depend on who asks, so it is found once as long as nothing moves.
// A part of a device weighs nothing, and those that alone are on a device clear it together. CPU,
// memory and types could only be in the way of more.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/engine/device_counts.h"

namespace apportion {

class MoveBound {
public:
    // Who may be among those whose moves make room for so many replicas, in file order; nobody = no
    // set does. Nothing where sums do not tell.
    std::optional<std::vector<WorkloadId>> movers(const EngineState& state, GroupId group,
                                                  const Slot& slot, int replicas);
    // Whether that is anybody, or not known.
    bool mayMakeRoom(const EngineState& state, GroupId group, const Slot& slot, int replicas) {
        return !tells(state, group, slot) || findPossible(slot, replicas);
    }

private:
    static constexpr std::size_t kSizes = DeviceCounts::kLargestNode + 1;
    using BySize = std::array<int, kSizes>;
    // A way to weigh, and the most weight that fits so many free devices.
    struct Weights {
        BySize piece{};
        BySize room{};
    };
    struct Mover {
        WorkloadId id = kNobody;
        Gpu held = 0;
        int size = 0;
        int replicas = 0;
        std::size_t firstShare = 0;
        std::size_t shares = 0;
    };
    // What a mover has on one node, and what the one and the two largest others have there.
    struct Share {
        NodeId node = -1;
        int free = 0;
        int devices = 0;  // in kParts, as of the others
        int other = 0;
        int others = 0;
    };
    // What three gain together on a node is shared out among them, and a device that three share is
    // cleared by all of them: both are counted in sixths.
    static constexpr int kParts = 6;
    struct Gains {
        bool known = false;
        std::int64_t room = 0;           // as things stand
        std::vector<std::int64_t> each;  // by mover
        std::vector<std::int64_t> best;  // what the best three of the first so many movers gain
    };

    void collect(const EngineState& state, GroupId group);
    void findShared(const EngineState& state, GroupId group);
    void addShares(const Job& job, Mover& mover);
    int partOf(const Job& job, const Seat& seat, int mover);
    void findOthers(const DeviceCounts& counts);
    void weigh(int largestNode, bool shared);
    const Gains& gains(std::size_t way);
    bool tells(const EngineState& state, GroupId group, const Slot& slot);
    bool findPossible(const Slot& slot, int replicas);
    void narrow();
    std::int64_t gainOf(const Mover& mover, const Weights& weights) const;

    std::uint64_t places_ = 0;  // as of these
    bool counted_ = false;      // no node is too large
    DeviceCounts::ByFree byFree_{};
    std::pair<int, bool> weighed_{};  // the largest node, and whether parts of devices run
    std::vector<Weights> ways_;
    std::vector<Gains> gains_;   // by way
    std::vector<Mover> movers_;  // who holds least first
    std::vector<Share> shares_;
    // Of a question: what is missing by way, and who may be among those who give it.
    std::vector<std::pair<std::size_t, std::int64_t>> missing_;
    std::vector<std::size_t> possible_;
    // Of devices that are shared: how many are there, 0 where somebody may not move, and the last
    // one that was counted.
    struct Sharing {
        int movers = 0;
        int last = -1;
        Gpu left = 0;  // of what is used, without them
    };
    std::vector<std::size_t> first_;  // of the node's devices, by node
    std::vector<Sharing> sharing_;    // by device
    // By node; kept for their memory.
    std::vector<int> here_;
    std::vector<std::array<int, 3>> leaving_;  // the largest first
};

}  // namespace apportion
