// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/overtaking.h"

#include <algorithm>

namespace apportion {

void Overtaking::started(BranchId leaf, const Queue& left, const Start& start) {
    auto& starts = starts_[static_cast<std::size_t>(leaf)];
    const auto& head = left.head();
    if (!head) {
        starts.reset();
        return;
    }
    if (start.place < head->place)
        return;
    if (!starts)
        starts = std::make_shared<std::vector<Start>>();
    else if (starts.use_count() > 1)
        starts = std::make_shared<std::vector<Start>>(*starts);
    if (starts->size() >= kMostKept) {
        std::erase_if(*starts, [&](const Start& each) { return each.place < head->place; });
        if (starts->size() > kMostKept / 2)
            starts->erase(starts->begin(), starts->end() - kMostKept / 2);
    }
    starts->push_back(start);
}

std::optional<Overtaking::Count> Overtaking::of(BranchId leaf, const Place& place, Gpu request,
                                                Instant since) const {
    const auto& starts = starts_[static_cast<std::size_t>(leaf)];
    Count count;
    for (std::size_t i = starts ? starts->size() : 0; i-- > 0 && (*starts)[i].at >= since;) {
        const Start& each = (*starts)[i];
        if (each.place < place || each.request >= request)
            continue;
        ++count.starts;
        count.since = each.at;
    }
    return count.starts > 0 ? std::optional(count) : std::nullopt;
}

}  // namespace apportion
