// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/nodes/node_layout.h"

#include <algorithm>
#include <cmath>

namespace apportion::ui {

namespace {

constexpr int kMostRows = 64;
constexpr int kMostCompact = 1000;
constexpr double kNodeLayoutMargin = 16;
constexpr double kTop = 4;  // room for the focus ring of the first row

constexpr double kRowHeight = 30;
constexpr double kRowGap = 4;
constexpr double kHeader = 24;
constexpr double kWidestCell = 58;
constexpr double kNarrowestCell = 14;
constexpr double kBarWidth = 64;
constexpr double kNumberWidth = 66;

constexpr double kNodeLayoutGauge = 5;
constexpr double kGaugeInset = 3;
constexpr double kUnderGauge = 2;
constexpr double kSmallGauge = 3;
constexpr double kSmallGaugeInset = 1;

constexpr double kSmallCell = 10;
constexpr double kWidestSmallCell = 24;
constexpr double kItemGap = 20;
constexpr double kTile = 14;
constexpr double kTileGap = 2;

}  // namespace

NodeLayout::Shape NodeLayout::shapeFor(int nodes) {
    return nodes <= kMostRows ? Shape::rows : nodes <= kMostCompact ? Shape::compact : Shape::tiles;
}

NodeLayout::NodeLayout(const Measures& measures, int all) : m_(measures), shape_(shapeFor(all)) {
    m_.mostDevices = std::max(1, m_.mostDevices);
    const double room = std::max(0.0, m_.width - 2 * kNodeLayoutMargin);
    switch (shape_) {
        case Shape::rows: {
            header_ = std::round(kHeader * m_.scale);
            gap_ = 2;
            left_ = m_.nameWidth;
            cellHeight_ = std::round(kRowHeight * m_.scale);
            pitch_ = cellHeight_ + kRowGap;
            const double rest = room - left_ - kBarWidth - kNumberWidth - 16;
            cell_ = std::clamp(std::floor(rest / m_.mostDevices) - gap_, kNarrowestCell,
                               kWidestCell * m_.scale);
            across_ = room;
            break;
        }
        case Shape::compact:
            gap_ = 1;
            left_ = m_.nameWidth;
            cell_ = cellHeight_ = kSmallCell;
            pitch_ = std::round(std::max(cellHeight_ + 6, 16 * m_.scale));
            across_ = left_ + m_.mostDevices * (cell_ + gap_) + kItemGap;
            columns_ = std::max(1, static_cast<int>((room + kItemGap) / across_));
            // What is left of the width is theirs.
            across_ = std::max(across_, std::floor((room + kItemGap) / columns_));
            cell_ = std::clamp(std::floor((across_ - left_ - kItemGap) / m_.mostDevices) - gap_,
                               kSmallCell, kWidestSmallCell);
            break;
        case Shape::tiles:
            gap_ = kTileGap;
            cell_ = cellHeight_ = kTile;
            pitch_ = across_ = kTile + kTileGap;
            columns_ = std::max(1, static_cast<int>((room + kTileGap) / across_));
            break;
    }
}

double NodeLayout::height() const {
    const int lines = (m_.nodes + columns_ - 1) / columns_;
    return header_ + kTop + lines * pitch_ + kNodeLayoutMargin;
}

QRectF NodeLayout::item(int node) const {
    const double x = kNodeLayoutMargin + (node % columns_) * across_;
    const int row = node / columns_;
    const double y = header_ + kTop + row * pitch_;
    const double width = shape_ == Shape::rows      ? across_
                         : shape_ == Shape::compact ? across_ - kItemGap
                                                    : cell_;
    return {x, y, width, cellHeight_ + (shape_ == Shape::compact ? 4 : 0)};
}

QRectF NodeLayout::name(int node) const {
    if (shape_ == Shape::tiles)
        return {};
    QRectF box = item(node);
    box.setWidth(left_ - 8);
    return box;
}

QRectF NodeLayout::devices(int node, int first, int count) const {
    const QRectF box = item(node);
    if (shape_ == Shape::tiles)
        return box;
    return {box.left() + left_ + first * (cell_ + gap_),
            box.top() + (box.height() - cellHeight_) / 2, count * (cell_ + gap_) - gap_,
            cellHeight_};
}

QRectF NodeLayout::device(int node, int device) const {
    return devices(node, device, 1);
}

QRectF NodeLayout::bar(int node) const {
    if (shape_ != Shape::rows)
        return {};
    const QRectF last = devices(node, 0, m_.mostDevices);
    return {last.right() + 16, last.center().y() - 3, kBarWidth, 6};
}

QRectF NodeLayout::number(int node) const {
    if (shape_ != Shape::rows)
        return {};
    const QRectF before = bar(node);
    const QRectF box = item(node);
    return {before.right(), box.top(), kNumberWidth, box.height()};
}

QRectF NodeLayout::gauge(int node, int device) const {
    const QRectF box = this->device(node, device);
    const double inset = shape_ == Shape::rows ? kGaugeInset : kSmallGaugeInset;
    const double under = shape_ == Shape::rows ? kUnderGauge : kSmallGaugeInset;
    const double height = shape_ == Shape::rows ? kNodeLayoutGauge : kSmallGauge;
    if (shape_ == Shape::tiles)
        return {};
    return {box.left() + inset, box.bottom() - under - height, box.width() - 2 * inset, height};
}

std::pair<int, int> NodeLayout::within(double top, double bottom) const {
    const auto line = [this](double y) {
        return static_cast<int>(std::floor((y - header_ - kTop) / pitch_));
    };
    const int first = std::clamp(line(top) * columns_, 0, m_.nodes);
    const int last = std::clamp((line(bottom) + 1) * columns_, first, m_.nodes);
    return {first, last};
}

std::optional<NodeLayout::Spot> NodeLayout::at(const QPointF& point, int devicesOfNode) const {
    if (point.y() < header_ + kTop || point.x() < kNodeLayoutMargin)
        return std::nullopt;
    const int column = static_cast<int>((point.x() - kNodeLayoutMargin) / across_);
    const int line = static_cast<int>((point.y() - header_ - kTop) / pitch_);
    const int node = line * columns_ + column;
    if (column >= columns_ || node >= m_.nodes)
        return std::nullopt;
    if (shape_ == Shape::tiles)
        return Spot{node, 0};
    const double x = point.x() - device(node, 0).left();
    if (x < 0)
        return Spot{node, 0};
    const int device = static_cast<int>(x / (cell_ + gap_));
    if (device >= std::min(devicesOfNode, m_.mostDevices))
        return shape_ == Shape::rows ? std::optional(Spot{node, 0}) : std::nullopt;
    return Spot{node, device};
}

}  // namespace apportion::ui
