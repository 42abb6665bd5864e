// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/history/writer.h"

#include <SQLiteCpp/Transaction.h>
#include <gtest/gtest.h>

#include "core/store/history/schema.h"
#include "tests/core/store/history/history_file.h"

namespace apportion::store {
namespace {

using Recorded = HistoryWriter::Recorded;

constexpr Second kNoon = 472'224 * kHour;

class HistoryWriting : public ::testing::Test {
protected:
    Recorded record(Second at, std::int64_t value) {
        const Sample sample{series_, value};
        return file_.writer().record(wallTimeOf(at), {&sample, 1});
    }
    Recorded beat(Second at) { return file_.writer().record(wallTimeOf(at), {}); }

    // Second by second from kNoon.
    std::vector<std::int64_t> seconds(Second length, Second aliveUntil = 0) {
        const HistoryChart chart =
            file_.reader().points({series_, wallTimeOf(kNoon), wallTimeOf(kNoon + length), 10'000,
                                   wallTimeOf(aliveUntil)});
        std::vector<std::int64_t> values;
        std::int64_t value = kNoValue;
        auto next = chart.points.begin();
        for (Second at = kNoon; at < kNoon + length; ++at) {
            if (next != chart.points.end() && next->time == wallTimeOf(at)) {
                value = next->stats.known ? next->stats.mean : kNoValue;
                ++next;
            }
            values.push_back(value);
        }
        return values;
    }

