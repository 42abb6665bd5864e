// SPDX-License-Identifier: GPL-3.0-or-later
// What all levels are made of: buckets of time with the least, greatest and mean value in each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/store/history/level.h"

namespace apportion::store {

// Of one bucket. min and max are exact; mean is weighted by time over the seconds that are known,
// rounded half up once. A bucket is known if any second of it is.
struct Stats {
    bool known = false;
    std::int64_t min = 0;
    std::int64_t max = 0;
    std::int64_t mean = 0;
    friend bool operator==(const Stats&, const Stats&) = default;
};

constexpr Stats statsOf(std::int64_t value) {
    return value == kNoValue ? Stats{} : Stats{true, value, value, value};
}

// Equal buckets in a row: from this one (counted from the block's start) to the next run's.
// Before a block's first run nothing is known.
struct Run {
    std::int64_t bucket = 0;
    Stats stats;
    friend bool operator==(const Run&, const Run&) = default;
};

// Appends, leaving out what changes nothing; a later word on the same bucket replaces an earlier.
void append(std::vector<Run>& runs, const Run& run);

// Sums up stretches of time into one bucket.
class Gathered {
public:
    void add(const Stats& stats, Second length);
    // The mean rounded to a multiple of `step`, but never beyond the least or greatest.
    Stats stats(std::int64_t step = 1) const;

private:
    // NOLINTNEXTLINE(modernize-use-using): __extension__ goes with typedef alone.
    __extension__ typedef __int128 Wide;  // a value of 62 bits times centuries
    Wide sum_ = 0;
    Second length_ = 0;
    std::int64_t min_ = 0;
    std::int64_t max_ = 0;
};

// Runs of seconds over `length` seconds, as runs of buckets of `bucket` seconds.
std::vector<Run> rollUp(std::span<const Run> seconds, Second length, Second bucket,
                        std::int64_t meanStep = 1);

}  // namespace apportion::store
