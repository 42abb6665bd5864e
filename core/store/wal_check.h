// SPDX-License-Identifier: GPL-3.0-or-later
// A write-ahead log after an unclean end: SQLite reads it up to the first frame that does not fit,
// and takes what lies behind it for never written. Internal to store.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace apportion::store {

struct LogDamage {
    enum class Kind { broken, cut };
    Kind kind = Kind::broken;
    // The last frame of the first transaction that SQLite will not read.
    std::uint32_t frame = 0;
    friend bool operator==(const LogDamage&, const LogDamage&) = default;
};

// Nothing = every transaction of the log is read. While somebody writes to it that may be another
// for a moment.
//
// A program that was killed while it wrote leaves frames that nobody counts, and those that the
// next one does not write over stay behind its last transaction. How many frames count is said by
// the index beside the log. Where there is none, or one of before this machine started, half of one
// transaction is no damage: a power loss leaves it, and nobody was told that it is done. What
// stands behind that one was begun only when the disk had it whole, and tells of damage always.
// `orNot`: also what could be either, for who looks what can be had.
enum class Index { says, orNot };
std::optional<LogDamage> damageOfLog(const std::string& database, Index said = Index::says);

// The same, and it stays so.
std::optional<LogDamage> lastingDamageOfLog(const std::string& database);

// Programs that have the database open still read that transaction, as their index counts it.
bool isStillRead(const std::string& database, const LogDamage& damage);

// In words, as a part of a sentence.
std::string findingOf(const LogDamage& damage);

}  // namespace apportion::store
