// SPDX-License-Identifier: GPL-3.0-or-later
// Axes and series of a chart on a QCustomPlot, whose header stays in the .cpp: it needs Qt's
// keywords and takes seconds to compile.
#pragma once

#include <functional>
#include <vector>

#include <QTimeZone>

#include "ui/charts/chart_layout.h"

class QCPAbstractPlottable;
class QCustomPlot;
class QPainter;
class QPaintDevice;
class QPen;
class QWidget;

namespace apportion::ui {

enum class TimeAxis { wall, elapsed };

class ChartPlot {
public:
    explicit ChartPlot(QWidget* parent);

    QWidget* widget() const;

    void setTimeAxis(TimeAxis axis, const QTimeZone& zone);
    TimeAxis timeAxis() const { return m_axis; }
    QString moment(qint64 at) const;
    QString longMoment(qint64 at) const;  // with its date
    QString zoneAt(qint64 at) const;      // of the wall clock; else empty
    void setRightMargin(int pixels);

    // Builds the graphs anew from the data.
    void setData(const ChartData& data, ChartShape shape);
    // The last values hold until then.
    void holdUntil(qint64 until);
    void setRange(const TimeSpan& range);
    const TimeSpan& range() const { return m_range; }

    // All pens and brushes again, in the theme.
    void recolor(const ChartData& data, bool dark, int highlighted);

    // Where the plot stands in a chart of this size.
    ChartGeometry geometry(const QSizeF& size) const;
    void replot();

    // Draws a page on `device` (an image, an SVG, a PDF): `before` gets a painter in units of the
    // page for title and legend, then axes and series follow in `place`, then `after`.
    void paintPage(QPaintDevice& device, double scale, const QRect& place,
                   const std::function<void(QPainter&)>& before,
                   const std::function<void(QPainter&)>& after);

private:
    // What a graph draws of which series.
    struct Use {
        enum Part { layer, line, bandLow, bandHigh };
        QCPAbstractPlottable* graph;
        int series;
        Part part;
    };

    void buildStack(const ChartData& data);
    void buildLines(const ChartData& data);
    void addBand(int index, const Series& series, std::optional<qint64> until);
    void rebuildTicks(const QSizeF& size);
    bool isCrowded() const;
    QPen linePen(const Series& series, bool dark, double width) const;

    QCustomPlot* m_plot;  // owned by its parent widget
    TimeAxis m_axis = TimeAxis::wall;
    QTimeZone m_zone;
    ChartMargins m_margins = chartMargins();
    TimeSpan m_range{0, 3600 * 1000};
    double m_top = 1;
    bool m_whole = false;
    std::vector<Use> m_graphs;
};

}  // namespace apportion::ui
