// SPDX-License-Identifier: GPL-3.0-or-later
// Fills a file with the blocks of a long time, without living through it second by second. A few
// series of each measure are made up; the others are copies of them under their own names, so that
// the file is as large, and its rows lie as they would.
#pragma once

#include <array>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <SQLiteCpp/Savepoint.h>

#include "core/store/history/rows.h"
#include "core/store/history/state.h"
#include "core/store/history/writer.h"

namespace apportion::store {

struct HistoryFill {
    int quotas = 1000;
    std::vector<Measure> measures{Measure::allocation, Measure::fairShare, Measure::pendingGpus,
                                  Measure::longestWait, Measure::meanWait};
    int periods = 13;            // of 30 days; what is older than a level keeps is left out
    int stillQuotas = 0;         // of them, how many never change
    int changesPerMille = 1000;  // of the minutes in which a series changes, each by itself
    Second end = 700 * kThirtyDays;
};

// Bytes of blocks at each level, packed, without what SQLite adds.
using FilledBytes = std::array<std::int64_t, kLevels>;

class MadeUpSeries {
public:
    using Blocks = std::map<Second, Bytes>;  // by start; packed for no place yet

    MadeUpSeries(Measure measure, std::uint64_t seed, const HistoryFill& fill)
        : measure_(measure), random_(seed) {
        std::array<std::vector<Run>, kLevels> runs;
        const Second start = fill.end - fill.periods * kThirtyDays;
        for (Second hour = start; hour < fill.end; hour += kHour) {
            runs[0] = liveAnHour(fill.changesPerMille);
            add(runs[1], rollUp(runs[0], kHour, 60, meanStep(measure)), (hour % kDay) / 60);
            add(runs[2], rollUp(runs[0], kHour, kHour, meanStep(measure)),
                (hour % kThirtyDays) / kHour);
            for (std::size_t level = 0; level < kLevels; ++level) {
                const LevelShape& shape = kShapes[level];
                if ((hour + kHour) % shape.block != 0)
                    continue;
                const Second first = hour + kHour - shape.block;
                if (first >= floorTo(fill.end - shape.kept, shape.block))
                    blocks[level][first] =
                        pack({shape.block / shape.bucket, std::move(runs[level])},
                             {static_cast<int>(level), 0, 0});
                runs[level].clear();
            }
        }
    }

    std::array<Blocks, kLevels> blocks;
    std::int64_t last() const { return value_; }

private:
    static void add(std::vector<Run>& to, const std::vector<Run>& runs, std::int64_t first) {
        for (const Run& run : runs)
            append(to, {first + run.bucket, run.stats});
    }

    std::int64_t between(std::int64_t least, std::int64_t most) {
        return std::uniform_int_distribution<std::int64_t>(least, most)(random_);
    }

    std::vector<Run> liveAnHour(int changesPerMille) {
        std::vector<Run> runs{{0, statsOf(value_)}};
        for (Second minute = 0; minute < 60; ++minute) {
            if (between(0, 999) >= changesPerMille)
                continue;
            move();
            append(runs, {60 * minute + between(0, 59), statsOf(value_)});
        }
        return runs;
    }

    // Jobs of whole GPUs come and go; shares move by parts of a GPU; waits grow until someone
    // starts.
    void move() {
        constexpr std::array<std::int64_t, 6> kJobs{1, 1, 2, 4, 8, 8};
        std::int64_t by = 100 * kJobs[static_cast<std::size_t>(between(0, 5))];
        std::int64_t most = 128 * 100;
        if (measure_ == Measure::fairShare)
            by = between(1, 400);
        if (measure_ == Measure::longestWait || measure_ == Measure::meanWait) {
            by = 1000 * between(1, 60);
            most = 48 * kHour * 1000;
        }
        if (measure_ == Measure::longestWait)
            value_ = between(0, 19) == 0 ? 1000 * between(0, kHour) : value_ + 60'000;
        else
            value_ += (between(0, 1) == 0 && value_ >= by) || value_ + by > most ? -by : by;
        value_ = std::max<std::int64_t>(value_, 0);
    }

    Measure measure_;
    std::mt19937_64 random_;
    std::int64_t value_ = 40 * 100;
};

inline FilledBytes fillHistory(SQLite::Database& database, const HistoryFill& fill) {
    constexpr int kMadeUp = 4;
    HistoryFill still = fill;
    still.changesPerMille = 0;
    std::map<Measure, std::vector<MadeUpSeries>> madeUp;
    for (const Measure measure : fill.measures) {
        for (int i = 0; i < kMadeUp; ++i)
            madeUp[measure].emplace_back(measure, 10 * static_cast<int>(measure) + i, fill);
        madeUp[measure].emplace_back(measure, 0, still);
    }

    SQLite::Savepoint savepoint(database, "history_fill");
    HistoryWriter writer(database);
    std::vector<std::pair<SeriesId, const MadeUpSeries*>> all;
    State state;
    for (int quota = 0; quota < fill.quotas; ++quota)
        for (const Measure measure : fill.measures) {
            const int which = quota < fill.quotas - fill.stillQuotas ? quota % kMadeUp : kMadeUp;
            const MadeUpSeries& source = madeUp[measure][static_cast<std::size_t>(which)];
            const std::string name = "quota-" + std::to_string(quota);
            all.emplace_back(writer.series(SubjectKind::quota, name, measure), &source);
            state.standing.push_back({all.back().first, source.last()});
        }

    FilledBytes filled{};
    BlockWriter blocks(database);
    for (std::size_t level = 0; level < kLevels; ++level) {
        state.kept[level] = floorTo(fill.end - kShapes[level].kept, kShapes[level].block);
        for (const auto& block : all.front().second->blocks[level])
            for (const auto& [series, source] : all) {
                const Second start = block.first;
                Bytes row = source->blocks[level].at(start);
                seal(row, {static_cast<int>(level), start, series});
                blocks.putPacked(Table::block, {static_cast<int>(level), start, series}, row);
                filled[level] += static_cast<std::int64_t>(row.size());
            }
    }
    state.hour = fill.end;
    saveState(database, state);
    // A tail is never without a row; this one says nothing new.
    const Sample same = state.standing.front();
    writer.record(wallTimeOf(fill.end), {&same, 1});
    savepoint.release();
    return filled;
}

}  // namespace apportion::store
