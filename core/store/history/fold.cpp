// SPDX-License-Identifier: GPL-3.0-or-later
// The tail is a log: a row for an instant. Folding turns it by series: a row for a series and the
// stretch that was folded.
#include <algorithm>
#include <map>
#include <utility>

#include "core/store/history/tidy.h"

namespace apportion::store {
namespace {

// When the tail is folded before its hour is over, and how much of it at a time. Reading a chart
// steps over the whole tail, so this bounds that too.
constexpr std::int64_t kFoldBytes = 256 * 1024;

}  // namespace

struct Tidy::Folded {
    std::map<SeriesId, std::int64_t> standing;  // known values only
    std::vector<Change> changes;
    std::int64_t lastRow = 0;  // all up to here is in the changes
    bool hourIsOver = false;

    void forget(Second at) {
        for (const auto& [series, value] : standing)
            changes.push_back({series, at, kNoValue});
        standing.clear();
    }
    void take(Second at, const Values& values) {
        for (const Sample& sample : values) {
            changes.push_back({sample.series, at, sample.value});
            if (sample.value == kNoValue)
                standing.erase(sample.series);
            else
                standing[sample.series] = sample.value;
        }
    }
};

bool Tidy::foldIsDue(const State& state) {
    SQLite::Statement newest(database_, "SELECT at FROM history_tail ORDER BY id DESC LIMIT 1");
    if (!newest.executeStep())
        return false;
    const Second at = newest.getColumn(0).getInt64();
    if (!state.hour || at >= *state.hour + kHour)
        return true;
    SQLite::Statement size(database_,
                           "SELECT coalesce(sum(length(data)), 0) FROM history_tail WHERE at < ?");
    size.bind(1, at);
    return size.executeStep() && size.getColumn(0).getInt64() > kFoldBytes;
}

void Tidy::fold(State& state) {
    SQLite::Statement ends(database_,
                           "SELECT (SELECT at FROM history_tail ORDER BY id LIMIT 1),"
                           " (SELECT at FROM history_tail ORDER BY id DESC LIMIT 1)");
    ends.executeStep();
    const Second newest = ends.getColumn(1).getInt64();
    if (!state.hour)
        state.hour = floorTo(ends.getColumn(0).getInt64(), kHour);

    Folded folded;
    for (const Sample& sample : state.standing) {
        folded.standing.emplace(sample.series, sample.value);
        // Every hour can be read by itself: it begins with what held before.
        if (state.stage == Stage::opening)
            folded.changes.push_back({sample.series, *state.hour, sample.value});
    }
    takeRows(state, newest, folded);
    // An hour is opened together with its first rows: a second piece from its start cannot be.
    if (folded.lastRow == 0 && !folded.hourIsOver)
        return;
    putPieces(*state.hour, folded.changes);

    state.stage = folded.hourIsOver ? Stage::closingHour : Stage::folding;
    state.cursor = 0;
    state.standing.clear();
    for (const auto& [series, value] : folded.standing)
        state.standing.push_back({series, value});
    SQLite::Statement remove(database_, "DELETE FROM history_tail WHERE id <= ?");
    remove.bind(1, folded.lastRow);
    remove.exec();
}

// The rows of the newest second stay: a writer goes on from the last row, and another row of the
// same second may follow, whereas no two pieces may start at the same second.
void Tidy::takeRows(const State& state, Second newest, Folded& folded) {
    const Second end = *state.hour + kHour;
    Second before = *state.hour;
    std::int64_t bytes = 0;
    TailReader tail(database_);
    for (TailRow row; tail.next(row);) {
        // A row of the past is the work of no writer of ours; it counts as late.
        const Second at = std::max(row.at, before);
        if (bytes > kFoldBytes && at > before)
            return;
        if (row.heard || !row.values) {
            // Taken again with the next hour if the row itself lies there: then nothing stands.
            const Second silent = std::clamp(row.heard.value_or(at), before, at);
            folded.hourIsOver = silent >= end && !folded.standing.empty();
            if (folded.hourIsOver)
                return;
            if (silent < end)
                folded.forget(silent);
        }
        folded.hourIsOver = at >= end;
        if (folded.hourIsOver || at >= newest)
            return;
        if (row.values)
            folded.take(at, *row.values);
        folded.lastRow = row.id;
        bytes += static_cast<std::int64_t>(row.size);
        before = at;
    }
}

void Tidy::putPieces(Second hour, std::vector<Change>& changes) {
    if (changes.empty())
        return;
    std::stable_sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
        return std::pair(a.series, a.at) < std::pair(b.series, b.at);
    });
    const Second start =
        std::min_element(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
            return a.at < b.at;
        })->at;
    for (auto change = changes.begin(); change != changes.end();) {
        const SeriesId series = change->series;
        Block piece{hour + kHour - start, {}};
        for (; change != changes.end() && change->series == series; ++change) {
            const Run run{change->at - start, statsOf(change->value)};
            if (!piece.runs.empty() && piece.runs.back().bucket == run.bucket)
                piece.runs.back() = run;
            else
                piece.runs.push_back(run);  // also an unknown first: it ends what held before
        }
        writer_.put(Table::open, {static_cast<int>(Level::seconds), start, series}, piece);
    }
}

}  // namespace apportion::store
