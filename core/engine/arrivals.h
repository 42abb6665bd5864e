// SPDX-License-Identifier: GPL-3.0-or-later
// Workloads by submit time, then file order. Work comes at the back and leaves at the front, and
// who was evicted comes back near the front: a sorted vector with room before its first element,
// where whatever is on the shorter side moves.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "core/engine/decision.h"

namespace apportion {

class Arrivals {
public:
    using Arrival = std::pair<Instant, WorkloadId>;
    using Iterator = std::vector<Arrival>::const_iterator;

    bool empty() const { return head_ == items_.size(); }
    std::size_t size() const { return items_.size() - head_; }
    Iterator begin() const { return items_.begin() + static_cast<std::ptrdiff_t>(head_); }
    Iterator end() const { return items_.end(); }
    Iterator lower_bound(const Arrival& from) const {
        return std::lower_bound(begin(), end(), from);
    }

    void insert(const Arrival& arrival) {
        if (empty() || items_.back() < arrival) {
            items_.push_back(arrival);
            return;
        }
        const auto at = lower_bound(arrival);
        auto before = at - begin();
        if (before * 2 > end() - at) {
            items_.insert(at, arrival);
            return;
        }
        if (head_ == 0)
            makeRoom();
        const auto first = items_.begin() + static_cast<std::ptrdiff_t>(head_);
        std::move(first, first + before, first - 1);
        *(first + before - 1) = arrival;
        --head_;
    }

    void erase(const Arrival& arrival) {
        const auto at = !empty() && *begin() == arrival ? begin() : lower_bound(arrival);
        if (at == end() || *at != arrival)
            return;
        const auto before = at - begin();
        if (before * 2 > end() - at) {
            items_.erase(at);
            return;
        }
        const auto first = items_.begin() + static_cast<std::ptrdiff_t>(head_);
        std::move_backward(first, first + before, first + before + 1);
        ++head_;
        if (empty()) {
            items_.clear();
            head_ = 0;
        } else if (head_ > 2 * size() + kRoom) {
            items_.erase(items_.begin(), begin());
            head_ = 0;
        }
    }

private:
    static constexpr std::size_t kRoom = 8;

    void makeRoom() {
        const std::size_t room = size() / 4 + kRoom;
        items_.insert(items_.begin(), room, Arrival{});
        head_ = room;
    }

    std::vector<Arrival> items_;
    std::size_t head_ = 0;  // room before the first
};

}  // namespace apportion
