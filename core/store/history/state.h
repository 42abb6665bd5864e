// SPDX-License-Identifier: GPL-3.0-or-later
// How far the tail is folded and blocks are closed: the one row of history_state. Every step of
// tidying changes it in the same transaction as the rows it speaks of.
#pragma once

#include <array>
#include <optional>

#include <SQLiteCpp/Database.h>

#include "core/store/history/level.h"
#include "core/store/history/standing.h"

namespace apportion::store {

// What is done with the hour `State::hour`. Closing goes through the series in order of their ids.
enum class Stage : int {
    opening = 0,      // nothing of it is folded yet
    folding = 1,      // rows of the tail become pieces of history_open
    closingHour = 2,  // pieces become the block of its seconds, and pieces of minutes and hours
    closingDay = 3,
    closingThirtyDays = 4,
};

struct State {
    std::optional<Second> hour;  // start of the hour at work; nullopt before the first sample
    Stage stage = Stage::opening;
    SeriesId cursor = 0;                 // closing is done up to this series
    std::array<Second, kLevels> kept{};  // what ended before is no longer there, a block's start
    Values standing;                     // after all that is folded; only known values
    bool damaged = false;                // its values could not be read and count as unknown

    // Up to where minutes and hours of a series are made; seconds go on from there.
    Second rolledUpTo(SeriesId series) const;
};

State loadState(SQLite::Database& database);
void saveState(SQLite::Database& database, const State& state);

}  // namespace apportion::store
