// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/store/history/tidy.h"

namespace apportion::store {
namespace {

// So that a step takes some 20 ms at most.
constexpr int kSeriesAStep = 100;

}  // namespace

Block joined(Level level, const std::vector<StoredBlock>& parts, Second start, Second length,
             bool hold) {
    const Second size = shapeOf(level).bucket;
    Block whole{length / size, {}};
    for (const StoredBlock& part : parts) {
        const std::int64_t first = (part.start - start) / size;
        if (!part.block) {
            append(whole.runs, {first, {}});
            continue;
        }
        for (const Run& run : part.block->runs)
            append(whole.runs, {first + run.bucket, run.stats});
        // The next part, if it begins there, says otherwise.
        if (!hold)
            append(whole.runs, {first + part.block->span, {}});
    }
    while (!whole.runs.empty() && whole.runs.back().bucket >= whole.span)
        whole.runs.pop_back();
    return whole;
}

void Tidy::close(State& state) {
    SQLite::Statement next(
        database_, "SELECT id, measure FROM history_series WHERE id > ? ORDER BY id LIMIT ?");
    next.bind(1, state.cursor);
    next.bind(2, kSeriesAStep);
    std::vector<SeriesId> series;
    std::vector<std::int64_t> meanSteps;
    while (next.executeStep()) {
        series.push_back(next.getColumn(0).getInt64());
        meanSteps.push_back(meanStep(static_cast<Measure>(next.getColumn(1).getInt())));
    }

    if (state.stage == Stage::closingHour)
        closeHour(*state.hour, series, meanSteps);
    else if (state.stage == Stage::closingDay)
        closeDay(floorTo(*state.hour, kDay), series);
    else
        closeThirtyDays(floorTo(*state.hour, kThirtyDays), series);
    if (series.size() < kSeriesAStep)
        nextStage(state);
    else
        state.cursor = series.back();
}

// Minutes and hours are both made of the seconds, so that no mean is rounded twice.
void Tidy::closeHour(Second hour, const std::vector<SeriesId>& series,
                     const std::vector<std::int64_t>& meanSteps) {
    const auto starts = reader_.starts(Table::open, Level::seconds, hour, hour + kHour);
    for (std::size_t i = 0; i < series.size(); ++i) {
        const SeriesId id = series[i];
        const auto pieces = reader_.read(Table::open, Level::seconds, id, starts);
        const Block seconds = joined(Level::seconds, pieces, hour, kHour, true);
        removePieces(Level::seconds, id, pieces);
        if (seconds.runs.empty())
            continue;
        writer_.put(Table::block, {numberOf(Level::seconds), hour, id}, seconds);
        for (const Level level : {Level::minutes, Level::hours}) {
            const Second bucket = shapeOf(level).bucket;
            writer_.put(Table::open, {numberOf(level), hour, id},
                        {kHour / bucket, rollUp(seconds.runs, kHour, bucket, meanSteps[i])});
        }
    }
}

// The day's minutes are a block. Its hours become one piece: 30 days of them would else be 720.
void Tidy::closeDay(Second day, const std::vector<SeriesId>& series) {
    for (const Level level : {Level::minutes, Level::hours}) {
        const auto starts = reader_.starts(Table::open, level, day, day + kDay);
        for (const SeriesId id : series) {
            const auto pieces = reader_.read(Table::open, level, id, starts);
            if (pieces.empty())
                continue;
            const Block whole = joined(level, pieces, day, kDay, false);
            removePieces(level, id, pieces);
            if (!whole.runs.empty())
                writer_.put(level == Level::minutes ? Table::block : Table::open,
                            {numberOf(level), day, id}, whole);
        }
    }
}

void Tidy::closeThirtyDays(Second period, const std::vector<SeriesId>& series) {
    const auto starts = reader_.starts(Table::open, Level::hours, period, period + kThirtyDays);
    for (const SeriesId id : series) {
        const auto pieces = reader_.read(Table::open, Level::hours, id, starts);
        const Block whole = joined(Level::hours, pieces, period, kThirtyDays, false);
        removePieces(Level::hours, id, pieces);
        if (!whole.runs.empty())
            writer_.put(Table::block, {numberOf(Level::hours), period, id}, whole);
    }
}

// Damaged ones stay, for whoever looks into the file, until they expire.
void Tidy::removePieces(Level level, SeriesId series, const std::vector<StoredBlock>& pieces) {
    for (const StoredBlock& piece : pieces)
        if (piece.block)
            writer_.removePiece({numberOf(level), piece.start, series});
}

void Tidy::nextStage(State& state) {
    const Second hour = *state.hour;
    const Second next = hourAfter(state);
    state.cursor = 0;
    if (state.stage == Stage::closingHour && floorTo(next, kDay) != floorTo(hour, kDay)) {
        state.stage = Stage::closingDay;
    } else if (state.stage == Stage::closingDay &&
               floorTo(next, kThirtyDays) != floorTo(hour, kThirtyDays)) {
        state.stage = Stage::closingThirtyDays;
    } else {
        state.hour = next;
        state.stage = Stage::opening;
    }
}

// Hours of which nothing is known are passed over.
Second Tidy::hourAfter(const State& state) {
    const Second next = *state.hour + kHour;
    SQLite::Statement oldest(database_, "SELECT at FROM history_tail ORDER BY id LIMIT 1");
    if (!state.standing.empty() || !oldest.executeStep())
        return next;
    return std::max(next, floorTo(oldest.getColumn(0).getInt64(), kHour));
}

}  // namespace apportion::store
