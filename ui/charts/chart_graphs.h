// SPDX-License-Identifier: GPL-3.0-or-later
// The two graphs QCustomPlot does not draw as the look wants them, nor as fast. For ui/charts/*.cpp
// only: the header behind it is heavy.
#pragma once

#include <qcustomplot.h>

#include "ui/charts/chart_trace.h"

namespace apportion::ui {

class TraceGraph : public QCPAbstractPlottable {
public:
    using QCPAbstractPlottable::QCPAbstractPlottable;

    void setTrace(const Trace& trace) { m_trace = trace; }
    void holdUntil(qint64 until) { m_trace.until = until; }
    qsizetype samplesInView() const { return samplesIn(m_trace, place()); }

    // Nothing of it is selected with the mouse, listed in a QCPLegend or scaled to.
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override;

protected:
    void drawLegendIcon(QCPPainter*, const QRectF&) const override {}
    TracePlace place() const;

    Trace m_trace;
};

// Lines of equal value would hide each other: each is drawn a little beside the last.
class LineGraph final : public TraceGraph {
public:
    LineGraph(QCPAxis* keys, QCPAxis* values, int index);

protected:
    void draw(QCPPainter* painter) override;

private:
    void drawBoxes(QCPPainter& painter, QPolygonF steps, double pixel) const;

    double m_shift;
};

// A layer of a stack: filled down to the layer below, with a separator of one pixel in the pen's
// colour along its upper edge. All edges lie on device pixels, or slivers of the ground show beside
// the steps at scales like 1.5.
class LayerGraph final : public TraceGraph {
public:
    using TraceGraph::TraceGraph;
    // Is drawn before this one, over the same moments.
    void setBelow(LayerGraph* below) { m_below = below; }

protected:
    void draw(QCPPainter* painter) override;

private:
    LayerGraph* m_below = nullptr;
    std::vector<QPolygonF> m_edge;  // as drawn last
};

}  // namespace apportion::ui
