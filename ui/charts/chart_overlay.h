// SPDX-License-Identifier: GPL-3.0-or-later
// All of a chart but axes and series: guarantees, capacity, event marks, end labels, crosshair.
// Painted over the plot, on the screen and in files alike, so moving the crosshair replots nothing.
#pragma once

#include <optional>

#include <QColor>
#include <QString>

#include "ui/charts/chart_layout.h"

class QPainter;

namespace apportion::ui {

struct OverlayInput {
    const ChartData& data;
    ChartShape shape = ChartShape::stacked;
    ChartGeometry geometry;
    bool dark = false;  // files are always light
    bool endLabelsShown = true;
    int highlighted = -1;  // a series; the labels of the others fade
};

// The margin in which a label with a name so wide is not cut.
int endLabelWidth(double name);

void paintOverlay(QPainter& painter, const OverlayInput& input);

// The line, the dots and, if `card`, the values at `at`. `moment` is the formatted time.
void paintCrosshair(QPainter& painter, const OverlayInput& input, qint64 at, const QString& moment,
                    bool card);

// The value of a series as labels and cards write it.
QString chartNumber(double value);
// Beside an axis, where seven digits have no room: "400k", "1.2M".
QString axisNumber(double value);

// What a series looks like, beside its name: its colour and hatch, or a dash.
void paintSwatch(QPainter& painter, const QRectF& box, const Series& series, bool dark);

// The colour of a series' line, dot and swatch.
QColor seriesColor(const Series& series, bool dark);

}  // namespace apportion::ui
