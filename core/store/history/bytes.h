// SPDX-License-Identifier: GPL-3.0-or-later
// Whole numbers of variable length, and the frame that every packed row has: a version byte, a
// checksum over the row's place and its content, the content.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/store/history/range_coder.h"

namespace apportion::store {

using ByteView = std::span<const std::uint8_t>;

// Seven bits a byte, the lowest first; the eighth says that more follow.
void putNumber(Bytes& to, std::uint64_t number);

// Takes a number off the front; nullopt where the bytes end too early or it has over 64 bits.
std::optional<std::uint64_t> takeNumber(ByteView& from);

// CRC-32 of zlib and Ethernet.
std::uint32_t crc32(ByteView bytes, std::uint32_t before = 0);

// Where a packed row stands, so that one in another's place is noticed.
struct Place {
    std::int64_t level = 0;
    std::int64_t start = 0;
    std::int64_t series = 0;
};

inline constexpr std::uint8_t kPackingVersion = 1;

// Leaves room for the frame; seal() fills it in when the content is behind it.
Bytes framed();
void seal(Bytes& row, const Place& place);

// The content; nullopt if the row is of another version, too short or damaged.
std::optional<ByteView> unseal(ByteView row, const Place& place);

}  // namespace apportion::store
