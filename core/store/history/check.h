// SPDX-License-Identifier: GPL-3.0-or-later
// Finds what is damaged in a history, for `audit --verify` and for recovery.
#pragma once

#include <string>
#include <vector>

#include <SQLiteCpp/Database.h>

namespace apportion::store {

struct DamagedHistory {
    enum class What {
        unreadable,  // another packing, or its checksum is wrong
        misplaced,   // at a time where no such row can start
        orphaned,    // of no known series
    };
    std::string table;        // history_block, history_open, history_tail or history_state
    std::int64_t level = -1;  // of a block or piece
    std::int64_t start = 0;   // seconds since 1970
    std::int64_t series = 0;  // of the tail: the row's id
    What what = What::unreadable;
    friend bool operator==(const DamagedHistory&, const DamagedHistory&) = default;
};

// Reads everything: seconds for a large file. Changes nothing; a chart shows what is damaged as
// gaps. Throws SQLite::Exception where SQLite itself cannot read on.
std::vector<DamagedHistory> checkHistory(SQLite::Database& database);
// Removes those rows; gives how many there were. Where what is left still makes no sense, all of it
// goes.
std::size_t dropDamagedHistory(SQLite::Database& database);

}  // namespace apportion::store
