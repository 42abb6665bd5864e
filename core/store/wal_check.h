// SPDX-License-Identifier: GPL-3.0-or-later
// A write-ahead log after an unclean end: SQLite reads it up to the first frame that does not fit,
// and takes what lies behind it for never written. Source: sqlite.org/fileformat2.html, "The
// Write-Ahead Log", and sqlite.org/walformat.html, "The WAL-Index File Format". Internal to store.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace apportion::store {

// Where in the log of this database a transaction ends that lies behind a frame that cannot be
// read; nothing = there is none. While somebody writes to it that may be the last frame, for a
// moment. A log that was cut off has nothing behind it, and is not told from one that ended there.
//
// A program that was killed while it wrote leaves frames that nobody counts, and those that the
// next one does not write over stay behind its last transaction. How many frames count is said by
// the index beside the log; where there is none, they are told as lost.
std::optional<std::int64_t> lostTransaction(const std::string& database);

// The same, and it stays so.
bool losesTransactions(const std::string& database);

}  // namespace apportion::store
