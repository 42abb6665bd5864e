// SPDX-License-Identifier: GPL-3.0-or-later
// Starts that went before others of their own queue, by leaf: what those are told of it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/engine/queue.h"

namespace apportion {

class Overtaking {
public:
    struct Start {
        Place place;  // that it had in the queue
        Instant at = 0;
        Gpu request = 0;
    };
    struct Count {
        int starts = 0;
        Instant since = 0;  // the first of them
    };

    Overtaking() = default;
    explicit Overtaking(std::size_t leaves) : starts_(leaves) {}

    // Kept where somebody stands before it in what is left of the queue when the instant is over.
    void started(BranchId leaf, const Queue& left, const Start& start);
    // All that is known of a leaf, which had another number there.
    void take(BranchId leaf, const Overtaking& from, BranchId before) {
        starts_[static_cast<std::size_t>(leaf)] = from.starts_[static_cast<std::size_t>(before)];
    }

    // Later and smaller ones that started since a moment; nothing if there is none.
    std::optional<Count> of(BranchId leaf, const Place& place, Gpu request, Instant since) const;

private:
    // Of one leaf at most so many, the latest: of older ones nothing is known any more.
    static constexpr std::size_t kMostKept = 1U << 16U;

    // Shared by the copies of a state until one of them adds to it.
    std::vector<std::shared_ptr<std::vector<Start>>> starts_;
};

}  // namespace apportion
