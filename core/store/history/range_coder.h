// SPDX-License-Identifier: GPL-3.0-or-later
// Adaptive binary range coder (as in LZMA) and a code for whole numbers on top of it. Each yes or
// no costs what its probability so far says: a repetition costs next to nothing. What is decoded is
// bounded by the caller's counts: past the end of the input zeros are read, nothing ever fails.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace apportion::store {

using Bytes = std::vector<std::uint8_t>;

// How likely a 0 is at one place, learned fast at first and slowly later.
struct BitModel {
    std::uint16_t zero = 1U << 15;  // of 2^16
    std::uint16_t seen = 0;
    void learn(bool bit);
};

class RangeEncoder {
public:
    explicit RangeEncoder(Bytes& out) : out_(out), start_(out.size()) {}
    void bit(BitModel& model, bool bit);
    void direct(std::uint64_t bits, int count);  // the lowest `count`, all equally likely
    void finish();                               // once, at the end

private:
    void shift();

    Bytes& out_;
    std::size_t start_;
    std::uint64_t low_ = 0;
    std::uint32_t range_ = 0xFFFFFFFF;
    std::uint8_t held_ = 0;  // waits for a carry
    std::size_t full_ = 0;   // bytes of 0xFF that wait behind it
    bool first_ = true;      // the first byte held is always 0 and not written
};

class RangeDecoder {
public:
    explicit RangeDecoder(std::span<const std::uint8_t> in);
    bool bit(BitModel& model);
    std::uint64_t direct(int count);

private:
    void fill();

    std::span<const std::uint8_t> in_;
    std::size_t next_ = 0;
    std::uint32_t range_ = 0xFFFFFFFF;
    std::uint32_t code_ = 0;
};

// A number of as many bits as the tree is deep, the highest first: the bits so far say which model
// is next. A tree of depth d has 2^d models, of which the first is not used.
template <std::size_t kSize>
void putTree(RangeEncoder& to, std::array<BitModel, kSize>& tree, unsigned number) {
    for (std::size_t node = 1, bits = kSize / 2; bits > 0; bits /= 2) {
        const bool bit = (number & bits) != 0;
        to.bit(tree[node], bit);
        node = 2 * node + (bit ? 1 : 0);
    }
}

template <std::size_t kSize>
unsigned takeTree(RangeDecoder& from, std::array<BitModel, kSize>& tree) {
    std::size_t node = 1;
    while (node < kSize)
        node = 2 * node + (from.bit(tree[node]) ? 1 : 0);
    return static_cast<unsigned>(node - kSize);
}

// Whole numbers of one kind: whether it is the one before again, else how many bits it has, its
// highest bits by what was seen, and the others as they are.
class NumberModel {
public:
    void encode(RangeEncoder& to, std::uint64_t number);
    std::uint64_t decode(RangeDecoder& from);

private:
    static constexpr unsigned kWide = 15;   // widths from here on have a tree of their own
    static constexpr int kLearnedBits = 3;  // below the highest one

    std::uint64_t before_ = 0;
    bool wasSame_ = false;
    std::array<BitModel, 2> same_;
    std::array<BitModel, 16> narrow_;
    std::array<BitModel, 64> wide_;
    std::array<std::array<BitModel, 1U << kLearnedBits>, 65> high_;
};

// Small numbers of either sign as small numbers without: 0, -1, 1, -2 ... are 0, 1, 2, 3 ...
constexpr std::uint64_t zigzag(std::int64_t number) {
    return (static_cast<std::uint64_t>(number) << 1) ^ static_cast<std::uint64_t>(number >> 63);
}
constexpr std::int64_t unzigzag(std::uint64_t number) {
    return static_cast<std::int64_t>((number >> 1) ^ (~(number & 1) + 1));
}

}  // namespace apportion::store
