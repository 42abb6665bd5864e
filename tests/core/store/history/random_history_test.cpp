// SPDX-License-Identifier: GPL-3.0-or-later
// Random lives of a program against the naive history: changes, silence, restarts, rolled back
// transactions, tidying at any moment.
#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>

#include <SQLiteCpp/Transaction.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/store/history/check.h"
#include "tests/core/store/history/history_file.h"
#include "tests/core/store/history/naive_history.h"

namespace apportion::store {
namespace {

constexpr Second kStart = 1'700'000'000;
constexpr int kSeries = 3;

std::string text(const HistoryPoint& point) {
    const Stats& stats = point.stats;
    std::string text = std::to_string(secondOf(point.time) - kStart) + ": ";
    for (const std::int64_t value : {stats.min, stats.mean, stats.max})
        text += stats.known ? std::to_string(value) + " " : "- ";
    return text;
}

// The first; empty if there is none.
std::string difference(const std::vector<HistoryPoint>& is,
                       const std::vector<HistoryPoint>& wanted) {
    for (std::size_t i = 0; i < std::max(is.size(), wanted.size()); ++i)
        if (i >= is.size() || i >= wanted.size() || !(is[i] == wanted[i]))
            return "is " + (i < is.size() ? text(is[i]) : "missing") + ", not " +
                   (i < wanted.size() ? text(wanted[i]) : "there");
    return "";
}

class RandomLife {
public:
    explicit RandomLife(std::uint64_t seed) : random_(seed) {
        for (int i = 0; i < kSeries; ++i)
            ids_.push_back(file_.writer().series(SubjectKind::quota, "q" + std::to_string(i),
                                                 Measure::allocation));
    }

    void live(Second length, Second calm) {
        for (const Second end = now_ + length; now_ < end;) {
            now_ += between(1, calm);
            const auto dice = between(0, 999);
            if (dice < 10)
                now_ += between(0, 3) * between(31, 9000);  // asleep, or only late
            if (dice >= 10 && dice < 20)
                restart();
            record(dice < 100);
            if (between(0, 19) == 0)
                file_.writer().tidy(wallTimeOf(now_));
        }
    }

    void check(int rounds) {
        for (int i = 0; i < rounds; ++i) {
            const SeriesId series = ids_[static_cast<std::size_t>(between(0, kSeries - 1))];
            const Second length = between(1, 2) == 1 ? between(1, 5000) : between(1, now_ - kStart);
            const Second from = between(kStart - 4000, now_ + 100);
            const int most = static_cast<int>(between(2, 3000));
            HistoryQuery query{series, wallTimeOf(from), wallTimeOf(from + length), most};
            const HistoryChart chart = file_.reader().points(query);
            ASSERT_EQ(chart.damaged, 0);
            const Second width = chart.step / 1000;
            const auto expected = naive(series, from, from + length, width);
            if (width == shapeOf(chart.level).bucket || chart.level == Level::seconds)
                ASSERT_EQ(difference(chart.points, expected), "")
                    << "seconds " << from - kStart << " + " << length << " by " << width;
            else
                near(series, chart, expected);
            ASSERT_LE(chart.points.size(), static_cast<std::size_t>(most));
        }
        ASSERT_TRUE(checkHistory(file_.database()).empty());
    }

    HistoryFile& file() { return file_; }
    Second now() const { return now_; }

private:
    std::int64_t between(std::int64_t least, std::int64_t most) {
        return std::uniform_int_distribution<std::int64_t>(least, most)(random_);
    }

    void restart() {
        if (between(0, 1) == 0 && lastCall_ > 0 && now_ - lastCall_ <= 30) {
            file_.writer().stop(wallTimeOf(now_));
            lastRow_ = lastCall_ = now_;
        }
        file_.restart();
        now_ += between(0, 2) * between(1, 8000);
        started_ = false;
    }

