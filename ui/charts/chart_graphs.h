// SPDX-License-Identifier: GPL-3.0-or-later
// The two graphs QCustomPlot does not draw as the look wants them. For ui/charts/*.cpp only: the
// header behind it is heavy.
#pragma once

#include <qcustomplot.h>

namespace apportion::ui {

// Lines of equal value would hide each other: each is drawn a little beside the last.
class LineGraph final : public QCPGraph {
public:
    LineGraph(QCPAxis* keys, QCPAxis* values, int index);

protected:
    void draw(QCPPainter* painter) override;

private:
    double m_shift;
};

// A layer of a stack: filled down to the layer below (channelFillGraph(), a LayerGraph as well),
// with a separator of one pixel in the pen's colour along its upper edge. All edges lie on device
// pixels, or slivers of the ground show beside the steps at scales like 1.5.
class LayerGraph final : public QCPGraph {
public:
    using QCPGraph::QCPGraph;

protected:
    void draw(QCPPainter* painter) override;

private:
    QVector<QPointF> edge(double pixel) const;
};

}  // namespace apportion::ui
