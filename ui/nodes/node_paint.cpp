// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/nodes/node_paint.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include "ui/nodes/node_texts.h"
#include "ui/texts.h"
#include "ui/visible_text.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/hatch.h"
#include "ui/widgets/style_paint.h"

namespace apportion::ui {

namespace {

using Shape = NodeLayout::Shape;

constexpr double kTick = 5;
constexpr double kLeastForText = 34;

double radiusOf(Shape shape) {
    return shape == Shape::rows ? kCheckRadius : shape == Shape::compact ? 2 : kBarRadius;
}

QPainterPath rounded(const QRectF& box, double radius) {
    QPainterPath path;
    path.addRoundedRect(box, radius, radius);
    return path;
}

QFont blockFont() {
    QFont face = font(Type::small);
    face.setWeight(QFont::DemiBold);
    return face;
}

// The word beside the name of a node that is not as it should be.
Badge stateBadge(const NodeRow& node) {
    if (node.state == NodeState::down)
        return {nodeStateWord(node), Tone::err, Icon::error};
    return {nodeStateWord(node), Tone::warn, Icon::lock};
}

// Parts of devices that somebody holds, as a share of the node's.
struct Part {
    double from = 0;
    double to = 0;
};

class NodePainter {
public:
    NodePainter(QPainter& painter, const NodeRow& node, int index, const NodeLook& look)
        : painter_(painter),
          node_(node),
          index_(index),
          look_(look),
          shape_(look.layout.shape()),
          radius_(radiusOf(shape_)),
          used_(static_cast<std::size_t>(node.devices), 0) {}

    void paint() {
        if (shape_ == Shape::tiles)
            return tile();
        name();
        for (int device = 0; device < node_.devices; ++device)
            if (!heldWhole(device))
                paintFree(painter_, look_.layout.device(index_, device), node_.state, radius_);
        for (const NodeBlock& block : node_.blocks)
            this->block(block);
        if (shape_ == Shape::rows) {
            freeParts();
            numbers();
        }
        for (int device = 0; device < node_.devices; ++device)
            if (const auto percent = useOf(look_.uses, node_, device))
                paintGauge(painter_, look_.layout.gauge(index_, device), *percent / 100.0);
    }

private:
    bool heldWhole(int device) const {
        return std::any_of(node_.blocks.begin(), node_.blocks.end(), [&](const NodeBlock& block) {
            return block.gpu >= kOneGpu && device >= block.device &&
                   device < block.device + block.devices;
        });
    }

    void name() {
        QRectF box = look_.layout.name(index_);
        const QFont face = shape_ == Shape::rows ? font(Type::name) : font(Type::small);
        const QFontMetricsF metrics(face);
        if (node_.state != NodeState::ready && shape_ == Shape::rows) {
            const Badge badge = stateBadge(node_);
            const double width = badgeSize(badge).width();
            paintBadge(painter_, {box.right() - width, box.top(), width, box.height()}, badge);
            box.setWidth(box.width() - width - 4);
        }
        painter_.setFont(face);
        painter_.setPen(color(node_.state == NodeState::ready  ? Role::text
                              : node_.state == NodeState::down ? Role::err
                                                               : Role::text2));
        painter_.drawText(
            QPointF(box.left(), baselineIn(box, face)),
            metrics.elidedText(visible(qt(node_.name)), Qt::ElideMiddle, box.width()));
    }

    QRectF boxOf(const NodeBlock& block) {
        const QRectF all = look_.layout.devices(index_, block.device, block.devices);
        if (block.gpu >= kOneGpu)
            return all;
        Gpu& used = used_[static_cast<std::size_t>(block.device)];
        const double unit = all.width() / static_cast<double>(kOneGpu);
        const QRectF part(all.left() + static_cast<double>(used) * unit, all.top(),
                          static_cast<double>(block.gpu) * unit, all.height());
        used += block.gpu;
        return part;
    }

