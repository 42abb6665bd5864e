// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_math.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ui/charts/chart_samples.h"

namespace apportion::ui {
namespace {

using ::testing::ElementsAre;

ChartData two() {
    ChartData data;
    Series a;
    a.name = QStringLiteral("a");
    a.at = {0, 10, 20};
    a.values = {1, 2, 4};
    Series b;
    b.name = QStringLiteral("b, \"two\"");
    b.at = {5, 20};
    b.values = {8, 0};
    data.series = {a, b};
    return data;
}

TEST(ChartMath, AValueHoldsUntilTheNext) {
    const Series a = two().series[0];
    EXPECT_FALSE(valueAt(a, -1).has_value());
    EXPECT_EQ(valueAt(a, 0), 1);
    EXPECT_EQ(valueAt(a, 9), 1);
    EXPECT_EQ(valueAt(a, 10), 2);
    EXPECT_EQ(valueAt(a, 1000), 4);
}

TEST(ChartMath, JoinedPointsAreInterpolated) {
    Series a = two().series[0];
    a.stepped = false;
    EXPECT_EQ(valueAt(a, 5), 1.5);
    EXPECT_EQ(valueAt(a, 15), 3);
}

TEST(ChartMath, StacksOverCommonKeys) {
    const Stack stack = stackOf(two());
    EXPECT_THAT(stack.keys, ElementsAre(0, 5, 10, 20));
    ASSERT_EQ(stack.edges.size(), 2U);
    EXPECT_THAT(stack.edges[0].sums, ElementsAre(1, 1, 2, 4));
    EXPECT_THAT(stack.edges[1].sums, ElementsAre(1, 9, 10, 4));
}

TEST(ChartMath, HiddenSeriesLeaveTheStack) {
    ChartData data = two();
    data.series[0].shown = false;
    const Stack stack = stackOf(data);
    ASSERT_EQ(stack.edges.size(), 1U);
    EXPECT_EQ(stack.edges[0].series, 1);
    EXPECT_THAT(stack.edges[0].sums, ElementsAre(8, 0));
}

TEST(ChartMath, TheLastValuesHoldUntilNow) {
    ChartData data = two();
    data.until = 50;
    EXPECT_EQ(spanOf(data), (TimeSpan{0, 50}));
    EXPECT_EQ(valuesAt(data, ChartShape::lines, 50).size(), 2U);
    EXPECT_TRUE(valuesAt(data, ChartShape::lines, 51).empty()) << "nobody knows yet";
    EXPECT_THAT(stackOf(data).edges[1].sums, ElementsAre(1, 9, 10, 4, 4));
    EXPECT_FALSE(spanOf(ChartData{}).has_value());
}

TEST(ChartMath, ValuesAtAMomentKnowWhereTheyAreDrawn) {
    const auto values = valuesAt(two(), ChartShape::stacked, 12);
    ASSERT_EQ(values.size(), 2U);
    EXPECT_EQ(values[1].value, 8);
    EXPECT_EQ(values[1].drawnAt, 10);
    EXPECT_EQ(valuesAt(two(), ChartShape::lines, 12)[1].drawnAt, 8);
    EXPECT_EQ(valuesAt(two(), ChartShape::lines, 2).size(), 1U) << "b has not begun";
}

TEST(ChartMath, ArrowsStepFromSampleToSample) {
    EXPECT_EQ(neighbourSample(two(), 0, 1), 5);
    EXPECT_EQ(neighbourSample(two(), 5, 1), 10);
    EXPECT_EQ(neighbourSample(two(), 10, -1), 5);
    EXPECT_FALSE(neighbourSample(two(), 20, 1).has_value());
    EXPECT_FALSE(neighbourSample(two(), 0, -1).has_value());
}

TEST(ChartMath, AxisReachesWhatIsShown) {
    EXPECT_EQ(topOf(threeTeams(), ChartShape::stacked), 128);
    EXPECT_EQ(topOf(threeTeams(), ChartShape::lines), 128) << "80 is more than 40 % of it";
    EXPECT_LT(topOf(crowded(10), ChartShape::lines), 250) << "2,048 would flatten 200";
    ChartData free = threeTeams();
    free.capacity.reset();
    EXPECT_EQ(topOf(free, ChartShape::lines), 80);
    EXPECT_EQ(topOf(ChartData{}, ChartShape::lines), 1);
}

TEST(ChartMath, StepsAreRoundAndFourOrFive) {
    const std::pair<double, double> known[] = {{128, 32}, {16, 4},   {8, 2},      {2048, 512},
                                               {80, 20},  {100, 25}, {1000, 250}, {6, 2},
                                               {1, 0.25}, {60, 20},  {480, 100}};
    for (const auto& [top, step] : known)
        EXPECT_DOUBLE_EQ(valueStep(top), step) << top;
    for (double top = 0.05; top < 1e7; top *= 1.13) {
        const double labels = std::floor(top / valueStep(top) + 1e-9);
        EXPECT_GE(labels, 3) << top;
        EXPECT_LE(labels, 5) << top;
    }
}

TEST(ChartMath, WhatHasNoHalvesStandsAtWholeNumbers) {
    const std::pair<double, double> known[] = {{1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 2}};
    for (const auto& [top, step] : known)
        EXPECT_EQ(valueStep(top, true), step) << top;
    for (double top = 1; top < 2000; ++top) {
        const double step = valueStep(top, true);
        EXPECT_EQ(step, std::floor(step)) << top;
        EXPECT_LE(top / step, 6) << top;
        EXPECT_GE(std::floor(top / step), std::min(top, 3.0)) << top;
    }
}

TEST(ChartMath, WhereNothingIsKnownIsTold) {
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    ChartData data;
    for (int i = 0; i < 2; ++i) {
        Series series;
        series.at = {0, 10, 20, 30};
        series.values = {1, unknown, unknown, 4};
        data.series << series;
    }
    EXPECT_EQ(unknownSpans(data), (std::vector<TimeSpan>{{10, 30}}));
    data.series[1].values[2] = 5;
    EXPECT_EQ(unknownSpans(data), (std::vector<TimeSpan>{{10, 20}})) << "one of them is known";
    data.series[1].shown = false;
    data.series[0].values[3] = unknown;
    data.until = 50;
    EXPECT_EQ(unknownSpans(data), (std::vector<TimeSpan>{{10, 50}}));
    data.unknownText = QStringLiteral("not live");
    EXPECT_EQ(unknownTextAt(data, 5), QString());
    EXPECT_EQ(unknownTextAt(data, 15), data.unknownText);
    EXPECT_EQ(unknownTextAt(data, 60), QString()) << "what is to come was not missed";
    data.beforeText = QStringLiteral("before all records");
    EXPECT_EQ(unknownTextAt(data, -1), data.beforeText);
    EXPECT_EQ(unknownTextAt(data, 0), QString());
    EXPECT_EQ(unknownTextAt(data, 15), data.unknownText);
    EXPECT_EQ(spanBefore(data, {-20, 100}), (TimeSpan{-20, 0}));
    EXPECT_EQ(spanBefore(data, {5, 100}), std::nullopt);
    EXPECT_EQ(spanBefore(data, {-20, -10}), (TimeSpan{-20, -10}));
}

TEST(ChartMath, ThoseOfAGroupArePointedAtTogether) {
    ChartData data;
    data.series = QList<Series>(3);
    data.series[0].group = data.series[1].group = 7;
    EXPECT_FALSE(isFaded(data, 0, 1));
    EXPECT_TRUE(isFaded(data, 2, 1));
    EXPECT_TRUE(isFaded(data, 0, 2));
    EXPECT_FALSE(isFaded(data, 2, -1));
    EXPECT_FALSE(isFaded(data, 2, 3)) << "an entry that is no series";
}

TEST(ChartMath, OfWhatWasNeverKnownThereIsNothing) {
    ChartData data;
    EXPECT_TRUE(isEmpty(data));
    data.series.resize(2);
    data.series[0].at = {0, 10};
    data.series[0].values = {std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::quiet_NaN()};
    EXPECT_TRUE(isEmpty(data));
    data.series[1].at = {5};
    data.series[1].values = {0};
    EXPECT_FALSE(isEmpty(data)) << "to use nothing is known, too";
}

TEST(ChartMath, WritesCsv) {
    EXPECT_EQ(
        chartTable(two(), ChartShape::lines, {0, 1'000'000}, false, QLatin1Char(',')).toStdString(),
        "seconds,a,\"b, \"\"two\"\"\"\r\n0.000,1,\r\n0.005,1,8\r\n0.010,2,8\r\n0.020,4,0\r\n");
    EXPECT_TRUE(chartTable(two(), ChartShape::lines, {0, 1'000'000}, true, QLatin1Char(','))
                    .startsWith(QStringLiteral("time_utc,a")));
    EXPECT_TRUE(chartTable(two(), ChartShape::lines, {0, 1'000'000}, true, QLatin1Char(','))
                    .contains(QStringLiteral("1970-01-01T00:00:00.010Z,2,8")));
}

TEST(ChartMath, ATableOfLinesHasTheGuaranteesThatAreDrawn) {
    ChartData data = two();
    data.guarantees = {{QStringLiteral("a"), 4, 0, {{-5, 12}, {2, 4}}},
                       {QStringLiteral("b"), 6, 1, {}}};
    const auto table = [&](ChartShape shape) {
        return chartTable(data, shape, {0, 12}, false, QLatin1Char(',')).toStdString();
    };
    const std::string lines = table(ChartShape::lines);
    EXPECT_EQ(lines,
              "seconds,a,\"b, \"\"two\"\"\",a guaranteed,b guaranteed\r\n0.000,1,,2,6\r\n"
              "0.005,1,8,2,6\r\n0.010,2,8,2,6\r\n0.012,2,8,4,6\r\n");
    EXPECT_NE(table(ChartShape::stacked), lines) << "it draws none";
    data.guaranteesShown = false;
    EXPECT_EQ(table(ChartShape::lines), table(ChartShape::stacked));
}

}  // namespace
}  // namespace apportion::ui
