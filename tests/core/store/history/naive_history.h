// SPDX-License-Identifier: GPL-3.0-or-later
// What the history should say, told from every single second.
#pragma once

#include <algorithm>
#include <iterator>
#include <map>
#include <vector>

#include "core/store/history/reader.h"

namespace apportion::store {

class NaiveHistory {
public:
    // The value holds from here, kNoValue for not known.
    void put(SeriesId series, Second at, std::int64_t value) { values_[series][at] = value; }

    // Nothing is known from here on.
    void cut(Second at) {
        for (auto& [series, values] : values_) {
            values.erase(values.lower_bound(at), values.end());
            values[at] = kNoValue;
        }
    }

    // Sums up [from, to) as one bucket.
    Stats over(SeriesId series, Second from, Second to) const {
        Gathered gathered;
        const auto found = values_.find(series);
        if (found == values_.end())
            return {};
        auto next = found->second.upper_bound(from);
        std::int64_t value = next == found->second.begin() ? kNoValue : std::prev(next)->second;
        for (Second at = from; at < to;) {
            const Second until = next == found->second.end() ? to : std::min(to, next->first);
            gathered.add(statsOf(value), until - at);
            at = until;
            if (next != found->second.end() && next->first <= at)
                value = (next++)->second;
        }
        return gathered.stats();
    }

    // Every second of [from, to).
    bool knows(SeriesId series, Second from, Second to) const {
        for (Second at = from; at < to; ++at)
            if (!over(series, at, at + 1).known)
                return false;
        return true;
    }

    std::vector<HistoryPoint> points(SeriesId series, Second from, Second to, Second width) const {
        std::vector<HistoryPoint> points;
        for (Second at = floorTo(from, width); at < to; at += width) {
            const Stats stats = over(series, at, at + width);
            if (points.empty() || points.back().stats != stats)
                points.push_back({wallTimeOf(at), stats});
        }
        return points;
    }

private:
    std::map<SeriesId, std::map<Second, std::int64_t>> values_;
};

}  // namespace apportion::store
