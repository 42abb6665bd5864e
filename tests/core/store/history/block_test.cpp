// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/history/block.h"

#include <limits>
#include <random>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace apportion::store {
namespace {

const Place kPlace{0, 3600, 7};

// Values as large as they may be, small ones, whole GPUs, gaps.
Block anyBlock() {
    Block block{*rc::gen::inRange<std::int64_t>(1, 3601), {}};
    const auto unit = *rc::gen::element<std::int64_t>(1, 25, 100, 1000);
    const auto size = *rc::gen::element<std::int64_t>(10, 1000, std::int64_t{1} << 50);
    const auto least = *rc::gen::inRange<std::int64_t>(1, 400);
    std::int64_t bucket = *rc::gen::inRange<std::int64_t>(0, 3);
    while (bucket < block.span) {
        Stats stats;
        if (*rc::gen::weightedElement<bool>({{9, true}, {1, false}})) {
            const auto a = unit * *rc::gen::inRange(-size, size);
            const auto b = unit * *rc::gen::inRange<std::int64_t>(0, size);
            const bool flat = *rc::gen::arbitrary<bool>();
            stats = {true, a, flat ? a : a + b, a};
            stats.mean = flat ? a : a + *rc::gen::inRange<std::int64_t>(0, b + 1);
        }
        block.runs.push_back({bucket, stats});
        bucket += *rc::gen::inRange<std::int64_t>(1, least + 1);
    }
    return block;
}

RC_GTEST_PROP(HistoryBlock, comesBackAsItWas, ()) {
    const Block block = anyBlock();
    RC_ASSERT(unpack(pack(block, kPlace), kPlace) == block);
}

TEST(HistoryBlock, holdsTheLargestValues) {
    const std::int64_t most = std::int64_t{1} << 62;
    const Block block{3600,
                      {{0, statsOf(-most)},
                       {1, statsOf(most)},
                       {2, {}},
                       {3, {true, -most, most, 0}},
                       {3599, {true, -most, most, most}}}};
    EXPECT_EQ(unpack(pack(block, kPlace), kPlace), block);
}

TEST(HistoryBlock, holdsNothing) {
    const Block block{3600, {}};
    EXPECT_EQ(unpack(pack(block, kPlace), kPlace), block);
}

TEST(HistoryBlock, ofAnotherPlaceIsDamaged) {
    const Bytes row = pack({3600, {{0, statsOf(5)}}}, kPlace);
    EXPECT_TRUE(unpack(row, kPlace));
    EXPECT_FALSE(unpack(row, {0, 3600, 8}));
    EXPECT_FALSE(unpack(row, {0, 7200, 7}));
    EXPECT_FALSE(unpack(row, {1, 3600, 7}));
}

TEST(HistoryBlock, ofANewerVersionIsNotRead) {
    Bytes row = pack({3600, {{0, statsOf(5)}}}, kPlace);
    row[0] = kPackingVersion + 1;
    EXPECT_FALSE(unpack(row, kPlace));
}

RC_GTEST_PROP(HistoryBlock, everyFlippedBitAndEveryCutIsTold, ()) {
    const Bytes whole = pack(anyBlock(), kPlace);
    Bytes row = whole;
    const auto flips = *rc::gen::inRange<int>(1, 4);
    for (int i = 0; i < flips; ++i) {
        const auto bit = *rc::gen::inRange<std::size_t>(0, row.size() * 8);
        row[bit / 8] ^= static_cast<std::uint8_t>(1 << (bit % 8));
    }
    RC_ASSERT(row == whole || !unpack(row, kPlace));
    row = whole;
    row.resize(*rc::gen::inRange<std::size_t>(0, whole.size()));
    RC_ASSERT(!unpack(row, kPlace));
}

// A checksum may hold by chance or by intent: what is read then is bounded and no crash.
RC_GTEST_PROP(HistoryBlock, nonsenseUnderARightChecksumIsBounded, ()) {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    Bytes row = framed();
    const auto length = *rc::gen::inRange<int>(0, 300);
    putNumber(row, random() % 4000);
    putNumber(row, random() % 4000);
    putNumber(row, random() % 3 == 0 ? random() : 1 + random() % 100);
    for (int i = 0; i < length; ++i)
        row.push_back(static_cast<std::uint8_t>(random()));
    seal(row, kPlace);
    if (const auto block = unpack(row, kPlace)) {
        RC_ASSERT(block->span <= 3600);
        std::int64_t before = -1;
        for (const Run& run : block->runs) {
            RC_ASSERT(run.bucket > before && run.bucket < block->span);
            before = run.bucket;
        }
    }
}

TEST(HistoryBlock, repetitionCostsNextToNothing) {
    Block hour{3600, {}};  // the longest wait, second by second
    for (std::int64_t second = 0; second < 3600; ++second)
        hour.runs.push_back({second, statsOf(5'000 + 1'000 * second)});
    EXPECT_LE(pack(hour, kPlace).size(), 60U);
}

TEST(HistoryNumbers, ofAllLengthsComeBack) {
    Bytes bytes;
    std::vector<std::uint64_t> numbers{0,
                                       1,
                                       127,
                                       128,
                                       1U << 14,
                                       std::uint64_t{1} << 63,
                                       std::numeric_limits<std::uint64_t>::max()};
    for (const auto number : numbers)
        putNumber(bytes, number);
    ByteView left = bytes;
    for (const auto number : numbers)
        EXPECT_EQ(takeNumber(left), number);
    EXPECT_FALSE(takeNumber(left));
    const Bytes tooLong(11, 0xFF);
    left = tooLong;
    EXPECT_FALSE(takeNumber(left));
}

TEST(HistoryNumbers, checksumIsTheUsualOne) {
    const std::string text = "123456789";
    EXPECT_EQ(crc32(Bytes(text.begin(), text.end())), 0xCBF43926U);
}

}  // namespace
}  // namespace apportion::store
