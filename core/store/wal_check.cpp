// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/wal_check.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <fstream>
#include <thread>
#include <vector>

namespace apportion::store {

namespace {

constexpr std::size_t kHeader = 32, kFrameHeader = 24;
constexpr std::uint32_t kMagic = 0x377f0682;  // the last bit: sums of big-endian words
constexpr std::uint32_t kLargestPage = 65536;

std::uint32_t bigEndian(const unsigned char* at) {
    return static_cast<std::uint32_t>(at[0]) << 24 | static_cast<std::uint32_t>(at[1]) << 16 |
           static_cast<std::uint32_t>(at[2]) << 8 | at[3];
}

std::uint32_t littleEndian(const unsigned char* at) {
    return static_cast<std::uint32_t>(at[3]) << 24 | static_cast<std::uint32_t>(at[2]) << 16 |
           static_cast<std::uint32_t>(at[1]) << 8 | at[0];
}

struct Sum {
    std::uint32_t a = 0, b = 0;
    void add(const unsigned char* at, std::size_t size, bool big) {
        for (std::size_t i = 0; i + 8 <= size; i += 8) {
            a += (big ? bigEndian(at + i) : littleEndian(at + i)) + b;
            b += (big ? bigEndian(at + i + 4) : littleEndian(at + i + 4)) + a;
        }
    }
    bool is(const unsigned char* stored) const {
        return a == bigEndian(stored) && b == bigEndian(stored + 4);
    }
};

bool read(std::ifstream& file, unsigned char* to, std::size_t size) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are bytes
    return static_cast<bool>(
        file.read(reinterpret_cast<char*>(to), static_cast<std::streamsize>(size)));
}

using Header = std::array<unsigned char, kHeader>;

// Frames of this log that count, as the index says; nothing where it is of another log, or being
// written.
std::optional<std::uint32_t> framesCounted(const std::string& index, const Header& log) {
    constexpr std::size_t kSize = 48, kInitialized = 12, kFrames = 16, kSalts = 32;
    constexpr std::size_t kSaltsOfLog = 16;
    std::array<unsigned char, 2 * kSize> twice{};
    std::ifstream file(index, std::ios::binary);
    if (!read(file, twice.data(), twice.size()) ||
        !std::equal(twice.begin(), twice.begin() + kSize, twice.begin() + kSize) ||
        twice[kInitialized] != 1 ||
        !std::equal(twice.begin() + kSalts, twice.begin() + kSalts + 8, log.begin() + kSaltsOfLog))
        return {};
    std::uint32_t frames = 0;
    std::memcpy(&frames, twice.data() + kFrames, sizeof frames);  // in the machine's own order
    return frames;
}

}  // namespace

std::optional<std::int64_t> lostTransaction(const std::string& database) {
    std::ifstream file(database + "-wal", std::ios::binary);
    Header header{};
    if (!read(file, header.data(), header.size()))
        return {};
    const std::uint32_t magic = bigEndian(header.data());
    const std::uint32_t page = bigEndian(header.data() + 8);
    const bool big = (magic & 1U) != 0;
    Sum sum;
    sum.add(header.data(), 24, big);
    // Without its header the log says nothing of what belongs to it.
    if ((magic & ~1U) != kMagic || page < 512 || page > kLargestPage)
        return {};
    bool broken = !sum.is(header.data() + 24);
    bool betweenTwo = false;  // it breaks where a transaction has just ended
    const auto counts = [&](std::uint32_t n) {
        const auto counted = framesCounted(database + "-shm", header);
        return !counted || n <= *counted;
    };
    std::vector<unsigned char> frame(kFrameHeader + page);
    for (std::uint32_t n = 1; read(file, frame.data(), frame.size()); ++n) {
        // Frames of an earlier round have other salts: the log begins anew over them.
        const bool ours = bigEndian(frame.data() + 8) == bigEndian(header.data() + 16) &&
                          bigEndian(frame.data() + 12) == bigEndian(header.data() + 20);
        sum.add(frame.data(), 8, big);
        sum.add(frame.data() + kFrameHeader, page, big);
        broken = broken || !ours || !sum.is(frame.data() + 16);
        const bool commits = bigEndian(frame.data() + 4) != 0;
        if (!broken)
            betweenTwo = commits;
        else if (ours && commits && (!betweenTwo || counts(n)))
            return static_cast<std::int64_t>(file.tellg());
    }
    return {};
}

bool losesTransactions(const std::string& database) {
    constexpr std::chrono::milliseconds kUntilWritten(30);
    const auto first = lostTransaction(database);
    if (!first)
        return false;
    std::this_thread::sleep_for(kUntilWritten);
    return lostTransaction(database) == first;
}

}  // namespace apportion::store
