// SPDX-License-Identifier: GPL-3.0-or-later
// Draws one node of the heat map.
#pragma once

#include "core/view/nodes/device_uses.h"
#include "core/view/nodes/node_rows.h"
#include "ui/nodes/node_layout.h"
#include "ui/time_text.h"

class QPainter;

namespace apportion::ui {

struct NodeLook {
    const NodeLayout& layout;
    const TimeText& times;
    bool byAllocation = false;
    const DeviceUses& uses;
    QString pointedAt;  // the workload under the mouse: all of its blocks are outlined
};

// At its place in the layout.
void paintNode(QPainter& painter, const NodeRow& node, int index, const NodeLook& look);
// Numbers of the devices, over a row of them.
void paintDeviceNumbers(QPainter& painter, const NodeLayout& layout, int devices, double width);

// The fill of a free device, as the legend shows it too.
void paintFree(QPainter& painter, const QRectF& box, NodeState state, double radius);
// How much of a device is allocated, 0 to 1.
QColor allocationColor(double share);
// How busy a device is, 0 to 1, on whatever stands below.
void paintGauge(QPainter& painter, const QRectF& box, double share);

// What names and badges need before the first device.
double nameWidth(const std::vector<NodeRow>& nodes, NodeLayout::Shape shape);

}  // namespace apportion::ui
