// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/run_series.h"

#include <gtest/gtest.h>

#include "tests/ui/nodes/node_fixture.h"
#include "ui/charts/chart_layout.h"

namespace apportion::ui {
namespace {

constexpr const char* kChanging = R"({"apportion": 1, "name": "changing",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 4}}, {"name": "b", "guaranteed": {"gpu": 8}}],
 "workloads": [{"name": "w", "quota": "a", "gpu": 2}, {"name": "v", "quota": "b", "gpu": 2}],
 "events": [{"at": 10, "do": "node", "node": "n-2", "state": "down"},
            {"at": 30, "do": "node", "node": "n-2", "state": "ready"},
            {"at": 40, "do": "scale", "quotas": {"a": {"gpu": 6}}, "mode": "drain"}],
 "until": 100})";

// Today's value is not that of all time.
TEST(RunSeries, CapacityAndGuaranteesAreThoseOfTheirTime) {
    const ViewPtr view = viewOfPool(kChanging, 60);
    const ChartSource source{*view, *view->history, 0, 0, {}};
    const ChartData data = teamData(source);
    EXPECT_EQ(data.capacity, 16);
    EXPECT_FALSE(data.whole) << "a fraction of a GPU may be used";
    const Steps capacity{{0, 10'000, 30'000}, {16, 8, 16}, 0};
    EXPECT_EQ(data.capacitySteps, capacity) << data.capacitySteps.at.size() << " steps";
    ASSERT_EQ(data.guarantees.size(), 2);
    EXPECT_EQ(data.guarantees[0].value, 6);
    EXPECT_EQ(data.guarantees[0].steps, (Steps{{0, 40'000}, {4, 6}, 0}));
    EXPECT_EQ(data.guarantees[1].steps, (Steps{{}, {}, 0})) << "it never changed";
}

// No line at nothing, and no quarters of a GPU at the axis.
TEST(RunSeries, APoolWithoutGpusHasNoLineForThem) {
    const ViewPtr view = viewOfPool(
        R"({"apportion": 1, "name": "empty", "nodes": [], "quotas": [], "until": 9})", 5);
    const ChartData data = teamData({*view, *view->history, 0, 0, {}});
    EXPECT_EQ(data.capacity, std::nullopt);
    EXPECT_TRUE(data.whole);
}

TEST(RunSeries, ALevelStepsWhereItChanged) {
    ChartGeometry geometry;
    geometry.plot = QRectF(0, 0, 100, 100);
    geometry.range = {0, 100};
    geometry.top = 100;
    const Steps steps{{0, 40, 200}, {20, 60, 80}};
    const QPainterPath path = stepPath(geometry, steps, 80);
    ASSERT_EQ(path.elementCount(), 4) << "what lies behind the range has no step";
    EXPECT_DOUBLE_EQ(path.elementAt(0).y, 80.5);
    EXPECT_DOUBLE_EQ(path.elementAt(1).x, 40.5);
    EXPECT_DOUBLE_EQ(path.elementAt(2).y, 40.5);
    EXPECT_DOUBLE_EQ(path.elementAt(3).x, 100);
    EXPECT_EQ(valueAt(steps, 80, 39), 20);
    EXPECT_EQ(valueAt(steps, 80, 40), 60);
    EXPECT_EQ(valueAt({}, 80, 40), 80);
}

// There was no pool before its first moment, and a quota that came later had nothing before.
TEST(RunSeries, NoLevelIsDrawnBeforeThereWasOne) {
    ChartGeometry geometry;
    geometry.plot = QRectF(0, 0, 100, 100);
    geometry.range = {0, 100};
    geometry.top = 100;
    const QPainterPath path = stepPath(geometry, {{60}, {20}, 30}, 20);
    EXPECT_DOUBLE_EQ(path.elementAt(0).x, 30.5);
    EXPECT_TRUE(stepPath(geometry, {{}, {}, 101}, 20).isEmpty());
    ChartData data;
    data.guarantees.append({QStringLiteral("A"), 20, 0, {{}, {}, 30}});
    const auto stretches = stretchesOf(groupGuarantees(data), geometry);
    ASSERT_EQ(stretches.size(), 1U);
    EXPECT_DOUBLE_EQ(stretches[0].left, 30);

    const ViewPtr view = viewOfPool(
        R"({"apportion": 1, "name": "later", "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "A", "guaranteed": {"gpu": 4}}, {"name": "B", "guaranteed": {"gpu": 0}}],
 "events": [{"at": 40, "do": "scale", "quotas": {"B": {"gpu": 4}}}], "until": 90})",
        80);
    const ChartData drawn = teamData({*view, *view->history, 1000, 0, {}});
    ASSERT_EQ(drawn.guarantees.size(), 2);
    EXPECT_EQ(drawn.guarantees[0].steps.since, 1000);
    EXPECT_EQ(drawn.guarantees[1].steps.since, 41'000);
    EXPECT_EQ(drawn.capacitySteps.since, 1000);
}

}  // namespace
}  // namespace apportion::ui
