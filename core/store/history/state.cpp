// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/history/state.h"

#include <utility>

#include <SQLiteCpp/Statement.h>

#include "core/store/history/rows.h"

namespace apportion::store {

Second State::rolledUpTo(SeriesId series) const {
    if (!hour)
        return 0;
    const bool closed =
        stage > Stage::closingHour || (stage == Stage::closingHour && series <= cursor);
    return closed ? *hour + kHour : *hour;
}

State loadState(SQLite::Database& database) {
    State state;
    SQLite::Statement read(
        database, "SELECT hour, stage, cursor, kept0, kept1, kept2, standing FROM history_state");
    if (!read.executeStep())
        return state;
    if (!read.getColumn(0).isNull())
        state.hour = read.getColumn(0).getInt64();
    state.stage = static_cast<Stage>(read.getColumn(1).getInt());
    state.cursor = read.getColumn(2).getInt64();
    for (std::size_t level = 0; level < kLevels; ++level)
        state.kept[level] = read.getColumn(3 + static_cast<int>(level)).getInt64();
    if (auto standing = unpackValues(bytesOf(read.getColumn(6)), placeOfStanding()))
        state.standing = *std::move(standing);
    else
        state.damaged = true;
    return state;
}

void saveState(SQLite::Database& database, const State& state) {
    SQLite::Statement write(database,
                            "INSERT OR REPLACE INTO history_state"
                            " (id, hour, stage, cursor, kept0, kept1, kept2, standing)"
                            " VALUES (1, ?, ?, ?, ?, ?, ?, ?)");
    if (state.hour)
        write.bind(1, *state.hour);
    else
        write.bind(1);
    write.bind(2, static_cast<int>(state.stage));
    write.bind(3, state.cursor);
    for (std::size_t level = 0; level < kLevels; ++level)
        write.bind(4 + static_cast<int>(level), state.kept[level]);
    const Bytes standing = packValues(state.standing, placeOfStanding());
    write.bindNoCopy(7, standing.data(), static_cast<int>(standing.size()));
    write.exec();
}

}  // namespace apportion::store
