// SPDX-License-Identifier: GPL-3.0-or-later
// One series over a range of time as steps, put together from levels and tables in order of time.
#pragma once

#include <utility>
#include <vector>

#include "core/store/history/run.h"

namespace apportion::store {

class Timeline {
public:
    struct Step {
        Second at;
        Stats stats;  // from here to the next step
    };

    Timeline(Second from, Second to);

    // What follows is put between these times, the first of them is unknown until something is put.
    void section(Second from, Second to);
    // Ascending in time; a later word on the same second replaces an earlier one. What lies before
    // the section counts as at its start, what lies behind is left out.
    void put(Second at, const Stats& stats);

    // Sums up buckets of `width` seconds from the start of the range, each with where it starts.
    // Equal neighbours are told once.
    std::vector<Step> inBuckets(Second width) const;

private:
    Second from_;
    Second to_;
    Second lower_;
    Second upper_;
    std::vector<Step> steps_;
};

// The shortest buckets of whole multiples of `unit` of which at most `most`, starting at multiples
// of their length, cover the range.
Second bucketWidth(Second from, Second to, int most, Second unit);

}  // namespace apportion::store
