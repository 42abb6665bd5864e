// SPDX-License-Identifier: GPL-3.0-or-later
// What the history is about: numbers that hold until they change, each of one subject.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace apportion::store {

// Milliseconds since 1970-01-01T00:00Z of the clock on the wall, which may be set back.
using WallTime = std::int64_t;

// The numbers are written in the file: never change one, add new ones at the end.
enum class SubjectKind : std::uint8_t {
    quota = 1,
    workspace = 2,
    pool = 3,  // all of it, under an empty name
};

enum class Measure : std::uint8_t {
    allocation = 1,   // of what runs, 1/100 GPU
    fairShare = 2,    // 1/100 GPU
    pendingGpus = 3,  // asked for by what waits, 1/100 GPU
    pendingJobs = 4,  // how many wait
    longestWait = 5,  // of what waits now, ms
    meanWait = 6,     // of what waits now, ms
    capacity = 7,     // of nodes that are ready, 1/100 GPU
};

// What a mean over time is rounded to, half up. Waits are taken once a second, so that thousandths
// of one in a mean say nothing, and are half of the file.
constexpr std::int64_t meanStep(Measure measure) {
    return measure == Measure::longestWait || measure == Measure::meanWait ? 1000 : 1;
}

// Row of history_series. Stays with its subject when that is renamed, and stays when it is deleted.
using SeriesId = std::int64_t;

struct Series {
    SeriesId id = 0;
    SubjectKind kind = SubjectKind::quota;
    std::string name;  // the subject's present name, or its last one
    Measure measure = Measure::allocation;
    friend bool operator==(const Series&, const Series&) = default;
};

// The value of a sample that ends a series: from here on nothing is known (a deleted quota).
inline constexpr std::int64_t kNoValue = std::numeric_limits<std::int64_t>::min();

struct Sample {
    SeriesId series = 0;
    std::int64_t value = kNoValue;  // in the measure's unit; of size 2^62 at most
};

}  // namespace apportion::store
