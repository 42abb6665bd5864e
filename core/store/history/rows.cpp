// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/history/rows.h"

#include <algorithm>
#include <utility>

namespace apportion::store {
namespace {

void bindPlace(SQLite::Statement& statement, const Place& place) {
    statement.reset();
    statement.bind(1, place.level);
    statement.bind(2, place.start);
    statement.bind(3, place.series);
}

}  // namespace

ByteView bytesOf(const SQLite::Column& blob) {
    return {static_cast<const std::uint8_t*>(blob.getBlob()),
            static_cast<std::size_t>(blob.getBytes())};
}

BlockReader::BlockReader(SQLite::Database& database)
    : block_(database,
             "SELECT data FROM history_block WHERE level = ? AND start = ? AND series = ?"
             " ORDER BY part"),
      open_(database, "SELECT data FROM history_open WHERE level = ? AND start = ? AND series = ?"),
      nextBlock_(database,
                 "SELECT start FROM history_block WHERE level = ? AND start >= ? AND start < ?"
                 " ORDER BY start LIMIT 1"),
      nextOpen_(database,
                "SELECT start FROM history_open WHERE level = ? AND start >= ? AND start < ?"
                " ORDER BY start LIMIT 1") {}

std::vector<Second> BlockReader::starts(Table table, Level level, Second from, Second to) {
    // A seek for each start instead of DISTINCT, which would step over every series.
    SQLite::Statement& next = table == Table::block ? nextBlock_ : nextOpen_;
    std::vector<Second> found;
    for (bool more = true; more;) {
        next.reset();
        next.bind(1, numberOf(level));
        next.bind(2, from);
        next.bind(3, to);
        more = next.executeStep();
        if (more) {
            found.push_back(next.getColumn(0).getInt64());
            from = found.back() + 1;
        }
    }
    next.reset();
    return found;
}

std::vector<StoredBlock> BlockReader::read(Table table, Level level, SeriesId series,
                                           std::span<const Second> starts) {
    SQLite::Statement& read = table == Table::block ? block_ : open_;
    std::vector<StoredBlock> found;
    for (const Second start : starts) {
        const Place place{numberOf(level), start, series};
        bindPlace(read, place);
        Bytes row;
        bool any = false;
        while (read.executeStep()) {
            const ByteView part = bytesOf(read.getColumn(0));
            row.insert(row.end(), part.begin(), part.end());
            any = true;
        }
        read.reset();
        if (any)
            found.push_back({start, unpack(row, place)});
    }
    return found;
}

BlockWriter::BlockWriter(SQLite::Database& database)
    : block_(
          database,
          "INSERT INTO history_block (level, start, series, part, data)"
          " SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM history_series WHERE id = ?3)"),
      open_(database,
            "INSERT OR REPLACE INTO history_open (level, start, series, data)"
            " SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM history_series WHERE id = ?3)"),
      removeBlock_(database,
                   "DELETE FROM history_block WHERE level = ? AND start = ? AND series = ?"),
      removePiece_(database,
                   "DELETE FROM history_open WHERE level = ? AND start = ? AND series = ?") {}

void BlockWriter::put(Table table, const Place& place, const Block& block) {
    putPacked(table, place, pack(block, place));
}

void BlockWriter::putPacked(Table table, const Place& place, ByteView row) {
    if (table == Table::open) {
        bindPlace(open_, place);
        open_.bindNoCopy(4, row.data(), static_cast<int>(row.size()));
        open_.exec();
        open_.reset();
        return;
    }
    bindPlace(removeBlock_, place);
    removeBlock_.exec();
    removeBlock_.reset();
    const std::size_t parts = std::max<std::size_t>((row.size() + kPartBytes - 1) / kPartBytes, 1);
    for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t from = row.size() * part / parts;
        const std::size_t to = row.size() * (part + 1) / parts;
        bindPlace(block_, place);
        block_.bind(4, static_cast<std::int64_t>(part));
        block_.bindNoCopy(5, row.data() + from, static_cast<int>(to - from));
        block_.exec();
    }
    block_.reset();
}

void BlockWriter::removePiece(const Place& place) {
    bindPlace(removePiece_, place);
    removePiece_.exec();
    removePiece_.reset();
}

TailReader::TailReader(SQLite::Database& database)
    : read_(database, "SELECT id, at, heard, data FROM history_tail ORDER BY id") {}

bool TailReader::next(TailRow& row) {
    if (!read_.executeStep())
        return false;
    row.id = read_.getColumn(0).getInt64();
    row.at = read_.getColumn(1).getInt64();
    row.heard.reset();
    if (!read_.getColumn(2).isNull())
        row.heard = read_.getColumn(2).getInt64();
    const ByteView data = bytesOf(read_.getColumn(3));
    row.values = unpackValues(data, placeOfTail(row.id, row.at));
    row.size = data.size();
    return true;
}

}  // namespace apportion::store
