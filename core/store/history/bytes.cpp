// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/history/bytes.h"

#include <array>
#include <cstddef>

namespace apportion::store {
namespace {

constexpr std::size_t kFrame = 5;

constexpr std::array<std::uint32_t, 256> crcTable() {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t rest = byte;
        for (int i = 0; i < 8; ++i)
            rest = (rest >> 1) ^ ((rest & 1) != 0 ? 0xEDB88320U : 0U);
        table[byte] = rest;
    }
    return table;
}
constexpr auto kCrcTable = crcTable();

std::uint32_t checksum(ByteView content, const Place& place) {
    Bytes where;
    for (const std::int64_t part : {place.level, place.start, place.series})
        putNumber(where, zigzag(part));
    return crc32(content, crc32(where));
}

}  // namespace

void putNumber(Bytes& to, std::uint64_t number) {
    for (; number >= 0x80; number >>= 7)
        to.push_back(static_cast<std::uint8_t>(number | 0x80));
    to.push_back(static_cast<std::uint8_t>(number));
}

std::optional<std::uint64_t> takeNumber(ByteView& from) {
    std::uint64_t number = 0;
    for (int shift = 0; shift < 64 && !from.empty(); shift += 7) {
        const std::uint8_t byte = from.front();
        from = from.subspan(1);
        if (shift == 63 && byte > 1)
            return std::nullopt;
        number |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
        if (byte < 0x80)
            return number;
    }
    return std::nullopt;
}

std::uint32_t crc32(ByteView bytes, std::uint32_t before) {
    std::uint32_t rest = ~before;
    for (const std::uint8_t byte : bytes)
        rest = (rest >> 8) ^ kCrcTable[(rest ^ byte) & 0xFF];
    return ~rest;
}

Bytes framed() {
    return {kPackingVersion, 0, 0, 0, 0};
}

void seal(Bytes& row, const Place& place) {
    const std::uint32_t sum = checksum(ByteView(row).subspan(kFrame), place);
    for (std::size_t i = 1; i < kFrame; ++i)
        row[i] = static_cast<std::uint8_t>(sum >> (8 * (i - 1)));
}

std::optional<ByteView> unseal(ByteView row, const Place& place) {
    if (row.size() < kFrame || row[0] != kPackingVersion)
        return std::nullopt;
    std::uint32_t sum = 0;
    for (std::size_t i = 1; i < kFrame; ++i)
        sum |= static_cast<std::uint32_t>(row[i]) << (8 * (i - 1));
    const ByteView content = row.subspan(kFrame);
    if (checksum(content, place) != sum)
        return std::nullopt;
    return content;
}

}  // namespace apportion::store
