// SPDX-License-Identifier: GPL-3.0-or-later
// Reads samples for charts. Any program, on its own connection.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <SQLiteCpp/Database.h>

#include "core/store/history/rows.h"
#include "core/store/history/series.h"
#include "core/store/history/state.h"
#include "core/store/history/timeline.h"

namespace apportion::store {

struct HistoryQuery {
    SeriesId series = 0;
    WallTime from = 0;
    WallTime to = 0;        // exclusive
    int mostPoints = 2000;  // 2 at least
    WallTime aliveUntil =
        0;  // the live loop is known to have lived till then: the last values held
};

// From here to the next point, or to the end of the range. Equal neighbours are one point.
struct HistoryPoint {
    WallTime time = 0;
    Stats stats;  // not known: a gap, to be drawn as one
    friend bool operator==(const HistoryPoint&, const HistoryPoint&) = default;
};

struct HistoryChart {
    WallTime step = 0;             // length of what one point sums up; times are multiples of it
    Level level = Level::seconds;  // the finest that was used where it is still kept
    std::vector<HistoryPoint> points;  // ascending; the first at or up to a step before `from`
    int damaged = 0;                   // rows that could not be read: their time is a gap here
};

class HistoryReader {
public:
    explicit HistoryReader(SQLite::Database& database);

    // All that ever were, by kind, name and measure. Throws SQLite::Exception, as points() does.
    std::vector<Series> series();
    // Nothing = it never was.
    std::optional<SeriesId> find(SubjectKind kind, const std::string& name, Measure measure);

    // The coarsest level whose buckets are no longer than a point; where that is not made yet the
    // seconds, where it is expired the next coarser one. A series that is none has a gap.
    HistoryChart points(const HistoryQuery& query);

private:
    void addLevel(Timeline& line, const State& state, Level level, SeriesId series, Second from,
                  Second to);
    void add(Timeline& line, Level level, const StoredBlock& stored, bool ends);
    void addStanding(Timeline& line, const State& state, SeriesId series);
    void addTail(Timeline& line, SeriesId series, Second end, Second aliveUntil);

    SQLite::Database& database_;
    BlockReader blocks_;
    int damaged_ = 0;
};

}  // namespace apportion::store
