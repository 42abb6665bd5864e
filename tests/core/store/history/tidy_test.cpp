// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/history/tidy.h"

#include <gtest/gtest.h>

#include "core/store/history/check.h"
#include "tests/core/store/history/fill_history.h"
#include "tests/core/store/history/history_file.h"

namespace apportion::store {
namespace {

constexpr Second kTidyStart = 700 * kThirtyDays;

class HistoryTidying : public ::testing::Test {
protected:
    HistoryTidying() {
        for (int i = 0; i < 50; ++i)
            ids_.push_back(file_.writer().series(SubjectKind::workspace, std::to_string(i),
                                                 Measure::pendingGpus));
    }

    // Every half minute, all of them change with every other call.
    void live(Second from, Second to) {
        std::vector<Sample> samples;
        for (Second at = from; at < to; at += 30) {
            samples.clear();
            for (const SeriesId id : ids_)
                samples.push_back({id, 100 * ((at / 60 * id * 7) % 64)});
            file_.writer().record(wallTimeOf(at), samples);
            if (at % kHour == 0)
                file_.tidy(at);
        }
        file_.tidy(to);
    }

    std::int64_t packed() {
        return file_.database()
            .execAndGet("SELECT sum(length(data)) FROM history_block")
            .getInt64();
    }

    HistoryFile file_;
    std::vector<SeriesId> ids_;
};

TEST_F(HistoryTidying, threeDaysOfFiftySeriesAreSmall) {
    live(kTidyStart, kTidyStart + 3 * kDay + kHour);
    EXPECT_EQ(file_.database()
                  .execAndGet("SELECT count(*) FROM history_block WHERE level = 1 AND part = 0")
                  .getInt(),
              3 * 50);
    // A change a minute, kept for a day as seconds and for three as minutes.
    const std::int64_t changes = 50 * 1440 * (1 + 3);
    EXPECT_LE(static_cast<double>(packed()) / static_cast<double>(changes), 2.0);
    EXPECT_LE(static_cast<double>(file_.bytes()) / static_cast<double>(changes), 4.0);
}

TEST_F(HistoryTidying, theTailIsNeverMuchMoreThanAnHour) {
    live(kTidyStart, kTidyStart + 5 * kHour);
    EXPECT_LE(file_.count("history_tail"), kHour / 30);
    EXPECT_EQ(
        file_.database().execAndGet("SELECT count(*) FROM history_open WHERE level = 0").getInt(),
        0);
    EXPECT_FALSE(file_.writer().tidy(wallTimeOf(kTidyStart + 5 * kHour)));
}

TEST_F(HistoryTidying, expiryLeavesTheCoarserLevels) {
    live(kTidyStart, kTidyStart + 2 * kDay + kHour);
    const auto oldest = [&](int level) {
        return file_.database()
            .execAndGet("SELECT min(start) FROM history_block WHERE level = " +
                        std::to_string(level))
            .getInt64();
    };
    EXPECT_EQ(oldest(0), kTidyStart + kDay);
    EXPECT_EQ(oldest(1), kTidyStart);
    // The first hour is shown by its minutes now.
    const HistoryChart chart = file_.reader().points(
        {ids_[1], wallTimeOf(kTidyStart), wallTimeOf(kTidyStart + kHour), 4000});
    EXPECT_EQ(chart.step, 1000);
    ASSERT_GE(chart.points.size(), 30U);
    for (const HistoryPoint& point : chart.points) {
        EXPECT_TRUE(point.stats.known);
        EXPECT_EQ(point.time % 60'000, 0);
    }
}

TEST_F(HistoryTidying, aClockThatRunsAheadDeletesNothing) {
    live(kTidyStart, kTidyStart + 2 * kHour);
    const auto blocks = file_.count("history_block");
    file_.tidy(kTidyStart + 10 * 365 * kDay);
    EXPECT_EQ(file_.count("history_block"), blocks);
}

TEST_F(HistoryTidying, yearsOfNothingArePassedOverAndExpire) {
    live(kTidyStart, kTidyStart + 26 * kHour);
    const Second later = kTidyStart + 6 * 365 * kDay;
    live(later, later + 26 * kHour);
    const HistoryChart chart =
        file_.reader().points({ids_[0], wallTimeOf(later - kDay), wallTimeOf(later + kHour), 1000});
    ASSERT_GE(chart.points.size(), 2U);
    EXPECT_FALSE(chart.points[0].stats.known);
    EXPECT_EQ(chart.points[1].time, wallTimeOf(later));
    EXPECT_EQ(
        file_.database()
            .execAndGet("SELECT count(*) FROM history_block WHERE start < " + std::to_string(later))
            .getInt(),
        0);
}

TEST_F(HistoryTidying, thirtyDaysBecomeABlockOfHours) {
    ids_.resize(2);
    live(kTidyStart, kTidyStart + kThirtyDays + 2 * kHour);
    EXPECT_EQ(file_.database()
                  .execAndGet("SELECT count(*) FROM history_block WHERE level = 2 AND part = 0")
                  .getInt(),
              2);
    const HistoryChart chart = file_.reader().points(
        {ids_[0], wallTimeOf(kTidyStart), wallTimeOf(kTidyStart + kThirtyDays), 720});
    EXPECT_EQ(chart.level, Level::hours);
    EXPECT_GE(chart.points.size(), 700U);
    EXPECT_TRUE(checkHistory(file_.database()).empty());
}

class DamagedHistoryFile : public HistoryTidying,
                           public ::testing::WithParamInterface<const char*> {};

// Bits of every table: told by the check, a gap in the chart, and the program goes on.
TEST_P(DamagedHistoryFile, isToldAndGoesOn) {
    ids_.resize(3);
    live(kTidyStart, kTidyStart + 30 * kHour + 600);
    const std::string table = GetParam();
    const std::string where = table == "history_block"
                                  ? "level = 0 AND series = 1 AND start = (SELECT max(start) FROM"
                                    " history_block WHERE level = 0)"
                                  : "id = (SELECT max(id) FROM " + table + ")";
    for (std::size_t bit = 0; bit < 300; bit += 7) {
        file_.flip(table, where, bit);
        const auto found = checkHistory(file_.database());
        ASSERT_EQ(found.size(), 1U);
        EXPECT_EQ(found[0].table, table);
        int damaged = 0;
        for (const SeriesId id : ids_)
            damaged += file_.reader()
                           .points({id, wallTimeOf(kTidyStart), wallTimeOf(kTidyStart + 2 * kDay),
                                    100'000})
                           .damaged;
        EXPECT_GE(damaged, 1);
        file_.flip(table, where, bit);
    }
    file_.flip(table, where, 55);
    file_.restart();
    live(kTidyStart + 30 * kHour + 600, kTidyStart + 60 * kHour);
    const HistoryChart chart = file_.reader().points(
        {ids_[0], wallTimeOf(kTidyStart + 50 * kHour), wallTimeOf(kTidyStart + 60 * kHour), 100});
    EXPECT_EQ(chart.damaged, 0);
    for (const HistoryPoint& point : chart.points)
        EXPECT_TRUE(point.stats.known);
}

INSTANTIATE_TEST_SUITE_P(Tables, DamagedHistoryFile,
                         ::testing::Values("history_block", "history_tail", "history_state"));

TEST_F(HistoryTidying, damagedPiecesAreToldAndLeftWhereTheyAre) {
    ids_.resize(3);
    live(kTidyStart, kTidyStart + 5 * kHour + 600);
    const std::string where =
        "level = 1 AND series = 1 AND start = " + std::to_string(kTidyStart + 2 * kHour);
    file_.flip("history_open", where, 77);
    EXPECT_EQ(checkHistory(file_.database()),
              (std::vector<DamagedHistory>{{"history_open", 1, kTidyStart + 2 * kHour, 1,
                                            DamagedHistory::What::unreadable}}));
    live(kTidyStart + 5 * kHour + 600, kTidyStart + 30 * kHour);
    EXPECT_EQ(checkHistory(file_.database()).size(), 1U);
    const HistoryChart chart =
        file_.reader().points({1, wallTimeOf(kTidyStart), wallTimeOf(kTidyStart + kDay), 1440});
    EXPECT_EQ(chart.level, Level::minutes);
    int gaps = 0;
    for (const HistoryPoint& point : chart.points)
        if (!point.stats.known) {
            ++gaps;
            EXPECT_EQ(point.time, wallTimeOf(kTidyStart + 2 * kHour));
        }
    EXPECT_EQ(gaps, 1);
}

TEST(HistoryGenerator, fillsWhatCanBeReadAndGoneOn) {
    HistoryFile file;
    HistoryFill fill;
    fill.quotas = 2;
    fill.periods = 2;
    fillHistory(file.database(), fill);
    EXPECT_TRUE(checkHistory(file.database()).empty());
    const SeriesId series = file.reader().series().front().id;
    for (const Second range : {kHour, kDay, kThirtyDays, 2 * kThirtyDays}) {
        const HistoryChart chart = file.reader().points(
            {series, wallTimeOf(fill.end - range), wallTimeOf(fill.end), 2000});
        EXPECT_EQ(chart.damaged, 0);
        EXPECT_GE(chart.points.size(), 50U);
        for (const HistoryPoint& point : chart.points)
            EXPECT_TRUE(point.stats.known);
    }
    file.writer().record(wallTimeOf(fill.end + kHour + 5), {});
    EXPECT_GT(file.tidy(fill.end + kHour + 5), 0);
}

}  // namespace
}  // namespace apportion::store
