// SPDX-License-Identifier: GPL-3.0-or-later
// The statements on the tables of blocks, pieces and the tail, prepared once for a connection.
// A piece is a part of a block that is still open, a row of history_open.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include "core/store/history/block.h"
#include "core/store/history/level.h"
#include "core/store/history/standing.h"

namespace apportion::store {

ByteView bytesOf(const SQLite::Column& blob);

enum class Table { block, open };

// A block is as many rows of about the same length as it takes for none to be longer than this.
inline constexpr std::size_t kPartBytes = 500;

struct StoredBlock {
    Second start = 0;
    std::optional<Block> block;  // nullopt: damaged
};

// Reads what series have at a level.
class BlockReader {
public:
    explicit BlockReader(SQLite::Database& database);

    // Where rows of any series start in [from, to), ascending. Blocks start at multiples of their
    // length; pieces wherever it came handy, those of one fold at the same second.
    std::vector<Second> starts(Table table, Level level, Second from, Second to);

    // Of the rows with these starts, those of the series.
    std::vector<StoredBlock> read(Table table, Level level, SeriesId series,
                                  std::span<const Second> starts);

private:
    SQLite::Statement block_;
    SQLite::Statement open_;
    SQLite::Statement nextBlock_;
    SQLite::Statement nextOpen_;
};

// Writes and deletes. A row for a series that is not in history_series is left out: its series was
// made in a transaction that was rolled back.
class BlockWriter {
public:
    explicit BlockWriter(SQLite::Database& database);
    void put(Table table, const Place& place, const Block& block);
    void putPacked(Table table, const Place& place, ByteView row);
    void removePiece(const Place& place);

private:
    SQLite::Statement block_;
    SQLite::Statement open_;
    SQLite::Statement removeBlock_;
    SQLite::Statement removePiece_;
};

struct TailRow {
    std::int64_t id = 0;
    Second at = 0;
    std::optional<Second> heard;   // what was known before ended here; nullopt: it goes on
    std::optional<Values> values;  // what changed; nullopt: damaged
    std::size_t size = 0;          // packed, bytes
};

// Steps over the tail from the oldest row; read it inside one transaction.
class TailReader {
public:
    explicit TailReader(SQLite::Database& database);
    bool next(TailRow& row);  // false after the last one

private:
    SQLite::Statement read_;
};

}  // namespace apportion::store
