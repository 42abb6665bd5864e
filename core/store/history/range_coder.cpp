// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/history/range_coder.h"

#include <algorithm>
#include <array>
#include <bit>

namespace apportion::store {
namespace {

constexpr std::uint32_t kLeastRange = 1U << 24;  // below, a byte is moved out
constexpr std::size_t kSlowest = 30;             // a model's memory, in bits seen
constexpr int kSurest = 65536 - 48;

// 2^16 / (seen + 2): a division for each bit would be half of the time.
constexpr std::array<int, kSlowest + 1> kPace = [] {
    std::array<int, kSlowest + 1> pace{};
    for (std::size_t seen = 0; seen <= kSlowest; ++seen)
        pace[seen] = 65536 / (static_cast<int>(seen) + 2);
    return pace;
}();

std::uint32_t shareOfZero(std::uint32_t range, const BitModel& model) {
    return (range >> 16) * model.zero;
}

}  // namespace

void BitModel::learn(bool bit) {
    const int target = bit ? 65536 - kSurest : kSurest;
    // At most 65536 * 32768 in size, so it stays an int; towards the target and never past it.
    zero = static_cast<std::uint16_t>(zero + (((target - zero) * kPace[seen]) >> 16));
    if (seen < kSlowest)
        ++seen;
}

void RangeEncoder::bit(BitModel& model, bool bit) {
    const std::uint32_t bound = shareOfZero(range_, model);
    if (bit) {
        low_ += bound;
        range_ -= bound;
    } else {
        range_ = bound;
    }
    model.learn(bit);
    while (range_ < kLeastRange) {
        range_ <<= 8;
        shift();
    }
}

void RangeEncoder::direct(std::uint64_t bits, int count) {
    while (count-- > 0) {
        range_ >>= 1;
        if ((bits >> count) & 1)
            low_ += range_;
        while (range_ < kLeastRange) {
            range_ <<= 8;
            shift();
        }
    }
}

void RangeEncoder::shift() {
    const auto carry = static_cast<std::uint8_t>(low_ >> 32);
    if (carry == 0 && static_cast<std::uint32_t>(low_) >= 0xFF000000U) {
        ++full_;
    } else {
        if (!first_)
            out_.push_back(static_cast<std::uint8_t>(held_ + carry));
        first_ = false;
        for (; full_ > 0; --full_)
            out_.push_back(static_cast<std::uint8_t>(0xFF + carry));
        held_ = static_cast<std::uint8_t>(low_ >> 24);
    }
    low_ = (low_ & 0x00FFFFFF) << 8;
}

void RangeEncoder::finish() {
    // Any number of the range will do: the one with most zeros at its end, which are not written.
    for (int zeros = 32; zeros >= 0; --zeros) {
        const std::uint64_t mask = (std::uint64_t{1} << zeros) - 1;
        const std::uint64_t number = (low_ + mask) & ~mask;
        if (number < low_ + range_) {
            low_ = number;
            break;
        }
    }
    for (int i = 0; i < 5; ++i)
        shift();
    while (out_.size() > start_ && out_.back() == 0)
        out_.pop_back();
}

RangeDecoder::RangeDecoder(std::span<const std::uint8_t> in) : in_(in) {
    for (int i = 0; i < 4; ++i)
        fill();
}

void RangeDecoder::fill() {
    code_ = (code_ << 8) | (next_ < in_.size() ? in_[next_++] : 0U);
}

bool RangeDecoder::bit(BitModel& model) {
    const std::uint32_t bound = shareOfZero(range_, model);
    const bool bit = code_ >= bound;
    if (bit) {
        code_ -= bound;
        range_ -= bound;
    } else {
        range_ = bound;
    }
    model.learn(bit);
    while (range_ < kLeastRange) {
        range_ <<= 8;
        fill();
    }
    return bit;
}

std::uint64_t RangeDecoder::direct(int count) {
    std::uint64_t bits = 0;
    while (count-- > 0) {
        range_ >>= 1;
        const bool bit = code_ >= range_;
        if (bit)
            code_ -= range_;
        bits = (bits << 1) | (bit ? 1U : 0U);
        while (range_ < kLeastRange) {
            range_ <<= 8;
            fill();
        }
    }
    return bits;
}

void NumberModel::encode(RangeEncoder& to, std::uint64_t number) {
    const bool same = number == before_;
    to.bit(same_[wasSame_ ? 1 : 0], same);
    wasSame_ = same;
    before_ = number;
    if (same)
        return;
    const auto width = static_cast<unsigned>(std::bit_width(number));
    putTree(to, narrow_, std::min(width, kWide));
    if (width >= kWide)
        putTree(to, wide_, width - kWide);
    const int below = std::max(static_cast<int>(width) - 1, 0);
    const int learned = std::min(below, kLearnedBits);
    const int rest = below - learned;
    for (std::size_t node = 1, i = static_cast<std::size_t>(learned); i-- > 0;) {
        const bool bit = ((number >> (static_cast<std::size_t>(rest) + i)) & 1U) != 0;
        to.bit(high_[width][node], bit);
        node = 2 * node + (bit ? 1 : 0);
    }
    to.direct(number, rest);
}

std::uint64_t NumberModel::decode(RangeDecoder& from) {
    wasSame_ = from.bit(same_[wasSame_ ? 1 : 0]);
    if (wasSame_)
        return before_;
    unsigned width = takeTree(from, narrow_);
    if (width == kWide)
        width += takeTree(from, wide_);
    // No encoder writes more than 64; damage may.
    width = std::min(width, 64U);
    if (width == 0)
        return before_ = 0;
    const int below = static_cast<int>(width) - 1;
    const int learned = std::min(below, kLearnedBits);
    std::uint64_t number = 1;
    for (int i = 0; i < learned; ++i)
        number = 2 * number + (from.bit(high_[width][number]) ? 1 : 0);
    const int rest = below - learned;
    const std::uint64_t low = from.direct(rest);
    return before_ = (rest > 0 ? number << rest : number) | low;
}

}  // namespace apportion::store
