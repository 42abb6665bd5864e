// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/history/run.h"

#include <algorithm>

namespace apportion::store {

void append(std::vector<Run>& runs, const Run& run) {
    if (!runs.empty() && runs.back().bucket == run.bucket)
        runs.pop_back();
    const Stats before = runs.empty() ? Stats{} : runs.back().stats;
    if (run.stats != before)
        runs.push_back(run);
}

void Gathered::add(const Stats& stats, Second length) {
    if (!stats.known || length <= 0)
        return;
    min_ = length_ == 0 ? stats.min : std::min(min_, stats.min);
    max_ = length_ == 0 ? stats.max : std::max(max_, stats.max);
    sum_ += Wide{stats.mean} * length;
    length_ += length;
}

Stats Gathered::stats(std::int64_t step) const {
    if (length_ == 0)
        return {};
    // Half up is the floor of sum / (length * step) + 1/2, below zero too.
    const Wide whole = 2 * Wide{length_} * step;
    const Wide twice = 2 * sum_ + whole / 2;
    const Wide mean = (twice / whole - (twice % whole < 0 ? 1 : 0)) * step;
    return {true, min_, max_, static_cast<std::int64_t>(std::clamp<Wide>(mean, min_, max_))};
}

std::vector<Run> rollUp(std::span<const Run> seconds, Second length, Second bucket,
                        std::int64_t meanStep) {
    std::vector<Run> made;
    std::size_t next = 0;
    Stats now;
    for (Second start = 0; start < length; start += bucket) {
        Gathered gathered;
        const Second end = std::min(start + bucket, length);
        for (Second at = start; at < end;) {
            while (next < seconds.size() && seconds[next].bucket <= at)
                now = seconds[next++].stats;
            const Second until = next < seconds.size() ? std::min(end, seconds[next].bucket) : end;
            gathered.add(now, until - at);
            at = until;
        }
        append(made, {start / bucket, gathered.stats(meanStep)});
    }
    return made;
}

}  // namespace apportion::store
