// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the tables small: folds the tail into pieces of the open blocks, closes blocks whose time
// is over, rolling seconds up into minutes and hours, and deletes what is older than its level
// keeps. HistoryWriter::tidy() is its door.
#pragma once

#include <map>
#include <vector>

#include <SQLiteCpp/Database.h>

#include "core/store/history/rows.h"
#include "core/store/history/state.h"

namespace apportion::store {

class Tidy {
public:
    explicit Tidy(SQLite::Database& database);

    // One bounded piece of work inside the caller's transaction; false if there was none.
    bool step(Second now);

private:
    struct Change {
        SeriesId series;
        Second at;
        std::int64_t value;
    };
    struct Folded;

    // The tail, in fold.cpp.
    bool foldIsDue(const State& state);
    void fold(State& state);
    void takeRows(const State& state, Second newest, Folded& folded);
    void putPieces(Second hour, std::vector<Change>& changes);

    // Blocks, in close.cpp. Each call closes for some series and moves the cursor.
    void close(State& state);
    void closeHour(Second hour, const std::vector<SeriesId>& series,
                   const std::vector<std::int64_t>& meanSteps);
    void closeDay(Second day, const std::vector<SeriesId>& series);
    void closeThirtyDays(Second period, const std::vector<SeriesId>& series);
    void nextStage(State& state);
    Second hourAfter(const State& state);
    void removePieces(Level level, SeriesId series, const std::vector<StoredBlock>& pieces);

    bool expire(State& state, Second now);

    SQLite::Database& database_;
    BlockReader reader_;
    BlockWriter writer_;
};

// Blocks one after the other as one of `length` from `start`. What a damaged one held is unknown.
// With `hold` the last value of one goes on until the next, else it ends with its span.
Block joined(Level level, const std::vector<StoredBlock>& parts, Second start, Second length,
             bool hold);

}  // namespace apportion::store
