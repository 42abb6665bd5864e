// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_trace.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace apportion::ui {
namespace {

// A pixel a millisecond, a pixel a unit, y upwards negative.
constexpr TracePlace kPlace{0, 100, 0, 100, 0, 1};

Trace trace(const QList<qint64>& at, const QList<double>& values,
            std::optional<qint64> until = {}) {
    return {at, values, until, true};
}

TEST(ChartTrace, StepsHoldUntilTheNextValueAndToTheEnd) {
    const auto pieces = lineThrough(trace({10, 30}, {4, 7}, 60), kPlace);
    ASSERT_EQ(pieces.size(), 1U);
    EXPECT_EQ(pieces[0], QPolygonF({{10, -4}, {30, -4}, {30, -7}, {60, -7}}));
    EXPECT_EQ(edgeThrough(trace({10, 30}, {4, 7}, 60), kPlace)[0],
              QPolygonF({{10, -4}, {11, -4}, {30, -4}, {30, -7}, {31, -7}, {60, -7}}));
}

TEST(ChartTrace, WhatIsUnknownIsAGapAndNotALine) {
    const Trace gap = trace({0, 20, 50}, {4, NAN, 6}, 80);
    for (const auto& pieces : {lineThrough(gap, kPlace), edgeThrough(gap, kPlace)}) {
        ASSERT_EQ(pieces.size(), 2U);
        EXPECT_EQ(pieces[0].last(), QPointF(20, -4));
        EXPECT_EQ(pieces[1].first(), QPointF(50, -6));
        EXPECT_EQ(pieces[1].last(), QPointF(80, -6));
    }
    EXPECT_EQ(lineThrough(trace({0, 20}, {4, NAN}, 80), kPlace).size(), 1U) << "nothing after it";
}

TEST(ChartTrace, ValuesFromBeforeThePlaceReachIntoIt) {
    const auto pieces = lineThrough(trace({-50, 200}, {4, 9}), kPlace);
    ASSERT_EQ(pieces.size(), 1U);
    EXPECT_EQ(pieces[0], QPolygonF({{0, -4}, {100, -4}}));
}

TEST(ChartTrace, JoinedPointsGoOnBeyondThePlace) {
    Trace slope{{-50, 150}, {0, 200}, {}, false};
    EXPECT_EQ(lineThrough(slope, kPlace)[0], QPolygonF({{-50, 0}, {150, -200}}));
}

TEST(ChartTrace, AColumnKeepsWhereItComesFromItsReachAndWhereItLeaves) {
    TracePlace coarse = kPlace;
    coarse.to = 1000;  // ten samples a pixel
    QList<qint64> at;
    QList<double> values;
    for (int i = 0; i < 1000; ++i) {
        at << i;
        values << (i == 503 ? 90.0 : i == 507 ? 1.0 : 10.0);
    }
    const auto pieces = lineThrough(trace(at, values), coarse);
    ASSERT_EQ(pieces.size(), 1U);
    EXPECT_LE(pieces[0].size(), 5 * 100);
    double low = 0;
    double high = -1000;
    for (const QPointF& point : pieces[0]) {
        low = std::min(low, point.y());
        high = std::max(high, point.y());
    }
    EXPECT_EQ(low, -90) << "no peak is lost";
    EXPECT_EQ(high, -1) << "and no dip";
}

TEST(ChartTrace, EdgesOverTheSameMomentsNeverCrossAndHaveTheSamePieces) {
    std::mt19937 random(7);
    QList<qint64> at;
    QList<double> lower;
    QList<double> upper;
    for (qint64 moment = 0; moment < 4000; moment += 1 + random() % 60) {
        const bool gap = random() % 9 == 0;
        at << moment;
        lower << (gap ? NAN : static_cast<double>(random() % 50));
        upper << (gap ? NAN : lower.last() + static_cast<double>(random() % 50));
    }
    TracePlace place = kPlace;
    place.to = 4000;
    const auto below = edgeThrough(trace(at, lower, 4100), place);
    const auto above = edgeThrough(trace(at, upper, 4100), place);
    ASSERT_EQ(below.size(), above.size());
    EXPECT_GT(below.size(), 5U);
    const auto heightAt = [](const QPolygonF& piece, double x) {
        double y = piece.first().y();
        for (const QPointF& point : piece)
            if (point.x() <= x)
                y = point.y();
        return -y;
    };
    for (std::size_t i = 0; i < below.size(); ++i)
        for (double x = below[i].first().x(); x < below[i].last().x(); x += 0.25)
            EXPECT_LE(heightAt(below[i], x), heightAt(above[i], x) + 1e-9);
}

TEST(ChartTrace, AfterABurstTheValueHoldsExactly) {
    TracePlace coarse = kPlace;
    coarse.to = 1000;
    const auto pieces = edgeThrough(trace({0, 2, 4, 6}, {0, 50, 0, 20}, 1000), coarse);
    EXPECT_EQ(pieces[0].last(), QPointF(100, -20));
    EXPECT_NEAR(-pieces[0][0].y(), (2 * 0 + 2 * 50 + 2 * 0 + 4 * 20) / 10.0, 1e-9)
        << "the column itself is the mean over time";
}

}  // namespace
}  // namespace apportion::ui
