// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/history/timeline.h"

#include <algorithm>

namespace apportion::store {

Timeline::Timeline(Second from, Second to) : from_(from), to_(to), lower_(from), upper_(to) {
    put(from, {});
}

void Timeline::section(Second from, Second to) {
    lower_ = std::max(from, from_);
    upper_ = std::min(to, to_);
    put(lower_, {});
}

void Timeline::put(Second at, const Stats& stats) {
    at = std::max(at, lower_);
    if (at >= upper_)
        return;
    if (!steps_.empty() && steps_.back().at >= at)
        steps_.back().stats = stats;
    else
        steps_.push_back({at, stats});
}

std::vector<Timeline::Step> Timeline::inBuckets(Second width) const {
    std::vector<Step> buckets;
    std::size_t next = 0;
    Stats now;
    for (Second start = from_; start < to_; start += width) {
        Gathered gathered;
        const Second end = start + width;
        for (Second at = start; at < end;) {
            while (next < steps_.size() && steps_[next].at <= at)
                now = steps_[next++].stats;
            const Second until = next < steps_.size() ? std::min(end, steps_[next].at) : end;
            gathered.add(now, until - at);
            at = until;
        }
        const Stats stats = gathered.stats();
        if (buckets.empty() || buckets.back().stats != stats)
            buckets.push_back({start, stats});
    }
    return buckets;
}

Second bucketWidth(Second from, Second to, int most, Second unit) {
    const Second each = (to - from + most - 1) / most;
    Second width = std::max<Second>((each + unit - 1) / unit, 1) * unit;
    while ((to - floorTo(from, width) + width - 1) / width > most)
        width += unit;
    return width;
}

}  // namespace apportion::store