    void block(const NodeBlock& block) {
        const QRectF box = boxOf(block);
        const bool whole = block.gpu >= kOneGpu;
        painter_.save();
        if (!whole)
            painter_.setClipPath(rounded(look_.layout.device(index_, block.device), radius_),
                                 Qt::IntersectClip);
        const QPainterPath path = whole ? rounded(box, radius_) : rounded(box, 0);
        fillHatched(painter_, path,
                    look_.byAllocation ? QBrush(allocationColor(1)) : teamBrush(block.colour));
        if (!whole)
            painter_.fillRect(QRectF(box.right() - 1, box.top(), 1, box.height()),
                              color(Role::surface));
        painter_.restore();
        if (shape_ == Shape::rows)
            ticks(block, box);
        if (shape_ == Shape::rows && whole)
            label(block, box);
        if (!look_.pointedAt.isEmpty() && look_.pointedAt == qt(block.workload)) {
            painter_.setPen(QPen(color(Role::text), 1.5));
            painter_.setBrush(Qt::NoBrush);
            painter_.drawRoundedRect(box.adjusted(0.75, 0.75, -0.75, -0.75), radius_, radius_);
        }
    }

    void ticks(const NodeBlock& block, const QRectF& box) {
        for (int i = 1; i < block.devices; ++i) {
            if (useOf(look_.uses, node_, block.device + i))
                continue;  // the gauges part them
            const double x = look_.layout.device(index_, block.device + i).left() - 1.5;
            painter_.fillRect(QRectF(std::round(x), box.bottom() - kTick, 1, kTick),
                              color(Role::surface));
        }
    }

    void label(const NodeBlock& block, const QRectF& box) {
        if (box.width() < kLeastForText)
            return;
        const QFont face = blockFont();
        const QColor ink =
            textOn(look_.byAllocation ? allocationColor(1) : teamColor(block.colour));
        QRectF room = box.adjusted(8, 0, -6, 0);
        if (block.stopping) {
            paintIcon(painter_, QRectF(room.left() - 2, room.top(), 14, room.height()),
                      Icon::hourglass, ink, 12);
            room.setLeft(room.left() + 14);
        }
        const QFontMetricsF metrics(face);
        const QString text =
            metrics.elidedText(visible(qt(block.workload)), Qt::ElideRight, room.width());
        // No text on a hatch.
        if (!look_.byAllocation && teamIsHatched(block.colour))
            painter_.fillPath(rounded({room.left() - 4, room.center().y() - metrics.height() / 2,
                                       metrics.horizontalAdvance(text) + 8, metrics.height()},
                                      kBarRadius),
                              teamColor(block.colour));
        painter_.setFont(face);
        painter_.setPen(ink);
        painter_.drawText(QPointF(room.left(), baselineIn(room, face)), text);
    }

    // How much of a shared device is left.
    void freeParts() {
        if (node_.state != NodeState::ready)
            return;
        const QFont face = blockFont();
        for (int device = 0; device < node_.devices; ++device) {
            const Gpu used = used_[static_cast<std::size_t>(device)];
            if (used == 0 || used >= kOneGpu)
                continue;
            const QString text = gpuNumber(kOneGpu - used);
            QRectF box = look_.layout.device(index_, device);
            box.setLeft(box.left() +
                        box.width() * static_cast<double>(used) / static_cast<double>(kOneGpu));
            if (figuresWidth(text, face) + 6 <= box.width())
                drawFigures(painter_, box.adjusted(0, 0, -4, 0), Qt::AlignRight, text, face,
                            color(Role::text2));
        }
    }

    void numbers() {
        const QRectF bar = look_.layout.bar(index_);
        const QRectF number = look_.layout.number(index_);
        const QFont face = font(Type::second);
        if (node_.state == NodeState::down) {
            painter_.setFont(face);
            painter_.setPen(color(Role::err));
            const QString text = node_.since ? QCoreApplication::translate("NodePaint", "since %1")
                                                   .arg(look_.times.minutes(*node_.since))
                                             : nodeStateWord(node_);
            painter_.drawText(QPointF(bar.left(), baselineIn(number, face)), text);
            return;
        }
        painter_.setRenderHint(QPainter::Antialiasing);
        const double share = node_.devices == 0 ? 0
                                                : static_cast<double>(node_.used) /
                                                      static_cast<double>(node_.devices * kOneGpu);
        painter_.fillPath(rounded(bar, 3), color(Role::trough));
        if (share > 0)
            painter_.fillPath(
                rounded({bar.left(), bar.top(), std::max(3.0, bar.width() * share), bar.height()},
                        3),
                color(Role::text2));
        drawFigures(painter_, number, Qt::AlignRight,
                    QCoreApplication::translate("NodePaint", "%1 / %2")
                        .arg(gpuNumber(node_.used), QString::number(node_.devices)),
                    face, color(Role::text2));
    }

