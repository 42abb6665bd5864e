// SPDX-License-Identifier: GPL-3.0-or-later
// A write-ahead log after an unclean end: SQLite reads it up to the first frame that does not fit,
// and takes what lies behind it for never written. Source: sqlite.org/fileformat2.html, "The
// Write-Ahead Log". Internal to store.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace apportion::store {

// Where in this log a transaction ends that lies behind a frame that cannot be read; nothing =
// there is none. While somebody writes to it that may be the last frame, for a moment. A log that
// was cut off has nothing behind it, and is not told from one that ended there.
std::optional<std::int64_t> lostTransaction(const std::string& wal);

// The same, and it stays so.
bool losesTransactions(const std::string& wal);

}  // namespace apportion::store