    void record(bool rolledBack) {
        std::vector<Sample> samples;
        std::vector<std::int64_t> values = values_;
        for (std::size_t i = 0; i < kSeries; ++i)
            if (between(0, 3) == 0 || !started_)
                values[i] = between(0, 9) == 0 ? kNoValue : 100 * between(0, 50);
        // All of them, or only what changed.
        for (std::size_t i = 0; i < kSeries; ++i)
            if (values[i] != values_[i] || !started_ || between(0, 1) == 0)
                samples.push_back({ids_[i], values[i]});
        if (rolledBack) {
            SQLite::Transaction transaction(file_.database());
            file_.writer().record(wallTimeOf(now_), samples);
        }
        const auto done = file_.writer().record(wallTimeOf(now_), samples);

        Second silent = now_;
        // What the program before wrote no row for is lost with it, 60 seconds at most.
        if (!started_ && lastRow_ > 0 && lastRow_ + 1 < now_)
            model_.cut(lastRow_ + 1);
        else if (started_ && now_ - lastCall_ > 30)
            silent = lastCall_ + 1;
        for (std::size_t i = 0; i < kSeries; ++i) {
            if (silent < now_)
                model_.put(ids_[i], silent, kNoValue);
            model_.put(ids_[i], now_, values[i]);
        }
        values_ = values;
        lastCall_ = now_;
        if (done == HistoryWriter::Recorded::written)
            lastRow_ = now_;
        started_ = true;
    }

    // The program's last row ends what is known.
    std::vector<HistoryPoint> naive(SeriesId series, Second from, Second to, Second width) {
        NaiveHistory known = model_;
        known.cut(lastRow_ + 1);
        return known.points(series, from, to, width);
    }

    // Sums of buckets that were rounded before: the mean may be one off. A bucket that is known in
    // part counts as a whole one, so where there are gaps only the bounds are the same.
    void near(SeriesId series, const HistoryChart& chart,
              const std::vector<HistoryPoint>& expected) {
        const auto at = [](const std::vector<HistoryPoint>& points, WallTime time) {
            Stats stats;
            for (const HistoryPoint& point : points)
                if (point.time <= time)
                    stats = point.stats;
            return stats;
        };
        NaiveHistory known = model_;
        known.cut(lastRow_ + 1);
        for (const HistoryPoint& point : expected) {
            const Stats is = at(chart.points, point.time);
            ASSERT_EQ(is.known, point.stats.known);
            ASSERT_EQ(is.min, point.stats.min);
            ASSERT_EQ(is.max, point.stats.max);
            const Second start = secondOf(point.time);
            if (known.knows(series, start, start + chart.step / 1000)) {
                ASSERT_LE(std::abs(is.mean - point.stats.mean), 1);
            }
        }
        for (const HistoryPoint& point : chart.points)
            ASSERT_EQ(at(expected, point.time).max, point.stats.max);
    }

    std::mt19937_64 random_;
    HistoryFile file_;
    NaiveHistory model_;
    std::vector<SeriesId> ids_;
    std::vector<std::int64_t> values_ = std::vector<std::int64_t>(kSeries, kNoValue);
    Second now_ = kStart;
    Second lastCall_ = 0;
    Second lastRow_ = 0;
    bool started_ = false;
};

// Random moments of hours, with every second kept.
RC_GTEST_PROP(HistoryRandom, hoursAreWhatTheNaiveOneSays, (std::uint64_t seed)) {
    RandomLife life(seed);
    for (int i = 0; i < 3; ++i) {
        life.live(5000, 20);
        life.check(15);
    }
    life.file().tidy(life.now());
    life.check(15);
}

TEST(HistoryRandom, daysAreWhatTheNaiveOneSays) {
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        RandomLife life(seed);
        for (int i = 0; i < 4; ++i) {
            life.live(20'000, 30);
            life.check(20);
        }
    }
}

}  // namespace
}  // namespace apportion::store