    // Owners from the left, each as wide as its part of the node.
    void tile() {
        const QRectF box = look_.layout.item(index_);
        paintFree(painter_, box, node_.state, radius_);
        const double all = static_cast<double>(node_.devices) * static_cast<double>(kOneGpu);
        if (all <= 0)
            return;
        painter_.save();
        painter_.setClipPath(rounded(box, radius_));
        if (look_.byAllocation) {
            painter_.fillRect(box, allocationColor(static_cast<double>(node_.used) / all));
        } else {
            double x = box.left();
            for (const NodeBlock& block : node_.blocks) {
                const double width = box.width() * static_cast<double>(block.gpu) / all;
                fillHatched(painter_, QRectF(x, box.top(), width, box.height()),
                            teamBrush(block.colour));
                x += width;
            }
        }
        painter_.restore();
    }

    QPainter& painter_;
    const NodeRow& node_;
    int index_;
    const NodeLook& look_;
    Shape shape_;
    double radius_;
    std::vector<Gpu> used_;  // of devices that are shared, as far as painted
};

}  // namespace

QColor allocationColor(double share) {
    return mix(color(Role::trough), color(Role::accentText), std::clamp(share, 0.0, 1.0));
}

void paintGauge(QPainter& painter, const QRectF& box, double share) {
    // Framed in the ground of the page, so that it is read on every team's colour.
    constexpr double kFrame = 1;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(box, color(Role::surface));
    const QRectF inner = box.adjusted(kFrame, kFrame, -kFrame, -kFrame);
    const double width = inner.width() * std::clamp(share, 0.0, 1.0);
    painter.fillRect(QRectF(inner.left(), inner.top(), width, inner.height()), color(Role::text));
    painter.restore();
}

void paintFree(QPainter& painter, const QRectF& box, NodeState state, double radius) {
    painter.setRenderHint(QPainter::Antialiasing);
    const QPainterPath path = rounded(box, radius);
    switch (state) {
        case NodeState::ready:
            painter.fillPath(path, color(Role::trough));
            return;
        case NodeState::cordoned:
        case NodeState::draining:
            fillHatched(painter, path,
                        hatchBrush({.line = color(Role::ctl), .ground = color(Role::surface)}));
            return;
        case NodeState::down:
            fillHatched(painter, path,
                        hatchBrush({.line = color(Role::err), .ground = color(Role::errSoft)}));
            painter.setPen(QPen(mix(color(Role::err), color(Role::errSoft), 0.4), 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
            return;
    }
}

void paintNode(QPainter& painter, const NodeRow& node, int index, const NodeLook& look) {
    painter.setRenderHint(QPainter::Antialiasing);
    NodePainter(painter, node, index, look).paint();
}

void paintDeviceNumbers(QPainter& painter, const NodeLayout& layout, int devices, double width) {
    const double height = layout.headerHeight();
    painter.fillRect(QRectF(0, 0, width, height), color(Role::surface));
    const QFont face = font(Type::small);
    for (int device = 0; device < devices; ++device) {
        const QRectF box = layout.device(0, device);
        drawFigures(painter, QRectF(box.left(), 0, box.width(), height), Qt::AlignHCenter,
                    QString::number(device), face, color(Role::text3));
    }
}

double nameWidth(const std::vector<NodeRow>& nodes, Shape shape) {
    if (shape == Shape::tiles)
        return 0;
    const bool rows = shape == Shape::rows;
    const QFontMetricsF metrics(font(rows ? Type::name : Type::small));
    double longest = 0;
    double badge = 0;
    for (const NodeRow& node : nodes)
        longest = std::max(longest, metrics.horizontalAdvance(qt(node.name)));
    // Each state has room before a node has it: the devices keep their places.
    for (const NodeState state : {NodeState::cordoned, NodeState::draining, NodeState::down}) {
        NodeRow any;
        any.state = state;
        if (rows)
            badge = std::max(badge, static_cast<double>(badgeSize(stateBadge(any)).width()));
    }
    const double scale = fontScale();
    return std::ceil(rows ? std::clamp(longest + badge + 20, 96 * scale, 220 * scale)
                          : std::clamp(longest + 10, 40 * scale, 120 * scale));
}

}  // namespace apportion::ui
