// SPDX-License-Identifier: GPL-3.0-or-later
// Where things of a chart stand, without painting them.
#pragma once

#include <optional>
#include <vector>

#include <QPainterPath>
#include <QRectF>

#include "ui/charts/chart_data.h"
#include "ui/charts/chart_math.h"
#include "ui/charts/event_density.h"

namespace apportion::ui {

// All charts of a page have the same left and right margin, so that their times align.
struct ChartMargins {
    int left = 44;
    int top = 34;     // the lane of the event marks
    int right = 96;   // the end labels
    int bottom = 26;  // the time axis
};
ChartMargins chartMargins();  // at the font scale of the desktop

struct ChartGeometry {
    ChartMargins margins;
    QRectF plot;
    TimeSpan range;
    double top = 1;  // of the y axis, which starts at 0

    double x(qint64 moment) const;
    double y(double value) const;
    qint64 at(double xPixel) const;
};

// Marks that stand together because they are within 18 px.
struct MarkGroup {
    double x = 0;
    MarkKind kind = MarkKind::other;  // of the most serious one
    std::vector<int> marks;           // indexes in ChartData::marks, the most serious first
    bool mixed = false;               // they are of several kinds
    QString label;                    // what stands beside the icon; may be empty
    double labelRoom = 0;             // pixels to the right of the icon
};
double markLane(const ChartGeometry& geometry);  // the middle of their icons
std::vector<MarkGroup> groupMarks(const ChartData& data, const ChartGeometry& geometry);

// What stands in the lane instead of icons where the range has more than kMostSingleEvents marks.
std::optional<EventDensity> markDensity(const ChartData& data, const ChartGeometry& geometry);
QRectF densityLane(const ChartGeometry& geometry);
// The group or the bin of the density at `x`. Nothing = no mark is there.
std::optional<MarkGroup> marksAt(const ChartData& data, const ChartGeometry& geometry, double x);

// Moves positions apart to at least `distance`, within [low, high], keeping their order and moving
// them as little as possible. If there is no room for all, they are spaced evenly.
std::vector<double> spread(std::vector<double> wanted, double distance, double low, double high);

// The values at which labels stand beside the axis: round ones, as many as do not touch.
std::vector<double> axisValues(const ChartGeometry& geometry, double top, bool whole);

// Where the name of the capacity stands: above its line, behind the marks that reach down to it,
// below it where they are a density.
// Nothing = there is no room.
std::optional<QRectF> capacityPlace(const ChartData& data, const ChartGeometry& geometry,
                                    double width);

// The labels at the right end: the largest, at most eight and as many as do not touch. Beside the
// value stands the guarantee whose line has that color.
struct EndLabel {
    int series = 0;
    double value = 0;
    double y = 0;
    std::optional<double> guarantee = {};
};
std::vector<EndLabel> endLabels(const ChartData& data, ChartShape shape,
                                const ChartGeometry& geometry);

// Guarantees that were the same all the time share one line.
struct GuaranteeGroup {
    double value = 0;  // now
    int team = -1;
    Steps steps;
    QString names;
};
// A part of such a line that has one value as far as it is seen, and its label: what stands beside
// it is the value that holds there.
struct GuaranteeStretch {
    std::size_t group = 0;
    double value = 0;
    double left = 0;  // pixels, within the plot
    double right = 0;
    QString text;
};
// From where on it is drawn; behind the range = not at all.
qint64 beginOf(const Steps& steps, const TimeSpan& range);
// From there to the edge of the plot, on half pixels.
QPainterPath stepPath(const ChartGeometry& geometry, const Steps& steps, double always);
std::vector<GuaranteeGroup> groupGuarantees(const ChartData& data);
// By groups, from the left. What is too short for any label is left out.
std::vector<GuaranteeStretch> stretchesOf(const std::vector<GuaranteeGroup>& groups,
                                          const ChartGeometry& geometry);

}  // namespace apportion::ui
