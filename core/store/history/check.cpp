// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/history/check.h"

#include <optional>

#include <SQLiteCpp/Statement.h>

#include "core/store/history/rows.h"
#include "core/store/history/schema.h"
#include "core/store/history/state.h"

namespace apportion::store {
namespace {

using What = DamagedHistory::What;

bool canStart(bool open, std::int64_t level, Second start) {
    if (level < 0 || level >= static_cast<std::int64_t>(kLevels))
        return false;
    const LevelShape& shape = kShapes[static_cast<std::size_t>(level)];
    // Pieces of minutes and hours are whole hours, those of seconds start with any change.
    const Second step = !open ? shape.block : level == 0 ? 1 : kHour;
    return floorTo(start, step) == start;
}

void checkBlocks(SQLite::Database& database, bool open, std::vector<DamagedHistory>& found) {
    const std::string table = open ? "history_open" : "history_block";
    const std::string part = open ? "0" : "b.part";
    SQLite::Statement read(database, "SELECT b.level, b.start, b.series, b.data, s.id, " + part +
                                         " FROM " + table +
                                         " b LEFT JOIN history_series s ON s.id = b.series"
                                         " ORDER BY b.level, b.start, b.series, 6");
    Bytes row;
    bool more = read.executeStep();
    while (more) {
        const Place place{read.getColumn(0).getInt64(), read.getColumn(1).getInt64(),
                          read.getColumn(2).getInt64()};
        const bool orphaned = read.getColumn(4).isNull();
        row.clear();
        do {
            const ByteView bytes = bytesOf(read.getColumn(3));
            row.insert(row.end(), bytes.begin(), bytes.end());
            more = read.executeStep();
        } while (more && read.getColumn(0).getInt64() == place.level &&
                 read.getColumn(1).getInt64() == place.start &&
                 read.getColumn(2).getInt64() == place.series);
        std::optional<What> what;
        if (!unpack(row, place))
            what = What::unreadable;
        else if (!canStart(open, place.level, place.start))
            what = What::misplaced;
        else if (orphaned)
            what = What::orphaned;
        if (what)
            found.push_back({table, place.level, place.start, place.series, *what});
    }
}

}  // namespace

std::vector<DamagedHistory> checkHistory(SQLite::Database& database) {
    std::vector<DamagedHistory> found;
    checkBlocks(database, false, found);
    checkBlocks(database, true, found);
    TailReader tail(database);
    Second before = 0;
    bool first = true;
    for (TailRow row; tail.next(row);) {
        if (!row.values)
            found.push_back({"history_tail", -1, row.at, row.id, What::unreadable});
        else if (!first && row.at < before)
            found.push_back({"history_tail", -1, row.at, row.id, What::misplaced});
        before = row.at;
        first = false;
    }
    if (loadState(database).damaged)
        found.push_back({"history_state", -1, 0, 0, What::unreadable});
    return found;
}

std::size_t dropDamagedHistory(SQLite::Database& database) {
    const std::vector<DamagedHistory> damaged = checkHistory(database);
    if (damaged.empty())
        return 0;
    for (const DamagedHistory& row : damaged) {
        if (row.table == "history_state") {  // its one row
            database.exec("DELETE FROM history_state");
            continue;
        }
        const bool block = row.level >= 0;
        SQLite::Statement remove(
            database,
            "DELETE FROM " + row.table +
                (block ? " WHERE series = ? AND level = ? AND start = ?" : " WHERE id = ?"));
        remove.bind(1, row.series);
        if (block) {
            remove.bind(2, row.level);
            remove.bind(3, row.start);
        }
        remove.exec();
    }
    if (!checkHistory(database).empty())
        dropHistory(database);
    return damaged.size();
}

}  // namespace apportion::store
