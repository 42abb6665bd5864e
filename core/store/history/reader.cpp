// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/history/reader.h"

#include <algorithm>

#include <SQLiteCpp/Statement.h>

#include "core/store/savepoint.h"

namespace apportion::store {
namespace {

Level levelFor(Second range, int mostPoints) {
    for (const Level level : {Level::hours, Level::minutes})
        if (shapeOf(level).bucket * mostPoints <= range)
            return level;
    return Level::seconds;
}

}  // namespace

HistoryReader::HistoryReader(SQLite::Database& database) : database_(database), blocks_(database) {}

std::vector<Series> HistoryReader::series() {
    std::vector<Series> all;
    SQLite::Statement read(
        database_,
        "SELECT id, kind, name, measure FROM history_series ORDER BY kind, name, measure");
    while (read.executeStep())
        all.push_back(
            {read.getColumn(0).getInt64(), static_cast<SubjectKind>(read.getColumn(1).getInt()),
             read.getColumn(2).getString(), static_cast<Measure>(read.getColumn(3).getInt())});
    return all;
}

std::optional<SeriesId> HistoryReader::find(SubjectKind kind, const std::string& name,
                                            Measure measure) {
    SQLite::Statement read(
        database_, "SELECT id FROM history_series WHERE kind = ? AND name = ? AND measure = ?");
    read.bind(1, static_cast<int>(kind));
    read.bind(2, name);
    read.bind(3, static_cast<int>(measure));
    return read.executeStep() ? std::optional(read.getColumn(0).getInt64()) : std::nullopt;
}

HistoryChart HistoryReader::points(const HistoryQuery& query) {
    HistoryChart chart;
    Second from = secondOf(query.from);
    Second to = secondOf(query.to) + (query.to % 1000 != 0 ? 1 : 0);
    if (query.from >= query.to)
        return chart;
    const int most = std::max(query.mostPoints, 2);
    chart.level = levelFor(to - from, most);
    const Second width = bucketWidth(from, to, most, shapeOf(chart.level).bucket);
    chart.step = wallTimeOf(width);
    // Whole buckets, so that a chart that scrolls shows the same numbers again.
    from = floorTo(from, width);
    to = floorTo(to + width - 1, width);

    Savepoint snapshot(database_, "history_read");
    damaged_ = 0;
    const State state = loadState(database_);
    damaged_ += state.damaged ? 1 : 0;
    Timeline line(from, to);
    const Second rolled = state.rolledUpTo(query.series);
    Second done = from;
    for (const Level level : {Level::hours, Level::minutes, Level::seconds}) {
        if (level < chart.level && level != Level::seconds)
            continue;
        // A level reaches to where the next finer one that is wanted begins.
        Second end = to;
        if (level != Level::seconds) {
            end = std::min(rolled, to);
            if (level != chart.level) {
                const auto finer = static_cast<std::size_t>(level) - 1;
                end = std::min(end, state.kept[finer]);
            }
        }
        if (end > done) {
            addLevel(line, state, level, query.series, done, end);
            done = end;
        }
    }
    if (done == to && rolled < to) {
        addStanding(line, state, query.series);
        addTail(line, query.series, state.hour.value_or(from), secondOf(query.aliveUntil));
    }
    chart.damaged = damaged_;
    for (const Timeline::Step& step : line.inBuckets(width))
        chart.points.push_back({wallTimeOf(step.at), step.stats});
    snapshot.release();
    return chart;
}

void HistoryReader::addLevel(Timeline& line, const State& state, Level level, SeriesId series,
                             Second from, Second to) {
    line.section(from, to);
    const LevelShape& shape = shapeOf(level);
    const bool seconds = level == Level::seconds;
    const auto read = [&](Table table) {
        // What is open holds on, so it matters however long ago it began.
        Second first = floorTo(from, shape.block);
        if (table == Table::open && seconds && state.hour)
            first = std::min(first, *state.hour);
        return blocks_.read(table, level, series, blocks_.starts(table, level, first, to));
    };
    const std::vector<StoredBlock> blocks = read(Table::block);
    for (const StoredBlock& stored : blocks)
        add(line, level, stored, true);
    // Pieces are younger than every block, but for damaged ones that were left where they are.
    for (const StoredBlock& stored : read(Table::open))
        if (stored.block || blocks.empty() || stored.start >= blocks.back().start + shape.block)
            add(line, level, stored, !seconds);
}

// With `ends` nothing is known after the block's span unless more follows.
void HistoryReader::add(Timeline& line, Level level, const StoredBlock& stored, bool ends) {
    if (!stored.block) {
        ++damaged_;
        line.put(stored.start, {});
        return;
    }
    const Second bucket = shapeOf(level).bucket;
    for (const Run& run : stored.block->runs)
        line.put(stored.start + run.bucket * bucket, run.stats);
    if (ends)
        line.put(stored.start + stored.block->span * bucket, {});
}

// The hour that is open or about to be: what held when its rows were folded.
void HistoryReader::addStanding(Timeline& line, const State& state, SeriesId series) {
    if (!state.hour || state.stage == Stage::folding)
        return;
    line.put(state.stage == Stage::opening ? *state.hour : *state.hour + kHour,
             statsOf(valueOf(state.standing, series)));
}

void HistoryReader::addTail(Timeline& line, SeriesId series, Second end, Second aliveUntil) {
    TailReader tail(database_);
    std::optional<Second> last;
    for (TailRow row; tail.next(row);) {
        if (row.heard || !row.values)
            line.put(row.heard.value_or(row.at), {});
        damaged_ += row.values ? 0 : 1;
        if (row.values)
            for (const Sample& sample : *row.values)
                if (sample.series == series)
                    line.put(row.at, statsOf(sample.value));
        last = row.at;
    }
    // Without a row, which no writer leaves behind, what stands ends where it was folded.
    line.put(last ? std::max(*last + 1, aliveUntil) : end, {});
}

}  // namespace apportion::store
