// SPDX-License-Identifier: GPL-3.0-or-later
// A write-ahead log as it stands on the disk, and the index beside it. Source:
// sqlite.org/fileformat2.html, "The Write-Ahead Log", and sqlite.org/walformat.html, "The WAL-Index
// File Format". Internal to store.
#pragma once

#include <array>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace apportion::store {

using WalSalts = std::array<unsigned char, 8>;

// One frame after the other, also behind one that is broken: each has the sum of the one before it.
class WalFile {
public:
    explicit WalFile(const std::string& database);

    // Its first bytes, with the salts that every frame repeats, are those that were written.
    bool headerFits() const { return headerFits_; }
    std::uint32_t pageSize() const { return pageSize_; }
    const WalSalts& salts() const { return salts_; }

    bool next();
    std::uint32_t number() const { return number_; }  // from 1
    std::uint32_t page() const;
    // Of the database in pages; 0 where no transaction ends here.
    std::uint32_t sizeAtCommit() const;
    // Of this log: it begins anew over frames of an earlier round, which have other salts.
    bool isOurs() const { return ours_; }
    // It is what was written behind the frame before it.
    bool follows() const { return follows_; }
    const unsigned char* content() const;

private:
    std::ifstream file_;
    bool headerFits_ = false;
    bool bigEndian_ = false;
    std::uint32_t pageSize_ = 0;
    WalSalts salts_{};
    std::uint32_t number_ = 0;
    bool ours_ = false;
    bool follows_ = false;
    std::array<unsigned char, 8> sum_{};  // of what stands before the next frame
    std::vector<unsigned char> frame_;
};

// What the index says, which programs that have the database open share.
struct WalIndex {
    std::uint32_t frames = 0;      // that count
    std::uint32_t backfilled = 0;  // and are in the database
    WalSalts salts{};
};
// Nothing where there is none, or it is being written.
std::optional<WalIndex> readWalIndex(const std::string& database);

}  // namespace apportion::store
