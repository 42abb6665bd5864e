// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/wal_file.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>

#include <sys/sysinfo.h>

namespace apportion::store {

namespace {

constexpr std::size_t kHeader = 32, kFrameHeader = 24;
constexpr std::uint32_t kMagic = 0x377f0682;  // the last bit: sums of big-endian words
constexpr std::uint32_t kLeastPage = 512, kLargestPage = 65536;
constexpr std::uint32_t kUsualPage = 4096;  // SQLite's default, with which every project is made

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

// A pipe that another user has put there would be waited for.
std::ifstream openRegular(const std::string& path) {
    std::error_code failed;
    const auto status = std::filesystem::symlink_status(path, failed);
    return std::filesystem::is_regular_file(status) ? std::ifstream(path, std::ios::binary)
                                                    : std::ifstream();
}

bool read(std::ifstream& file, unsigned char* to, std::size_t size) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are bytes
    return static_cast<bool>(
        file.read(reinterpret_cast<char*>(to), static_cast<std::streamsize>(size)));
}

}  // namespace

WalFile::WalFile(const std::string& database) : file_(openRegular(database + "-wal")) {
    std::array<unsigned char, kHeader> header{};
    if (!read(file_, header.data(), header.size()))
        return;
    const std::uint32_t magic = bigEndian(header.data());
    const std::uint32_t page = bigEndian(header.data() + 8);
    const bool known = (magic & ~1U) == kMagic && page >= kLeastPage && page <= kLargestPage &&
                       (page & (page - 1)) == 0;
    bigEndian_ = known && (magic & 1U) != 0;
    pageSize_ = known ? page : kUsualPage;
    Sum sum;
    sum.add(header.data(), 24, bigEndian_);
    headerFits_ = known && sum.is(header.data() + 24);
    std::copy_n(header.begin() + 16, salts_.size(), salts_.begin());
    std::copy_n(header.begin() + 24, sum_.size(), sum_.begin());
    frame_.resize(kFrameHeader + pageSize_);
}

bool WalFile::next() {
    if (frame_.empty() || !read(file_, frame_.data(), frame_.size()))
        return false;
    if (++number_ == 1 && !headerFits_)
        std::copy_n(frame_.begin() + 8, salts_.size(), salts_.begin());
    ours_ = std::equal(salts_.begin(), salts_.end(), frame_.begin() + 8);
    Sum sum{bigEndian(sum_.data()), bigEndian(sum_.data() + 4)};
    sum.add(frame_.data(), 8, bigEndian_);
    sum.add(content(), pageSize_, bigEndian_);
    follows_ = sum.is(frame_.data() + 16);
    std::copy_n(frame_.begin() + 16, sum_.size(), sum_.begin());
    return true;
}

std::uint32_t WalFile::page() const {
    return bigEndian(frame_.data());
}

std::uint32_t WalFile::sizeAtCommit() const {
    return bigEndian(frame_.data() + 4);
}

const unsigned char* WalFile::content() const {
    return frame_.data() + kFrameHeader;
}

namespace {

// What an index of before says may not have reached the disk with it.
bool isOfThisBoot(const std::string& index) {
    struct sysinfo info {};
    std::error_code failed;
    const auto written = std::filesystem::last_write_time(index, failed);
    if (failed || sysinfo(&info) != 0)
        return !failed;
    return written >=
           std::filesystem::file_time_type::clock::now() - std::chrono::seconds(info.uptime);
}

}  // namespace

std::optional<WalIndex> readWalIndex(const std::string& database) {
    constexpr std::size_t kSize = 48, kInitialized = 12, kFrames = 16, kSalts = 32;
    constexpr std::size_t kBackfilled = 2 * kSize;
    std::array<unsigned char, 2 * kSize + 4> bytes{};
    std::ifstream file = openRegular(database + "-shm");
    if (!isOfThisBoot(database + "-shm") || !read(file, bytes.data(), bytes.size()) ||
        !std::equal(bytes.begin(), bytes.begin() + kSize, bytes.begin() + kSize) ||
        bytes[kInitialized] != 1)
        return {};
    WalIndex index;
    // In the machine's own order.
    std::memcpy(&index.frames, bytes.data() + kFrames, sizeof index.frames);
    std::memcpy(&index.backfilled, bytes.data() + kBackfilled, sizeof index.backfilled);
    std::copy_n(bytes.begin() + kSalts, index.salts.size(), index.salts.begin());
    return index;
}

}  // namespace apportion::store
