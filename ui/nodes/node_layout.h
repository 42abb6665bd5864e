// SPDX-License-Identifier: GPL-3.0-or-later
// Where nodes and their devices are drawn, in pixels of the whole map: arithmetic only. Up to 64
// nodes a row each with room for names, up to 1,000 small cells in columns, beyond that a tile a
// node.
#pragma once

#include <optional>
#include <utility>

#include <QRectF>

namespace apportion::ui {

class NodeLayout {
public:
    enum class Shape { rows, compact, tiles };

    struct Measures {
        int nodes = 0;        // shown
        int mostDevices = 1;  // of one node
        double nameWidth = 0;
        double width = 0;  // of the viewport
        double scale = 1;  // of the desktop's font
    };
    struct Spot {
        int node = -1;
        int device = 0;  // tiles: always 0
        friend bool operator==(const Spot&, const Spot&) = default;
    };

    NodeLayout() = default;
    // `all`: how many nodes there are, shown or not: a filter does not change the shape.
    NodeLayout(const Measures& measures, int all);

    static Shape shapeFor(int nodes);
    Shape shape() const { return shape_; }
    double height() const;
    // Of the line with the numbers of the devices; 0 where there is none.
    double headerHeight() const { return header_; }
    int columns() const { return columns_; }

    QRectF name(int node) const;
    QRectF device(int node, int device) const;
    // From one device to another of the same node.
    QRectF devices(int node, int first, int count) const;
    // What is said at the right of a row; empty where there is no room for it.
    QRectF bar(int node) const;
    QRectF number(int node) const;
    // How busy a device is, along its lower edge; empty where there is no room for it.
    QRectF gauge(int node, int device) const;
    // All of a node.
    QRectF item(int node) const;

    // The nodes that are in sight, [first, last).
    std::pair<int, int> within(double top, double bottom) const;
    std::optional<Spot> at(const QPointF& point, int devicesOfNode = 1 << 20) const;

private:
    Measures m_;
    Shape shape_ = Shape::rows;
    int columns_ = 1;
    double header_ = 0;
    double pitch_ = 1;   // from item to item downwards
    double across_ = 1;  // and to the right
    double cell_ = 1;
    double cellHeight_ = 1;
    double gap_ = 0;
    double left_ = 0;  // of the first device in an item
};

}  // namespace apportion::ui
