// SPDX-License-Identifier: GPL-3.0-or-later
// A stretch of one series at one level, and how it is packed into the bytes of a row.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/store/history/bytes.h"
#include "core/store/history/run.h"

namespace apportion::store {

struct Block {
    std::int64_t span = 0;  // in buckets: where the last run ends, unless something follows earlier
    std::vector<Run> runs;  // buckets ascending, within the span
    friend bool operator==(const Block&, const Block&) = default;
};

Bytes pack(const Block& block, const Place& place);

// nullopt if the bytes are damaged or no pack() of this version made them for this place.
std::optional<Block> unpack(ByteView row, const Place& place);

}  // namespace apportion::store
