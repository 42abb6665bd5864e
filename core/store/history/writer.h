// SPDX-License-Identifier: GPL-3.0-or-later
// Writes samples. For the one program that runs the live loop, on its one connection; a new one is
// made when the program starts or takes the loop over, and a gap is left for the time between.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include "core/store/history/series.h"
#include "core/store/history/standing.h"
#include "core/store/history/tidy.h"

namespace apportion::store {

// All functions throw SQLite::Exception; the doors of the store turn it into a Problem.
class HistoryWriter {
public:
    enum class Recorded {
        nothingNew,   // and no row was written
        written,      // one row
        clockBehind,  // the clock was set back: kept in mind until it has caught up
    };

    // Without a call for longer than this, what comes after is told as a gap.
    static constexpr Second kLongestSilence = 30;
    // A row is written at least this often, so that no more than this is lost to a kill.
    static constexpr Second kBeat = 60;

    explicit HistoryWriter(SQLite::Database& database);

    // Finds the series or makes it, in the caller's transaction: ask again after a rollback.
    SeriesId series(SubjectKind kind, std::string_view name, Measure measure);

    // What is known at this time, of all series or of those that changed: each value holds until
    // the next. Call it every second, with no samples if nothing changed: that tells that the
    // program lives. After a gap of a new writer a series is unknown until it is named. In the
    // caller's transaction, which may be rolled back: the next call writes all of it again.
    Recorded record(WallTime at, std::span<const Sample> samples);

    // The end of the program: says up to when the last values held.
    void stop(WallTime at);

    // One bounded piece of tidying (some 20 ms at most) in a transaction of its own, or in the
    // caller's. True if there may be more to do: call again, soon but not at once. To be called
    // once a minute at least. `now` decides what is too old to keep.
    bool tidy(WallTime now);

    // The history goes on under the new name. False, and nothing done, if a subject of that name
    // has a history already: the new name continues that one, the old name keeps its own.
    bool renameSubject(SubjectKind kind, std::string_view from, std::string_view to);

private:
    struct Held {
        std::int64_t value = kNoValue;
        std::int64_t written = kNoValue;  // as the tail says
        bool waits = false;               // its value is not what was written
    };
    struct LastRow {
        std::int64_t id = 0;
        Second at = 0;
        friend bool operator==(const LastRow&, const LastRow&) = default;
    };

    struct Gap {
        std::int64_t row = 0;
        Second from = 0;
    };

    std::optional<LastRow> lastRow();
    void hold(const Sample& sample);
    void forgetWritten(std::int64_t written);
    void look(Second now);
    Recorded write(Second now, bool force);

    SQLite::Database& database_;
    Tidy tidy_;
    SQLite::Statement find_;
    SQLite::Statement make_;
    SQLite::Statement last_;
    SQLite::Statement insert_;
    std::vector<Held> held_;  // by series
    std::vector<SeriesId> waiting_;
    bool started_ = false;
    std::optional<LastRow> believed_;  // newest row of the tail; nullopt: there is none
    std::optional<Second> lastCall_;
    std::optional<Second> silentFrom_;  // a gap to tell in the next row
    Gap told_;                          // the newest that was told, in case it is rolled back
};

}  // namespace apportion::store
