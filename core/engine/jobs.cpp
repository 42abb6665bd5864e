// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/jobs.h"

#include <algorithm>
#include <memory>

namespace apportion {

// Reads no more of it than its sharers may: another may be about to write behind that.
std::shared_ptr<Jobs::Page> Jobs::copyOf(const Page& page, std::size_t count) {
    auto copy = std::make_shared<Page>();
    std::copy_n(page.begin(), count, copy->begin());
    return copy;
}

Job& Jobs::begin(WorkloadId id) {
    if (free_.empty()) {
        places_[id] = static_cast<std::uint32_t>(alive_.size());
        return alive_.emplace_back();
    }
    places_[id] = free_.back();
    free_.pop_back();
    return alive_[places_[id]];
}

void Jobs::end(WorkloadId id, const EndedJob& ended) {
    const std::uint32_t place = places_[id];
    alive_[place].forget();
    free_.push_back(place);
    if (count_ % kPage == 0)
        pages_.push_back(std::make_shared<Page>());
    else if (pages_.back().use_count() > 1)
        pages_.back() = copyOf(*pages_.back(), count_ % kPage);
    (*pages_.back())[count_ % kPage] = ended;
    places_[id] = static_cast<std::uint32_t>(count_) | kNotAlive;
    ++count_;
}

std::vector<WorkloadId> Jobs::living() const {
    std::vector<WorkloadId> ids;
    ids.reserve(alive_.size() - free_.size());
    for (WorkloadId id = 0; id < size(); ++id)
        if (alive(id))
            ids.push_back(id);
    return ids;
}

}  // namespace apportion
