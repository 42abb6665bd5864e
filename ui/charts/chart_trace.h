// SPDX-License-Identifier: GPL-3.0-or-later
// A series as points on the screen: as few of them as the pixels can show, in pieces where nothing
// is known in between.
#pragma once

#include <optional>
#include <vector>

#include <QList>
#include <QPolygonF>

namespace apportion::ui {

// Shares its lists with the data of the chart. A value that is no number = unknown from there on.
struct Trace {
    QList<qint64> at;  // ascending
    QList<double> values;
    std::optional<qint64> until;  // the last value holds until then
    bool stepped = true;
};

// Where a trace is drawn, in pixels: y falls as values grow.
struct TracePlace {
    double left = 0;
    double width = 1;
    qint64 from = 0;
    qint64 to = 1;
    double zero = 0;     // y of the value 0
    double perUnit = 1;  // pixels a unit

    double perMs() const { return width / static_cast<double>(to - from); }
    double x(qint64 at) const { return left + static_cast<double>(at - from) * perMs(); }
    double y(double value) const { return zero - value * perUnit; }
};

// How many samples lie in the place.
qsizetype samplesIn(const Trace& trace, const TracePlace& place);

// A line: of each column of pixels where it comes from, how far it goes up and down, and where it
// leaves. Gaps narrower than a pixel are not seen.
std::vector<QPolygonF> lineThrough(const Trace& trace, const TracePlace& place);

// The edge of an area: a column of several samples is as high as their mean over time, so that
// edges over the same moments never cross and their pieces match.
std::vector<QPolygonF> edgeThrough(const Trace& trace, const TracePlace& place);

}  // namespace apportion::ui
