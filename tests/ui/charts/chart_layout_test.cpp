// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/view/view.h"
#include "tests/ui/charts/chart_samples.h"
#include "ui/charts/chart_overlay.h"
#include "ui/charts/chart_plates.h"

namespace apportion::ui {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A hundred pixels for a hundred milliseconds, and a hundred for a value of ten.
ChartGeometry simple() {
    ChartGeometry geometry;
    geometry.plot = QRectF(44, 34, 100, 100);
    geometry.range = {0, 100};
    geometry.top = 10;
    return geometry;
}

ChartData dataWith(const QList<qint64>& times) {
    ChartData data;
    for (const qint64 at : times)
        data.marks << Mark{at, MarkKind::scale, QStringLiteral("m")};
    return data;
}

TEST(ChartLayout, MapsTimesAndValues) {
    const ChartGeometry geometry = simple();
    EXPECT_EQ(geometry.x(0), 44);
    EXPECT_EQ(geometry.x(50), 94);
    EXPECT_EQ(geometry.y(0), 134);
    EXPECT_EQ(geometry.y(10), 34);
    EXPECT_EQ(geometry.at(94), 50);
}

TEST(ChartLayout, MarksWithinEighteenPixelsAreOne) {
    const auto groups = groupMarks(dataWith({10, 20, 27, 60}), simple());
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_THAT(groups[0].marks, ElementsAre(0, 1, 2));
    EXPECT_EQ(groups[0].label, QStringLiteral("3"));
    EXPECT_EQ(groups[0].x, 54);
    EXPECT_THAT(groups[1].marks, ElementsAre(3));
    EXPECT_THAT(groupMarks(dataWith({10, 28}), simple()), ::testing::SizeIs(2));
}

TEST(ChartLayout, TheMostSeriousMarkGivesTheIcon) {
    ChartData data = dataWith({10, 12});
    data.marks[1].kind = MarkKind::preemption;
    EXPECT_EQ(groupMarks(data, simple())[0].kind, MarkKind::preemption);
}

// "2" beside a bolt would be two preemptions.
TEST(ChartLayout, MarksOfSeveralKindsDoNotLookLikeSeveralOfOne) {
    ChartData data = dataWith({10, 12, 14});
    EXPECT_FALSE(groupMarks(data, simple())[0].mixed);
    data.marks[1].kind = data.marks[2].kind = MarkKind::preemption;
    data.marks[0].text = QStringLiteral("policy of A");
    data.marks[1].text = QStringLiteral("a takes 2 from B");
    const MarkGroup mixed = groupMarks(data, simple())[0];
    EXPECT_TRUE(mixed.mixed);
    EXPECT_THAT(mixed.marks, ElementsAre(1, 2, 0)) << "by kind, and the most serious one first";
    EXPECT_EQ(mixed.label, QStringLiteral("3 events"));
    data.marks[0].kind = MarkKind::preemption;
    const MarkGroup alike = groupMarks(data, simple())[0];
    EXPECT_FALSE(alike.mixed);
    EXPECT_EQ(alike.label, QStringLiteral("3"));
    // Where there is no room for the word, the number is enough beside an icon of no kind.
    data = dataWith({10, 12, 46});
    data.marks[0].kind = MarkKind::preemption;
    EXPECT_EQ(groupMarks(data, simple())[0].label, QStringLiteral("2"));
}

// Of marks side by side the last one alone has room for its number, which would be read as the sum.
TEST(ChartLayout, TheLastOfACrowdHasNoNumberWhereTheOthersHaveNone) {
    const auto groups = groupMarks(dataWith({10, 12, 28, 29, 30, 46, 48}), simple());
    ASSERT_EQ(groups.size(), 3U);
    for (const MarkGroup& group : groups)
        EXPECT_TRUE(group.label.isEmpty()) << qPrintable(group.label);
    const auto apart = groupMarks(dataWith({1, 2, 50, 51, 52}), simple());
    EXPECT_EQ(apart[0].label, QStringLiteral("2"));
    EXPECT_EQ(apart[1].label, QStringLiteral("3"));
    const auto single = groupMarks(dataWith({10, 28, 29}), simple());
    EXPECT_EQ(single[1].label, QStringLiteral("2")) << "the one beside it has none to show";
}

TEST(ChartLayout, MarksOutOfViewAreLeftOut) {
    EXPECT_THAT(groupMarks(dataWith({-1, 101}), simple()), IsEmpty());
}

TEST(ChartLayout, LabelsStandOnlyWhereThereIsRoom) {
    ChartData data = dataWith({10, 40});
    data.marks[0].text = QStringLiteral("much longer than thirty pixels");
    const auto groups = groupMarks(data, simple());
    EXPECT_TRUE(groups[0].label.isEmpty());
    EXPECT_EQ(groups[1].label, QStringLiteral("m"));
}

TEST(ChartLayout, SpreadKeepsOrderDistanceAndBounds) {
    EXPECT_THAT(spread({50, 50}, 16, 0, 100), ElementsAre(42, 58)) << "both move by half";
    EXPECT_THAT(spread({10, 80}, 16, 0, 100), ElementsAre(10, 80)) << "nothing moves needlessly";
    EXPECT_THAT(spread({99, 100}, 16, 0, 100), ElementsAre(84, 100));
    EXPECT_THAT(spread({30, 10}, 16, 0, 100), ElementsAre(30, 10)) << "given out of order";
    EXPECT_THAT(spread({5, 5, 5}, 100, 0, 100), ElementsAre(0, 50, 100)) << "no room for all";
    EXPECT_THAT(spread({}, 16, 0, 100), IsEmpty());
}

TEST(ChartLayout, AtMostEightEndLabelsAndTheyAreTheLargest) {
    const ChartData data = crowded(10);
    ChartGeometry geometry = simple();
    geometry.plot.setHeight(400);
    geometry.range = *spanOf(data);
    geometry.top = 2048;
    const auto labels = endLabels(data, ChartShape::stacked, geometry);
    ASSERT_EQ(labels.size(), 8U);
    for (std::size_t i = 1; i < labels.size(); ++i)
        EXPECT_GE(labels[i].y - labels[i - 1].y, 14);
    double least = 1e9;
    for (const EndLabel& label : labels)
        least = std::min(least, label.value);
    int larger = 0;
    for (const ChartValue& value : valuesAt(data, ChartShape::stacked, geometry.range.to))
        larger += value.value > least;
    EXPECT_LE(larger, 7);
}

// Seven at the usual distance, and eight a little closer.
TEST(ChartLayout, InALowPlotLabelsComeCloserBeforeANameGoes) {
    ChartData data = crowded(8);
    for (Series& series : data.series)
        series.shown = series.team < 8;
    ChartGeometry geometry = simple();
    geometry.plot.setHeight(111);
    geometry.range = *spanOf(data);
    geometry.top = 2048;
    const auto labels = endLabels(data, ChartShape::stacked, geometry);
    ASSERT_EQ(labels.size(), 8U);
    for (std::size_t i = 1; i < labels.size(); ++i)
        EXPECT_GE(labels[i].y - labels[i - 1].y, 14 - 1e-9);
}

// Only some of the lines have a plate; each has its color and number at the end.
TEST(ChartLayout, EachLineNamesItsGuaranteeAtItsEnd) {
    ChartData data = crowded(4);
    for (const Series& series : data.series)
        if (series.team >= 0 && series.look == Series::Look::team)
            data.guarantees.append({series.name, 100.0 + series.team, series.team, {}});
    ChartGeometry geometry = simple();
    geometry.plot.setHeight(400);
    geometry.range = *spanOf(data);
    geometry.top = 2048;
    const auto labels = endLabels(data, ChartShape::lines, geometry);
    ASSERT_FALSE(labels.empty());
    for (const EndLabel& label : labels)
        if (data.series[label.series].look == Series::Look::team) {
            EXPECT_EQ(label.guarantee, 100.0 + data.series[label.series].team);
        }
    data.guaranteesShown = false;
    for (const EndLabel& label : endLabels(data, ChartShape::lines, geometry))
        EXPECT_EQ(label.guarantee, std::nullopt);
}

// Until then the last values hold; the axis goes on to the end of the run.
TEST(ChartLayout, InTheMiddleOfAReplayEverySeriesHasItsName) {
    ChartData data = crowded(8);
    for (Series& series : data.series)
        series.shown = series.team < 8;
    ChartGeometry geometry = simple();
    geometry.plot.setHeight(400);
    geometry.range = *spanOf(data);
    geometry.top = 2048;
    const auto atTheEnd = endLabels(data, ChartShape::stacked, geometry);
    data.until = geometry.range.to;
    geometry.range.to += geometry.range.to - geometry.range.from;
    const auto inTheMiddle = endLabels(data, ChartShape::stacked, geometry);
    ASSERT_EQ(inTheMiddle.size(), atTheEnd.size());
    for (std::size_t i = 0; i < atTheEnd.size(); ++i)
        EXPECT_EQ(inTheMiddle[i].y, atTheEnd[i].y);
}

TEST(ChartLayout, NoEndLabelReachesIntoTheLaneOfTheEvents) {
    const ChartData data = crowded(8);
    ChartGeometry geometry = simple();
    geometry.range = *spanOf(data);
    geometry.top = 1;  // all of them wish to stand at the top
    for (const EndLabel& label : endLabels(data, ChartShape::lines, geometry))
        EXPECT_GE(label.y - 7, geometry.plot.top());
}

TEST(ChartLayout, InALowPlotLabelsAreLeftOutAndNoneTouch) {
    const ChartData data = crowded(10);
    ChartGeometry geometry = simple();
    geometry.range = *spanOf(data);
    geometry.top = 2048;
    for (const double height : {10.0, 40.0, 50.0, 75.0, 120.0}) {
        geometry.plot.setHeight(height);
        const auto labels = endLabels(data, ChartShape::stacked, geometry);
        ASSERT_FALSE(labels.empty());
        for (std::size_t i = 1; i < labels.size(); ++i)
            EXPECT_GE(labels[i].y - labels[i - 1].y, 14) << height;
        const auto values = axisValues(geometry, 2000, true);
        ASSERT_FALSE(values.empty());
        EXPECT_EQ(values.front(), 0);
        for (std::size_t i = 1; i < values.size(); ++i)
            EXPECT_GE(geometry.y(values[i - 1]) - geometry.y(values[i]), 12) << height;
    }
    geometry.plot.setHeight(400);
    EXPECT_THAT(axisValues(geometry, 2000, true), ElementsAre(0, 500, 1000, 1500, 2000));
}

TEST(ChartLayout, TheNameOfTheCapacityStandsOnNoMark) {
    ChartData data = dataWith({1, 20});
    data.capacity = 9.8;  // its line is just below the lane of the marks
    const auto place = capacityPlace(data, simple(), 30);
    ASSERT_TRUE(place.has_value());
    for (const MarkGroup& group : groupMarks(data, simple()))
        EXPECT_TRUE(place->left() > group.x + 8 || place->right() < group.x - 8) << group.x;
    EXPECT_FALSE(capacityPlace(data, simple(), 90).has_value()) << "there is no room";
    data.marks.clear();
    EXPECT_EQ(capacityPlace(data, simple(), 30)->left(), 50);
    data = dataWith({1});
    data.capacity = 5;  // far below them
    EXPECT_EQ(capacityPlace(data, simple(), 30)->left(), 50);
}

// 30 have an icon each; one more, and the lane shows how many there are where.
TEST(ChartLayout, FromThirtyOneMarksInViewOnTheLaneIsADensity) {
    QList<qint64> times;
    for (int i = 0; i < 30; ++i)
        times << i;
    ChartData data = dataWith(times + QList<qint64>{500});
    EXPECT_FALSE(markDensity(data, simple()).has_value()) << "one is out of view";
    data.marks.prepend({0, MarkKind::preemption, QStringLiteral("e"), 4});
    const auto density = markDensity(data, simple());
    ASSERT_TRUE(density.has_value());
    EXPECT_EQ(density->all.events, 34);
    EXPECT_EQ(density->all.red, 4);
    EXPECT_EQ(density->bins[0].events, 6) << "of the first two milliseconds";
    const QRectF lane = densityLane(simple());
    EXPECT_EQ(lane.left(), simple().plot.left()) << "the lane has the margins of the plot";
    EXPECT_EQ(lane.right(), simple().plot.right());
}

TEST(ChartLayout, OneCardHoldsAllMarksOfABin) {
    ChartData data = dataWith({});
    for (int i = 0; i < 40; ++i)
        data.marks << Mark{50, i == 39 ? MarkKind::preemption : MarkKind::scale,
                           QStringLiteral("m")};
    const auto bin = marksAt(data, simple(), simple().x(50));
    ASSERT_TRUE(bin.has_value());
    EXPECT_THAT(bin->marks, ::testing::SizeIs(40));
    EXPECT_EQ(bin->marks.front(), 39) << "the most serious first";
    EXPECT_FALSE(marksAt(data, simple(), simple().x(10)).has_value());
    EXPECT_FALSE(marksAt(data, simple(), 10).has_value()) << "left of the plot";
}

TEST(ChartLayout, BesideADensityTheNameOfTheCapacityStandsBelowItsLine) {
    ChartData data = dataWith({});
    for (int i = 0; i < 40; ++i)
        data.marks << Mark{i, MarkKind::scale, {}};
    data.capacity = 9.8;
    const auto place = capacityPlace(data, simple(), 90);
    ASSERT_TRUE(place.has_value()) << "no line is without its name";
    EXPECT_GT(place->top(), simple().y(9.8));
}

TEST(ChartLayout, EqualGuaranteesShareALine) {
    const auto groups = groupGuarantees(fourTeams());
    ASSERT_EQ(groups.size(), 3U);
    EXPECT_EQ(groups[1].names, QStringLiteral("team-b, team-c"));
    EXPECT_EQ(groups[1].team, 1);
    EXPECT_EQ(groups[2].value, 8);
}

// A line at its guarantee all the time: the name stands beside both, where least is drawn.
TEST(ChartPlates, StandWhereTheyCoverLeast) {
    ChartGeometry geometry;
    geometry.plot = QRectF(44, 34, 400, 200);
    geometry.range = {0, 400};
    geometry.top = 20;
    ChartData data;
    Series held;
    held.at = {0};
    held.values = {10};
    // Above the guarantee in the first half, below it in the second.
    Series wanders;
    wanders.at = {0, 200};
    wanders.values = {11, 9};
    data.series = {held, wanders};
    data.until = 400;
    data.guarantees = {{QStringLiteral("a"), 10, 0}};
    const auto placed = [&](double width) {
        const auto groups = groupGuarantees(data);
        const auto stretches = stretchesOf(groups, geometry);
        return placePlates(stretches, std::vector<double>(stretches.size(), width), groups, data,
                           geometry);
    };
    auto places = placed(80);
    ASSERT_TRUE(places.at(0).has_value());
    const double line = geometry.y(10);
    EXPECT_TRUE(places[0]->bottom() < line || places[0]->top() > line);
    EXPECT_TRUE(geometry.plot.contains(*places[0]));
    const QRectF first = *places[0];
    EXPECT_GT(first.top(), line) << "above it the other line passes";
    EXPECT_LT(first.right(), geometry.x(200));
    // Two at the same height stand side by side, and none on the other.
    data.guarantees << GuaranteeLine{QStringLiteral("b"), 10.5, 1};
    places = placed(80);
    ASSERT_TRUE(places.at(0) && places.at(1));
    EXPECT_FALSE(places[0]->intersects(*places[1]));
    // Each value stands where it holds.
    data.guarantees = {{QStringLiteral("a"), 5, 0, {{0, 120}, {10, 5}}}};
    places = placed(80);
    ASSERT_TRUE(places.at(0) && places.at(1));
    EXPECT_LE(places[0]->right(), geometry.x(120));
    EXPECT_GE(places[1]->left(), geometry.x(120));
    EXPECT_GT(places[1]->top(), places[0]->bottom());
    // What holds for too short a time has none, rather than one where something else holds.
    data.guarantees = {{QStringLiteral("a"), 5, 0, {{0, 40}, {10, 5}}}};
    places = placed(80);
    EXPECT_FALSE(places.at(0).has_value());
    ASSERT_TRUE(places.at(1).has_value());
    EXPECT_GE(places[1]->left(), geometry.x(40));
    // Of many values the first and the last are told.
    data.guarantees = {{QStringLiteral("a"), 5, 0, {{0, 100, 200, 300}, {10, 5, 10, 5}}}};
    places = placed(80);
    ASSERT_EQ(places.size(), 4U);
    EXPECT_TRUE(places[0] && !places[1] && !places[2] && places[3]);
}

// With eight teams a label would hide the line of another: it stands where nothing is drawn, else
// only while one points at its team.
TEST(ChartPlates, OfManyNoneLiesOnALine) {
    ChartGeometry geometry;
    geometry.plot = QRectF(44, 34, 400, 200);
    geometry.range = {0, 400};
    geometry.top = 40;
    ChartData data;
    data.until = 400;
    for (int team = 0; team < 8; ++team) {
        Series series;
        series.team = team;
        series.at = {0};
        series.values = {2.0 + team};
        data.series << series;
        data.guarantees << GuaranteeLine{QString::number(team), 2.5 + team, team};
    }
    data.guarantees.last().value = 30;
    const auto groups = groupGuarantees(data);
    const auto stretches = stretchesOf(groups, geometry);
    const auto placed = [&](std::optional<std::size_t> asked) {
        return placePlates(stretches, std::vector<double>(stretches.size(), 60), groups, data,
                           geometry, asked);
    };
    auto places = placed({});
    for (std::size_t i = 0; i < places.size(); ++i)
        if (places[i])
            for (const auto& drawn : data.series) {
                const double y = geometry.y(drawn.values.front());
                EXPECT_TRUE(y < places[i]->top() || y > places[i]->bottom()) << i << " at " << y;
            }
    EXPECT_TRUE(places.back().has_value()) << "there is room around it";
    EXPECT_FALSE(places[3].has_value());
    places = placed(3);
    EXPECT_TRUE(places[3].has_value());
    EXPECT_TRUE(places.back().has_value());
}

TEST(ChartLayout, TheLabelOfAGuaranteeTellsWhatHeldThere) {
    ChartGeometry geometry = simple();
    geometry.plot = QRectF(0, 0, 400, 100);
    geometry.range = {0, 400};
    ChartData data;
    data.guarantees = {{QStringLiteral("a"), 12, 0, {{-50, 100}, {8, 12}}}};
    const auto stretches = stretchesOf(groupGuarantees(data), geometry);
    ASSERT_EQ(stretches.size(), 2U);
    EXPECT_EQ(stretches[0].text, QStringLiteral("a 8"));
    EXPECT_EQ(stretches[0].right, geometry.x(100));
    EXPECT_EQ(stretches[1].text, QStringLiteral("a 12"));
}

TEST(ChartLayout, LargeNumbersAreShortBesideAnAxis) {
    EXPECT_EQ(axisNumber(0), QStringLiteral("0"));
    EXPECT_EQ(axisNumber(20'000), chartNumber(20'000));
    EXPECT_EQ(axisNumber(400'000), QStringLiteral("400k"));
    EXPECT_EQ(axisNumber(1'600'000), chartNumber(1.6) + QLatin1Char('M'));
}

}  // namespace
}  // namespace apportion::ui
