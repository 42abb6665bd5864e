// SPDX-License-Identifier: GPL-3.0-or-later
// Values of many series at one instant, packed: a row of the tail, and where all series stood when
// the tail was last folded.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/store/history/bytes.h"
#include "core/store/history/series.h"

namespace apportion::store {

// Ascending by series, each once. kNoValue: nothing is known of it from here on.
using Values = std::vector<Sample>;

Bytes packValues(const Values& values, const Place& place);
std::optional<Values> unpackValues(ByteView row, const Place& place);

// The value of a series; kNoValue if it is not there.
std::int64_t valueOf(const Values& values, SeriesId series);

// Rows of history_tail and the one of history_state stand at these levels, which no block has.
inline Place placeOfTail(std::int64_t id, std::int64_t at) {
    return {16, at, id};
}
inline Place placeOfStanding() {
    return {17, 0, 0};
}

}  // namespace apportion::store