    static constexpr std::int64_t kGap = kNoValue;
    HistoryFile file_{true};
    SeriesId series_ = file_.writer().series(SubjectKind::quota, "vision", Measure::allocation);
};

TEST_F(HistoryWriting, valuesHoldUntilTheNextChange) {
    record(kNoon, 100);
    EXPECT_EQ(beat(kNoon + 1), Recorded::nothingNew);
    record(kNoon + 3, 200);
    EXPECT_EQ(seconds(5), (std::vector<std::int64_t>{100, 100, 100, 200, kGap}));
}

TEST_F(HistoryWriting, nothingNewWritesNoRowButABeatAMinute) {
    record(kNoon, 100);
    for (Second at = 1; at < HistoryWriter::kBeat; ++at)
        EXPECT_EQ(record(kNoon + at, 100), Recorded::nothingNew);
    EXPECT_EQ(file_.count("history_tail"), 1);
    EXPECT_EQ(beat(kNoon + HistoryWriter::kBeat), Recorded::written);
}

TEST_F(HistoryWriting, aKillLosesNothingThatWasCommitted) {
    record(kNoon, 100);
    record(kNoon + 2, 200);
    file_.restart();
    EXPECT_EQ(seconds(4), (std::vector<std::int64_t>{100, 100, 200, kGap}));
}

TEST_F(HistoryWriting, theTimeBetweenTwoProgramsIsAGap) {
    record(kNoon, 100);
    record(kNoon + 1, 100);
    file_.writer().stop(wallTimeOf(kNoon + 2));
    file_.restart();
    record(kNoon + 5, 100);
    EXPECT_EQ(seconds(6), (std::vector<std::int64_t>{100, 100, 100, kGap, kGap, 100}));
}

TEST_F(HistoryWriting, afterAGapASeriesIsUnknownUntilItIsNamed) {
    record(kNoon, 100);
    file_.restart();
    beat(kNoon + 2);
    record(kNoon + 4, 100);
    EXPECT_EQ(seconds(5), (std::vector<std::int64_t>{100, kGap, kGap, kGap, 100}));
}

TEST_F(HistoryWriting, aProgramThatSleptLeavesAGap) {
    record(kNoon, 100);
    beat(kNoon + HistoryWriter::kLongestSilence);
    beat(kNoon + 30 + 31);
    const auto values = seconds(62);
    EXPECT_EQ(values[30], 100);
    EXPECT_EQ(values[31], kGap);
    EXPECT_EQ(values[60], kGap);
    EXPECT_EQ(values[61], 100);  // the same program knows it still
}

TEST_F(HistoryWriting, aSeriesEnds) {
    record(kNoon, 100);
    record(kNoon + 2, kNoValue);
    beat(kNoon + 61);
    EXPECT_EQ(seconds(3), (std::vector<std::int64_t>{100, 100, kGap}));
}

TEST_F(HistoryWriting, aClockThatIsSetBackOverwritesNothing) {
    record(kNoon, 100);
    record(kNoon + 3, 200);
    EXPECT_EQ(record(kNoon + 1, 300), Recorded::clockBehind);
    EXPECT_EQ(record(kNoon + 2, 400), Recorded::clockBehind);
    EXPECT_EQ(beat(kNoon + 4), Recorded::written);
    EXPECT_EQ(seconds(5), (std::vector<std::int64_t>{100, 100, 100, 200, 400}));
}

TEST_F(HistoryWriting, theLastWordOfASecondHolds) {
    record(kNoon, 100);
    const Sample sample{series_, 300};
    file_.writer().record(wallTimeOf(kNoon) + 999, {&sample, 1});
    EXPECT_EQ(seconds(1), (std::vector<std::int64_t>{300}));
}

TEST_F(HistoryWriting, whatWasRolledBackIsWrittenWithTheNext) {
    record(kNoon, 100);
    {
        SQLite::Transaction transaction(file_.database());
        record(kNoon + 1, 200);
    }
    EXPECT_EQ(seconds(2), (std::vector<std::int64_t>{100, kGap}));
    beat(kNoon + 2);
    EXPECT_EQ(seconds(4), (std::vector<std::int64_t>{100, 100, 200, kGap}));
}

TEST_F(HistoryWriting, aSeriesThatWasRolledBackHarmsNothing) {
    record(kNoon, 100);
    SeriesId lost = 0;
    {
        SQLite::Transaction transaction(file_.database());
        lost = file_.writer().series(SubjectKind::quota, "lost", Measure::allocation);
    }
    const Sample sample{lost, 7};
    file_.writer().record(wallTimeOf(kNoon + 1), {&sample, 1});
    beat(kNoon + kHour);
    file_.tidy(kNoon + kHour);
    EXPECT_EQ(seconds(1), (std::vector<std::int64_t>{100}));
}

TEST_F(HistoryWriting, whoeverKnowsThatTheProgramLivesSaysSo) {
    record(kNoon, 100);
    EXPECT_EQ(seconds(4, kNoon + 3), (std::vector<std::int64_t>{100, 100, 100, kGap}));
}

TEST_F(HistoryWriting, renamedSubjectsKeepTheirHistory) {
    record(kNoon, 100);
    EXPECT_TRUE(file_.writer().renameSubject(SubjectKind::quota, "vision", "sight"));
    EXPECT_EQ(file_.writer().series(SubjectKind::quota, "sight", Measure::allocation), series_);
    const SeriesId other = file_.writer().series(SubjectKind::quota, "vision", Measure::allocation);
    EXPECT_NE(other, series_);
    EXPECT_FALSE(file_.writer().renameSubject(SubjectKind::quota, "sight", "vision"));
    EXPECT_EQ(file_.reader().series(),
              (std::vector<Series>{{series_, SubjectKind::quota, "sight", Measure::allocation},
                                   {other, SubjectKind::quota, "vision", Measure::allocation}}));
}

TEST_F(HistoryWriting, aCopyIsTheSameAndADropLeavesNothing) {
    {
        SQLite::Transaction transaction(file_.database());
        for (Second at = 0; at < 3 * kDay; at += 20)
            record(kNoon + at, at % 700);
        transaction.commit();
    }
    file_.tidy(kNoon + 3 * kDay);
    HistoryFile copy;
    copyHistory(file_.database(), copy.database());
    for (const char* table : {"history_series", "history_block", "history_open", "history_tail"})
        EXPECT_EQ(copy.count(table), file_.count(table));
    const HistoryQuery query{series_, wallTimeOf(kNoon), wallTimeOf(kNoon + 3 * kDay), 500};
    EXPECT_EQ(copy.reader().points(query).points, file_.reader().points(query).points);
    dropHistory(copy.database());
    EXPECT_TRUE(copy.reader().series().empty());
    EXPECT_EQ(copy.count("history_block"), 0);
}

// Of a file whose blocks cannot be read the rest is taken over.
TEST_F(HistoryWriting, ACopyOfAWoundedFileIsWhatCanBeRead) {
    {
        SQLite::Transaction transaction(file_.database());
        for (Second at = 0; at < kDay; at += 20)
            record(kNoon + at, at % 700);
        transaction.commit();
    }
    HistoryFile whole;
    EXPECT_TRUE(salvageHistory(file_.database(), whole.database()));
    EXPECT_EQ(whole.count("history_tail"), file_.count("history_tail"));
    file_.database().exec("DROP TABLE history_block");
    HistoryFile part;
    EXPECT_FALSE(salvageHistory(file_.database(), part.database()));
    EXPECT_GT(part.count("history_tail"), 0);
    for (const char* table : {"history_series", "history_open", "history_tail"})
        EXPECT_EQ(part.count(table), file_.count(table)) << table;
}

}  // namespace
}  // namespace apportion::store
