// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/history/tidy.h"

#include <algorithm>

namespace apportion::store {
namespace {

constexpr int kRowsAStep = 2000;  // deleted at a time

}  // namespace

Tidy::Tidy(SQLite::Database& database)
    : database_(database), reader_(database), writer_(database) {}

bool Tidy::step(Second now) {
    State state = loadState(database_);
    if (state.stage >= Stage::closingHour)
        close(state);
    else if (foldIsDue(state))
        fold(state);
    else if (!expire(state, now))
        return false;
    saveState(database_, state);
    return true;
}

bool Tidy::expire(State& state, Second now) {
    SQLite::Statement newest(database_, "SELECT at FROM history_tail ORDER BY id DESC LIMIT 1");
    if (!state.hour || !newest.executeStep())
        return false;
    // A clock that runs ahead of all that is recorded deletes nothing.
    const Second today = std::min(now, static_cast<Second>(newest.getColumn(0).getInt64()));
    for (std::size_t level = 0; level < kLevels; ++level) {
        const LevelShape& shape = kShapes[level];
        state.kept[level] = std::max(state.kept[level], floorTo(today - shape.kept, shape.block));
        // What is open is made into blocks first, however old it is.
        const Second open = std::min(state.kept[level], floorTo(*state.hour, shape.block));
        SQLite::Statement blocks(
            database_,
            "DELETE FROM history_block WHERE (level, start, series, part) IN (SELECT level, start,"
            " series, part FROM history_block WHERE level = ? AND start < ? LIMIT ?)");
        SQLite::Statement pieces(database_,
                                 "DELETE FROM history_open WHERE level = ?1 AND start < ?2");
        for (SQLite::Statement* statement : {&blocks, &pieces})
            statement->bind(1, static_cast<int>(level));
        blocks.bind(2, state.kept[level]);
        blocks.bind(3, kRowsAStep);
        pieces.bind(2, open);
        if (blocks.exec() + pieces.exec() > 0)
            return true;
    }
    return false;
}

}  // namespace apportion::store
